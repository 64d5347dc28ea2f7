// Ids of contacts that became part of another one keep answering.
import { prepared, query, type Reader } from '../platform/database/database.ts'

const mergeTargetQuery = prepared('select into_id as id from contact_merge where from_id = $1')

/** The contact that another one became part of; asked only where there is no contact of this id. */
export async function findMergeTarget(db: Reader, id: number): Promise<number | undefined> {
  const [row] = await query<{ id: number }>(db, mergeTargetQuery, [id])
  return row?.id
}

/** The id to go on with, for one that a body names: its own, or that of the contact it became part of. */
export const resolveContactId = async (db: Reader, id: number): Promise<number> =>
  (await findMergeTarget(db, id)) ?? id
