// Data set: the locations that dates show, as contacts of type location.

import { sql } from 'kysely'
import { isLocation } from '../../addresses/contact-types.ts'
import type { DateLocation } from '../../catalogue/contract/date.schema.ts'
import { locationFields } from '../../catalogue/records/reference-fields.ts'
import type { Tx } from '../../platform/database/database.ts'
import {
  bool,
  type Fields,
  type FieldType,
  id,
  renamed,
  shortText,
  text,
} from '../../platform/database/fields.ts'
import { advanceSequence, reserveIds, upsert } from '../../platform/database/write-rows.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import type { ImportRun } from '../records/section.ts'
import type { SharedRecords } from './shared-records.ts'

type StoredLocation = {
  id: number
  contact_type: string
  name: string
  address_id: number | null
  street: string
  zip: string
  city: string
  phone_id: number | null
  phone: string
  has_location: boolean
  link: string
  additional_field: string
}

// In the form in which the catalogue shows them.
const selectLocations = (ids: readonly number[]) => sql<StoredLocation>`
  select c.id, c.contact_type, c.last_name as name, a.id as address_id,
    trim(coalesce(concat_ws(' ', nullif(a.street, ''), nullif(a.house_number, '')), '')) as street,
    coalesce(a.zip, '') as zip, coalesce(a.city, '') as city, p.id as phone_id,
    coalesce(concat_ws(' ', nullif(p.country_code, ''), nullif(p.area_code, ''), nullif(p.number, '')), '') as phone,
    l.contact_id is not null as has_location, coalesce(l.link, '') as link, coalesce(l.additional_field, '') as additional_field
  from contact c
  left join address a on a.contact_id = c.id and a.is_default
  left join phone p on p.contact_id = c.id and p.is_default and p.type = 'phone'
  left join location l on l.contact_id = c.id
  where c.id = any(${ids}::int[])`

const idField: Fields[string] = ['id', id]
const owner: Fields[string] = ['contact_id', id]
const constant = (value: string): FieldType => ({ ...text, write: () => value })

const contactFields: Fields = {
  location_id: idField,
  contactType: ['contact_type', constant(`'location'`)],
  name: ['last_name', shortText],
  nameKey: ['last_name_key', text],
}
const addressFields: Fields = {
  id: idField,
  owner,
  // The catalogue has no type of address: a stored one stays.
  type: ['address_type_id', { ...id, write: (_input, stored) => `coalesce(${stored}, 1)` }],
  isDefault: ['is_default', { ...bool, write: () => 'true' }],
  street: ['street', shortText],
  houseNumber: ['house_number', constant(`''`)],
  zip: ['zip', shortText],
  city: ['city', shortText],
}
const phoneFields: Fields = {
  id: idField,
  owner,
  type: ['type', constant(`'phone'`)],
  isDefault: ['is_default', { ...bool, write: () => 'true' }],
  countryCode: ['country_code', constant(`''`)],
  areaCode: ['area_code', constant(`''`)],
  phone: ['number', shortText],
}

const linkFields = renamed(locationFields, { link: 'link', additional_field: 'additionalField' })

/** The fields of a location that a date shows. */
export const shownLocationFields: Fields = {
  ...contactFields,
  ...addressFields,
  ...phoneFields,
  ...linkFields,
}

/** Completes locations with their stored fields, or reports fields that they would lose. */
export const completeLocations = (tx: Tx, { locations }: SharedRecords): Promise<void> =>
  locations.complete(async (ids) => {
    const { rows } = await selectLocations(ids).execute(tx)
    const found = rows.filter(({ contact_type }) => isLocation(contact_type))
    return new Map(
      found.map(({ id, name, street, zip, city, phone, link, additional_field }): [number, DateLocation] => [
        id,
        { location_id: id, name, street, zip, city, link, additional_field, phone },
      ]),
    )
  })

/** Writes locations. A location that the catalogue already shows in the same way is not changed. */
export async function writeLocations(
  tx: Tx,
  { locations }: SharedRecords,
  { errors, references, section }: ImportRun,
): Promise<void> {
  const listed = [...locations.byKey.values()]
  const ids = listed.map(({ value }) => value.location_id)
  const { rows } = await selectLocations(ids).execute(tx)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const idsWithOwnRecord = new Set(section('locations').items.map((item) => item['location_id']))
  const changed: DateLocation[] = []
  const changedLinks: DateLocation[] = []
  for (const { value, pointer } of listed) {
    const existing = stored.get(value.location_id)
    if (existing && !isLocation(existing.contact_type)) {
      errors.add(`${pointer}/location_id`, `is the id of a ${existing.contact_type}`)
      continue
    }
    const differing = (fields: readonly (keyof DateLocation & keyof StoredLocation)[]) =>
      fields.filter((field) => existing?.[field] !== value[field])
    const ofContact = differing(['name', 'street', 'zip', 'city', 'phone'])
    if (ofContact.length > 0) {
      if (references.isProvided('contact', value.location_id))
        errors.add(pointer, `differs from the contact with the same id in ${ofContact.join(', ')}`)
      changed.push(value)
    }
    const ofLocation = differing(['link', 'additional_field'])
    if (existing?.has_location !== true || ofLocation.length > 0) {
      if (idsWithOwnRecord.has(value.location_id))
        errors.add(pointer, `differs from the record in locations in ${ofLocation.join(', ')}`)
      changedLinks.push(value)
    }
  }
  await writeChangedLocations(tx, changed, stored)
  await upsert(tx, 'location', { location_id: owner, ...linkFields }, ['contact_id'], changedLinks)
}

async function writeChangedLocations(
  tx: Tx,
  changed: readonly DateLocation[],
  stored: ReadonlyMap<number, StoredLocation>,
): Promise<void> {
  await advanceSequence(
    tx,
    'contact',
    changed.map((one) => one.location_id),
  )
  await upsert(
    tx,
    'contact',
    contactFields,
    ['id'],
    changed.map((one) => ({ ...one, nameKey: comparisonKey(one.name) })),
  )
  const withIds = async (table: string, idColumn: 'address_id' | 'phone_id', rows: DateLocation[]) => {
    const existingId = (one: DateLocation) => stored.get(one.location_id)?.[idColumn] ?? 0
    const newIds = await reserveIds(tx, table, rows.filter((one) => existingId(one) === 0).length)
    return rows.map((one) => ({ ...one, owner: one.location_id, id: existingId(one) || newIds.shift()! }))
  }
  const withAddress = changed.filter(
    (one) => one.street || one.zip || one.city || (stored.get(one.location_id)?.address_id ?? 0) !== 0,
  )
  await upsert(tx, 'address', addressFields, ['id'], await withIds('address', 'address_id', withAddress))
  const withoutPhone = changed.filter((one) => one.phone === '').map((one) => one.location_id)
  await sql`delete from phone where contact_id = any(${withoutPhone}::int[]) and is_default and type = 'phone'`.execute(
    tx,
  )
  const withPhone = changed.filter((one) => one.phone !== '')
  await upsert(tx, 'phone', phoneFields, ['id'], await withIds('phone', 'phone_id', withPhone))
}
