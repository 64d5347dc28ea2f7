// Locations of dates in the back office: the contact of type location with its default address, and what the catalogue adds.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { insertContacts } from '../../addresses/insert-contacts.ts'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { containsWords, listQuery, selectPage } from '../../platform/database/list.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { badRequest, conflict, notFound } from '../../platform/http/errors.ts'
import { generalErrors } from '../../platform/http/general.errors.ts'
import { Count, Id, partly, record, ShortText, Version } from '../../platform/http/schema.ts'
import { comparisonKey } from '../../platform/runtime/text.ts'
import { referenceErrors } from './references.errors.ts'
import { findUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ locationId: Id })

const Text = Type.String()
const OfficeLocation = record({
  id: Id,
  /** That of the contact, which holds name and address. */
  version: Version,
  name: Text,
  street: Text,
  houseNumber: Text,
  addition: Text,
  zip: Text,
  city: Text,
  country: Text,
  phone: Text,
  link: Text,
  additionalField: Text,
  dateCount: Count,
})
type OfficeLocation = Static<typeof OfficeLocation>

const LocationInput = record(
  partly({
    name: ShortText,
    street: ShortText,
    houseNumber: ShortText,
    addition: ShortText,
    zip: ShortText,
    city: ShortText,
    country: ShortText,
    phone: ShortText,
    link: Type.String({ maxLength: 2000 }),
    additionalField: Type.String({ maxLength: 2000 }),
  }),
)
type LocationInput = Static<typeof LocationInput>

const addressColumns = {
  street: 'street',
  houseNumber: 'house_number',
  addition: 'addition',
  zip: 'zip',
  city: 'city',
  country: 'country',
} as const
const addressFields = Object.keys(addressColumns) as (keyof typeof addressColumns)[]
const locationColumns = { link: 'link', additionalField: 'additional_field' } as const

const select = (reader: Reader) =>
  reader
    .selectFrom('location as l')
    .innerJoin('contact as c', 'c.id', 'l.contact_id')
    .leftJoin('address as a', (join) => join.onRef('a.contact_id', '=', 'c.id').on('a.is_default', '=', true))
    .leftJoin('phone as p', (join) =>
      join
        .onRef('p.contact_id', '=', 'c.id')
        .on('p.is_default', '=', true)
        .on(sql<boolean>`p.type = 'phone'`),
    )
    .select([
      'c.id',
      versionColumn('contact', 'c.id').as('version'),
      'c.last_name as name',
      ...addressFields.map((field) =>
        sql<string>`coalesce(${sql.ref(`a.${addressColumns[field]}`)}, '')`.as(field),
      ),
      sql<string>`concat_ws(' ', nullif(p.country_code, ''), nullif(p.area_code, ''), nullif(p.number, ''))`.as(
        'phone',
      ),
      'l.link',
      'l.additional_field as additionalField',
      sql<number>`(select count(*)::int from date_location d where d.contact_id = c.id)`.as('dateCount'),
    ])

async function read(reader: Reader, id: number): Promise<OfficeLocation> {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'location', id }))
  return row as OfficeLocation
}

/** The columns whose values change. */
const changedColumns = (
  input: LocationInput,
  before: OfficeLocation,
  columns: Partial<Record<keyof LocationInput, string>>,
) =>
  Object.fromEntries(
    (Object.keys(columns) as (keyof LocationInput)[]).flatMap((field) =>
      input[field] === undefined || input[field] === before[field] ? [] : [[columns[field], input[field]]],
    ),
  )

async function write(tx: Tx, before: OfficeLocation, input: LocationInput): Promise<void> {
  const { id } = before
  if (input.name !== undefined && input.name !== before.name)
    await tx
      .updateTable('contact')
      .set({ last_name: input.name, last_name_key: comparisonKey(input.name) })
      .where('id', '=', id)
      .execute()
  const location = changedColumns(input, before, locationColumns)
  if (Object.keys(location).length > 0)
    await tx.updateTable('location').set(location).where('contact_id', '=', id).execute()
  const address = changedColumns(input, before, addressColumns)
  if (Object.keys(address).length > 0) {
    const { numUpdatedRows } = await tx
      .updateTable('address')
      .set(address)
      .where('contact_id', '=', id)
      .where('is_default', '=', true)
      .executeTakeFirst()
    if (numUpdatedRows === 0n)
      await tx
        .insertInto('address')
        .values({ contact_id: id, address_type_id: 1, is_default: true, ...address })
        .execute()
  }
  if (input.phone !== undefined && input.phone !== before.phone) await writePhone(tx, id, input.phone)
}

