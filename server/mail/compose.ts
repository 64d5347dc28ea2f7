// What a mail says: the template or the form's text, filled in as the preview in the settings shows it.

import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { htmlToText, textToHtml } from './body.ts'
import { defaultBody, defaultSubject, linkValidDays } from './default-confirmation.ts'
import { mailErrors } from './mail.errors.ts'
import type { ClaimedMail } from './queue.sql.ts'
import { fillTemplate, type Recipient } from './template.ts'

/** What goes out. */
export type MailContent = { subject: string; text: string; html: string }

type Row = Recipient & {
  id: number
  subject: string
  body: string
  confirmed: boolean
  expired: boolean
}

/** The path that the link in a double opt-in mail leads to. */
export const confirmationPath = (secret: string): string => `/newsletter/confirm/${secret}`

/** A link that leads nowhere, for previews. */
export const sampleLink = `https://kontor.example${confirmationPath('example')}`

/** What a form's mail says: its own text, or the standard one. The link can be followed also where it was written as text. */
export function fillConfirmation(
  { subject, body }: { subject: string; body: string },
  recipient: Recipient,
  link: string,
): ReturnType<typeof fillTemplate> {
  const text = { subject: subject || defaultSubject, body: body || defaultBody }
  const filled = fillTemplate(text, recipient, { link })
  if (!filled.html || filled.body.includes(`href="${link}"`)) return filled
  return { ...filled, body: filled.body.replaceAll(link, `<a href="${link}">${link}</a>`) }
}

const testMail = {
  subject: 'Kontor: Test',
  body: 'Diese E-Mail hat Kontor zur Probe verschickt: {{link}}\n\nKontor has sent this e-mail as a test.',
}

const toMailContent = ({ subject, body, html }: ReturnType<typeof fillTemplate>): MailContent =>
  html ? { subject, html: body, text: htmlToText(body) } : { subject, text: body, html: textToHtml(body) }

/**
 * The letters of mails, by their ids; a text instead where there is nothing left to say.
 * @param url where people reach Kontor
 */
export async function composeMails(
  db: Reader,
  mails: readonly ClaimedMail[],
  url: string,
  now: Date,
): Promise<Map<number, MailContent | string>> {
  const { rows } = await sql<Row>`
    select o.id, coalesce(t.subject, f.mail_subject, '') as subject, coalesce(t.body, f.mail_body, '') as body,
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

function composeMail({ kind, secret }: ClaimedMail, row: Row, url: string): MailContent | string {
  if (kind === 'test') return toMailContent(fillTemplate(testMail, row, { link: `${url}/office` }))
  if (kind === 'template') return toMailContent(fillTemplate(row, row))
  if (row.confirmed) return mailErrors.alreadyConfirmed().message
  if (row.expired || secret === '') return mailErrors.linkExpired().message
  return toMailContent(fillConfirmation(row, row, url + confirmationPath(secret)))
}
