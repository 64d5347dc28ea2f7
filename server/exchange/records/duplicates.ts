// Values and ids that must be unique within a section and in the database.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ValidationErrors } from './import-error.ts'
import type { DataRecord, SectionRecords } from './section.ts'

/** Reports records of the data set with the same value. */
export function reportDuplicates(
  records: SectionRecords,
  errors: ValidationErrors,
  field: string,
  value: (item: DataRecord) => string,
): void {
  const first = new Map<string, number>()
  records.items.forEach((item, index) => {
    const key = value(item)
    const other = first.get(key)
    if (other === undefined) first.set(key, index)
    else errors.add(`${records.pointer(index)}/${field}`, `is already used by ${records.pointer(other)}`)
  })
}

/** Reports records whose value a row of the database has that is not in the data set. */
export async function reportTaken(
  reader: Reader,
  records: SectionRecords,
  errors: ValidationErrors,
  rule: { table: string; column: string; field: string; value: (item: DataRecord) => string; name: string },
): Promise<void> {
  const index = new Map(records.items.map((item, at) => [rule.value(item), at]))
  const { rows } = await sql<{ id: number; value: string }>`
    select id, ${sql.raw(rule.column)} as value from ${sql.raw(rule.table)}
    where ${sql.raw(rule.column)} = any(${[...index.keys()]}::text[])
      and not id = any(${records.items.map((item) => item['id'])}::int[])`.execute(reader)
  for (const row of rows)
    errors.add(
      `${records.pointer(index.get(row.value)!)}/${rule.field}`,
      `is already used by ${rule.name} ${row.id}`,
    )
}

/** A child row with its id and the record that it belongs to. */
export type ChildRow = { id: number; owner: number; pointer: string }

/** Reports child rows with a duplicate id, or the id of a child row of a record that is not in the data set. */
export async function validateChildRows(
  reader: Reader,
  errors: ValidationErrors,
  table: string,
  ownerColumn: string,
  childRows: readonly ChildRow[],
  owners: ReadonlySet<number>,
): Promise<void> {
  const byId = new Map<number, ChildRow>()
  for (const row of childRows) {
    if (row.id === 0) continue
    const other = byId.get(row.id)
    if (other) errors.add(row.pointer, `has the id ${row.id}, which ${other.pointer} already has`)
    else byId.set(row.id, row)
  }
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, ${sql.raw(ownerColumn)} as owner from ${sql.raw(table)} where id = any(${[...byId.keys()]}::int[])`.execute(
    reader,
  )
  for (const row of rows) {
    const child = byId.get(row.id)!
    if (row.owner !== child.owner && !owners.has(row.owner))
      errors.add(child.pointer, `has the id ${row.id}, which a row of record ${row.owner} already has`)
  }
}
