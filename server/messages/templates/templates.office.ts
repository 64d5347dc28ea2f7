// Communication templates, those of the causes, and their preview.
import { sql } from 'kysely'
import Type from 'typebox'
import { contactErrors } from '../../addresses/contact.errors.ts'
import { fillConfirmation, sampleLink } from '../../mail/compose.ts'
import { placeholderPaths, type TemplateValues, textErrors } from '../../mail/liquid.ts'
import { findRecipient } from '../../mail/recipient.sql.ts'
import {
  cleanHtml,
  type FilledTemplate,
  fillTemplate,
  isHtml,
  type Recipient,
  recipientPlaceholders,
  renderTemplate,
  sampleRecipient,
} from '../../mail/template.ts'
import { assertRights } from '../../platform/auth/principal.ts'
import type { Reader } from '../../platform/database/database.ts'
import { fields, longText, name, shortText } from '../../platform/database/fields.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { type Language, languages } from '../../platform/ground/language.ts'
import { FieldErrorRecord, Id, LongText, record, ShortText } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { sampleValues } from '../sample-delivery.ts'
import { loadSampleValues } from './sample-values.ts'

const textFields = { subject: shortText, body: longText, subjectEn: shortText, bodyEn: longText }

/** The errors of the texts of a template or message. */
export const textsErrors = (texts: Partial<Record<string, unknown>>): FieldError[] =>
  Object.keys(textFields).flatMap((field) => textErrors(field, String(texts[field] ?? ''), sampleValues()))

/** HTML is sanitised before it is stored. */
export const cleanTexts = <T extends Partial<Record<string, unknown>>>(texts: T): T =>
  Object.fromEntries(
    Object.entries(texts).map(([field, text]) => [
      field,
      (field === 'body' || field === 'bodyEn') && isHtml(String(text)) ? cleanHtml(String(text)) : text,
    ]),
  ) as T

export const templateFields = fields({ name, ...textFields })

const templates = recordEndpoints({
  path: '/communication-templates',
  subject: 'communication_template',
  write: 'settings',
  fields: templateFields,
  derived: {
    isHtml: Type.Boolean(),
    /** '': none; otherwise it is the provider's text of a cause. */
    cause: Type.String(),
  },
  rows: (reader) =>
    reader
      .selectFrom('communication_template as r')
      .select([
        sql<boolean>`r.body ~* ${'^\\s*<[a-z][a-z0-9_-]*[\\s>/]'}`.as('isHtml'),
        sql<string>`coalesce(r.cause, '')`.as('cause'),
      ]),
  searchText: `r.name || ' ' || r.subject`,
  sorts: { name: sql`lower(r.name)`, subject: sql`lower(r.subject)`, id: sql`r.id` },
  validate: async (_tx, values) => textsErrors(values),
  normalize: cleanTexts,
})

/** How a placeholder is inserted: a list in a loop, a day by its filter. */
function toInsert(path: string, value: unknown): string {
  if (Array.isArray(value)) {
    const [first] = value
    const inner =
      typeof first === 'object' && first !== null
        ? Object.entries(first)
            .map(([field, one]) => toInsert(`one.${field}`, one))
            .join(' ')
        : '{{ one }}'
    return `{% for one in ${path} %}${inner} {% endfor %}`
  }
  if (typeof value === 'boolean') return `{% if ${path} %}…{% endif %}`
  const isDay = typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value)
  if (isDay) return `{{ ${path} | day }}`
  return typeof value === 'number' && /price|fee/i.test(path) ? `{{ ${path} | money }}` : `{{ ${path} }}`
}

const valueAt = (values: TemplateValues, path: string): unknown =>
  path.split('.').reduce<unknown>((value, part) => (value as TemplateValues)[part], values)

const placeholders = officeEndpoint({
  method: 'GET',
  path: '/communication-templates/placeholders',
  response: Type.Array(
    record({
      name: Type.String(),
      /** '': a placeholder of every template; otherwise the record that it belongs to. */
      group: Type.String(),
      sample: Type.String(),
      /** The values for a text. */
      insert: Type.String(),
    }),
  ),
  handle: async () => {
    const values = sampleValues()
    return placeholderPaths(values)
      .filter((path) => Array.isArray(valueAt(values, path)) || typeof valueAt(values, path) !== 'object')
      .map((path) => {
        const insert = toInsert(path, valueAt(values, path))
        const { subject } = renderTemplate({ subject: insert, body: '' }, values, 'de')
        return {
          name: path,
          group: path.includes('.') ? path.split('.')[0]! : '',
          sample: subject || '–',
          insert,
        }
      })
  },
})

async function loadRecipient(reader: Reader, contactId: number): Promise<Recipient> {
  const found = await findRecipient(reader, contactId)
  if (!found) throw badRequest([{ field: 'contactId', ...contactErrors.unknownContact() }])
  return found
}

/** The text unchanged, if it cannot be filled in. */
function filledOrPlain(
  template: { subject: string; body: string },
  fill: () => FilledTemplate,
): FilledTemplate {
  try {
    return fill()
  } catch {
    return { ...template, isHtml: isHtml(template.body) }
  }
}

const preview = officeEndpoint({
  method: 'POST',
  path: '/communication-templates/preview',
  isPreview: true,
  right: 'settings',
  body: record({
    subject: ShortText,
    body: LongText,
    /** Left out: German. */
    language: Type.Optional(Type.Unsafe<Language>(Type.Enum([...languages]))),
    /** The double opt-in mail of a newsletter form: with `{{link}}`; empty texts are replaced by the standard text. */
    doubleOptIn: Type.Optional(Type.Boolean()),
    /** Left out: an invented person. */
    contactId: Type.Optional(Id),
    /** The records that a message shows; left out: invented ones. */
    dateId: Type.Optional(Id),
    bookingId: Type.Optional(Id),
  }),
  response: Type.Array(
    record({
      subject: Type.String(),
      body: Type.String(),
      isHtml: Type.Boolean(),
      errors: Type.Array(FieldErrorRecord),
    }),
  ),
  handle: async ({ tx, principal, body, settings, now }) => {
    const { contactId, dateId, bookingId, language = 'de' } = body
    if (contactId !== undefined) assertRights(principal, ['090300:access'])
    if (bookingId !== undefined) assertRights(principal, ['booking:access'])
    const recipient = contactId === undefined ? sampleRecipient : await loadRecipient(tx, contactId)
    if (body.doubleOptIn) {
      const errors = [
        ...textErrors('subject', body.subject, recipientPlaceholders(sampleRecipient)),
        ...textErrors('body', body.body, { ...recipientPlaceholders(sampleRecipient), link: sampleLink }),
      ]
      return [{ ...filledOrPlain(body, () => fillConfirmation(body, recipient, sampleLink)), errors }]
    }
    const errors = textsErrors({ subject: body.subject, body: body.body })
    if (contactId !== undefined)
      return [{ ...filledOrPlain(body, () => fillTemplate(body, recipient, {}, language)), errors }]
    const values = await loadSampleValues(tx, { dateId, bookingId, language }, { settings, now })
    return [{ ...filledOrPlain(body, () => renderTemplate(body, values, language)), errors }]
  },
})

export const templatesOffice = [placeholders, preview, ...templates]
