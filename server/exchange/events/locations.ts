// Data set: the locations that dates show, as contacts of type location.
import { sql } from 'kysely'
import type { DateLocation } from '../../catalogue/contract/date.schema.ts'
import type { Tx } from '../../platform/database/database.ts'
import { comparisonKey } from '../../platform/runtime/text.ts'
import { type Fields, freshIds, id, type Kind, passIds, text, truth, upsert } from '../records/columns.ts'
import type { Import } from '../records/section.ts'
import type { Shared } from './shared-records.ts'

type Stored = {
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

// As the catalogue shows them.
const selectStored = (ids: readonly number[]) => sql<Stored>`
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

const certain: Fields[string] = ['id', id]
const owner: Fields[string] = ['contact_id', id]
const constant = (value: string): Kind => ({ ...text, write: () => value })
const stays = (fallback: string): Kind => ({
  ...id,
  write: (_given, stored) => `coalesce(${stored}, ${fallback})`,
})

const contactFields: Fields = {
  location_id: certain,
  contactType: ['contact_type', constant(`'location'`)],
  name: ['last_name', text],
  nameKey: ['last_name_key', text],
}
const addressFields: Fields = {
  id: certain,
  owner,
  type: ['address_type', stays('1')],
  isDefault: ['is_default', { ...truth, write: () => 'true' }],
  street: ['street', text],
  houseNumber: ['house_number', constant(`''`)],
  zip: ['zip', text],
  city: ['city', text],
}
const phoneFields: Fields = {
  id: certain,
  owner,
  type: ['type', constant(`'phone'`)],
  isDefault: ['is_default', { ...truth, write: () => 'true' }],
  countryCode: ['country_code', constant(`''`)],
  areaCode: ['area_code', constant(`''`)],
  phone: ['number', text],
}

/** Writes locations. One that shows the same already stays untouched, with all that no date shows of it. */
export async function writeLocations(
  tx: Tx,
  { locations }: Shared,
  { faults, references, section }: Import,
): Promise<void> {
  const given = [...locations.seen.values()]
  const ids = given.map(({ value }) => value.location_id)
  const { rows } = await selectStored(ids).execute(tx)
  const stored = new Map(rows.map((row) => [row.id, row]))
  const described = new Set(section('locations').items.map((item) => item['location_id']))
  const changed: DateLocation[] = []
  const linked: DateLocation[] = []
  for (const { value, pointer } of given) {
    const known = stored.get(value.location_id)
    if (known && known.contact_type !== 'location') {
      faults.add(`${pointer}/location_id`, `is that of a ${known.contact_type}`)
      continue
    }
    const differs = (fields: readonly (keyof DateLocation & keyof Stored)[]) =>
      known === undefined || fields.some((field) => known[field] !== value[field])
    if (differs(['name', 'street', 'zip', 'city', 'phone'])) {
      if (references.isGiven('contact', value.location_id))
        faults.add(pointer, 'differs from the contact with its id')
      changed.push(value)
    }
    if (known?.has_location !== true || differs(['link', 'additional_field'])) {
      if (described.has(value.location_id)) faults.add(pointer, 'differs from the entry in locations')
      linked.push(value)
    }
  }
  await writeChanged(tx, changed, stored)
  await upsert(
    tx,
    'location',
    { location_id: owner, link: ['link', text], additional_field: ['additional_field', text] },
    ['contact_id'],
    linked,
  )
}

async function writeChanged(
  tx: Tx,
  changed: readonly DateLocation[],
  stored: ReadonlyMap<number, Stored>,
): Promise<void> {
  await passIds(
    tx,
    'contact',
    changed.reduce((highest, one) => Math.max(highest, one.location_id), 0),
  )
  await upsert(
    tx,
    'contact',
    contactFields,
    ['id'],
    changed.map((one) => ({ ...one, nameKey: comparisonKey(one.name) })),
  )
  const parts = async (table: string, kept: 'address_id' | 'phone_id', wanted: DateLocation[]) => {
    const known = (one: DateLocation) => stored.get(one.location_id)?.[kept] ?? 0
    const fresh = await freshIds(tx, table, wanted.filter((one) => known(one) === 0).length)
    return wanted.map((one) => ({ ...one, owner: one.location_id, id: known(one) || fresh.shift()! }))
  }
  const placed = changed.filter(
    (one) => one.street || one.zip || one.city || (stored.get(one.location_id)?.address_id ?? 0) !== 0,
  )
  await upsert(tx, 'address', addressFields, ['id'], await parts('address', 'address_id', placed))
  const silent = changed.filter((one) => one.phone === '').map((one) => one.location_id)
  await sql`delete from phone where contact_id = any(${silent}::int[]) and is_default and type = 'phone'`.execute(
    tx,
  )
  const called = changed.filter((one) => one.phone !== '')
  await upsert(tx, 'phone', phoneFields, ['id'], await parts('phone', 'phone_id', called))
}
