// A second implementation of GET /events as one SQL statement, written from the interface and decisions 1 and 11 and independent
// of server/catalogue. Tests compare the bytes; the benchmark uses it as the solution with json_agg that a developer would write.
import { createHash } from 'node:crypto'
import type { EventQuery } from '../../server/catalogue/contract/event.schema.ts'
import { seriesDates, seriesParents } from './series.reference.ts'
import {
  bookable,
  conferencePackage,
  day,
  freeSeats,
  jsonArray,
  locations,
  money,
  number,
  pdfs,
} from './sql.ts'

/** A statement with its parameters. */
export type Statement = { text: string; values: unknown[]; name?: string }

type Bind = (value: unknown, type: string) => string

const none = `'[]'::json`

const idsOf = (parameter: number | number[] | undefined): number[] =>
  parameter === undefined ? [] : [parameter].flat()

/** The query's conditions for a date `d`. */
function dateConditions(query: EventQuery, today: string, bind: Bind): string[] {
  const found = ['d.is_published']
  if (query.dateId !== undefined) found.push(`d.id = ${bind(query.dateId, 'int')}`)
  if (query.dateStart !== undefined)
    found.push(`coalesce(d.end_date, d.start_date) >= ${bind(query.dateStart, 'date')}`)
  if (query.dateEnd !== undefined)
    found.push(`coalesce(d.start_date, d.end_date) <= ${bind(query.dateEnd, 'date')}`)
  if (query.displayDate !== undefined || query.excludeWithoutDisplayDate) {
    const shown = query.displayDate === undefined ? today : bind(query.displayDate, 'date')
    found.push(`(d.display_start_date is null or d.display_start_date <= ${shown})`)
    found.push(`(d.display_end_date is null or d.display_end_date >= ${shown})`)
  }
  if (query.excludeWithoutDisplayDate)
    found.push('(d.display_start_date is not null or d.display_end_date is not null)')
  const catalogs = idsOf(query.catalogId)
  if (catalogs.length > 0)
    found.push(`(not exists (select from date_catalogue c where c.date_id = d.id)
      or exists (select from date_catalogue c where c.date_id = d.id and c.catalogue_id = any(${bind(catalogs, 'int[]')})))`)
  return found
}

/** The query's conditions for an event `e`. */
function eventConditions(query: EventQuery, ofDates: string[], bind: Bind): string[] {
  const found = ['e.is_published']
  const events = idsOf(query.eventId)
  if (events.length > 0) found.push(`e.id = any(${bind(events, 'int[]')})`)
  const categories = idsOf(query.catalogCategoryId)
  if (categories.length > 0)
    found.push(`e.id in (
      with recursive wanted(id) as (
        select id from catalogue_category where id = any(${bind(categories, 'int[]')})
        union select c.id from catalogue_category c join wanted w on c.parent_id = w.id)
      select i.event_id from event_in_category i join wanted w on w.id = i.category_id)`)
  const catalogs = idsOf(query.catalogId)
  if (catalogs.length > 0) {
    const wanted = bind(catalogs, 'int[]')
    found.push(`e.id in (
      select i.event_id from event_in_category i join catalogue_category c on c.id = i.category_id where c.catalogue_id = any(${wanted})
      union
      select d.event_id from date_catalogue c join event_date d on d.id = c.date_id
      where c.catalogue_id = any(${wanted}) and d.is_published)`)
  }
  const filtersDates =
    query.dateId !== undefined ||
    query.displayDate !== undefined ||
    query.excludeWithoutDisplayDate === true ||
    query.dateStart !== undefined ||
    query.dateEnd !== undefined
  if (filtersDates)
    found.push(`exists (select from event_date d where d.event_id = e.id and ${ofDates.join(' and ')})`)
  return found
}

