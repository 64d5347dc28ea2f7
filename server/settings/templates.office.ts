// Communication templates and their preview.
import { sql } from 'kysely'
import Type from 'typebox'
import { contactErrors } from '../addresses/contact.errors.ts'
import { fillConfirmation, sampleLink } from '../mail/compose.ts'
import { findRecipient } from '../mail/recipient.sql.ts'
import {
  cleanHtml,
  type ExtraPlaceholders,
  fillTemplate,
  isHtml,
  placeholderErrors,
  placeholderNames,
  type Recipient,
  sampleRecipient,
} from '../mail/template.ts'
import { hasRight } from '../platform/auth/principal.ts'
import type { Reader } from '../platform/database/database.ts'
import { fields, longText, name, shortText } from '../platform/database/fields.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, forbidden } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { recordEndpoints } from '../platform/http/record-endpoints.ts'
import { FieldErrorRecord, Id, LongText, record, ShortText } from '../platform/http/schema.ts'

const templateErrors = (subject: string, body: string, extraPlaceholders: ExtraPlaceholders = {}) => [
  ...placeholderErrors('subject', subject),
  ...placeholderErrors('body', body, extraPlaceholders),
]

const templates = recordEndpoints({
  path: '/communication-templates',
  subject: 'communication_template',
  write: 'admin',
  fields: fields({ name, subject: shortText, body: longText }),
  derived: { isHtml: Type.Boolean() },
  rows: (reader) =>
    reader
      .selectFrom('communication_template as r')
      .select(sql<boolean>`r.body ~* ${'^\\s*<[a-z][a-z0-9_-]*[\\s>/]'}`.as('isHtml')),
  searchText: `r.name || ' ' || r.subject`,
  sorts: { name: sql`lower(r.name)`, subject: sql`lower(r.subject)`, id: sql`r.id` },
  validate: async (_tx, { subject, body }) => templateErrors(String(subject ?? ''), String(body ?? '')),
  normalize: ({ body, ...values }) =>
    body === undefined ? values : { ...values, body: isHtml(String(body)) ? cleanHtml(String(body)) : body },
})

const placeholders = officeEndpoint({
  method: 'GET',
  path: '/communication-templates/placeholders',
  response: Type.Array(record({ name: Type.String(), sample: Type.String() })),
  handle: async () =>
    placeholderNames.map((name) => ({
      name,
      sample: fillTemplate({ subject: `{{${name}}}`, body: '' }, sampleRecipient).subject,
    })),
})

async function loadRecipient(reader: Reader, contactId: number): Promise<Recipient> {
  const found = await findRecipient(reader, contactId)
  if (!found) throw badRequest([{ field: 'contactId', ...contactErrors.unknownContact() }])
  return found
}

const preview = officeEndpoint({
  method: 'POST',
  path: '/communication-templates/preview',
  right: 'admin',
  body: record({
    subject: ShortText,
    body: LongText,
    /** The double opt-in mail of a newsletter form: with `{{link}}`; empty texts are replaced by the standard text. */
    doubleOptIn: Type.Optional(Type.Boolean()),
    /** Left out: an invented person. */
    contactId: Type.Optional(Id),
  }),
  response: Type.Array(
    record({
      subject: Type.String(),
      body: Type.String(),
      isHtml: Type.Boolean(),
      errors: Type.Array(FieldErrorRecord),
    }),
  ),
  handle: async ({ tx, principal, body }) => {
    if (body.contactId !== undefined && !hasRight(principal, '090300:access'))
      throw forbidden(generalErrors.missingRight({ right: '090300:access' }))
    const recipient = body.contactId === undefined ? sampleRecipient : await loadRecipient(tx, body.contactId)
    const extraPlaceholders: ExtraPlaceholders = body.doubleOptIn ? { link: sampleLink } : {}
    const filled = body.doubleOptIn
      ? fillConfirmation(body, recipient, sampleLink)
      : fillTemplate(body, recipient)
    return [{ ...filled, errors: templateErrors(body.subject, body.body, extraPlaceholders) }]
  },
})

export const templatesOffice = [placeholders, preview, ...templates]
