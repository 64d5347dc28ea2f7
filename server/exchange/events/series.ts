// Data set: series of modules into their tables.
import { sql } from 'kysely'
import type { Tx } from '../../platform/database/database.ts'
import { writeChildRows } from '../records/child-rows.ts'
import { bool, type Fields, id, integer, optionalText, reference, upsert } from '../records/columns.ts'
import type { Item } from '../records/section.ts'
import { insertUnknownValues } from '../sections/lookups.exchange.ts'
import { type dateRecordsOf, modulesOfDate } from './check.ts'

const moduleFields: Fields = {
  id: ['id', id],
  owner: ['date_id', id],
  module_event_id: ['module_event_id', reference],
  module_position: ['position', integer],
  module_type: ['module_type', optionalText],
  sort_by: ['sort_by', optionalText],
  module_is_mandatory: ['is_mandatory', bool],
  module_is_bookable: ['is_bookable', bool],
}

const linkFields: Fields = {
  moduleId: ['series_module_id', id],
  linked_date_id: ['linked_date_id', id],
  module_event_id: ['module_event_id', reference],
  module_position: ['position', integer],
  is_preselected: ['is_preselected', bool],
  module_is_bookable: ['is_bookable', bool],
  module_is_mandatory: ['is_mandatory', bool],
  module_type: ['module_type', optionalText],
}

/** Writes the modules of dates and the dates that are linked with them. */
export async function writeSeries(
  tx: Tx,
  dates: ReturnType<typeof dateRecordsOf> extends Generator<infer D> ? D[] : never,
): Promise<void> {
  const modules = dates.flatMap(({ date }) =>
    [...modulesOfDate(date, '')].map(({ entry: { config } }): Item => {
      return { ...config, id: config.date_config_id, owner: date.date_id }
    }),
  )
  const links = (module: Item): Item[] => module['linked_dates']
  await insertUnknownValues(
    tx,
    'moduleType',
    new Set(modules.flatMap((one) => [one['module_type'], ...links(one).map((link) => link['module_type'])])),
  )
  await insertUnknownValues(tx, 'seriesSort', new Set(modules.map((one) => one['sort_by'])))
  await writeChildRows(
    tx,
    { table: 'series_module', owner: 'date_id', fields: moduleFields },
    dates.map(({ date }) => date.date_id),
    modules,
  )
  const rows = modules.flatMap((one) => links(one).map((link): Item => ({ ...link, moduleId: one['id'] })))
  await sql`delete from series_module_date t where series_module_id = any(${modules.map((one) => one['id'])}::int[])
    and not exists (select from unnest(${rows.map((row) => row['moduleId'])}::int[], ${rows.map((row) => row['linked_date_id'])}::int[])
      as kept(module, date) where kept.module = t.series_module_id and kept.date = t.linked_date_id)`.execute(
    tx,
  )
  await upsert(tx, 'series_module_date', linkFields, ['series_module_id', 'linked_date_id'], rows)
}
