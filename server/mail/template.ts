// Templates of mail: a subject and a body, as plain text or HTML, with placeholders in Liquid.
import sanitizeHtml from 'sanitize-html'
import type { FieldError } from '../platform/ground/errors.ts'
import type { Language } from '../platform/ground/language.ts'
import { renderLiquid, type TemplateValues, textErrors } from './liquid.ts'

export type Recipient = {
  salutation: string
  title: string
  firstName: string
  lastName: string
  company: string
  email: string
}

/** How a letter begins. */
export function greeting(
  { salutation, title, lastName }: Pick<Recipient, 'salutation' | 'title' | 'lastName'>,
  language: Language,
): string {
  const isGerman = language === 'de'
  if (lastName === '' || salutation === '') return isGerman ? 'Guten Tag' : 'Hello'
  const name = [title, lastName].filter(Boolean).join(' ')
  if (isGerman) return salutation === 'ms' ? `Sehr geehrte Frau ${name}` : `Sehr geehrter Herr ${name}`
  return `Dear ${title || (salutation === 'ms' ? 'Ms' : 'Mr')} ${lastName}`
}

/** The placeholders of every template. */
export const recipientPlaceholders = (recipient: Recipient, language: Language = 'de') => ({
  salutation: greeting(recipient, language),
  title: recipient.title,
  firstName: recipient.firstName,
  lastName: recipient.lastName,
  company: recipient.company,
  email: recipient.email,
})

/** Further placeholders of some templates, with their values. */
export type ExtraPlaceholders = TemplateValues

/** The recipient of previews for which no contact is chosen. */
export const sampleRecipient: Recipient = {
  salutation: 'ms',
  title: 'Dr.',
  firstName: 'Jana',
  lastName: 'Köhler',
  company: 'Nordlicht GmbH',
  email: 'jana.koehler@nordlicht.example',
}

/** Errors of a field: unknown placeholders, and errors of Liquid. */
export const placeholderErrors = (field: string, text: string, extra: ExtraPlaceholders = {}): FieldError[] =>
  textErrors(field, text, { ...recipientPlaceholders(sampleRecipient), ...extra })

/** A text is HTML if it begins with a tag. */
export const isHtml = (text: string): boolean => /^\s*<[a-z][\w-]*[\s>/]/i.test(text)

/** Sanitises the HTML of a mail: no scripts, styles or images. */
export const cleanHtml = (html: string): string =>
  sanitizeHtml(html, {
    allowedTags: [
      ...['p', 'br', 'h1', 'h2', 'h3', 'h4', 'strong', 'b', 'em', 'i', 'u', 's', 'a', 'ul', 'ol', 'li'],
      ...['blockquote', 'hr', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'code', 'pre', 'sub', 'sup'],
    ],
    allowedAttributes: { a: ['href'], th: ['colspan', 'rowspan'], td: ['colspan', 'rowspan'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
  })

export type FilledTemplate = { subject: string; body: string; isHtml: boolean }

/** Fills in a template: the subject is one line of plain text, the body plain text or sanitised HTML. @throws LiquidError */
export function renderTemplate(
  template: { subject: string; body: string },
  values: TemplateValues,
  language: Language,
): FilledTemplate {
  const bodyIsHtml = isHtml(template.body)
  const subject = renderLiquid(template.subject, values, language, false).replace(/\s+/g, ' ').trim()
  const rendered = renderLiquid(template.body, values, language, bodyIsHtml)
  // A condition that is left out leaves empty lines.
  const body = rendered === template.body ? rendered : rendered.replace(/\n{3,}/g, '\n\n').trimEnd()
  return { subject, body: bodyIsHtml ? cleanHtml(body) : body, isHtml: bodyIsHtml }
}

/** Fills in the placeholders of the recipient. @throws LiquidError */
export const fillTemplate = (
  template: { subject: string; body: string },
  recipient: Recipient,
  extra: ExtraPlaceholders = {},
  language: Language = 'de',
): FilledTemplate =>
  renderTemplate(template, { ...recipientPlaceholders(recipient, language), ...extra }, language)
