// Resolves the ids of merged contacts.
import { prepared, query, type Reader } from '../platform/database/database.ts'

const mergeTargetQuery = prepared('select into_id as id from contact_merge where from_id = $1')

/** The contact into which another one was merged. */
export async function findMergeTarget(db: Reader, id: number): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(db, mergeTargetQuery, [id])
  return row?.id
}

/** The id itself or, for a merged contact, the id of the remaining contact. */
export const resolveContactId = async (db: Reader, id: number): Promise<number> =>
  (await findMergeTarget(db, id)) ?? id
