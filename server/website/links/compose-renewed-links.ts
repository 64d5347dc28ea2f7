// Composes the mail with a new link in place of one that is over. The link is made when the mail is sent, so that no secret is stored.
import { sql } from 'kysely'
import { toMailContent } from '../../mail/compose.ts'
import type { MailContent } from '../../mail/content.ts'
import type { ClaimedMail } from '../../mail/queue.sql.ts'
import { composeEach } from '../../mail/sender.ts'
import { inTransaction, systemActor } from '../../platform/database/database.ts'
import { dateIn } from '../../platform/ground/clock.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { type RenewableKind, type ReplacedLink, renewableLinks } from './renewable-links.ts'

const texts = {
  de: {
    subjects: {
      order: 'Der neue Link zu Ihrer Buchung',
      seat: 'Der neue Link zu Ihrem Platz',
      company: 'Der neue Link zu den Buchungen Ihrer Firma',
      attendance: 'Der neue Link zur Anwesenheit',
    },
    intro: ['Guten Tag,', 'hier ist der neue Link. Angefordert wurde er auf der Seite des abgelaufenen.'],
    end: 'Der frühere Link öffnet nichts mehr. Haben Sie keinen angefordert, brauchen Sie nichts zu tun.',
  },
  en: {
    subjects: {
      order: 'The new link to your booking',
      seat: 'The new link to your seat',
      company: 'The new link to the bookings of your company',
      attendance: 'The new link to the attendance',
    },
    intro: ['Hello,', 'this is the new link. It was requested on the page of the expired one.'],
    end: 'The earlier link opens nothing any more. If you have not asked for one, there is nothing to do.',
  },
} satisfies Record<string, { subjects: Record<RenewableKind, string>; intro: string[]; end: string }>

/** undefined: the link was revoked. */
async function compose(
  { db, clock, settings: { publicUrl }, settingsCache: { settings } }: Instance,
  { id: mailId, language }: ClaimedMail,
): Promise<MailContent | undefined> {
  const { rows } = await sql<{
    data: ReplacedLink
  }>`select data from outbox_mail where id = ${mailId}`.execute(db)
  const { link, id } = rows[0]!.data
  const now = clock.now()
  const visit = { now, today: dateIn(settings.timeZone, now), settings }
  const path = await inTransaction(db, systemActor, (tx) => renewableLinks[link].replace(tx, id, visit))
  if (path === undefined) return undefined
  const { subjects, intro, end } = texts[language === 'en' ? 'en' : 'de']
  const body = [...intro, publicUrl + path, end].join('\n\n')
  return toMailContent({ subject: subjects[link], body, isHtml: false })
}

export const composeRenewedLinks = composeEach(compose)
