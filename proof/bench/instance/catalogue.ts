// The measured catalogue: a data set, or copies of it with their own ids.
import type pg from 'pg'
import type { Event } from '../../../server/catalogue/contract/event.schema.ts'
import type { DataSet } from '../../support/data-set.ts'
import { prefix } from '../../support/kontor.ts'

/** Every flag of GET /events. */
const flags = new URLSearchParams({
  mainDateTrainer: 'true',
  allDateTrainers: 'true',
  nextDatesTrainers: '12',
  eventDateFiles: 'all',
  eventMetaData: 'true',
  dateMetaData: 'true',
  prices: 'true',
  ebgData: 'true',
  eventMetaTags: 'true',
  hotelQuota: 'true',
}).toString()

/** The path of GET /events with all flags and a filter. */
export const eventsPath = (filter = ''): string => `${prefix}/events?${filter}${filter && '&'}${flags}`

const highestId = ({ events }: DataSet): number =>
  events
    .flatMap(({ event_id, dates, event_catalog_categories: categories }) => [
      event_id,
      ...dates.map((date) => date.date_id),
      ...categories.map((category) => category.eventcat_id),
    ])
    .reduce((highest, id) => Math.max(highest, id), 0)

const ids = new Set(['event_id', 'date_id', 'eventcat_id', 'eventcat_parent'])
/** Derived fields, and child rows with ids that no two dates may share. */
const omittedFields = new Set(['next_dates', 'series_dates', 'series_parents', 'hotel_quota'])

const copyEvent = (event: Event, shift: number): Event =>
  JSON.parse(JSON.stringify(event), (name, value) => {
    if (omittedFields.has(name)) return []
    // A copy has its own trainers with as many dates as the original, so that responses keep their size.
    if (name === 'trainer_identifier') return `${value}-${shift}`
    return ids.has(name) && value > 0 ? value + shift : value
  })

/**
 * Multiplies a data set by copies of events, dates, categories and trainers; queries for the original return the same bytes.
 * Below 1: a part of the dates of every event.
 */
export function multiplyDataSet(dataSet: DataSet, times: number): DataSet {
  if (times === 1) return dataSet
  if (times < 1) {
    const every = Math.round(1 / times)
    const events = dataSet.events.map((event) => ({
      ...event,
      dates: event.dates.filter((_, index) => index % every === 0),
    }))
    return { ...dataSet, events }
  }
  const step = 10 ** Math.ceil(Math.log10(highestId(dataSet) + 1))
  const copies = Array.from({ length: Math.round(times) - 1 }, (_, index) =>
    dataSet.events.map((event) => copyEvent(event, (index + 1) * step)),
  )
  return { ...dataSet, events: [...dataSet.events, ...copies.flat()] }
}

/** Requested categories and dates: the category with the fewest dates and its first date, a medium category and its first date. */
export type QueryTargets = { smallest: number; bookedDate: number; middle: number; date: number }

/** Chooses them from the original catalogue, which every larger catalogue contains. */
export async function chooseTargets(client: pg.Client): Promise<QueryTargets> {
  const { rows } = await client.query<{ category: number; date: number }>(`
    select i.category_id as category, min(d.id) as date
    from event_in_category i join event e on e.id = i.event_id join event_date d on d.event_id = e.id
    where e.is_published and d.is_published group by i.category_id order by count(*), i.category_id`)
  const [smallest, middle] = [rows[0]!, rows[rows.length >> 1]!]
  return {
    smallest: smallest.category,
    bookedDate: smallest.date,
    middle: middle.category,
    date: middle.date,
  }
}
