// Row 4: thousands of combinations of filters and flags, from a seed.
import type pg from 'pg'
import { Temporal } from 'temporal-polyfill'
import { seededRandom } from '../../../server/demo/random.ts'
import { prefix } from '../../support/kontor.ts'

/** The values that combinations are made from. */
export type FilterValues = {
  events: number[]
  categories: number[]
  catalogs: number[]
  /** Days on which dates begin. */
  days: string[]
}

/** From the original catalogue. */
export async function loadFilterValues(client: pg.Client): Promise<FilterValues> {
  const { rows } = await client.query<FilterValues>(`
    select array(select id from event where is_published order by id) as events,
      array(select distinct category_id from event_in_category order by 1) as categories,
      array(select id from catalogue order by id) as catalogs,
      array(select distinct start_date::text from event_date where is_published and start_date is not null order by 1) as days`)
  return rows[0]!
}

const flags = [
  'mainDateTrainer',
  'allDateTrainers',
  'eventMetaData',
  'dateMetaData',
  'prices',
  'ebgData',
].concat('eventMetaTags', 'hotelQuota')

const addDays = (date: string, days: number): string => Temporal.PlainDate.from(date).add({ days }).toString()

/**
 * Different paths of GET /events. Each filters by events, categories or a catalogue, and most by further parameters. The list of ids
 * also has `{n}`, an id that does not exist, so that repeating the list gives new requests.
 * @param bounded filter only by events or categories, so that copies of the catalogue do not change the responses
 */
export function buildQueries(filterValues: FilterValues, count: number, bounded: boolean): string[] {
  const rng = seededRandom(1, 'combinations')
  const paths = new Set<string>()
  while (paths.size < count) {
    const query = new URLSearchParams()
    const setIds = (name: string, ids: readonly number[], least: number, most: number) =>
      query.set(name, [...rng.sample(ids, rng.int(least, most)), '{n}'].join())
    const kind = rng.int(1, bounded ? 8 : 10)
    if (kind <= 4) setIds('catalogCategoryId', filterValues.categories, 3, 6)
    else if (kind <= 8) setIds('eventId', filterValues.events, 3, 8)
    else setIds('catalogId', filterValues.catalogs, 1, 1)
    if (kind <= 8 && rng.chance(0.1)) query.set('catalogId', String(rng.pick(filterValues.catalogs)))
    const start = addDays(rng.pick(filterValues.days), -rng.int(0, 60))
    if (rng.chance(0.98)) {
      query.set('dateStart', start)
      query.set('dateEnd', addDays(start, rng.int(30, 365)))
    }
    if (rng.chance(0.3)) query.set('displayDate', addDays(start, -rng.int(0, 60)))
    if (rng.chance(0.05)) query.set('excludeWithoutDisplayDate', 'true')
    for (const flag of flags) if (rng.chance(0.5)) query.set(flag, 'true')
    const shows = query.has('mainDateTrainer') || query.has('allDateTrainers')
    if (shows && rng.chance(0.3)) query.set('nextDatesTrainers', String(rng.int(1, 24)))
    if (rng.chance(0.5)) query.set('eventDateFiles', 'all')
    paths.add(`${prefix}/events?${decodeURIComponent(query.toString())}`)
  }
  return [...paths]
}

const lists = new Set(['catalogId', 'eventId', 'catalogCategoryId'])
const numbers = new Set(['dateId', 'nextDatesTrainers'])

/** Parses the parameters of GET /events without validating them. */
export const parseQuery = (parameters: URLSearchParams): Record<string, unknown> =>
  Object.fromEntries(
    [...parameters].map(([name, value]) => {
      if (lists.has(name)) return [name, value.split(',').map(Number)]
      if (numbers.has(name)) return [name, Number(value)]
      return [name, value === 'true' ? true : value]
    }),
  )
