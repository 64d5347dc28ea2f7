// The demo's data set: the modules of the courses with their linked dates.
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import type { LinkedDate, SeriesDate, SeriesEntry, SeriesPrice } from '../catalogue/contract/series.schema.ts'
import { noLocation } from '../catalogue/records/series.ts'
import { noBookings, type SeatCounts } from './bookings.ts'
import type { EventPlan } from './catalogue.ts'

const nameOf = ({ trainer_title, trainer_firstname, trainer_lastname }: EventDate['main_trainer'][number]) =>
  [trainer_title, trainer_firstname, trainer_lastname].filter(Boolean).join(' ')

type SeriesContext = { prices: Map<EventDate, number>; taken: ReadonlyMap<number, SeatCounts> }

const seriesPrices = (date: EventDate, first: number): SeriesPrice[] =>
  date.date_prices.map((price, index) => ({
    price_id: first + index,
    price_type: 0,
    cmscont_id: 0,
    ct_set_id: 0,
    ccategory_id: 0,
    date_id: date.date_id,
    price_title: price.price_title,
    price_description: price.price_description,
    price_currency: price.price_currency,
    price_additional_field_text: '',
    price_valid_for: '',
    price_value: Number(price.price_value_net),
    price_tax_amount: price.price_vat,
    price_end: Number(price.price_value_gross),
    price_tax_included: price.price_vat_included,
    price_valid_from: price.price_valid_from,
    price_valid_to: price.price_valid_to,
  }))

function toSeriesDate(
  date: EventDate,
  configId: number,
  isPreselected: boolean,
  { prices, taken }: SeriesContext,
): SeriesDate {
  const { booked, reserved, waitlisted } = taken.get(date.date_id) ?? noBookings
  const location = date.location.map(({ name, street, zip, city, link, additional_field }) => ({
    name,
    street,
    zip,
    city,
    link,
    additional_field,
  }))
  return {
    date_id: date.date_id,
    date_config_id: configId,
    participants_min: date.participants_min,
    participants_max: date.participants_max,
    participants_count: booked,
    participants_reserved: reserved,
    participants_waitlist: waitlisted,
    is_preselected: isPreselected,
    is_generally_bookable: date.date_is_bookable,
    date_identifier: date.date_identifier,
    date_title: date.date_title,
    date_subtitle: date.date_subtitle,
    date_duration: `${date.number_of_days} ${date.number_of_days === 1 ? 'Tag' : 'Tage'}`,
    date_time_end: date.end_time,
    main_trainer: date.main_trainer.map(nameOf)[0] ?? '',
    date_date_start: date.start_date,
    date_date_end: date.end_date,
    date_time_start: date.start_time,
    trainer: date.all_trainers.map(nameOf),
    main_location: location[0] ?? noLocation,
    location,
    prices: seriesPrices(date, prices.get(date)!),
  }
}

/** One module with the dates of its event from the start of the course on; for a mandatory module the first one is preselected. */
function seriesEntry(
  series: EventDate,
  module: EventPlan,
  configId: number,
  position: number,
  isMandatory: boolean,
  context: SeriesContext,
): SeriesEntry {
  const usable = module.event.dates
    .filter(({ start_date, date_status }) => start_date >= series.start_date && date_status !== 'cancelled')
    .slice(0, 2)
  const linked = usable.length > 0 ? usable : module.event.dates.slice(-1)
  const common = {
    module_event_id: module.event.event_id,
    module_position: position,
    module_type: isMandatory ? 'mandatory' : 'elective',
    module_is_mandatory: isMandatory,
  }
  const links = linked.map(
    (date, index): LinkedDate => ({
      date_config_id: configId,
      linked_date_id: date.date_id,
      ...common,
      module_position: index + 1,
      is_preselected: index === 0 && (isMandatory || position === 3),
      module_is_bookable: true,
    }),
  )
  return {
    config: {
      date_config_id: configId,
      date_id: series.date_id,
      ...common,
      sort_by: 'date',
      module_is_bookable: true,
      linked_dates: links,
    },
    dates: linked.map((date, index) => toSeriesDate(date, configId, links[index]!.is_preselected, context)),
  }
}

/** Fills series_dates of the dates of courses: basics are mandatory, advanced events and workshops elective. */
export function addSeries(plans: readonly EventPlan[], taken: ReadonlyMap<number, SeatCounts>): void {
  const prices = new Map<EventDate, number>()
  let price = 1
  for (const date of plans.flatMap(({ event }) => event.dates)) {
    prices.set(date, price)
    price += date.date_prices.length
  }
  const context = { prices, taken }
  let config = 0
  const find = (code: string, level: string) =>
    plans.find((plan) => plan.topic.code === code && plan.level === level)!
  for (const { course, event } of plans) {
    if (!course) continue
    for (const date of event.dates) {
      const mandatory = course.mandatory.map((code, index) =>
        seriesEntry(date, find(code, 'basics'), ++config, index + 1, true, context),
      )
      const elective = course.elective.map((code, index) =>
        seriesEntry(
          date,
          find(code, index === 0 ? 'advanced' : 'workshop'),
          ++config,
          index + 3,
          false,
          context,
        ),
      )
      date.series_dates = [{ module_type: elective }, { module_type: mandatory }]
    }
  }
}
