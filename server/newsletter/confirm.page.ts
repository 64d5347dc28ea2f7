// The page of the double opt-in link (decision 6.4).
import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { newsletterConfirmationPath } from '../mail/compose.ts'
import { linkValidDays } from '../mail/default-confirmation.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import type { PageText } from '../platform/pages/page-html.ts'
import type { PublicPage } from '../platform/pages/public-pages.ts'

type FoundConsent = {
  id: number
  contactId: number
  formId: number
  email: string
  /** The name of the instance. */
  name: string
  status: 'pending' | 'confirmed' | 'invalid'
}

/** The consent of a link. The link does not restore a subscription that has been cancelled or deleted since. */
async function findConsent(reader: Reader, secret: string, now: Date): Promise<FoundConsent | undefined> {
  const hash = createHash('sha256').update(secret).digest()
  const { rows } = await sql<FoundConsent>`
    select c.id, c.contact_id as "contactId", c.form_id as "formId", c.email,
      coalesce((select value from setting where name = 'name'), '') as name,
      case when n.contact_id is null or (n.opt_in_executed and not n.is_active) then 'invalid'
        when c.confirmed_at is not null then case when n.is_active then 'confirmed' else 'invalid' end
        when c.given_at < ${now}::timestamptz - ${linkValidDays}::int * interval '1 day' then 'invalid'
        else 'pending' end as status
    from newsletter_consent c left join newsletter_subscription n
      on n.contact_id = c.contact_id and n.service = 'kontor' and n.external_id = c.form_id::text
    where c.confirmation_hash = ${hash}`.execute(reader)
  return rows[0]
}

type PageContent = Omit<PageText, 'status'>

const texts: Record<
  Language,
  Record<'question' | 'confirmed' | 'alreadyConfirmed' | 'invalid', (found: FoundConsent) => PageContent>
> = {
  de: {
    question: ({ email, name }) => ({
      title: 'Newsletter bestätigen',
      paragraphs: [
        `Möchten Sie den Newsletter${name && ` von ${name}`} an ${email} erhalten?`,
        'Wenn nicht, schließen Sie diese Seite einfach.',
      ],
      button: 'Ja, Anmeldung bestätigen',
    }),
    confirmed: ({ email }) => ({
      title: 'Vielen Dank!',
      paragraphs: [`Ihre Anmeldung ist bestätigt. Sie erhalten den Newsletter ab jetzt an ${email}.`],
    }),
    alreadyConfirmed: () => ({
      title: 'Bereits bestätigt',
      paragraphs: ['Ihre Anmeldung ist bereits bestätigt. Sie müssen nichts weiter tun.'],
    }),
    invalid: () => ({
      title: 'Dieser Link ist ungültig',
      paragraphs: [
        `Er ist älter als ${linkValidDays} Tage oder unvollständig, oder die Anmeldung wurde inzwischen beendet.`,
        'Melden Sie sich auf der Website einfach noch einmal an.',
      ],
    }),
  },
  en: {
    question: ({ email, name }) => ({
      title: 'Confirm the newsletter',
      paragraphs: [
        `Would you like to receive the newsletter${name && ` of ${name}`} at ${email}?`,
        'If not, simply close this page.',
      ],
      button: 'Yes, confirm my subscription',
    }),
    confirmed: ({ email }) => ({
      title: 'Thank you!',
      paragraphs: [`Your subscription is confirmed. You will receive the newsletter at ${email}.`],
    }),
    alreadyConfirmed: () => ({
      title: 'Already confirmed',
      paragraphs: ['Your subscription is already confirmed. You do not need to do anything.'],
    }),
    invalid: () => ({
      title: 'This link is not valid',
      paragraphs: [
        `It is older than ${linkValidDays} days or incomplete, or the subscription has been cancelled.`,
        'Please sign up on the website again.',
      ],
    }),
  },
}

const noConsent: FoundConsent = { id: 0, contactId: 0, formId: 0, email: '', name: '', status: 'invalid' }

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

/** Of two simultaneous confirmations, one waits and finds the consent confirmed. */
const lockConsent = (tx: Tx, secret: string) =>
  sql`select from newsletter_consent where confirmation_hash = ${createHash('sha256').update(secret).digest()} for update`.execute(
    tx,
  )

export const confirmPage: PublicPage = {
  path: newsletterConfirmationPath('{secret}'),
  via: 'link',
  async show({ db, params, language, now }) {
    const found = (await findConsent(db, params['secret']!, now)) ?? noConsent
    if (found.status === 'invalid') return { status: 404, ...texts[language].invalid(found) }
    return {
      status: 200,
      ...texts[language][found.status === 'pending' ? 'question' : 'alreadyConfirmed'](found),
    }
  },
  async submit({ tx, params, language, origin, now }) {
    await lockConsent(tx, params['secret']!)
    const found = (await findConsent(tx, params['secret']!, now)) ?? noConsent
    if (found.status === 'invalid') return { status: 404, ...texts[language].invalid(found) }
    if (found.status === 'confirmed') return { status: 200, ...texts[language].alreadyConfirmed(found) }
    await confirm(tx, found, origin, now)
    return { status: 200, ...texts[language].confirmed(found) }
  },
}
