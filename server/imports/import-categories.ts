// The categories that a table names: created with its import, and deleted when it is undone.
import { sql } from 'kysely'
import { lockKey, lockNamespace, type Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import type { LockedImport } from './import.rows.ts'
import type { RowOutcome } from './import.schema.ts'
import { parseRow } from './parse-row.ts'

/** The ids of categories by the comparison keys of their names. */
export async function loadCategoriesByName(tx: Tx): Promise<Map<string, number>> {
  const rows = await tx.selectFrom('contact_category').select(['id', 'name']).orderBy('id', 'desc').execute()
  return new Map(rows.map(({ id, name }) => [comparisonKey(name), id]))
}

/** The names of categories in rows with certain outcomes, by comparison key, in the spelling of the first occurrence. */
async function namedCategories(
  tx: Tx,
  { id, plan }: LockedImport,
  outcomes: readonly RowOutcome[],
): Promise<Map<string, string>> {
  const column = plan.columns.indexOf('categories')
  const names = new Map<string, string>()
  if (column < 0) return names
  const { rows } = await sql<{
    text: string
  }>`select distinct cells ->> ${column}::integer as text from contact_import_row
    where import_id = ${id} and outcome = any(${outcomes}::text[]) order by 1`.execute(tx)
  for (const { text } of rows)
    for (const name of parseRow([text], { ...plan, columns: ['categories'] }).categories)
      names.set(comparisonKey(name), names.get(comparisonKey(name)) ?? name)
  return names
}

/** Creates the categories named in the table that do not exist. @returns their ids */
export async function createMissingCategories(tx: Tx, contactImport: LockedImport): Promise<number[]> {
  if (!contactImport.plan.createCategories) return []
  const named = await namedCategories(tx, contactImport, ['create', 'update'])
  // Two imports at the same time create each name once.
  await lockKey(tx, lockNamespace.contactCategories, '')
  for (const key of (await loadCategoriesByName(tx)).keys()) named.delete(key)
  if (named.size === 0) return []
  const created = await tx
    .insertInto('contact_category')
    .values([...named.values()].map((name) => ({ name })))
    .returning('id')
    .execute()
  return created.map(({ id }) => id)
}

/**
 * Deletes the categories that an import created, and those that it shared with an import that created them and was undone before.
 * A category that something uses or that was changed since is kept.
 */
export async function removeCategories(tx: Tx, contactImport: LockedImport): Promise<void> {
  const existing = await loadCategoriesByName(tx)
  const named = await namedCategories(tx, contactImport, ['deleted', 'restored', 'kept'])
  const namedIds = [...named.keys()].flatMap((key) => existing.get(key) ?? [])
  await sql`delete from contact_category c
    where (c.id = any(${contactImport.created_category_ids}::int[]) or c.id = any(${namedIds}::int[])
        and exists (select from contact_import i where i.status = 'undone' and c.id = any(i.created_category_ids)))
      and not exists (select from contact_in_category where category_id = c.id)
      and not exists (select from newsletter_form_category where category_id = c.id)
      and not exists (select from contact_import i where i.id <> ${contactImport.id}
        and i.status in ('draft', 'checking', 'checked', 'running') and i.plan -> 'categoryIds' @> to_jsonb(c.id))
      and not exists (select from change_log l where l.subject = 'contact_category' and l.subject_id = c.id
        and l.action = 'update')`.execute(tx)
}