/** The files of an owner by the table `link`, one inner array per access right; none without the parameter. */
function files(parameter: string | undefined, bind: Bind): (link: string, owner: string) => string {
  const values = (parameter ?? '').split(',').map((value) => value.trim())
  if (values.join('') === '') return () => none
  const ids = values.filter((value) => /^[0-9]+$/.test(value)).map(Number)
  const wanted = values.includes('all')
    ? 'true'
    : `(f.access_right = any(${bind(values, 'text[]')}) or f.id = any(${bind(ids, 'int[]')}))`
  return (link, owner) => `coalesce((select array_to_json(array_agg(g.files)) from (
    select array_to_json(array_agg(r order by r.diskitem_id)) as files from (
      select e.id as event_id, f.id as diskitem_id, coalesce(f.access_right, '') as access_right, f.name, f.description, f.path
      from ${link} l join catalogue_file f on f.id = l.file_id where l.${owner} and ${wanted}) r
    group by r.access_right order by r.access_right collate "C") g), '[]')`
}

const misc = (stored: string): string => {
  const names = Array.from({ length: 10 }, (_, index) => `misc${index + 1}`)
  return jsonArray(`select ${names.map((name) => `coalesce(m.${name}, '') as ${name}`).join(', ')}
    from jsonb_to_recordset(${stored}) as m(${names.map((name) => `${name} text`).join(', ')})`)
}

const options = `select coalesce(o.entry_id, '') as entry_id, coalesce(o.value, '') as value, coalesce(o.name, '') as name
  from jsonb_to_recordset(l.option) as o(entry_id text, value text, name text)`
const lists = `select coalesce(l.list_id, '') as list_id, coalesce(l.name, '') as name, ${jsonArray(options)} as option
  from jsonb_to_recordset(m.dropdown_list_id) as l(list_id text, name text, option jsonb)`
const dropdownLists = (stored: string): string =>
  jsonArray(
    `select ${jsonArray(lists)} as dropdown_list_id from jsonb_to_recordset(${stored}) as m(dropdown_list_id jsonb)`,
  )

const tagNames = ['language_training', 'event_type_name', 'target_group_name', 'topic_name']
  .concat('competence_level_name', 'occupation_name')
  .map((name) => `meta_${name}`)
const metaTags = jsonArray(`select ${tagNames.map((name) => `coalesce(t.${name}, '') as ${name}`).join(', ')},
    ${dropdownLists('t.meta_dropdown_list')} as meta_dropdown_list
  from jsonb_to_recordset(e.meta_tags) as t(${tagNames.map((name) => `${name} text`).join(', ')}, meta_dropdown_list jsonb)`)

const dateMetaData =
  jsonArray(`select coalesce(t.meta_title, '') as meta_title, ${dropdownLists('t.meta_dropdown_list')} as meta_dropdown_list
  from jsonb_to_recordset(d.meta_data) as t(meta_title text, meta_dropdown_list jsonb)`)

const ebgData = (stored: string): string =>
  jsonArray(`select ${jsonArray(`select coalesce(f.deftpl_description, '') as deftpl_description, coalesce(f.deftpl_value, '') as deftpl_value,
      coalesce(f.deftpl_detfault_description, '') as deftpl_detfault_description
    from jsonb_to_recordset(g.deftpl_field) as f(deftpl_description text, deftpl_value text, deftpl_detfault_description text)`)}
    as deftpl_field from jsonb_to_recordset(${stored}) as g(deftpl_field jsonb)`)

const categories =
  jsonArray(`select c.id as eventcat_id, c.language as lang_id, c.name as eventcatname_name, c.description as eventcat_desc,
    c.footer_description as eventcat_footerdesc, c.color as eventcat_color, c.font_icon, c.image_file_name as diskitem_file, c.image_file_id as diskitem_id,
    coalesce(c.catalogue_id, 0) as catalog_id, coalesce(c.parent_id, 0) as eventcat_parent, c.is_protected as catalog_protected
  from event_in_category i join catalogue_category c on c.id = i.category_id where i.event_id = e.id order by c.id`)

const eventPrices =
  jsonArray(`select p.title as price_title, p.description as price_description, ${money('p.gross_price')} as price_value_gross,
    ${money('p.net_price')} as price_value_net, p.currency as price_currency, ${number('p.vat_rate')} as price_vat, p.vat_included as price_vat_included
  from event_price p where p.event_id = e.id order by p.position`)

const groupDiscounts = jsonArray(
  'select g.text as discount_string from unnest(e.group_discounts) with ordinality as g(text, n) order by g.n',
)

