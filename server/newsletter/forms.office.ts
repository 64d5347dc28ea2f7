// Newsletter forms in the back office.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { accessErrors } from '../access/access.errors.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { sampleLink } from '../mail/compose.ts'
import { mailErrors } from '../mail/mail.errors.ts'
import { cleanHtml, isHtml, placeholderErrors } from '../mail/template.ts'
import { lockRecord, lockVersion, versionColumn } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import {
  answerProperties,
  bool,
  fields,
  id,
  inputProperties,
  longText,
  name,
  selections,
  shortText,
} from '../platform/database/fields.ts'
import { storeValues } from '../platform/database/value-set.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Count, Id, partly, record, Version } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'

const right = 'website'

export const formFields = fields({
  name,
  clientId: id,
  doubleOptIn: bool,
  lastNameRequired: bool,
  /** Text of the double opt-in mail; '': the standard text. */
  mailSubject: shortText,
  mailBody: longText,
})

export const NewsletterForm = record({
  id: Id,
  version: Version,
  ...answerProperties(formFields),
  clientName: Type.String(),
  /** Contact categories that subscribers are added to. */
  categoryIds: Type.Array(Id),
  signUpCount: Count,
  /** Sign-ups confirmed by double opt-in. */
  confirmedCount: Count,
  /** Sign-ups of the last 30 days. */
  recentCount: Count,
})

const formsQuery = (reader: Reader, now: Date) =>
  reader
    .selectFrom('newsletter_form as f')
    .innerJoin('client as c', 'c.id', 'f.client_id')
    .select([
      'f.id',
      versionColumn('newsletter_form', 'f.id').as('version'),
      ...selections(formFields, 'f'),
      'c.name as clientName',
      sql<
        number[]
      >`array(select k.category_id from newsletter_form_category k where k.form_id = f.id order by 1)`.as(
        'categoryIds',
      ),
      sql<number>`(select count(*)::int from newsletter_consent n where n.form_id = f.id)`.as('signUpCount'),
      sql<number>`(select count(n.confirmed_at)::int from newsletter_consent n where n.form_id = f.id)`.as(
        'confirmedCount',
      ),
      sql<number>`(select count(*)::int from newsletter_consent n where n.form_id = f.id
        and n.given_at > ${new Date(now.getTime() - 30 * 24 * 3_600_000)})`.as('recentCount'),
    ])

async function formById(reader: Reader, id: number, now: Date) {
  const found = await formsQuery(reader, now).where('f.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'newsletter form', id }))
  return [found]
}

const input = {
  ...inputProperties(formFields),
  categoryIds: Type.Optional(Type.Array(Id, { maxItems: 100 })),
}
const NewForm = record(input)
type NewsletterFormInput = Partial<Static<typeof NewForm>>

function mailTextErrors({ mailSubject = '', mailBody = '' }: NewsletterFormInput): FieldError[] {
  const extraPlaceholders = { link: sampleLink }
  const missing = mailBody !== '' && !/\{\{\s*link\s*\}\}/.test(mailBody)
  return [
    ...placeholderErrors('mailSubject', mailSubject),
    ...placeholderErrors('mailBody', mailBody, extraPlaceholders),
    ...(missing
      ? [{ field: 'mailBody', ...mailErrors.missingPlaceholder({ placeholder: '{{link}}' }) }]
      : []),
  ]
}

async function validateForm(tx: Tx, input: NewsletterFormInput): Promise<void> {
  const errors = mailTextErrors(input)
  if (input.clientId !== undefined) {
    const client = await tx
      .selectFrom('client')
      .select('id')
      .where('id', '=', input.clientId)
      .executeTakeFirst()
    if (!client) errors.push({ field: 'clientId', ...accessErrors.unknownClient() })
  }
  const wanted = input.categoryIds ?? []
  const known = await tx
    .selectFrom('contact_category')
    .select('id')
    .where('id', 'in', [0, ...wanted])
    .execute()
  for (const [index, id] of wanted.entries())
    if (!known.some((row) => row.id === id))
      errors.push({ field: `categoryIds[${index}]`, ...contactErrors.unknownCategory() })
  if (errors.length > 0) throw badRequest(errors)
}

const cleanMailBody = (text: string): string => (isHtml(text) ? cleanHtml(text) : text)

const withCleanTexts = ({ mailSubject, mailBody, ...input }: NewsletterFormInput) => ({
  ...input,
  mailSubject: mailSubject?.trim(),
  mailBody: mailBody === undefined ? undefined : cleanMailBody(mailBody.trim()),
})

async function setCategories(tx: Tx, id: number, wanted: readonly number[] | undefined): Promise<void> {
  if (wanted === undefined) return
  const table = { table: 'newsletter_form_category', owner: 'form_id', value: 'category_id' }
  await storeValues(tx, table, id, wanted)
}

const params = Type.Object({ id: Id })
const response = Type.Array(NewsletterForm)

const listForms = officeEndpoint({
  method: 'GET',
  path: '/newsletter-forms',
  right,
  query: listQuery({
    sorts: ['name', 'signUpCount', 'id'],
    filters: { q: Type.Optional(Type.String()), clientId: Type.Optional(Id) },
  }),
  response,
  handle: ({ db, query, now }) => {
    const rows = formsQuery(db, now)
      .$if(query.q !== undefined, (q) => q.where(containsWords('f.name', query.q!)))
      .$if(query.clientId !== undefined, (q) => q.where('f.client_id', '=', query.clientId!))
    return selectPage(
      db,
      rows,
      query,
      {
        name: sql`lower(f.name)`,
        signUpCount: sql`(select count(*) from newsletter_consent n where n.form_id = f.id)`,
        id: sql`f.id`,
      },
      'f.id',
    )
  },
})

const getForm = officeEndpoint({
  method: 'GET',
  path: '/newsletter-forms/{id}',
  right,
  params,
  response,
  handle: ({ db, params: { id }, now }) => formById(db, id, now),
})

const createForm = officeEndpoint({
  method: 'POST',
  path: '/newsletter-forms',
  right,
  body: NewForm,
  response,
  handle: async ({ tx, body, now }) => {
    await validateForm(tx, body)
    const id = await insertRow(tx, 'newsletter_form', formFields, withCleanTexts(body))
    await setCategories(tx, id, body.categoryIds)
    return formById(tx, id, now)
  },
})

const updateForm = officeEndpoint({
  method: 'PATCH',
  path: '/newsletter-forms/{id}',
  right,
  params,
  body: record({ version: Version, ...partly(input) }),
  response,
  handle: async ({ tx, params: { id }, body: { version, ...input }, now }) => {
    await lockVersion(tx, 'newsletter_form', id, version)
    await validateForm(tx, input)
    await updateRow(tx, 'newsletter_form', formFields, id, withCleanTexts(input))
    await setCategories(tx, id, input.categoryIds)
    return formById(tx, id, now)
  },
})

const deleteForm = officeEndpoint({
  method: 'DELETE',
  path: '/newsletter-forms/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'newsletter_form', id)
    const used = await tx
      .selectFrom('newsletter_consent')
      .select('id')
      .where('form_id', '=', id)
      .limit(1)
      .executeTakeFirst()
    if (used) throw conflict(generalErrors.inUse())
    await tx.deleteFrom('newsletter_form').where('id', '=', id).execute()
    return []
  },
})

export const formsOffice = [listForms, getForm, createForm, updateForm, deleteForm]
