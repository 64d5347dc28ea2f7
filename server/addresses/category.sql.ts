// The categories of contacts and companies.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import { writeLinks } from '../platform/database/write-rows.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { contactErrors } from './contact.errors.ts'

/** Adds categories that a contact does not have yet. */
export async function addCategories(
  tx: Tx,
  contactId: number,
  categoryIds: readonly number[],
): Promise<void> {
  if (categoryIds.length === 0) return
  await tx
    .insertInto('contact_in_category')
    .values(categoryIds.map((category_id) => ({ contact_id: contactId, category_id })))
    .onConflict((conflicting) => conflicting.doNothing())
    .execute()
}

/** Replaces the categories of a contact. */
export const replaceCategories = (tx: Tx, contactId: number, categoryIds: readonly number[]): Promise<void> =>
  writeLinks(tx, { table: 'contact_in_category', owner: 'contact_id', column: 'category_id' }, [
    [contactId, categoryIds],
  ])

/** The errors for category ids that do not exist. */
export async function unknownCategoryErrors(
  tx: Tx,
  ids: readonly number[],
  field: (index: number) => string,
): Promise<FieldError[]> {
  if (ids.length === 0) return []
  const rows = await tx
    .selectFrom('contact_category')
    .select('id')
    .where('id', '=', sql<number>`any(${ids})`)
    .execute()
  const existing = new Set(rows.map((row) => row.id))
  return ids.flatMap((id, index) =>
    existing.has(id) ? [] : [{ field: field(index), ...contactErrors.unknownCategory() }],
  )
}
