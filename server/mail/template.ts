// Fills in the placeholders of templates, such as {{firstName}}.
import sanitizeHtml from 'sanitize-html'
import type { FieldError } from '../platform/http/errors.ts'
import { mailErrors } from './mail.errors.ts'

export type Recipient = {
  salutation: string
  title: string
  firstName: string
  lastName: string
  company: string
  email: string
}

function greeting({ salutation, title, lastName }: Recipient): string {
  if (lastName === '' || salutation === '') return 'Guten Tag'
  const name = [title, lastName].filter(Boolean).join(' ')
  return salutation === 'ms' ? `Sehr geehrte Frau ${name}` : `Sehr geehrter Herr ${name}`
}

const placeholders: Record<string, (recipient: Recipient) => string> = {
  salutation: greeting,
  title: ({ title }) => title,
  firstName: ({ firstName }) => firstName,
  lastName: ({ lastName }) => lastName,
  company: ({ company }) => company,
  email: ({ email }) => email,
}

/** The placeholders of every template. */
export const placeholderNames = Object.keys(placeholders)

/** Further placeholders of some templates, with their values. */
export type ExtraPlaceholders = Readonly<Record<string, string>>

/** The recipient of previews for which no contact is chosen. */
export const sampleRecipient: Recipient = {
  salutation: 'ms',
  title: 'Dr.',
  firstName: 'Jana',
  lastName: 'Köhler',
  company: 'Nordlicht GmbH',
  email: 'jana.koehler@nordlicht.example',
}

const pattern = /\{\{([^{}]*)\}\}/g

/** Errors of a field for unknown and unclosed placeholders. */
export function placeholderErrors(field: string, text: string, extra: ExtraPlaceholders = {}): FieldError[] {
  const names = [...text.matchAll(pattern)].map(([, name]) => name!.trim())
  const unknown = [...new Set(names)].filter((name) => !Object.hasOwn({ ...placeholders, ...extra }, name))
  const errors = unknown.map((name) => ({
    field,
    ...mailErrors.unknownPlaceholder({ placeholder: `{{${name}}}` }),
  }))
  const rest = text.replace(pattern, '')
  return rest.includes('{{') || rest.includes('}}')
    ? [...errors, { field, ...mailErrors.openPlaceholder() }]
    : errors
}

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

const escapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign]!)

const fillWith = (
  text: string,
  recipient: Recipient,
  extra: ExtraPlaceholders,
  encode: (value: string) => string,
): string =>
  text.replace(pattern, (match, rawName: string) => {
    const name = rawName.trim()
    if (Object.hasOwn(extra, name)) return encode(extra[name]!)
    return Object.hasOwn(placeholders, name) ? encode(placeholders[name]!(recipient)) : match
  })

/** Fills in a template: the subject is one line of plain text, the body plain text or sanitised HTML. */
export function fillTemplate(
  template: { subject: string; body: string },
  recipient: Recipient,
  extra: ExtraPlaceholders = {},
): { subject: string; body: string; isHtml: boolean } {
  const bodyIsHtml = isHtml(template.body)
  const subject = fillWith(template.subject, recipient, extra, (value) => value)
    .replace(/\s+/g, ' ')
    .trim()
  const body = bodyIsHtml
    ? cleanHtml(fillWith(template.body, recipient, extra, escapeHtml))
    : fillWith(template.body, recipient, extra, (value) => value)
  return { subject, body, isHtml: bodyIsHtml }
}