const datePrices =
  jsonArray(`select p.title as price_title, p.description as price_description, ${money('p.gross_price')} as price_value_gross,
    ${money('p.net_price')} as price_value_net, p.currency as price_currency, ${day('p.valid_from')} as price_valid_from,
    ${day('p.valid_to')} as price_valid_to, ${number('p.vat_rate')} as price_vat, p.vat_included as price_vat_included
  from date_price p where p.date_id = d.id order by p.position`)

const partners =
  jsonArray(`select p.street as address_street, p.house_number as address_housenumber, p.zip as address_zip, p.city as address_city,
    p.country as address_country, p.department as address_department, p.email as default_email, p.website as default_website,
    p.phone as default_phone
  from date_partner p where p.date_id = d.id order by p.position`)

const responsible =
  jsonArray(`select p.salutation, p.last_name as name, p.first_name, p.email, p.phone, p.image_url
  from date_responsible_person p where p.date_id = d.id order by p.position`)

const hours =
  jsonArray(`select ${day('h.day')} as date_hours_date, h.start_time as date_hours_time_start, h.end_time as date_hours_time_end,
    h.comment as date_hours_comment
  from date_session_day h where h.date_id = d.id order by h.position`)

const hotelQuotas =
  jsonArray(`select q.id, q.data_identifier, q.name, coalesce(q.status, '') as status, q.file_url, q.resource_id, q.resource_name,
    (select row_to_json(r) from (select q.room_name as name, q.room_beds as "bedsAmount", ${number('q.room_price')} as price,
      q.room_currency as "priceCurrency", q.room_tax_included as "priceTaxIncluded", q.room_tax_amount as "priceTaxAmount",
      ${number('q.breakfast_price')} as "priceBreakfast", q.breakfast_currency as "priceCurrencyBreakfast",
      q.breakfast_tax_included as "priceTaxIncludedBreakfast", q.breakfast_tax_amount as "priceTaxAmountBreakfast",
      q.breakfast_is_mandatory as "isMandatoryBreakfast") r) as resource_rooms
  from hotel_quota q where q.date_id = d.id order by q.id`)

/** The dates of trainer `t` that go ahead and start within this many months. */
const nextDates = (today: string, months: string): string =>
  jsonArray(`select n.id::text as date_id, case n.title when '' then o.title else n.title end as title,
      ${day('n.start_date')} as date_start, ${day('n.end_date')} as date_end
    from event_date n join event o on o.id = n.event_id left join date_status s on s.status = n.status
    where n.id in (select date_id from date_trainer where trainer_id = t.id)
      and n.is_published and o.is_published and n.is_active and coalesce(s.goes_ahead, true)
      and n.start_date between ${today} and (${today} + make_interval(months => ${months}))::date
    order by n.start_date, n.start_time collate "C", n.id`)

const trainers = (which: 'is_main' | 'is_listed', next: string): string =>
  jsonArray(`select t.identifier as trainer_identifier, t.salutation, t.first_name as trainer_firstname, t.last_name as trainer_lastname,
      t.title as trainer_title, t.company as trainer_company, t.description_html as trainer_description_html,
      t.image_url as trainer_image_url, ${next} as next_dates
    from date_trainer l join trainer t on t.id = l.trainer_id where l.date_id = d.id and l.${which} order by l.position`)

/**
 * Builds the statement that returns the body of GET /events, byte for byte, as its only value `body`.
 * @param query a valid query
 * @param today the calendar date in the instance's zone
 */
