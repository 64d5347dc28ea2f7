// Fields of events, dates, trainers and locations that websites filter by and show, beside the columns of entries. Always in memory.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import { group } from '../records/rows.ts'
import { grossOf, netOf, type VatExemption } from '../records/vat.ts'
import { vatExemption } from '../records/vat-exemption.sql.ts'
import { loadWebsiteFiles, loadWebsiteImages, type WebsiteFile, type WebsiteImage } from './website-images.ts'

/** Amounts are decimal texts; null: not known. Days are `YYYY-MM-DD` or null. */
export type WebsitePrice = {
  id: number
  title: string
  description: string
  currency: string
  gross: string | null
  net: string | null
  taxRate: string
  validFrom: string | null
  validTo: string | null
  /** The category of visitors whose price it is; '': everyone. */
  validFor: string
}

export type WebsiteEvent = {
  subtitle: string
  identifier: string
  articleNo: string
  link: string
  prices: WebsitePrice[]
  slug: string
  /** Slugs that it had before, and that lead to it. */
  formerSlugs: string[]
  image: WebsiteImage | undefined
  files: WebsiteFile[]
  /** The costs of cancelling, from the most days before the start on. */
  cancellation: { daysBefore: number; feePercent: string }[]
  /** Why its prices have no VAT. */
  vatExemption: VatExemption
  updatedAt: Date | null
}

/** Times are `HH:MM` or ''. */
export type WebsiteDate = {
  subtitle: string
  identifier: string
  articleNo: string
  format: string | null
  endTime: string
  duration: string
  bookingLink: string
  locationIds: number[]
  /** The entries of the date in calendars, each with its number (calendar_day). */
  calendarDays: { number: number; firstDay: string; lastDay: string; startTime: string; endTime: string }[]
  prices: WebsitePrice[]
  modules: { dateId: number; isOptional: boolean }[]
  files: WebsiteFile[]
  updatedAt: Date | null
  /** Grows with each change; 0: there was none. */
  revision: number
}

export type WebsiteTrainer = {
  id: number
  name: string
  title: string
  /** The address of an image elsewhere. */
  imageUrl: string
  image: WebsiteImage | undefined
}

export type WebsiteLocation = {
  id: number
  name: string
  street: string
  zip: string
  city: string
  country: string
  link: string
  image: WebsiteImage | undefined
}

const idIn = (column: string, ids: readonly number[] | undefined) =>
  ids === undefined ? sql`true` : sql`${sql.raw(column)} = any(${ids}::int[])`

/** The last entry of the change log about a record; entries of bookings belong to another subject. */
export const lastChange = (subject: 'event' | 'date', id: string) =>
  sql`select l.id, l.changed_at from change_log l where l.subject = ${sql.lit(subject)} and l.subject_id = ${sql.raw(id)}
    order by l.id desc limit 1`

type PriceRow = Omit<WebsitePrice, 'gross' | 'net'> & {
  owner: number
  gross: string | null
  net: string | null
}

/** The amount that is not stored follows from the other one. Prices without an amount, or with a negative one, are no offer. */
const toWebsitePrices = (rows: PriceRow[]) =>
  group(
    rows.filter(({ gross, net }) => (gross ?? net) !== null && Number(gross ?? net) >= 0),
    ({ owner }) => owner,
    ({ owner: _, ...price }) => ({
      ...price,
      gross: price.gross ?? grossOf(price.net!, Number(price.taxRate)),
      net: price.net ?? netOf(price.gross!, Number(price.taxRate)),
    }),
  )

const priceColumns = sql.raw(
  'id, title, description, currency, gross_price as gross, net_price as net, vat_rate as "taxRate"',
)

const none: never[] = []

/** The facts of events by id. @param ids undefined: all */
export async function loadWebsiteEvents(reader: Reader, ids?: number[]): Promise<Map<number, WebsiteEvent>> {
  if (ids?.length === 0) return new Map()
  const { rows } = await sql<{
    id: number
    subtitle: string
    identifier: string
    articleNo: string
    link: string
    vatExemption: VatExemption
    updatedAt: Date | null
  }>`
    select e.id, subtitle, identifier, article_no as "articleNo", description_link as link, ${sql.raw(vatExemption)} as "vatExemption", c.changed_at as "updatedAt"
    from event e left join lateral (${lastChange('event', 'e.id')}) c on true where is_published and ${idIn('e.id', ids)}`.execute(
    reader,
  )
  const { rows: priceRows } = await sql<PriceRow>`
    select event_id as owner, ${priceColumns}, null as "validFrom", null as "validTo", '' as "validFor"
    from event_price where ${idIn('event_id', ids)} order by position`.execute(reader)
  const { rows: slugRows } = await sql<{ eventId: number; slug: string; isCurrent: boolean }>`
    select event_id as "eventId", slug, is_current as "isCurrent" from event_slug where ${idIn('event_id', ids)} order by slug`.execute(
    reader,
  )
  const { rows: stepRows } = await sql<WebsiteEvent['cancellation'][number] & { owner: number }>`
    select event_id as owner, days_before as "daysBefore", fee_percent::text as "feePercent" from cancellation_step
    where ${idIn('event_id', ids)} order by days_before desc`.execute(reader)
  const cancellation = group(
    stepRows,
    ({ owner }) => owner,
    ({ owner: _, ...step }) => step,
  )
  const images = await loadWebsiteImages(reader, 'event', ids)
  const files = await loadWebsiteFiles(reader, 'event', ids)
  const prices = toWebsitePrices(priceRows)
  const slugs = group(
    slugRows,
    ({ eventId }) => eventId,
    (row) => row,
  )
  return new Map(
    rows.map(({ id, ...columns }) => {
      const own = slugs.get(id) ?? none
      return [
        id,
        {
          ...columns,
          prices: prices.get(id) ?? none,
          slug: own.find(({ isCurrent }) => isCurrent)?.slug ?? String(id),
          formerSlugs: own.filter(({ isCurrent }) => !isCurrent).map(({ slug }) => slug),
          image: images.get(id),
          files: files.get(id) ?? none,
          cancellation: cancellation.get(id) ?? none,
        },
      ]
    }),
  )
}

