// Values that two records of a section, or a record and the database, may not share.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { ValidationErrors } from './import-error.ts'
import type { Item, SectionRecords } from './section.ts'

/** Tells records of the data set that share a value. */
export function reportDuplicates(
  records: SectionRecords,
  errors: ValidationErrors,
  field: string,
  value: (item: Item) => string,
): void {
  const first = new Map<string, number>()
  records.items.forEach((item, index) => {
    const key = value(item)
    const other = first.get(key)
    if (other === undefined) first.set(key, index)
    else errors.add(`${records.pointer(index)}/${field}`, `is that of ${records.pointer(other)} already`)
  })
}

/** Tells records whose value another row of the database has that the data set does not change. */
export async function reportTaken(
  reader: Reader,
  records: SectionRecords,
  errors: ValidationErrors,
  rule: { table: string; column: string; field: string; value: (item: Item) => string; name: string },
): Promise<void> {
  const index = new Map(records.items.map((item, at) => [rule.value(item), at]))
  const { rows } = await sql<{ id: number; value: string }>`
    select id, ${sql.raw(rule.column)} as value from ${sql.raw(rule.table)}
    where ${sql.raw(rule.column)} = any(${[...index.keys()]}::text[])
      and not id = any(${records.items.map((item) => item['id'])}::int[])`.execute(reader)
  for (const row of rows)
    errors.add(
      `${records.pointer(index.get(row.value)!)}/${rule.field}`,
      `is that of ${rule.name} ${row.id} already`,
    )
}

/** A part of a record with an id of its own, and the record that has it. */
export type ChildRow = { id: number; owner: number; pointer: string }

/** Tells parts whose id stands twice, or belongs to a record that the data set does not hold. */
export async function validateChildRows(
  reader: Reader,
  errors: ValidationErrors,
  table: string,
  ownerColumn: string,
  childRows: readonly ChildRow[],
  owners: ReadonlySet<number>,
): Promise<void> {
  const byId = new Map<number, ChildRow>()
  for (const part of childRows) {
    if (part.id === 0) continue
    const other = byId.get(part.id)
    if (other) errors.add(part.pointer, `has the id ${part.id}, which ${other.pointer} has already`)
    else byId.set(part.id, part)
  }
  const { rows } = await sql<{ id: number; owner: number }>`
    select id, ${sql.raw(ownerColumn)} as owner from ${sql.raw(table)} where id = any(${[...byId.keys()]}::int[])`.execute(
    reader,
  )
  for (const row of rows) {
    const part = byId.get(row.id)!
    if (row.owner !== part.owner && !owners.has(row.owner))
      errors.add(part.pointer, `has the id ${row.id}, which a part of record ${row.owner} has already`)
  }
}
