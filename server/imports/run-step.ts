// The next piece of what an import is doing.
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
import { type LockedImport, type State, tryLockImport } from './import.rows.ts'
import type { ImportPlan } from './import-plan.ts'
import { countNewCompanies } from './missing-companies.ts'
import { removeCategories, undoStep } from './undo.ts'
import { validateStep } from './validate-rows.ts'

const addRight = '090300:add'
const editRight = '090300:edit'

/** What one who begins a deed, or lets it go on, must be allowed. */
export const requiredRights = (state: State, plan: ImportPlan): readonly string[] =>
  state === 'undoing' || (state === 'running' && plan.duplicates !== 'skip')
    ? [addRight, editRight]
    : [addRight]

/** A user as who may do what now; undefined: there is none, or the user is locked. */
async function loadPrincipal(tx: Tx, userId: number): Promise<Principal | undefined> {
  const { rows } = await sql<PrincipalRow>`select 0 as token_id, 0 as session_id, '{}'::text[] as operations,
    ${sql.raw(principalColumns)} from app_user u where u.id = ${userId} and u.locked_at is null`.execute(tx)
  return rows[0] && toPrincipal(rows[0])
}

async function mayContinue(tx: Tx, userId: number, contactImport: LockedImport): Promise<boolean> {
  const principal = await loadPrincipal(tx, userId)
  return (
    principal !== undefined &&
    requiredRights(contactImport.state, contactImport.plan).every((right) => hasRight(principal, right))
  )
}

/**
 * Goes on with an import by one step, as the user who drives it.
 * @returns false where it does not go on here: another process is at it, it was stopped, or came to its end
 */
export async function runStep(tx: Tx, importId: number, userId: number, now: Date): Promise<boolean> {
  const held = await tryLockImport(tx, importId, userId)
  if (!held) return false
  const update = (values: {
    status?: State
    pause_reason?: string
    company_count?: number
    ended_at?: Date
    last_row?: number
    undone_at?: Date
    undone_by?: number
  }) => tx.updateTable('contact_import').set(values).where('id', '=', importId).execute()

  if (!(await mayContinue(tx, userId, held))) await update({ pause_reason: 'forbidden' })
  else if (held.state === 'checking') {
    if (!(await validateStep(tx, held)))
      await update({ status: 'checked', company_count: await countNewCompanies(tx, held) })
  } else if (held.state === 'running') {
    const result = await applyStep(tx, held)
    if (result === 'invalid')
      await update({ status: 'undoing', last_row: 2147483647, undone_at: now, undone_by: userId })
    else if (!result) await update({ status: 'done', ended_at: now })
  } else if (!(await undoStep(tx, held))) {
    await removeCategories(tx, held)
    await update({ status: 'undone' })
  }
  return true
}
