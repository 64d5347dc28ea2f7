// The state of the backups, for the warning of the back office.
import Type from 'typebox'
import { record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { readBackupState } from '../platform/runtime/backups/backup-record.ts'

const Timestamp = Type.Union([Type.String(), Type.Null()])

const getBackups = officeEndpoint({
  method: 'GET',
  path: '/backups',
  right: 'admin',
  response: Type.Array(
    record({
      /** The service makes them by itself. */
      isScheduled: Type.Boolean(),
      isOverdue: Type.Boolean(),
      /** The last verified backup; null: there is none. */
      lastAt: Timestamp,
      lastBytes: Type.Number(),
      /** A later one that failed; null: none did. */
      failedAt: Timestamp,
      failure: Type.String(),
    }),
  ),
  handle: async ({ db, settings, now }) => {
    const { lastGood, failure, isOverdue } = await readBackupState(db, settings, now)
    return [
      {
        isScheduled: settings.backup !== undefined,
        isOverdue,
        lastAt: lastGood?.startedAt.toISOString() ?? null,
        lastBytes: lastGood?.bytes ?? 0,
        failedAt: failure?.startedAt.toISOString() ?? null,
        failure: failure?.error ?? '',
      },
    ]
  },
})

export const backupsOffice = [getBackups]
