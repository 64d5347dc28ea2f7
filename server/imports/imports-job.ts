// The background job of imports: processes the next step of each active import, in whichever process comes first.
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Db, inTransaction, lockNotAvailable } from '../platform/database/database.ts'
import type { Backlog, Job } from '../platform/instance/background-jobs.ts'
import type { Instance } from '../platform/instance/instance.ts'
import { activeStatuses } from './import-statuses.ts'
import { runStep } from './run-step.ts'

const intervalMs = 60_000
/** While an import has no next step here: after a failure, or as another process has locked it. */
const activePauseMs = 500
/** Between two steps, so that others get the lock of the import. */
const pauseBetweenStepsMs = 5
const maxFailures = 3

export function importsJob(): Job {
  const failures = new Map<number, number>()

  const tryStep = async (instance: Instance, id: number, userId: number): Promise<boolean> => {
    const { db, clock, log } = instance
    try {
      const hasProgressed = await inTransaction(db, { userId, via: 'office' }, async (tx) => {
        return runStep(tx, id, userId, clock.now())
      })
      failures.delete(id)
      return hasProgressed
    } catch (error) {
      if ((error as { code?: string }).code === lockNotAvailable) return false
      const count = (failures.get(id) ?? 0) + 1
      failures.set(id, count)
      log.error({ err: error, import: id }, 'a step of an import failed')
      if (count < maxFailures) return false
      failures.delete(id)
      await pauseAfterFailures(db, id)
      return false
    }
  }

  return {
    name: 'run-imports',
    intervalMs,
    dueAfterMs: async ({ db }) => ((await loadActive(db)).length > 0 ? activePauseMs : undefined),
    readBacklog: readImportBacklog,
    async run(instance, signal) {
      const active = await loadActive(instance.db)
      let hasProgressed = false
      for (const { id, run_as_user_id } of active) {
        if (signal.aborted) return false
        hasProgressed = (await tryStep(instance, id, run_as_user_id!)) || hasProgressed
      }
      if (hasProgressed) await wait(pauseBetweenStepsMs)
      return hasProgressed
    },
  }
}

const deletedRows = 2000

const listedStatuses = sql.join(activeStatuses.map((status) => sql.lit(status)))

/** An import that nobody works on since this time. */
const isOld = (before: Date) => sql<boolean>`
  status not in (${listedStatuses}) and greatest(created_at, started_at, ended_at, undone_at) < ${before}`

/** Deletes imports that ended long ago: first the rows of their tables, in batches, which may be many. */
export const deleteOldImportsJob: Job = {
  name: 'delete-old-imports',
  intervalMs: 6 * 3_600_000,
  async run({ db, clock, settings }) {
    if (settings.importDays === 0) return false
    const before = new Date(clock.now().getTime() - settings.importDays * 86_400_000)
    const { numAffectedRows = 0n } = await sql`
      delete from contact_import_row where (import_id, row_number) in (select import_id, row_number from contact_import_row
        where import_id in (select id from contact_import where ${isOld(before)}) limit ${deletedRows})`.execute(
      db,
    )
    if (numAffectedRows === BigInt(deletedRows)) {
      await wait(pauseBetweenStepsMs)
      return true
    }
    await inTransaction(db, { userId: null, via: 'kontor' }, (tx) =>
      sql`delete from contact_import where ${isOld(before)}`.execute(tx),
    )
    return false
  },
}

const loadActive = (db: Db) =>
  db
    .selectFrom('contact_import')
    .select(['id', 'run_as_user_id'])
    .where('status', 'in', activeStatuses)
    .where('pause_reason', 'is', null)
    .where('run_as_user_id', 'is not', null)
    .orderBy('id')
    .execute()

/** The imports that are checked, running or undone. */
async function readImportBacklog(db: Db): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as waiting, coalesce(greatest(extract(epoch from now() - min(
      case status when 'undoing' then undone_at when 'running' then started_at else created_at end)), 0), 0)::float8 as "oldestSeconds",
      0 as failed
    from contact_import
    where status in (${listedStatuses}) and pause_reason is null and run_as_user_id is not null`.execute(db)
  return rows[0]!
}

const pauseAfterFailures = (db: Db, id: number) =>
  inTransaction(db, { userId: null, via: 'kontor' }, async (tx) => {
    await tx
      .updateTable('contact_import')
      .set({ pause_reason: 'failed' })
      .where('id', '=', id)
      .where('pause_reason', 'is', null)
      .where('status', 'in', activeStatuses)
      .execute()
  })
