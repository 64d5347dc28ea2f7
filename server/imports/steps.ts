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
import { carryOutStep } from './apply-rows.ts'
import { checkStep } from './check.ts'
import { countMissing } from './companies.ts'
import type { Plan } from './fields.ts'
import { type Held, type State, takeImport } from './import.rows.ts'
import { removeCategories, undoStep } from './undo.ts'

const add = '090300:add'
const edit = '090300:edit'

/** What one who begins a deed, or lets it go on, must be allowed. */
export const rightsFor = (state: State, plan: Plan): readonly string[] =>
  state === 'undoing' || (state === 'running' && plan.duplicates !== 'skip') ? [add, edit] : [add]

/** A user as who may do what now; undefined: there is none, or the user is locked. */
async function principalWithId(tx: Tx, userId: number): Promise<Principal | undefined> {
  const { rows } = await sql<PrincipalRow>`select 0 as token_id, 0 as session_id, '{}'::text[] as operations,
    ${sql.raw(principalColumns)} from app_user u where u.id = ${userId} and u.locked_at is null`.execute(tx)
  return rows[0] && toPrincipal(rows[0])
}

async function mayGoOn(tx: Tx, userId: number, held: Held): Promise<boolean> {
  const principal = await principalWithId(tx, userId)
  return (
    principal !== undefined && rightsFor(held.state, held.plan).every((right) => hasRight(principal, right))
  )
}

/**
 * Goes on with an import by one step, as the user who drives it.
 * @returns false where it does not go on here: another process is at it, it was stopped, or came to its end
 */
export async function goOn(tx: Tx, importId: number, userId: number, now: Date): Promise<boolean> {
  const held = await takeImport(tx, importId, userId)
  if (!held) return false
  const become = (values: {
    state?: State
    paused?: string
    companies?: number
    ended_at?: Date
    at_row?: number
    undone_at?: Date
    undone_by?: number
  }) => tx.updateTable('contact_import').set(values).where('id', '=', importId).execute()

  if (!(await mayGoOn(tx, userId, held))) await become({ paused: 'right' })
  else if (held.state === 'checking') {
    if (!(await checkStep(tx, held)))
      await become({ state: 'checked', companies: await countMissing(tx, held) })
  } else if (held.state === 'running') {
    const left = await carryOutStep(tx, held)
    if (left === 'faulty')
      await become({ state: 'undoing', at_row: 2147483647, undone_at: now, undone_by: userId })
    else if (!left) await become({ state: 'done', ended_at: now })
  } else if (!(await undoStep(tx, held))) {
    await removeCategories(tx, held)
    await become({ state: 'undone' })
  }
  return true
}
