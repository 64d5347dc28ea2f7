// Attachments of tasks.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { ReceivedFile } from '../platform/runtime/files.ts'
import { uniqueFileName } from './file-name.ts'

const taskQuery = (reader: Reader, taskId: number, principal: Principal) =>
  reader
    .selectFrom('task')
    .select('id')
    .where('id', '=', taskId)
    .where('client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)

/** Whether there is such a task of one of the user's clients. */
export async function taskExists(reader: Reader, taskId: number, principal: Principal): Promise<boolean> {
  return (await taskQuery(reader, taskId, principal).executeTakeFirst()) !== undefined
}

/** The same; until the transaction ends, no other transaction adds attachments to the task. */
export async function lockTask(tx: Tx, taskId: number, principal: Principal): Promise<boolean> {
  return (await taskQuery(tx, taskId, principal).forUpdate().executeTakeFirst()) !== undefined
}

/**
 * Adds an attachment to a task, which must be locked.
 * @returns the name of the file, numbered if the task has a file of this name already
 */
export async function insertAttachment(
  tx: Tx,
  taskId: number,
  requestedName: string,
  file: ReceivedFile,
  now: Date,
): Promise<string> {
  const rows = await tx.selectFrom('attachment').select('filename').where('task_id', '=', taskId).execute()
  const filename = uniqueFileName(requestedName, new Set(rows.map((row) => row.filename)))
  await tx
    .insertInto('attachment')
    .values({ task_id: taskId, filename, size: file.size, sha256: file.sha256, created_at: now })
    .execute()
  return filename
}
