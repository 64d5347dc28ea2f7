// Data set: writes series of modules.
import { linkedDateFields, moduleFields } from '../../catalogue/contract/series.schema.ts'
import { seriesModule, seriesModuleDate } from '../../catalogue/records/child-tables.ts'
import { writeChildRows } from '../../platform/database/child-rows.ts'
import type { Tx } from '../../platform/database/database.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { type dateRecordsOf, modulesOfDate } from './check.ts'

/** Writes the modules of dates, and their linked dates. */
export async function writeSeries(
  tx: Tx,
  dates: ReturnType<typeof dateRecordsOf> extends Generator<infer D> ? D[] : never,
): Promise<void> {
  const lists = dates.map(({ date }) => ({
    dateId: date.date_id,
    modules: [...modulesOfDate(date, '')].map(({ entry: { config } }) => config),
  }))
  const modules = lists.flatMap((list) => list.modules)
  await insertUnknownValues(
    tx,
    'module_type',
    new Set(modules.flatMap((one) => [one.module_type, ...one.linked_dates.map((link) => link.module_type)])),
  )
  await insertUnknownValues(tx, 'series_sort', new Set(modules.map((one) => one.sort_by)))
  const moduleIds = await writeChildRows(
    tx,
    { ...seriesModule, fields: moduleFields },
    lists.map((list) => [list.dateId, list.modules.map((one) => ({ ...one, id: one.date_config_id }))]),
    'data set',
  )
  await writeChildRows(
    tx,
    { ...seriesModuleDate, key: 'linked_date_id', fields: linkedDateFields },
    modules.map((one, at) => [moduleIds[at]!, one.linked_dates]),
    'data set',
  )
}
