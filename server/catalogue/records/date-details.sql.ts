// Event catalogue: where, when and with whom a date takes place.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { CoopPartner, DateHours, DateLocation, ResponsiblePerson } from '../contract/date.schema.ts'
import { anyOf, distinct, group } from './rows.ts'

const joinNonEmpty = (parts: (string | null)[]): string => parts.filter((part) => part).join(' ')

/** Locations by date, by their ids. A location is one object, however many dates it has. */
export async function loadLocations(reader: Reader, dateIds: number[]): Promise<Map<number, DateLocation[]>> {
  const links = await reader
    .selectFrom('date_location')
    .select(['date_id', 'contact_id'])
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('contact_id')
    .execute()
  const rows = await reader
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

/** Cooperation partners by date, in the order of their positions. */
export async function loadPartners(reader: Reader, dateIds: number[]): Promise<Map<number, CoopPartner[]>> {
  const rows = await reader
    .selectFrom('date_partner')
    .selectAll()
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('position')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      address_street: row.street,
      address_housenumber: row.house_number,
      address_zip: row.zip,
      address_city: row.city,
      address_country: row.country,
      address_department: row.department,
      default_email: row.email,
      default_website: row.website,
      default_phone: row.phone,
    }),
  )
}

/** Responsible persons by date, in the order of their positions. */
export async function loadResponsiblePersons(
  reader: Reader,
  dateIds: number[],
): Promise<Map<number, ResponsiblePerson[]>> {
  const rows = await reader
    .selectFrom('date_responsible_person')
    .selectAll()
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('position')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      salutation: row.salutation,
      name: row.last_name,
      first_name: row.first_name,
      email: row.email,
      phone: row.phone,
      image_url: row.image_url,
    }),
  )
}

/** Hours by date, in the order of their positions. */
export async function loadHours(reader: Reader, dateIds: number[]): Promise<Map<number, DateHours[]>> {
  const rows = await reader
    .selectFrom('date_session_day')
    .selectAll()
    .where('date_id', '=', anyOf(dateIds))
    .orderBy('position')
    .execute()
  return group(
    rows,
    (row) => row.date_id,
    (row) => ({
      date_hours_date: row.day ?? '',
      date_hours_time_start: row.start_time,
      date_hours_time_end: row.end_time,
      date_hours_comment: row.comment,
    }),
  )
}
