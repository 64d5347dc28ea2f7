// Attachments of tasks.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { Files, ReceivedFile } from '../platform/files/files.ts'
import { Failure } from '../platform/ground/errors.ts'
import type { Settings } from '../platform/settings/settings.ts'
import { uniqueFileName } from './file-name.ts'
import { inboxErrors } from './inbox.errors.ts'

const taskQuery = (reader: Reader, taskId: number, principal: Pick<Principal, 'clientIds'>) =>
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
export async function lockTask(
  tx: Tx,
  taskId: number,
  principal: Pick<Principal, 'clientIds'>,
): Promise<boolean> {
  return (await taskQuery(tx, taskId, principal).forUpdate().executeTakeFirst()) !== undefined
}

/** The facts of a task that adding a file needs. */
type UploadContext = {
  tx: Tx
  principal: Pick<Principal, 'userId' | 'clientIds'>
  settings: Settings
  files: Files
  now: Date
}

/**
 * Adds a received file to a task.
 * @returns its name, numbered if the task has a file of this name already; undefined: there is no such task
 * @throws Failure 413 beyond a quota
 */
export async function addAttachment(
  { tx, principal, settings, files, now }: UploadContext,
  taskId: number,
  requestedName: string,
  file: ReceivedFile,
): Promise<string | undefined> {
  if (!(await lockTask(tx, taskId, principal))) return undefined
  await assertQuotas(tx, settings.attachmentQuotas, { taskId, userId: principal.userId, now }, file.size)
  const rows = await tx.selectFrom('attachment').select('filename').where('task_id', '=', taskId).execute()
  const filename = uniqueFileName(requestedName, new Set(rows.map((row) => row.filename)))
  await tx
    .insertInto('attachment')
    .values({
      task_id: taskId,
      filename,
      size: file.size,
      sha256: file.sha256,
      created_by: principal.userId || null,
      created_at: now,
    })
    .execute()
  await files.store(file, `crm/${taskId}/${filename}`)
  return filename
}

async function assertQuotas(
  tx: Tx,
  quotas: Settings['attachmentQuotas'],
  { taskId, userId, now }: { taskId: number; userId: number; now: Date },
  bytes: number,
): Promise<void> {
  // Otherwise uploads at the same time would each see room for themselves alone.
  if (quotas.user > 0 || quotas.all > 0)
    await sql`select pg_advisory_xact_lock(hashtext('attachment quotas'))`.execute(tx)
  const yesterday = new Date(now.getTime() - 24 * 3600_000)
  const used = {
    task: sql<boolean>`task_id = ${taskId}`,
    user: sql<boolean>`created_by = ${userId} and created_at > ${yesterday}`,
    all: sql<boolean>`true`,
  }
  const errors = { task: inboxErrors.taskQuota, user: inboxErrors.userQuota, all: inboxErrors.allQuota }
  for (const quota of ['task', 'user', 'all'] as const) {
    if (quotas[quota] === 0) continue
    const { total } = await tx
      .selectFrom('attachment')
      .select(sql<number>`coalesce(sum(size), 0)::float8`.as('total'))
      .where(used[quota])
      .executeTakeFirstOrThrow()
    if (total + bytes > quotas[quota])
      throw new Failure(413, errors[quota]({ megabytes: quotas[quota] / 2 ** 20 }))
  }
}
