// Row 11: the public interface for websites with ten times the catalogue, compared with a bare server that sends the same bytes.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Temporal } from 'temporal-polyfill'
import { publicPrefix } from '../../../server/website/cursor.ts'
import { runKontor, type Service, sendRequest, startServeBeside } from '../../support/kontor.ts'
import { startCeiling } from '../ceilings/start-ceiling.ts'
import type { Row } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { type BookableDates, openBookableDates } from '../load/bookings.ts'
import { type LoadSide, loadOn } from '../load/load.ts'

/** A service without a limit for websites, and the query of a key. */
export type Website = { service: Service; key: string }

type Count = { id: number | string; count: number }
type PublicDate = { id: number; event: { id: number; slug: string } }

const targetP99Ms = 10
const pageP99Ms = 15
const bookingsPerSecond = 50

/** Of categories, and of months and events of each. */
const listLength = 8

const mostFirst = (counts: readonly Count[]): Count[] =>
  counts.toSorted((one, other) => other.count - one.count)

/** @throws if the status is not 200 */
async function getBytes(address: string, path: string): Promise<Buffer> {
  const { status, bytes } = await sendRequest(address, path, { token: '' })
  if (status !== 200) throw new Error(`GET ${path} returned ${status}: ${bytes.subarray(0, 500)}`)
  return bytes
}

/** A response of the public interface, below its prefix. @throws if the status is not 200 */
export const getWebsite = ({ service, key }: Website, path: string): Promise<Buffer> =>
  getBytes(service.address, withKey(path, key))

const getJson = async <T>(website: Website, path: string): Promise<T> =>
  JSON.parse((await getWebsite(website, path)).toString())

// As pages send it, which need no preflight then.
const withKey = (path: string, key: string): string =>
  `${publicPrefix}${path}${path.includes('?') ? '&' : '?'}key=${key}`

/** The first and the last day of a month `YYYY-MM`. */
const rangeOf = (month: string): string => {
  const { daysInMonth } = Temporal.PlainYearMonth.from(month)
  return `from=${month}-01&to=${month}-${daysInMonth}`
}

/** The filters of a page of a calendar: a category and a month with many dates. */
async function loadFilters(website: Website): Promise<string[]> {
  const start = 'from=2000-01-01&availability=any'
  const { categories } = await getJson<{ categories: Count[] }>(website, `/facets?${start}`)
  const filters: string[] = []
  for (const { id } of mostFirst(categories).slice(0, listLength)) {
    const { months } = await getJson<{ months: Count[] }>(website, `/facets?${start}&category=${id}`)
    for (const month of mostFirst(months).slice(0, listLength))
      filters.push(`category=${id}&availability=any&${rangeOf(String(month.id))}`)
  }
  return filters
}

/** The requests of the rows. */
export async function websitePaths(website: Website) {
  const filters = await loadFilters(website)
  const dates = filters.map((filter, at) => `/dates?${filter}&sort=${at % 2 === 0 ? 'title' : 'price'}`)
  const pages = await Promise.all(dates.map((path) => getJson<{ data: PublicDate[] }>(website, path)))
  const shown = pages.flatMap(({ data }) => data)
  return {
    dates,
    facets: filters.map((filter) => `/facets?${filter}`),
    oneDate: [...new Set(shown.map(({ id }) => `/dates/${id}?from=2000-01-01&availability=any`))].slice(
      0,
      listLength ** 2,
    ),
    oneEvent: [...new Set(shown.map(({ event }) => `/events/${event.slug}`))].slice(0, listLength),
    // Of different events.
    bookedDates: [...new Map(shown.map(({ id, event }) => [event.id, id])).values()],
  }
}

/** Starts a service for websites, with a key that shows everything, also on the pages for visitors. */
export async function openWebsite({
  instance: { client, data, connection },
}: LoadedInstance): Promise<Website> {
  const key = await runKontor(data, 'key', 'create', '--client', '1', '--name', 'bench')
  await client.query('update website_pages set key_id = (select id from website_key where key = $1)', [key])
  const service = await startServeBeside(data, connection, { extra: { KONTOR_RATE_WEBSITE: '0' } })
  return { service, key }
}

const everything = (bytes: Buffer): string => bytes.toString('base64')

