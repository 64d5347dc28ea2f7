// series_dates and series_parents of the reference (decisions 1.6, 1.7, 11.4).
import { bookable, day, jsonArray, locations, mainLocation, number } from './sql.ts'

const prices = (date: string): string =>
  jsonArray(`select p.id as price_id, p.price_type, p.cmscont_id, p.ct_set_id, p.ccategory_id, p.date_id, p.title as price_title,
      p.description as price_description, p.currency as price_currency, p.additional_field_text as price_additional_field_text,
      p.valid_for as price_valid_for, ${number('case when p.vat_included then p.gross_price else p.net_price end')} as price_value,
      ${number('p.vat_rate')} as price_tax_amount, ${number('p.gross_price')} as price_end, p.vat_included as price_tax_included,
      ${day('p.valid_from')} as price_valid_from, ${day('p.valid_to')} as price_valid_to
    from date_price p where p.date_id = ${date}.id order by p.id`)

const fullName = `concat_ws(' ', nullif(t.title, ''), nullif(t.first_name, ''), nullif(t.last_name, ''))`
const trainerNames = (which: string): string =>
  `select ${fullName} from date_trainer l join trainer t on t.id = l.trainer_id where l.date_id = s.id and l.${which} order by l.position`

const participantCounts = `s.participants_min, s.participants_max, s.booked_count as participants_count, s.reserved_count as participants_reserved,
  s.waitlisted_count as participants_waitlist`
const nameColumns = `s.identifier as date_identifier, s.title as date_title, s.subtitle as date_subtitle, s.duration as date_duration,
  s.end_time as date_time_end`
const timeColumns = `${day('s.start_date')} as date_date_start, ${day('s.end_date')} as date_date_end, s.start_time as date_time_start`
const locationColumns = `${mainLocation('s')} as main_location, ${locations('s', { summary: true })} as location, ${prices('s')} as prices`

/** The published dates `s` linked with module `m`, as `l`, in the module's order. */
const linkedDatesOf = (columns: string): string =>
  jsonArray(`select ${columns}
    from series_module_date l join event_date s on s.id = l.linked_date_id join event o on o.id = s.event_id
    where l.series_module_id = m.id and s.is_published and o.is_published
    order by case when m.by_date then s.start_date end nulls last, case when m.by_date then s.start_time end collate "C",
      case when not m.by_date then l.position end, s.id`)

/** The id of an event, 0 if it is not published. */
const publishedEventId = (event: string): string =>
  `coalesce((select n.id from event n where n.id = ${event} and n.is_published), 0) as module_event_id`

const linkedDates =
  linkedDatesOf(`m.id as date_config_id, s.id as linked_date_id, ${publishedEventId('l.module_event_id')}, l.position as module_position,
  l.is_preselected, l.is_bookable as module_is_bookable, l.is_mandatory as module_is_mandatory,
  coalesce(l.module_type, '') as module_type`)

const config = `(select row_to_json(c) from (select m.id as date_config_id, m.date_id, ${publishedEventId('m.module_event_id')},
    m.position as module_position, coalesce(m.module_type, '') as module_type, coalesce(m.sort_by, '') as sort_by,
    m.is_mandatory as module_is_mandatory, m.is_bookable as module_is_bookable, ${linkedDates} as linked_dates) c)`

/** series_dates of a date: one element per module type. */
export const seriesDates = (date: string, today: string): string =>
  `coalesce((select array_to_json(array_agg(g.element)) from (
    select (select row_to_json(x) from (select array_to_json(array_agg(
      (select row_to_json(y) from (select m.config, m.dates) y) order by m.position, m.id)) as module_type) x) as element
    from (
      select m.id, m.position, m.type, ${config} as config,
        ${linkedDatesOf(`s.id as date_id, m.id as date_config_id, ${participantCounts}, l.is_preselected, ${bookable('s', today)} as is_generally_bookable, ${nameColumns},
          coalesce((${trainerNames('is_main')} limit 1), '') as main_trainer, ${timeColumns}, array(${trainerNames('is_listed')}) as trainer, ${locationColumns}`)}
          as dates
      from (
        select m.*, coalesce(m.module_type, '') as type, coalesce(q.by_date, false) as by_date
        from series_module m left join series_sort q on q.sort_by = m.sort_by where m.date_id = ${date}.id) m) m
    group by m.type order by m.type collate "C") g), '[]')`

/** series_parents of a date: the published series that it is linked with, each once. */
export const seriesParents = (date: string, today: string): string =>
  `coalesce((select array_to_json(array_agg(r)) from (
    select array_to_json(array_agg(p)) as parent_date_id from (
      select s.id as date_id, ${participantCounts}, ${bookable('s', today)} as is_generally_bookable, ${nameColumns}, ${timeColumns}, ${locationColumns}
      from event_date s join event o on o.id = s.event_id
      where s.is_published and o.is_published and s.id in (
        select m.date_id from series_module_date l join series_module m on m.id = l.series_module_id where l.linked_date_id = ${date}.id)
      order by s.id) p having count(*) > 0) r), '[]')`
