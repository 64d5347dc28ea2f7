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
import type { Right } from '../platform/ground/rights.ts'
import { applyStep } from './apply-rows.ts'
import { askAboutSimilar } from './ask-similar.ts'
import { type ActiveImport, tryLockImport } from './import.rows.ts'
import { removeCategories } from './import-categories.ts'
import type { ImportPlan } from './import-plan.ts'
import type { ActiveStatus, ImportStatus } from './import-statuses.ts'
import { duplicateOptions } from './imported-types.ts'
import { countNewCompanies } from './missing-companies.ts'
import { undoStep } from './undo.ts'
import { validateStep } from './validate-rows.ts'

const addRight = '090300:add'
const editRight = '090300:edit'

/** Whether the work changes contacts that exist. */
const changesContacts: Record<ActiveStatus, (plan: ImportPlan) => boolean> = {
  checking: () => false,
  running: ({ onDuplicate }) => duplicateOptions[onDuplicate].writes,
  undoing: () => true,
}

/** The rights that starting or resuming the work requires. */
export const requiredRights = (status: ActiveStatus, plan: ImportPlan): readonly Right[] =>
  changesContacts[status](plan) ? [addRight, editRight] : [addRight]

/** The user with the current rights; undefined: deleted or locked. */
async function loadPrincipal(tx: Tx, userId: number): Promise<Principal | undefined> {
  const { rows } = await sql<PrincipalRow>`select 0 as token_id, 0 as session_id, '{}'::text[] as operations,
    ${sql.raw(principalColumns)} from app_user u where u.id = ${userId} and u.locked_at is null`.execute(tx)
  return rows[0] && toPrincipal(rows[0])
}

async function mayContinue(tx: Tx, userId: number, { status, plan }: ActiveImport): Promise<boolean> {
  const principal = await loadPrincipal(tx, userId)
  return principal !== undefined && requiredRights(status, plan).every((right) => hasRight(principal, right))
}

type Changes = {
  status?: ImportStatus
  pause_reason?: string
  company_count?: number
  ended_at?: Date
  last_row?: number
  undone_at?: Date
  undone_by?: number
}

/** A step of each kind of work. @returns the changes of the import; undefined: there may be a further step */
const steps: Record<
  ActiveStatus,
  (tx: Tx, contactImport: ActiveImport, userId: number, now: Date) => Promise<Changes | undefined>
> = {
  checking: async (tx, contactImport) => {
    if (await validateStep(tx, contactImport)) return undefined
    await askAboutSimilar(tx, contactImport)
    return { status: 'checked', company_count: await countNewCompanies(tx, contactImport) }
  },
  running: async (tx, contactImport, userId, now) => {
    const result = await applyStep(tx, contactImport)
    if (result === 'invalid')
      return { status: 'undoing', last_row: 2147483647, undone_at: now, undone_by: userId }
    return result ? undefined : { status: 'done', ended_at: now }
  },
  undoing: async (tx, contactImport) => {
    if (await undoStep(tx, contactImport)) return undefined
    await removeCategories(tx, contactImport)
    return { status: 'undone' }
  },
}

/**
 * Processes the next step of an import as the user it runs as.
 * @returns false if there is no next step here: another process has locked the import, or it is paused or ended
 */
export async function runStep(tx: Tx, importId: number, userId: number, now: Date): Promise<boolean> {
  const contactImport = await tryLockImport(tx, importId, userId)
  if (!contactImport) return false
  const changes: Changes | undefined = (await mayContinue(tx, userId, contactImport))
    ? await steps[contactImport.status](tx, contactImport, userId, now)
    : { pause_reason: 'forbidden' }
  if (changes) await tx.updateTable('contact_import').set(changes).where('id', '=', importId).execute()
  return true
}
