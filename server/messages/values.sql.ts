// Reads what messages say: dates with their days and places, and the people they concern.
import { sql } from 'kysely'
import { postalLine } from '../addresses/postal-address.ts'
import type { CountsAs } from '../bookings/booking-statuses.ts'
import { claimingBooking } from '../bookings/orders/claimed-contacts.ts'
import { enteredCompanyOf } from '../bookings/orders/entered-company.ts'
import { isOfVisitor, type OrderSource } from '../bookings/orders/order-sources.ts'
import { finalPrice } from '../bookings/seat-price.ts'
import { type DayOfDate, daysOfDate } from '../catalogue/records/date-days.sql.ts'
import { dateTitle, trainerName } from '../catalogue/records/names.sql.ts'
import { lineWithoutLinks } from '../mail/line-without-links.ts'
import type { Reader } from '../platform/database/database.ts'
import type { Language } from '../platform/ground/language.ts'
import { instanceCountryColumn } from '../platform/settings/instance-country.ts'

type Place = {
  id: number
  name: string
  street: string
  zip: string
  city: string
  country: string
  /** The whole address on one line. */
  address: string
  email: string
}

type ReadPlace = Omit<Place, 'address'> & { printed: { street: string; houseNumber: string; state: string } }

/** A person or company who gets messages. `id` is that of the contact; 0: none. */
export type Addressee = {
  id: number
  salutation: string
  title: string
  firstName: string
  lastName: string
  company: string
  email: string
  language: '' | Language
}

export type MessageTrainer = Addressee & { trainerId: number; name: string }

/** A date as messages show it. */
export type MessageDate = {
  id: number
  title: string
  subtitle: string
  start: string
  end: string
  /** On which it ends: for an evening that ends after midnight, the day after; '': it has no day. */
  lastDay: string
  startTime: string
  endTime: string
  goesAhead: boolean
  isOnsite: boolean
  isOnline: boolean
  onlineLink: string
  duration: string
  eventId: number
  eventTitle: string
  clientName: string
  /** '': neither German nor English. */
  language: '' | Language
  days: DayOfDate[]
  locations: Place[]
  rooms: string[]
  trainers: MessageTrainer[]
  staff: Addressee[]
}

/** A seat with its participant, if it has one, and its order. */
export type MessageSeat = {
  id: number
  dateId: number
  status: string
  countsAs: CountsAs
  isModule: boolean
  /** Of an offered seat, also after the offer has ended; '': it was not offered. */
  offeredUntil: string
  orderId: number
  /** '': no order. */
  orderSource: OrderSource | ''
  orderReference: string
  /** In which a visitor ordered; '': not known. */
  orderLanguage: '' | Language
  /** The code that a visitor quotes; '': an order of the office. */
  orderCode: string
  isConsumer: boolean
  price: number | null
  currency: string
  dietaryNotes: string
  accessibilityNotes: string
  cancellationReason: string
  cancellationFee: number | null
  participant: Addressee | null
  orderer: Addressee | null
  /** The entries of a visitor who has not proven to be the contact; null: the contact may be shown. */
  claimed: { participant: EnteredPerson | null; orderer: EnteredPerson | null }
}

/** A person as a visitor entered it. */
type EnteredPerson = Partial<Pick<Addressee, 'firstName' | 'lastName' | 'company' | 'email'>>

const enteredAs = (contact: Addressee | null, entered: EnteredPerson | null): Addressee | null =>
  contact && entered
    ? {
        ...contact,
        salutation: '',
        title: '',
        firstName: entered.firstName ?? '',
        lastName: entered.lastName ?? '',
        company: entered.company ?? '',
        email: entered.email ?? '',
        language: '',
      }
    : contact

/** Names without the links that a visitor can have typed. */
const withoutLinks = (person: Addressee): Addressee => ({
  ...person,
  firstName: lineWithoutLinks(person.firstName),
  lastName: lineWithoutLinks(person.lastName),
  company: lineWithoutLinks(person.company),
})

/** Somebody without a language of their own is told in that of the order. */
const inLanguageOf = ({ orderLanguage }: MessageSeat, person: Addressee | null): Addressee | null =>
  person && withoutLinks({ ...person, language: person.language || orderLanguage })

