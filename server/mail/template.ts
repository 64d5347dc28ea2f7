// Texts with placeholders: what {{firstName}} and the others stand for, and how they are filled in.

import sanitizeHtml from 'sanitize-html'
import type { FieldError } from '../platform/http/errors.ts'
import { mailErrors } from './mail.errors.ts'

/** Whom a text is for. */
export type Recipient = {
  salutation: string
  title: string
  firstName: string
  lastName: string
  company: string
  email: string
}

/** The line that a letter begins with. */
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

/** The names that a text may hold as `{{name}}`. */
export const placeholderNames = Object.keys(placeholders)

/** What a text of a certain kind may hold beside the recipient: `{{name}}` and what stands for it. */
export type ExtraPlaceholders = Readonly<Record<string, string>>

/** Whom a preview is shown for where nobody is chosen. */
export const sampleRecipient: Recipient = {
  salutation: 'ms',
  title: 'Dr.',
  firstName: 'Jana',
  lastName: 'Köhler',
  company: 'Nordlicht GmbH',
  email: 'jana.koehler@nordlicht.example',
}

const pattern = /\{\{([^{}]*)\}\}/g

/** Placeholders that nobody knows, as faults of a field. */
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

/** Whether a text is formatted: it begins with a tag. */
export const isHtml = (text: string): boolean => /^\s*<[a-z][\w-]*[\s>/]/i.test(text)

/** What of HTML a mail may hold: no script, no style of its own, no picture that is fetched from elsewhere. */
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

/** A template filled in for a recipient: the subject is one line of plain text, the body plain text or harmless HTML. */
export function fillTemplate(
  template: { subject: string; body: string },
  recipient: Recipient,
  extra: ExtraPlaceholders = {},
): { subject: string; body: string; html: boolean } {
  const html = isHtml(template.body)
  const subject = fillWith(template.subject, recipient, extra, (value) => value)
    .replace(/\s+/g, ' ')
    .trim()
  const body = html
    ? cleanHtml(fillWith(template.body, recipient, extra, escapeHtml))
    : fillWith(template.body, recipient, extra, (value) => value)
  return { subject, body, html }
}