async function writePhone(tx: Tx, contact_id: number, number: string): Promise<void> {
  const defaultPhone = tx
    .selectFrom('phone')
    .select('id')
    .where('contact_id', '=', contact_id)
    .where('is_default', '=', true)
    .where('type', '=', 'phone')
  const row = await defaultPhone.executeTakeFirst()
  if (row && number === '') await tx.deleteFrom('phone').where('id', '=', row.id).execute()
  else if (row)
    await tx
      .updateTable('phone')
      .set({ country_code: '', area_code: '', number })
      .where('id', '=', row.id)
      .execute()
  else if (number !== '')
    await tx.insertInto('phone').values({ contact_id, type: 'phone', is_default: true, number }).execute()
}

const list = officeEndpoint({
  method: 'GET',
  path: '/locations',
  query: listQuery({
    sorts: ['name', 'id', 'city', 'zip', 'dateCount'],
    filters: { q: Type.Optional(ShortText) },
  }),
  response: Type.Array(OfficeLocation),
  handle: async ({ db, query }) =>
    selectPage(
      db,
      select(db).$if(!!query.q?.trim(), (rows) =>
        rows.where(
          containsWords(`concat_ws(' ', c.last_name, a.street, a.zip, a.city, l.additional_field)`, query.q!),
        ),
      ),
      query,
      {
        name: sql`lower(c.last_name)`,
        id: sql`c.id`,
        city: sql`lower(a.city)`,
        zip: sql`a.zip`,
        dateCount: sql.ref('dateCount'),
      },
      'c.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/locations/{locationId}',
  params,
  response: Type.Array(OfficeLocation),
  handle: async ({ db, params: { locationId: id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/locations',
  right,
  body: LocationInput,
  response: Type.Array(OfficeLocation),
  handle: async ({ tx, body }) => {
    rejectEmptyName(body.name ?? '')
    const [contact] = await insertContacts(tx, [{ contactType: 'location', lastName: body.name! }])
    const { id } = contact!
    await tx.insertInto('location').values({ contact_id: id }).execute()
    await write(tx, await read(tx, id), body)
    return [await read(tx, id)]
  },
})

function rejectEmptyName(name: string): void {
  if (name.trim() === '') throw badRequest([{ field: 'name', ...generalErrors.required() }])
}

const change = officeEndpoint({
  method: 'PATCH',
  path: '/locations/{locationId}',
  right,
  params,
  body: record({ version: Version, ...LocationInput.properties }),
  response: Type.Array(OfficeLocation),
  handle: async ({ tx, params: { locationId: id }, body: { version, ...input } }) => {
    if (input.name !== undefined) rejectEmptyName(input.name)
    await lockVersion(tx, 'contact', id, version)
    await write(tx, await read(tx, id), input)
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/locations/{locationId}',
  right,
  params,
  handle: async ({ tx, params: { locationId: id } }) => {
    await lockRecord(tx, 'contact', id)
    await read(tx, id)
    const dates = await findUsage(
      tx,
      sql`select coalesce(nullif(d.title, ''), e.title) || coalesce(' ' || d.start_date, '') as name
        from date_location l join event_date d on d.id = l.date_id join event e on e.id = d.event_id
        where l.contact_id = ${id} order by d.start_date desc`,
    )
    if (dates) throw conflict(referenceErrors.locationHasDates(dates))
    // The contact stays: it may have a history of its own.
    await tx.deleteFrom('location').where('contact_id', '=', id).execute()
    return []
  },
})

export const locationOffice = [list, get, create, change, remove]
