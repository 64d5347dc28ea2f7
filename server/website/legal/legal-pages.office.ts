// Legal pages in the back office, and starting texts of them and of the terms.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import type { RecordOf } from '../../platform/database/fields.ts'
import { insertRow } from '../../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { sanitizeHtml } from '../../platform/ground/html.ts'
import { IdOrNone, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { termsFields } from '../booking/terms.sql.ts'
import { websiteErrors } from '../website.errors.ts'
import { isDraft, legalFields, pageUrlPattern } from './legal-pages.ts'
import type { ProviderFacts } from './starting-text.ts'
import {
  type StartingTextName,
  startingText,
  startingTextNames,
  startingTextPlaces,
} from './starting-texts.ts'

const right = 'website'

type Values = Partial<RecordOf<typeof legalFields> & { id: number }>

async function validate(tx: Tx, values: Record<string, unknown>): Promise<FieldError[]> {
  const { id = 0, clientId = 0, kind = 'imprint', url = '' } = values as Values
  const { rows } = await sql<{ isTaken: boolean; isClient: boolean }>`
    select exists (select from legal_page where kind = ${kind} and id <> ${id}
        and coalesce(client_id, 0) = coalesce(nullif(${clientId}::int, 0), entered_client(), 0)) as "isTaken",
      ${clientId}::int = 0 or exists (select from client where id = ${clientId}) as "isClient"`.execute(tx)
  const { isTaken, isClient } = rows[0]!
  return [
    ...(isTaken ? [{ field: 'kind', ...websiteErrors.samePage() }] : []),
    ...(isClient ? [] : [{ field: 'clientId', ...websiteErrors.noClient({ id: clientId }) }]),
    ...(new RegExp(pageUrlPattern).test(url.trim()) ? [] : [{ field: 'url', ...websiteErrors.pageUrl() }]),
  ]
}

const legalPages = recordEndpoints({
  path: '/legal-pages',
  subject: 'legal_page',
  read: right,
  write: right,
  fields: legalFields,
  derived: {
    /** '': of all clients. */
    clientName: Type.String(),
    /** It has gaps to fill in, and is not shown. */
    isDraft: Type.Boolean(),
  },
  rows: (reader) =>
    reader
      .selectFrom('legal_page as r')
      .leftJoin('client as c', 'c.id', 'r.client_id')
      .select([
        sql<string>`coalesce(c.name, '')`.as('clientName'),
        sql<boolean>`r.url = '' and (${isDraft('r.body')} or ${isDraft('r.body_en')})`.as('isDraft'),
      ]),
  searchText: `r.url || ' ' || r.body`,
  sorts: { kind: sql`r.kind`, client: sql`c.name`, id: sql`r.id` },
  validate,
  normalize: (values) =>
    Object.fromEntries(
      Object.entries(values).map(([field, value]) => [
        field,
        typeof value !== 'string' ? value : field.startsWith('body') ? sanitizeHtml(value) : value.trim(),
      ]),
    ),
})

/** The facts that the letterhead of a client tells; 0: of the first one. */
async function loadFacts(tx: Tx, clientId: number): Promise<ProviderFacts> {
  const { rows } = await sql<ProviderFacts>`
    select k.name, coalesce(l.address_lines, '') as address, coalesce(l.phone, '') as phone, coalesce(l.email, '') as email
    from client k left join letterhead l on l.client_id = k.id
    where k.id = coalesce(nullif(${clientId}::int, 0), entered_client(), (select min(id) from client))`.execute(
    tx,
  )
  return rows[0] ?? {}
}

/** Makes a draft of a starting text. A document of terms is not shown before it is switched on. */
const createDraft = officeEndpoint({
  method: 'POST',
  path: '/starting-texts',
  right,
  body: record({
    name: Type.Unsafe<StartingTextName>(Type.Enum([...startingTextNames])),
    clientId: Type.Optional(IdOrNone),
  }),
  /** `path` of the office: where the draft is adapted. */
  response: Type.Array(record({ path: Type.String() })),
  handle: async ({ tx, body: { name, clientId = 0 } }) => {
    const { title, titleEn, body, bodyEn } = startingText(name, await loadFacts(tx, clientId))
    const place = startingTextPlaces[name]
    if ('audience' in place) {
      const values = { clientId, title, titleEn, body, bodyEn, isActive: false, ...place }
      const id = await insertRow(tx, 'terms_document', termsFields, values)
      return [{ path: `/terms-documents/${id}` }]
    }
    const values = { clientId, body, bodyEn, url: '', ...place }
    const errors = await validate(tx, values)
    if (errors.length > 0) throw badRequest(errors)
    const id = await insertRow(tx, 'legal_page', legalFields, values)
    return [{ path: `/legal-pages/${id}` }]
  },
})

export const legalOffice = [...legalPages, createDraft]
