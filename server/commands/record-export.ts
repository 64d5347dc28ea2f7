import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { inTransaction } from '../platform/database/database.ts'
import type { Instance } from '../platform/instance/instance.ts'

/** Records that a command exports all data. A database that cannot be written, such as one on a full disk, can still be saved. */
export async function recordExport(
  { db, log }: Instance,
  via: 'kontor export' | 'kontor backup',
): Promise<void> {
  await inTransaction(db, { userId: null, via }, (tx) =>
    recordSecurityEvent(tx, { event: 'dataExported' }),
  ).catch((error) => log.warn({ err: error }, 'the export was not recorded in the security log'))
}