/** The two sides of a row, whose responses are compared before and after. @param paths with the key, if they need one */
async function repeatedRow(
  { instance: { data } }: LoadedInstance,
  { service }: Website,
  paths: readonly string[],
  about: Pick<Row, 'row' | 'name' | 'targetRatio' | 'targetP99Ms'>,
  { shownBy = everything, mediaType = 'application/json' } = {},
): Promise<{ row: Row; stop(): Promise<void> }> {
  const answers: Record<string, { file: string; headers: Record<string, string> }> = {}
  const bodies = new Map<string, Buffer>()
  for (const [at, path] of paths.entries()) {
    const bytes = await getBytes(service.address, path)
    const file = join(data, `answer-${at}`)
    await writeFile(file, bytes)
    bodies.set(path, bytes)
    answers[path] = { file, headers: { 'content-type': `${mediaType}; charset=utf-8` } }
  }
  const ceiling = await startCeiling('repeated', { answers })
  const requests = { paths: Object.keys(answers) }
  const total = [...bodies.values()].reduce((sum, { length }) => sum + length, 0)
  return {
    stop: ceiling.stop,
    row: {
      ...about,
      bytes: Math.round(total / paths.length),
      product: loadOn({ ...service, token: '', requests }),
      ceiling: loadOn({ ...ceiling, token: '', requests }),
      async check() {
        for (const [path, bytes] of bodies)
          for (const { address } of [service, ceiling])
            if (shownBy(await getBytes(address, path)) !== shownBy(bytes))
              throw new Error(`GET ${path}: ${address} sends another response`)
        return undefined
      },
    },
  }
}

/** A side that is loaded while dates are booked. */
const whileBooked = (side: LoadSide, { bookDuring }: BookableDates): LoadSide => ({
  ...side,
  load: (seconds, round) => bookDuring(bookingsPerSecond, () => side.load(seconds, round)),
})

/** The request of a copy that is up to date. */
async function changesPath(website: Website): Promise<string> {
  const { next } = await getJson<{ next: string }>(website, '/changes')
  return `/changes?since=${encodeURIComponent(next)}`
}

/** Without the cursor for the next call: the service records the use of keys, which is no change. */
const toldBy = (bytes: Buffer): string => JSON.stringify(JSON.parse(bytes.toString()).data)

export async function* websiteRows(loaded: LoadedInstance, website: Website): AsyncGenerator<Row> {
  const { bookedDates, ...paths } = await websitePaths(website)
  const withKeys = (below: readonly string[]) => below.map((path) => withKey(path, website.key))
  await using booked = await openBookableDates(loaded.instance, bookedDates)
  const amount = `${loaded.catalogue.dates.toLocaleString('en')} dates`
  const list = [
    { name: 'dates of a category and a month, sorted', paths: paths.dates, targetRatio: 0.5, targetP99Ms },
    { name: 'facets of a category and a month', paths: paths.facets, targetRatio: 0.4, targetP99Ms },
    { name: 'one date', paths: paths.oneDate, targetRatio: 0.6, targetP99Ms },
    // Its size allows no common response time.
    { name: 'one event', paths: paths.oneEvent, targetRatio: 0.6 },
  ]
  for (const { name: what, paths: own, ...targets } of list) {
    const name = `website: ${what}, ${amount}`
    const { row, stop } = await repeatedRow(loaded, website, withKeys(own), { row: 11, name, ...targets })
    yield row
    if (own === paths.dates)
      yield {
        ...row,
        name: `${name}, ${bookingsPerSecond} bookings a second`,
        product: whileBooked(row.product, booked),
        ceiling: whileBooked(row.ceiling, booked),
        alternating: true,
      }
    await stop()
  }
  const name = `website: changes, nothing new, ${amount}`
  // After the bookings, which are changes.
  const current = [await changesPath(website)]
  const changes = await repeatedRow(
    loaded,
    website,
    withKeys(current),
    { row: 11, name, targetRatio: 0.6 },
    { shownBy: toldBy },
  )
  yield changes.row
  await changes.stop()
  const page = await repeatedRow(
    loaded,
    website,
    paths.oneEvent,
    { row: 11, name: `page of an event with its dates, ${amount}`, targetP99Ms: pageP99Ms },
    { mediaType: 'text/html' },
  )
  yield page.row
  await page.stop()
}
