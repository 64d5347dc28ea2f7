// Locations in the back office: a contact of type location with its default address and phone, and the location's own fields.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { ensureDefaultAddress, setPhones, updateAddress } from '../../addresses/address.sql.ts'
import { businessAddressType } from '../../addresses/child-tables.ts'
import { insertContacts } from '../../addresses/insert-contacts.ts'
import { postalLines } from '../../addresses/postal-address.ts'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import { changedFields } from '../../platform/database/changed-fields.ts'
import {
  childRowsJson,
  completeRows,
  type WantedRow,
  writeChildRows,
} from '../../platform/database/child-rows.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import {
  answerProperties,
  type Fields,
  fields,
  id as idField,
  inputProperties,
  optionalText,
  selections,
} from '../../platform/database/fields.ts'
import { upsert } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, IdOrNone, Name, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import { officeEndpoint, WithHeaders } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { instanceCountryColumn } from '../../platform/settings/instance-country.ts'
import { throwIfOverlapping } from '../dates/overlaps.ts'
import { room } from '../records/child-tables.ts'
import { joinLocations } from '../records/locations.sql.ts'
import { locationFields } from '../records/reference-fields.ts'
import { referenceErrors } from './references.errors.ts'
import { TravelTimes, travelTimeErrors, travelTimesJson, writeTravelTimes } from './travel-times.ts'
import { dateName, findUsage } from './used-by.ts'

const right = 'catalogue:edit'
const params = Type.Object({ locationId: Id })

// A location may have no address.
const addressText = { ...optionalText, input: ShortText }
const addressFields = fields({
  street: addressText,
  houseNumber: addressText,
  addition: addressText,
  zip: addressText,
  city: addressText,
  country: addressText,
})

const OfficeLocation = record({
  id: Id,
  /** That of the contact. */
  version: Version,
  name: Type.String(),
  ...answerProperties(addressFields),
  /** The lines of the address, as they are printed. */
  printedAddress: Type.Array(Type.String()),
  phone: Type.String(),
  ...answerProperties(locationFields),
  rooms: Type.Array(record({ id: Id, ...answerProperties(room.fields) })),
  travelTimes: TravelTimes,
  dateCount: Count,
})
type OfficeLocation = Static<typeof OfficeLocation>

const input = {
  ...inputProperties(addressFields),
  phone: Type.Optional(ShortText),
  ...inputProperties(locationFields),
  rooms: Type.Optional(
    Type.Array(record({ id: Type.Optional(IdOrNone), ...inputProperties(room.fields) }), { maxItems: 200 }),
  ),
  travelTimes: Type.Optional(TravelTimes),
}
const NewLocation = record({ name: Name, ...input })
const LocationPatch = record({ version: Version, name: Type.Optional(Name), ...input })
type LocationInput = Partial<Static<typeof NewLocation>>

const dateCount = sql<number>`(select count(*)::int from date_location d where d.contact_id = c.id)`

const select = (reader: Reader) =>
  joinLocations(reader).select([
    'c.id',
    versionColumn('contact', 'c.id').as('version'),
    'c.last_name as name',
    ...selections(addressFields, 'a'),
    sql<string>`concat_ws(' ', nullif('+' || ltrim(p.country_code, '+0'), '+'), nullif(p.area_code, ''), nullif(p.number, ''))`.as(
      'phone',
    ),
    ...selections(locationFields, 'l'),
    sql<OfficeLocation['rooms']>`${sql.raw(childRowsJson(room, 'l.contact_id'))}`.as('rooms'),
    travelTimesJson('c.id').as('travelTimes'),
    dateCount.as('dateCount'),
    instanceCountryColumn.as('home'),
    sql<{ state: string; isPostOfficeBox: boolean }>`json_build_object('state', coalesce(a.state, ''),
      'isPostOfficeBox', coalesce(a.is_post_office_box, false))`.as('printed'),
  ])

type Row = Awaited<ReturnType<ReturnType<typeof select>['executeTakeFirstOrThrow']>>

const withPrintedAddress = ({ home, printed, ...row }: Row): OfficeLocation => ({
  ...row,
  printedAddress: postalLines({ ...row, ...printed, receiver: [row.addition] }, home),
})

