// Locations of dates.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { DateLocation } from '../contract/date.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

const joinNonEmpty = (parts: (string | null)[]): string => parts.filter((part) => part).join(' ')

/** Location l with its contact c, its default address a and its default phone p. */
export const joinLocations = (reader: Reader) =>
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

/** Locations by date, ordered by id. Dates share the object of a location. */
export async function loadLocations(reader: Reader, dateIds: number[]): Promise<Map<number, DateLocation[]>> {
  const links = await reader
    .selectFrom('date_location')
    .select(['date_id', 'contact_id'])
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('contact_id')
    .execute()
  const rows = await joinLocations(reader)
    .select([
      'c.id',
      'c.last_name',
      'a.street',
      'a.house_number',
      'a.zip',
      'a.city',
      'l.link',
      'l.additional_field',
      'p.country_code',
      'p.area_code',
      'p.number',
    ])
    .where('l.contact_id', '=', anyOf(distinct(links.map((link) => link.contact_id))))
    .execute()
  const locations = new Map(
    rows.map((row) => [
      row.id,
      {
        location_id: row.id,
        name: row.last_name,
        street: joinNonEmpty([row.street, row.house_number]).trim(),
        zip: row.zip ?? '',
        city: row.city ?? '',
        link: row.link,
        additional_field: row.additional_field,
        phone: joinNonEmpty([row.country_code, row.area_code, row.number]),
      },
    ]),
  )
  return group(
    links,
    (link) => link.date_id,
    (link) => locations.get(link.contact_id)!,
  )
}