export function referenceStatement(query: EventQuery, today: string): Statement {
  const values: unknown[] = []
  const bind: Bind = (value, type) => `$${values.push(value)}::${type}`
  const now = bind(today, 'date')
  const ofDates = dateConditions(query, now, bind)
  const ofEvents = eventConditions(query, ofDates, bind)
  const filesOf = files(query.eventDateFiles, bind)
  const next =
    query.nextDatesTrainers === undefined ? none : nextDates(now, bind(query.nextDatesTrainers, 'int'))
  const wanted = (flag: boolean | undefined, part: string) => (flag ? part : none)

  const dates =
    jsonArray(`select d.id as date_id, d.number_of_days, ${freeSeats('d')} as free_places, d.participants_min, d.participants_max,
      coalesce(d.client_id, 0) as client_id, ${bookable('d', now)} as date_is_bookable, d.is_active as date_is_active, d.has_waiting_list as waiting_list,
      d.identifier as date_identifier, d.title as date_title, d.subtitle as date_subtitle, d.cooperation_partner, d.article_no,
      coalesce(d.status, '') as date_status, coalesce(d.format, '') as date_format, d.lesson_units as date_lesson_units,
      ${day('d.start_date')} as start_date, d.start_time, ${day('d.end_date')} as end_date, d.end_time,
      ${day('d.booking_start_date')} as booking_start_date, ${day('d.booking_end_date')} as booking_end_date,
      ${day('d.display_start_date')} as display_time_start, ${day('d.display_end_date')} as display_time_end,
      d.website_booking_link as date_website_booking_link,
      coalesce((select array_to_json(array_agg(c.catalogue_id order by c.catalogue_id)) from date_catalogue c where c.date_id = d.id), '[]')
        as date_catalog,
      ${partners} as coop_partner_data,
      ${responsible} as responsible_person,
      ${locations('d', { summary: false })} as location,
      ${hours} as date_hours,
      ${wanted(query.hotelQuota, hotelQuotas)} as hotel_quota,
      ${wanted(query.allDateTrainers, trainers('is_listed', next))} as all_trainers,
      ${wanted(query.mainDateTrainer, trainers('is_main', next))} as main_trainer,
      ${wanted(query.prices, datePrices)} as date_prices,
      ${seriesDates('d', now)} as series_dates,
      ${seriesParents('d', now)} as series_parents,
      ${wanted(query.dateMetaData, dateMetaData)} as date_meta_data,
      ${wanted(query.ebgData, ebgData('d.ebg_data'))} as ebg_data,
      ${conferencePackage('date_id = d.id')} as conference_package,
      ${pdfs('date_id = d.id')} as event_pdfs,
      ${misc('d.misc')} as date_misc,
      ${filesOf('date_file', 'date_id = d.id')} as date_files
    from event_date d where d.event_id = e.id and ${ofDates.join(' and ')}
    order by d.start_date nulls last, d.start_time collate "C", d.id`)

  const events =
    jsonArray(`select e.id as event_id, e.identifier as event_identifier, e.title as event_title, e.subtitle as event_subtitle,
      e.article_no as event_article_no, e.description_link as event_desc_link, e.teaser as event_teaser, e.description as event_description,
      e.requirements as event_requirements, e.objectives as event_objectives, e.target_group as event_target_group,
      e.itinerary as event_itinerary, e.service as event_service, ${query.eventMetaData ? 'e.meta_data' : `''`} as meta_data,
      e.number_of_days as days, e.prospective_allowed, e.publish_coop_data_allowed,
      ${categories} as event_catalog_categories,
      ${misc('e.misc')} as event_misc,
      ${wanted(query.eventMetaTags, metaTags)} as meta_tags,
      ${filesOf('event_file', 'event_id = e.id')} as event_files,
      ${wanted(query.prices, eventPrices)} as event_prices,
      ${wanted(query.prices, groupDiscounts)} as event_group_discounts,
      ${pdfs('event_id = e.id')} as event_pdfs,
      ${wanted(query.ebgData, ebgData('e.ebg_data'))} as ebg_data,
      ${conferencePackage('event_id = e.id')} as conference_package,
      ${dates} as dates
    from event e where ${ofEvents.join(' and ')} order by e.id`)

  return { text: `select (${events})::text as body`, values }
}

/** The correct body of GET /events in the snapshot of the client. The statement is prepared, because planning it takes longer than running it. */
export async function expectedBody(
  client: { query(statement: Statement): Promise<{ rows: { body: string }[] }> },
  query: EventQuery,
  today: string,
): Promise<string> {
  const statement = referenceStatement(query, today)
  const name = `reference ${createHash('sha1').update(statement.text).digest('hex')}`
  const { rows } = await client.query({ ...statement, name })
  return rows[0]!.body
}