type DateColumns = Omit<WebsiteDate, 'locationIds' | 'calendarDays' | 'prices' | 'modules' | 'files'> & {
  id: number
}

/** The facts of dates by id. @param ids undefined: all */
export async function loadWebsiteDates(reader: Reader, ids?: number[]): Promise<Map<number, WebsiteDate>> {
  if (ids?.length === 0) return new Map()
  const { rows } = await sql<DateColumns>`
    select d.id, subtitle, identifier, article_no as "articleNo", format, end_time as "endTime", duration, website_booking_link as "bookingLink",
      c.changed_at as "updatedAt", coalesce(c.id, 0)::float8 as revision
    from event_date d left join lateral (${lastChange('date', 'd.id')}) c on true where is_published and ${idIn('d.id', ids)}`.execute(
    reader,
  )
  const { rows: locationRows } = await sql<{ owner: number; id: number }>`
    select date_id as owner, contact_id as id from date_location where ${idIn('date_id', ids)} order by contact_id`.execute(
    reader,
  )
  const { rows: dayRows } = await sql<WebsiteDate['calendarDays'][number] & { owner: number }>`
    select date_id as owner, number, first_day as "firstDay", last_day as "lastDay", start_time as "startTime", end_time as "endTime"
    from calendar_day where first_day is not null and ${idIn('date_id', ids)} order by first_day, start_time, number`.execute(
    reader,
  )
  const { rows: priceRows } = await sql<PriceRow>`
    select date_id as owner, ${priceColumns}, valid_from as "validFrom", valid_to as "validTo", valid_for as "validFor"
    from date_price where ${idIn('date_id', ids)} order by position`.execute(reader)
  const { rows: moduleRows } = await sql<{ owner: number; dateId: number; isOptional: boolean }>`
    select m.date_id as owner, l.linked_date_id as "dateId", not (m.is_mandatory or l.is_mandatory) as "isOptional"
    from series_module m join series_module_date l on l.series_module_id = m.id
    where ${idIn('m.date_id', ids)} order by m.position, m.id, l.position, l.linked_date_id`.execute(reader)
  const byOwner = <Row extends { owner: number }>(list: Row[]) =>
    group(
      list,
      ({ owner }) => owner,
      ({ owner: _, ...row }) => row,
    )
  const [locations, days, modules] = [byOwner(locationRows), byOwner(dayRows), byOwner(moduleRows)]
  const files = await loadWebsiteFiles(reader, 'date', ids)
  const prices = toWebsitePrices(priceRows)
  return new Map(
    rows.map(({ id, ...columns }) => [
      id,
      {
        ...columns,
        locationIds: locations.get(id)?.map((location) => location.id) ?? none,
        calendarDays: days.get(id) ?? none,
        prices: prices.get(id) ?? none,
        modules: modules.get(id) ?? none,
        files: files.get(id) ?? none,
      },
    ]),
  )
}

/** @param ids undefined: all */
export async function loadWebsiteTrainers(reader: Reader, ids?: number[]): Promise<WebsiteTrainer[]> {
  if (ids?.length === 0) return []
  const { rows } = await sql<Omit<WebsiteTrainer, 'image'>>`
    select id, concat_ws(' ', nullif(first_name, ''), nullif(last_name, '')) as name, title, image_url as "imageUrl"
    from trainer where ${idIn('id', ids)}`.execute(reader)
  const images = await loadWebsiteImages(reader, 'trainer', ids)
  return rows.map((row) => ({ ...row, image: images.get(row.id) }))
}

/** @param ids undefined: all */
export async function loadWebsiteLocations(reader: Reader, ids?: number[]): Promise<WebsiteLocation[]> {
  if (ids?.length === 0) return []
  const { rows } = await sql<Omit<WebsiteLocation, 'image'>>`
    select c.id, c.last_name as name, trim(concat_ws(' ', a.street, a.house_number)) as street, coalesce(a.zip, '') as zip,
      coalesce(a.city, '') as city, coalesce(a.country, '') as country, l.link
    from location l join contact c on c.id = l.contact_id left join address a on a.contact_id = c.id and a.is_default
    where ${idIn('c.id', ids)}`.execute(reader)
  const images = await loadWebsiteImages(reader, 'location', ids)
  return rows.map((row) => ({ ...row, image: images.get(row.id) }))
}
