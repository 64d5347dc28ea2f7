// Files of events and dates, one inner array per access right (decision 1.7).
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { CatalogueFile } from '../contract/child-rows.schema.ts'
import { anyOf, group } from './rows.ts'

type FileRow = { owner: number; event_id: number; id: number; access_right: string | null } & Pick<
  CatalogueFile,
  'name' | 'description' | 'path'
>

/** Files by event. */
export const loadEventFiles = async (reader: Reader, eventIds: number[]) =>
  byAccessRight(
    await reader
      .selectFrom('event_file as l')
      .innerJoin('catalogue_file as f', 'f.id', 'l.file_id')
      .select([
        'l.event_id as owner',
        'l.event_id',
        'f.id',
        'f.access_right',
        'f.name',
        'f.description',
        'f.path',
      ])
      .where('l.event_id', '=', anyOf(eventIds))
      .orderBy(sql`coalesce(f.access_right, '') collate "C"`)
      .orderBy('f.id')
      .execute(),
  )

/** Files by date. */
export const loadDateFiles = async (reader: Reader, dateIds: number[]) =>
  byAccessRight(
    await reader
      .selectFrom('date_file as l')
      .innerJoin('catalogue_file as f', 'f.id', 'l.file_id')
      .innerJoin('event_date as d', 'd.id', 'l.date_id')
      .select([
        'l.date_id as owner',
        'd.event_id',
        'f.id',
        'f.access_right',
        'f.name',
        'f.description',
        'f.path',
      ])
      .where('l.date_id', '=', anyOf(dateIds))
      .orderBy(sql`coalesce(f.access_right, '') collate "C"`)
      .orderBy('f.id')
      .execute(),
  )

function byAccessRight(rows: FileRow[]): Map<number, CatalogueFile[][]> {
  const files = group(
    rows,
    (row) => row.owner,
    (row): CatalogueFile => ({
      event_id: row.event_id,
      diskitem_id: row.id,
      access_right: row.access_right ?? '',
      name: row.name,
      description: row.description,
      path: row.path,
    }),
  )
  return new Map(
    [...files].map(([owner, list]) => [owner, [...Map.groupBy(list, (file) => file.access_right).values()]]),
  )
}
