// The page that the link of a double opt-in leads to (decision 6.4).
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { confirmationPath } from '../mail/compose.ts'
import { linkValidDays } from '../mail/default-confirmation.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Language, PageText, PublicPage } from '../platform/http/public-pages.ts'

type FoundConsent = {
  id: number
  contactId: number
  formId: number
  email: string
  /** Whose newsletter it is. */
  name: string
  state: 'pending' | 'confirmed' | 'gone'
}

/** What a link stands for. A subscription that was ended since, or taken from the contact, is not brought back by its link. */
async function findConsent(reader: Reader, secret: string, now: Date): Promise<FoundConsent | undefined> {
  const hash = createHash('sha256').update(secret).digest()
  const { rows } = await sql<FoundConsent>`
    select c.id, c.contact_id as "contactId", c.form_id as "formId", c.email,
      coalesce((select value from setting where name = 'name'), '') as name,
      case when n.contact_id is null or (n.opt_in_executed and not n.is_active) then 'gone'
        when c.confirmed_at is not null then case when n.is_active then 'confirmed' else 'gone' end
        when c.given_at < ${now}::timestamptz - ${linkValidDays}::int * interval '1 day' then 'gone'
        else 'pending' end as state
    from newsletter_consent c left join newsletter_subscription n
      on n.contact_id = c.contact_id and n.service = 'kontor' and n.external_id = c.form_id::text
    where c.confirmation_hash = ${hash}`.execute(reader)
  return rows[0]
}

type PageContent = Omit<PageText, 'status'>

const texts: Record<
  Language,
  Record<'ask' | 'done' | 'again' | 'gone', (found: FoundConsent) => PageContent>
> = {
  de: {
    ask: ({ email, name }) => ({
      title: 'Newsletter bestätigen',
      paragraphs: [
        `Möchten Sie den Newsletter${name && ` von ${name}`} an ${email} bekommen?`,
        'Wenn nicht, schließen Sie diese Seite einfach.',
      ],
      button: 'Ja, Anmeldung bestätigen',
    }),
    done: ({ email }) => ({
      title: 'Vielen Dank!',
      paragraphs: [`Ihre Anmeldung ist bestätigt. Der Newsletter geht ab jetzt an ${email}.`],
    }),
    again: () => ({
      title: 'Schon bestätigt',
      paragraphs: ['Ihre Anmeldung ist bereits bestätigt. Sie brauchen nichts mehr zu tun.'],
    }),
    gone: () => ({
      title: 'Dieser Link gilt nicht',
      paragraphs: [
        `Vielleicht ist er älter als ${linkValidDays} Tage, nicht vollständig, oder die Anmeldung wurde inzwischen beendet.`,
        'Melden Sie sich auf der Website einfach noch einmal an.',
      ],
    }),
  },
  en: {
    ask: ({ email, name }) => ({
      title: 'Confirm the newsletter',
      paragraphs: [
        `Would you like to get the newsletter${name && ` of ${name}`} at ${email}?`,
        'If not, simply close this page.',
      ],
      button: 'Yes, confirm my subscription',
    }),
    done: ({ email }) => ({
      title: 'Thank you!',
      paragraphs: [`Your subscription is confirmed. From now on the newsletter goes to ${email}.`],
    }),
    again: () => ({
      title: 'Confirmed already',
      paragraphs: ['Your subscription has been confirmed before. There is nothing left to do.'],
    }),
    gone: () => ({
      title: 'This link does not hold',
      paragraphs: [
        `It may be older than ${linkValidDays} days, not complete, or the subscription has been ended since.`,
        'Simply sign up on the website again.',
      ],
    }),
  },
}

const noConsent: FoundConsent = { id: 0, contactId: 0, formId: 0, email: '', name: '', state: 'gone' }

async function confirm(
  tx: Tx,
  { id, contactId, formId }: FoundConsent,
  origin: { address: string; agent: string },
  now: Date,
): Promise<void> {
  await tx
    .updateTable('newsletter_consent')
    .set({ confirmed_at: now, confirmed_ip_address: origin.address, confirmed_user_agent: origin.agent })
    .where('id', '=', id)
    .execute()
  await tx
    .updateTable('newsletter_subscription')
    .set({ is_active: true, opt_in: true, opt_in_executed: true })
    .where('contact_id', '=', contactId)
    .where('service', '=', 'kontor')
    .where('external_id', '=', String(formId))
    .execute()
}

/** Of two who use the button at once, one confirms. */
const lockConsent = (tx: Tx, secret: string) =>
  sql`select from newsletter_consent where confirmation_hash = ${createHash('sha256').update(secret).digest()} for update`.execute(
    tx,
  )

export const confirmPage: PublicPage = {
  path: confirmationPath('{secret}'),
  via: 'link',
  async show({ db, params, language, now }) {
    const found = (await findConsent(db, params['secret']!, now)) ?? noConsent
    if (found.state === 'gone') return { status: 404, ...texts[language].gone(found) }
    return { status: 200, ...texts[language][found.state === 'pending' ? 'ask' : 'again'](found) }
  },
  async submit({ tx, params, language, origin, now }) {
    await lockConsent(tx, params['secret']!)
    const found = (await findConsent(tx, params['secret']!, now)) ?? noConsent
    if (found.state === 'gone') return { status: 404, ...texts[language].gone(found) }
    if (found.state === 'confirmed') return { status: 200, ...texts[language].again(found) }
    await confirm(tx, found, origin, now)
    return { status: 200, ...texts[language].done(found) }
  },
}