async function read(reader: Reader, id: number): Promise<OfficeLocation> {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'location', id }))
  return withPrintedAddress(row)
}

async function write(tx: Tx, before: OfficeLocation, input: LocationInput): Promise<void> {
  const { id } = before
  const { name = before.name, phone = before.phone } = input
  if (name !== before.name)
    await tx
      .updateTable('contact')
      .set({ last_name: name, last_name_key: comparisonKey(name) })
      .where('id', '=', id)
      .execute()
  const isAddressChanged = Object.keys(changedFields(addressFields, before, input)).length > 0
  if (isAddressChanged || phone !== before.phone) {
    const addressId = await ensureDefaultAddress(tx, id, businessAddressType)
    if (isAddressChanged) await updateAddress(tx, addressId, input)
    if (phone !== before.phone) await setPhones(tx, id, addressId, { phone: { number: phone } })
  }
  const columns = { id: ['contact_id', idField], ...locationFields } as const
  await upsert(tx, 'location', columns, ['contact_id'], [{ ...before, ...input }])
  if (input.rooms) await writeRooms(tx, before, completeRows<Fields>(room.fields, input.rooms))
  if (input.travelTimes) {
    const errors = await travelTimeErrors(tx, id, input.travelTimes)
    if (errors.length > 0) throw badRequest(errors)
    await writeTravelTimes(tx, id, input.travelTimes)
  }
}

async function writeRooms(
  tx: Tx,
  { id, rooms }: OfficeLocation,
  wanted: readonly WantedRow[],
): Promise<void> {
  const removedIds = rooms.map((one) => one.id).filter((one) => wanted.every((row) => row.id !== one))
  const dates = await findUsage(
    tx,
    sql`select ${dateName} as name
      from date_room l join event_date d on d.id = l.date_id join event e on e.id = d.event_id
      where l.room_id = any(${removedIds}::int[]) order by d.start_date desc`,
  )
  if (dates) throw conflict(referenceErrors.roomHasDates(dates))
  await writeChildRows(tx, room, [[id, wanted]], { list: 'rooms' })
  // Overlaps that were only warned about may be forbidden now.
  await throwIfOverlapping(
    tx,
    sql`a.room_id in (select taken.id from room taken where taken.location_id = ${id})`,
  )
}

const list = officeEndpoint({
  method: 'GET',
  path: '/locations',
  query: listQuery({
    sorts: ['name', 'id', 'city', 'zip', 'dateCount'],
    filters: { q: Type.Optional(ShortText) },
  }),
  response: Type.Array(OfficeLocation),
  handle: async ({ db, query }) => {
    const { records, headers } = await selectPage(
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
        dateCount,
      },
      'c.id',
    )
    return new WithHeaders(records.map(withPrintedAddress), headers)
  },
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
  body: NewLocation,
  response: Type.Array(OfficeLocation),
  handle: async ({ tx, body }) => {
    const [contact] = await insertContacts(tx, [{ contactType: 'location', lastName: body.name }])
    const { id } = contact!
    await tx.insertInto('location').values({ contact_id: id }).execute()
    await write(tx, await read(tx, id), body)
    return [await read(tx, id)]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/locations/{locationId}',
  right,
  params,
  body: LocationPatch,
  response: Type.Array(OfficeLocation),
  handle: async ({ tx, params: { locationId: id }, body: { version, ...body } }) => {
    await lockVersion(tx, 'contact', id, version)
    await write(tx, await read(tx, id), body)
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
      sql`select ${dateName} as name
        from date_location l join event_date d on d.id = l.date_id join event e on e.id = d.event_id
        where l.contact_id = ${id} order by d.start_date desc`,
    )
    if (dates) throw conflict(referenceErrors.locationHasDates(dates))
    await tx.deleteFrom('room').where('location_id', '=', id).execute()
    await tx.deleteFrom('image').where('location_id', '=', id).execute()
    // The contact stays: it may have a history of its own.
    await tx.deleteFrom('location').where('contact_id', '=', id).execute()
    return []
  },
})

export const locationOffice = [list, get, create, change, remove]
