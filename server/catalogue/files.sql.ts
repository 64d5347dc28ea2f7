// Event catalogue: files of events and dates, one inner array per access right (decision 1.7).
import { sql } from 'kysely'
import type { Reader } from '../platform/database.ts'
import type { Detail } from '../platform/errors.ts'
import type { CatalogueFile } from './parts.schema.ts'
import { anyOf, group } from './rows.ts'

/** Which files are wanted: all, or those with one of the access rights or ids. */
export type FilesWanted = { all: boolean; accessRights: string[]; ids: number[] }

export const allFiles: FilesWanted = { all: true, accessRights: [], ids: [] }

/** Reads the eventDateFiles parameter: what is wanted (undefined: no files), and its values that mean nothing here. */
export async function filesWanted(
  reader: Reader,
  given: string | undefined,
): Promise<{ wanted: FilesWanted | undefined; faults: Detail[] }> {
  if (given === undefined || given.trim() === '') return { wanted: undefined, faults: [] }
  const values = given.split(',').map((value) => value.trim())
  const ids = values.filter(isId)
  const accessRights = values.filter((value) => value !== 'all' && !isId(value))
  const known = await knownAccessRights(reader, accessRights)
  const faults = accessRights
    .filter((value) => !known.has(value))
    .map((value) => ({
      field: 'eventDateFiles',
      message: `${JSON.stringify(value)} is neither an access right, a diskitem id nor all`,
    }))
  return { wanted: { all: values.includes('all'), accessRights, ids: ids.map(Number) }, faults }
}

const isId = (value: string): boolean =>
  /^[0-9]{1,10}$/.test(value) && Number(value) >= 1 && Number(value) <= 2147483647

async function knownAccessRights(reader: Reader, asked: string[]): Promise<Set<string>> {
  if (asked.length === 0) return new Set()
  const rows = await reader.selectFrom('file_access_right').select('access_right').execute()
  return new Set(rows.map((row) => row.access_right))
}

type FileRow = { owner: number; event_id: number; id: number; access_right: string | null } & Pick<
  CatalogueFile,
  'name' | 'description' | 'path'
>

const wantedOnly = ({ all, accessRights, ids }: FilesWanted) =>
  all
    ? sql<boolean>`true`
    : sql<boolean>`(f.access_right = any(${accessRights}::text[]) or f.id = ${anyOf(ids)})`

/** Files by event. */
export const loadEventFiles = async (reader: Reader, eventIds: number[], wanted: FilesWanted) =>
  byAccessRight(
    await reader
      .selectFrom('event_file as l')
      .innerJoin('disk_item as f', 'f.id', 'l.diskitem_id')
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
      .where(wantedOnly(wanted))
      .orderBy(sql`coalesce(f.access_right, '') collate "C"`)
      .orderBy('f.id')
      .execute(),
  )

/** Files by date. */
export const loadDateFiles = async (reader: Reader, dateIds: number[], wanted: FilesWanted) =>
  byAccessRight(
    await reader
      .selectFrom('date_file as l')
      .innerJoin('disk_item as f', 'f.id', 'l.diskitem_id')
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
      .where(wantedOnly(wanted))
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