/** A seat as its participant and its orderer are told of it: nobody learns from the contacts who has only typed a name and an address. */
export function asEntered(seat: MessageSeat): MessageSeat {
  if (!isOfVisitor(seat.orderSource)) return seat
  return {
    ...seat,
    participant: inLanguageOf(seat, enteredAs(seat.participant, seat.claimed.participant)),
    orderer: inLanguageOf(seat, enteredAs(seat.orderer, seat.claimed.orderer)),
  }
}

/** Of a contact (alias), as JSON; '' is the e-mail address of somebody without one. */
const addressee = (
  contact: string,
) => `json_build_object('id', ${contact}.id, 'salutation', ${contact}.salutation, 'title', ${contact}.title,
  'firstName', ${contact}.first_name, 'lastName', ${contact}.last_name, 'language', ${contact}.language,
  'company', coalesce((select f.last_name from contact f where f.id = ${contact}.company_id), ${contact}.company),
  'email', coalesce((select m.email from email_address m where m.contact_id = ${contact}.id and m.is_default), ''))`

const places = `coalesce((select json_agg(json_build_object('id', c.id, 'name', c.last_name, 'street', coalesce(trim(a.street || ' ' || a.house_number), ''),
    'printed', json_build_object('street', coalesce(a.street, ''), 'houseNumber', coalesce(a.house_number, ''), 'state', coalesce(a.state, '')),
    'zip', coalesce(a.zip, ''), 'city', coalesce(a.city, ''), 'country', coalesce(a.country, ''),
    'email', coalesce((select m.email from email_address m where m.contact_id = c.id and m.is_default), '')) order by c.id)
  from date_location l join contact c on c.id = l.contact_id left join address a on a.contact_id = c.id and a.is_default
  where l.date_id = d.id), '[]')`

const staff = `coalesce((select json_agg(json_build_object('id', 0, 'salutation', case when p.salutation in ('ms', 'mr') then p.salutation else '' end,
    'title', '', 'firstName', p.first_name, 'lastName', p.last_name, 'company', '', 'email', p.email, 'language', '') order by p.position)
  from date_responsible_person p where p.date_id = d.id), '[]')`

/** Dates by id, the earliest first. */
export async function loadMessageDates(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, MessageDate>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<Omit<MessageDate, 'locations'> & { home: string; locations: ReadPlace[] }>`
    select d.id, ${instanceCountryColumn} as home, ${dateTitle} as title, d.subtitle, coalesce(d.start_date::text, '') as start,
      coalesce(d.end_date, d.start_date)::text as end, coalesce(last_day(d)::text, '') as "lastDay", d.start_time as "startTime", d.end_time as "endTime",
      coalesce(ds.goes_ahead, true) as "goesAhead", coalesce(f.is_onsite, true) as "isOnsite", coalesce(f.is_online, false) as "isOnline",
      d.online_link as "onlineLink", d.duration, d.event_id as "eventId", e.title as "eventTitle", coalesce(k.name, '') as "clientName",
      coalesce((select g.language from event_in_category i join catalogue_category g on g.id = i.category_id
        where i.event_id = d.event_id and g.language in ('de', 'en') order by g.id limit 1), '') as language,
      ${sql.raw(daysOfDate)} as days, ${sql.raw(places)} as locations, ${sql.raw(staff)} as staff,
      array(select r.name from date_room x join room r on r.id = x.room_id where x.date_id = d.id order by r.name) as rooms,
      coalesce((select json_agg(jsonb_build_object('trainerId', t.id, 'id', 0, 'language', '', 'email', '', 'salutation', t.salutation,
          'title', t.title, 'firstName', t.first_name, 'lastName', t.last_name, 'company', t.company, 'name', ${trainerName})
          || case when c.id is null then '{}' else ${sql.raw(addressee('c'))}::jsonb end order by x.is_main desc, x.position)
        from date_trainer x join trainer t on t.id = x.trainer_id left join contact c on c.id = t.contact_id where x.date_id = d.id), '[]') as trainers
    from event_date d join event e on e.id = d.event_id left join date_status ds on ds.status = d.status
    left join date_format f on f.format = d.format left join client k on k.id = d.client_id
    where d.id = any(${ids}::int[]) order by d.start_date, d.id`.execute(reader)
  const toPlace = ({ printed, ...place }: ReadPlace, home: string): Place => ({
    ...place,
    address: postalLine({ ...place, ...printed }, home),
  })
  return new Map(
    rows.map(({ home, locations, ...row }) => [
      row.id,
      { ...row, end: row.end ?? row.start, locations: locations.map((place) => toPlace(place, home)) },
    ]),
  )
}

