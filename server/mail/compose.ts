// Composes mails from the template or the text of the newsletter form; the preview of the office uses the same functions.
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { accountMail } from './account-mail.ts'
import { htmlToText, textToHtml } from './body.ts'
import type { CalendarFile, MailContent } from './content.ts'
import { defaultConfirmationBody, defaultConfirmationSubject, linkValidDays } from './default-confirmation.ts'
import { mailErrors } from './mail.errors.ts'
import type { ClaimedMail } from './queue.sql.ts'
import { cleanHtml, fillTemplate, isHtml, type Recipient } from './template.ts'

type Row = Recipient & {
  id: number
  /** Of mail about an account. */
  event: string
  subject: string
  body: string
  /** Of a reply. */
  inReplyTo: string
  threadIds: string[]
  to: string[] | null
  cc: string[] | null
  /** The calendar entry that it brings. */
  calendar: CalendarFile | null
  confirmed: boolean
  expired: boolean
}

/** The path of the link in a double opt-in mail. */
export const newsletterConfirmationPath = (secret: string): string => `/newsletter/confirm/${secret}`

/** A link for previews. */
export const sampleLink = `https://kontor.example${newsletterConfirmationPath('example')}`

/** The double opt-in mail of a form: its own text, or the standard text. In HTML, a link written as text becomes a link. */
export function fillConfirmation(
  { subject, body }: { subject: string; body: string },
  recipient: Recipient,
  link: string,
): ReturnType<typeof fillTemplate> {
  const text = { subject: subject || defaultConfirmationSubject, body: body || defaultConfirmationBody }
  const filled = fillTemplate(text, recipient, { link })
  if (!filled.isHtml || filled.body.includes(`href="${link}"`)) return filled
  return { ...filled, body: filled.body.replaceAll(link, `<a href="${link}">${link}</a>`) }
}

const testMail = {
  subject: 'Kontor: Test',
  body: 'Diese E-Mail hat Kontor zur Probe verschickt: {{link}}\n\nKontor has sent this e-mail as a test.',
}

export const toMailContent = ({ subject, body, isHtml }: ReturnType<typeof fillTemplate>): MailContent =>
  isHtml ? { subject, html: body, text: htmlToText(body) } : { subject, text: body, html: textToHtml(body) }

/**
 * The contents of mails by id; a string instead is the reason why the mail is not sent any more.
 * @param url the public URL of Kontor
 */
export async function composeMails(
  db: Reader,
  mails: readonly ClaimedMail[],
  url: string,
  now: Date,
): Promise<Map<number, MailContent | string>> {
  const { rows } = await sql<Row>`
    select o.id, coalesce(o.data ->> 'event', '') as event, coalesce(t.subject, f.mail_subject, o.subject) as subject, coalesce(t.body, f.mail_body, o.body) as body,
      o.in_reply_to as "inReplyTo", o.thread_ids as "threadIds", o.data -> 'to' as "to", o.data -> 'cc' as "cc", o.data -> 'calendar' as calendar,
      coalesce(c.salutation, '') as salutation, coalesce(c.title, '') as title, coalesce(c.first_name, '') as "firstName",
      coalesce(c.last_name, '') as "lastName", coalesce(k.last_name, c.company, '') as company, o.recipient as email,
      n.confirmed_at is not null as confirmed, coalesce(n.given_at < ${now}::timestamptz - ${linkValidDays}::int * interval '1 day', false) as expired
    from outbox_mail o left join contact c on c.id = o.contact_id left join contact k on k.id = c.company_id
    left join communication_template t on t.id = o.template_id left join newsletter_consent n on n.id = o.consent_id
    left join newsletter_form f on f.id = n.form_id
    where o.id = any(${mails.map(({ id }) => id)}::int[])`.execute(db)
  const byId = new Map(rows.map((row) => [row.id, row]))
  return new Map(mails.map((mail) => [mail.id, composeMail(mail, byId.get(mail.id)!, url)]))
}

/** A text that is ready: braces in it are no placeholders. */
const asWritten = ({ subject, body }: Pick<Row, 'subject' | 'body'>) => ({
  subject,
  body: isHtml(body) ? cleanHtml(body) : body,
  isHtml: isHtml(body),
})

function composeMail({ kind, secret }: ClaimedMail, row: Row, url: string): MailContent | string {
  if (kind === 'test') return toMailContent(fillTemplate(testMail, row, { link: `${url}/office` }))
  if (kind === 'account')
    return toMailContent(fillTemplate(accountMail(row.event), row, { link: `${url}/office` }))
  if (kind === 'withdrawal') return toMailContent(asWritten(row))
  if (kind === 'calendar') return { ...toMailContent(asWritten(row)), calendar: row.calendar ?? undefined }
  if (kind === 'reply')
    return {
      ...toMailContent(asWritten(row)),
      ...(row.inReplyTo && { inReplyTo: row.inReplyTo }),
      references: row.threadIds,
      ...(row.to && { to: row.to }),
      ...(row.cc && { cc: row.cc }),
      isPersonal: true,
    }
  if (kind === 'template') return toMailContent(fillTemplate(row, row))
  if (row.confirmed) return mailErrors.alreadyConfirmed().message
  if (row.expired || secret === '') return mailErrors.linkExpired().message
  return toMailContent(fillConfirmation(row, row, url + newsletterConfirmationPath(secret)))
}
