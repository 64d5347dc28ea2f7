// One step of an import: of its check, of the import itself, or of undoing it.
import { sql } from 'kysely'
import {
  hasRight,
  type Principal,
  type PrincipalRow,
  principalColumns,
  toPrincipal,
} from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { applyStep } from './apply-rows.ts'
import { type ImportStatus, type LockedImport, tryLockImport } from './import.rows.ts'
import { removeCategories } from './import-categories.ts'
import type { ImportPlan } from './import-plan.ts'
import { countNewCompanies } from './missing-companies.ts'
import { undoStep } from './undo.ts'
import { validateStep } from './validate-rows.ts'

const addRight = '090300:add'
const editRight = '090300:edit'

/** The rights that starting or resuming needs. */
export const requiredRights = (status: ImportStatus, plan: ImportPlan): readonly string[] =>
  status === 'undoing' || (status === 'running' && plan.onDuplicate !== 'skip')
    ? [addRight, editRight]
    : [addRight]

/** The user with the current rights; undefined: deleted or locked. */
async function loadPrincipal(tx: Tx, userId: number): Promise<Principal | undefined> {
  const { rows } = await sql<PrincipalRow>`select 0 as token_id, 0 as session_id, '{}'::text[] as operations,
    ${sql.raw(principalColumns)} from app_user u where u.id = ${userId} and u.locked_at is null`.execute(tx)
  return rows[0] && toPrincipal(rows[0])
}

async function mayContinue(tx: Tx, userId: number, contactImport: LockedImport): Promise<boolean> {
  const principal = await loadPrincipal(tx, userId)
  return (
    principal !== undefined &&
    requiredRights(contactImport.status, contactImport.plan).every((right) => hasRight(principal, right))
  )
}

/**
 * Processes the next step of an import as the user it runs as.
 * @returns false if there is no next step here: another process has locked the import, or it is paused or ended
 */
export async function runStep(tx: Tx, importId: number, userId: number, now: Date): Promise<boolean> {
  const contactImport = await tryLockImport(tx, importId, userId)
  if (!contactImport) return false
  const update = (values: {
    status?: ImportStatus
    pause_reason?: string
    company_count?: number
    ended_at?: Date
    last_row?: number
    undone_at?: Date
    undone_by?: number
  }) => tx.updateTable('contact_import').set(values).where('id', '=', importId).execute()

  if (!(await mayContinue(tx, userId, contactImport))) await update({ pause_reason: 'forbidden' })
  else if (contactImport.status === 'checking') {
    if (!(await validateStep(tx, contactImport)))
      await update({ status: 'checked', company_count: await countNewCompanies(tx, contactImport) })
  } else if (contactImport.status === 'running') {
    const result = await applyStep(tx, contactImport)
    if (result === 'invalid')
      await update({ status: 'undoing', last_row: 2147483647, undone_at: now, undone_by: userId })
    else if (!result) await update({ status: 'done', ended_at: now })
  } else if (!(await undoStep(tx, contactImport))) {
    await removeCategories(tx, contactImport)
    await update({ status: 'undone' })
  }
  return true
}
