// Row 3, GET /events: whole, one category, one date, and cold.
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { demoDataSet } from '../server/demo/data-set.ts'
import { startCeiling } from './ceilings.ts'
import { compare, type Effort, median, type Row } from './compare.ts'
import type { Instance } from './instance.ts'
import { get, kontor, prefix } from './kontor.ts'

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

const whole = `${prefix}/events?${flags}`

/** Loads a data set into the instance. @param file a data set; undefined: the demo's @returns what it is, for the report */
export async function loadCatalogue(instance: Instance, file: string | undefined): Promise<string> {
  let path = file
  if (path === undefined) {
    path = join(instance.data, 'data-set.json')
    await writeFile(path, JSON.stringify(demoDataSet(new Date().toISOString().slice(0, 10))))
  }
  await kontor(instance.data, 'import', path)
  await instance.client.query('vacuum (analyze)')
  const { rows } = await instance.client.query<{ events: string; dates: string }>(
    `select (select count(*) from event where is_published) as events,
       (select count(*) from event_date where is_published) as dates`,
  )
  const { events, dates } = rows[0]!
  return `${events} events, ${dates} dates${file === undefined ? ' (the demo’s)' : ''}`
}

/** GET /events with all flags as the first request of a fresh process, in ms. */
export async function measureCold(
  instance: Instance,
  times: number,
): Promise<{ median: number; all: number[] }> {
  const all: number[] = []
  for (let time = 0; time < times; time++) {
    const service = await instance.serve()
    const asked = performance.now()
    await get(service, whole, instance.token)
    all.push(performance.now() - asked)
    await service.stop()
  }
  return { median: median(all), all }
}

/** The paths that are measured: of the categories the one of middle size, of its events' dates the first. */
async function chosenPaths(instance: Instance): Promise<[name: string, path: string][]> {
  const { rows } = await instance.client.query<{ category: number; date: number }>(`
    select i.category_id as category, min(d.id) as date
    from event_in_category i join event e on e.id = i.event_id join event_date d on d.event_id = e.id
    where e.is_published and d.is_published group by i.category_id order by count(*), i.category_id`)
  const { category, date } = rows[rows.length >> 1]!
  return [
    ['GET /events, whole', whole],
    ['GET /events, one category', `${prefix}/events?catalogCategoryId=${category}&${flags}`],
    ['GET /events, one date', `${prefix}/events?dateId=${date}&${flags}`],
  ]
}

/** Row 3, three rows. */
export async function compareEvents(instance: Instance, effort: Effort): Promise<Row[]> {
  const { token } = instance
  const service = await instance.serve()
  const paths = await chosenPaths(instance)
  const files: Record<string, string> = {}
  const sizes: number[] = []
  for (const [index, [, path]] of paths.entries()) {
    const bytes = await get(service, path, token)
    files[path] = join(instance.data, `answer-${index}`)
    sizes.push(bytes.length)
    await writeFile(files[path], bytes)
  }
  const ceiling = await startCeiling('bytes', { files })
  const rows: Row[] = []
  for (const [index, [name, path]] of paths.entries()) {
    const requests = { method: 'GET' as const, paths: [path] }
    const targets = [service, ceiling].map(({ address }) => ({ address, token, requests }))
    rows.push(await compare(name, sizes[index]!, targets[0]!, targets[1]!, effort))
  }
  await ceiling.stop()
  await service.stop()
  return rows
}