/** The company that a visitor entered, with the order o, or with that of the series. */
const companyEntered = sql`coalesce(${enteredCompanyOf(sql`o.entered`)}, ${enteredCompanyOf(sql`ro.entered`)}, '')`

/** Seats by id, and those of dates, in the order of the names. */
export async function loadMessageSeats(
  reader: Reader,
  of: { ids?: readonly number[]; dateIds?: readonly number[] },
): Promise<MessageSeat[]> {
  const { ids = [], dateIds = [] } = of
  const { rows } = await sql<MessageSeat>`
    select b.id, b.date_id as "dateId", b.status, s.counts_as as "countsAs", b.series_booking_id is not null as "isModule",
      coalesce(to_json(b.offered_until) #>> '{}', '') as "offeredUntil",
      coalesce(b.order_id, 0) as "orderId", coalesce(o.source, ro.source, '') as "orderSource", coalesce(o.invoice_reference, '') as "orderReference",
      coalesce(o.entered ->> 'language', ro.entered ->> 'language', '') as "orderLanguage",
      coalesce(o.code, '') as "orderCode", coalesce(o.is_consumer, false) as "isConsumer",
      ${finalPrice('b')}::float8 as price,
      b.price_currency as currency, b.dietary_notes as "dietaryNotes", b.accessibility_notes as "accessibilityNotes",
      b.cancellation_reason as "cancellationReason", b.cancellation_fee::float8 as "cancellationFee",
      case when c.id is not null then ${sql.raw(addressee('c'))} end as participant,
      case when k.id is not null then ${sql.raw(addressee('k'))} end as orderer,
      json_build_object(
        'participant', case when r.claims_contact then r.entered || jsonb_build_object('company', ${companyEntered}) end,
        'orderer', case when o.claims_contact then o.entered -> 'orderer' || jsonb_build_object('company', ${companyEntered}) end) as claimed
    from booking b join booking_status s on s.status = b.status left join contact c on c.id = b.contact_id
    cross join ${claimingBooking('b')} as claiming join booking r on r.id = claiming.id left join booking_order ro on ro.id = r.order_id
    left join booking_order o on o.id = b.order_id left join contact k on k.id = coalesce(o.orderer_id, o.company_id)
    where b.id = any(${ids}::int[]) or b.date_id = any(${dateIds}::int[])
    order by c.last_name nulls last, c.first_name, b.id`.execute(reader)
  return rows
}

/** Contacts as recipients, by id. */
export async function loadAddressees(
  reader: Reader,
  ids: readonly number[],
): Promise<Map<number, Addressee>> {
  if (ids.length === 0) return new Map()
  const { rows } = await sql<{ person: Addressee }>`
    select ${sql.raw(addressee('c'))} as person from contact c where c.id = any(${ids}::int[])`.execute(
    reader,
  )
  return new Map(rows.map(({ person }) => [person.id, person]))
}

/** The settings of the instance for messages. */
export type MessageSettings = {
  /** How long a message can be called back. */
  delayMinutes: number
  /** The hour at which messages by time are sent. */
  hour: number
  /** Of people whose language is not known. */
  language: Language
  instanceName: string
}

export const messageSettingNames = {
  delayMinutes: 'message_delay_minutes',
  hour: 'message_hour',
  language: 'message_language',
} as const

/** Of the instance, by name; null: there is none. */
export type SettingValues = Record<string, string> | null

/** The settings of the instance, as a column. */
export const settingValues = sql<SettingValues>`(select json_object_agg(name, value) from setting)`

export function toMessageSettings(values: SettingValues): MessageSettings {
  const { delayMinutes, hour, language } = messageSettingNames
  return {
    delayMinutes: Number(values?.[delayMinutes] ?? 10),
    hour: Number(values?.[hour] ?? 8),
    language: values?.[language] === 'en' ? 'en' : 'de',
    instanceName: values?.['name'] ?? 'Kontor',
  }
}

export async function readMessageSettings(reader: Reader): Promise<MessageSettings> {
  const { rows } = await sql<{ values: SettingValues }>`
    select ${settingValues} as values`.execute(reader)
  return toMessageSettings(rows[0]!.values)
}
