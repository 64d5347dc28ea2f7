// The data set of a run, and its import.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Event } from '../../server/catalogue/contract/event.schema.ts'
import { demoDataSet } from '../../server/demo/data-set.ts'
import { runKontor } from './kontor.ts'

export type DataSet = { events: Event[]; catalogCategories?: readonly { eventcat_id: number }[] }

/** @param file a data set; undefined: the demo's */
export const readDataSet = async (file: string | undefined): Promise<DataSet> =>
  file === undefined
    ? demoDataSet(new Date().toISOString().slice(0, 10))
    : JSON.parse(await readFile(file, 'utf8'))

/** Imports a data set. @returns the number of published events and dates */
export async function loadCatalogue(
  data: string,
  client: pg.Client,
  dataSet: DataSet,
): Promise<{ events: number; dates: number }> {
  const path = join(data, 'data-set.json')
  await writeFile(path, JSON.stringify(dataSet))
  await runKontor(data, 'import', path)
  await client.query('vacuum (analyze)')
  const { rows } = await client.query<{ events: number; dates: number }>(
    `select (select count(*)::int from event where is_published) as events,
       (select count(*)::int from event_date where is_published) as dates`,
  )
  return rows[0]!
}
