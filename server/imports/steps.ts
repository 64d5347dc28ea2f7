// The next piece of what an import is doing.
import type { Principal } from '../platform/access.ts'
import { may } from '../platform/access.ts'
import type { Tx } from '../platform/database.ts'
import { forbidden } from '../platform/errors.ts'
import { carryOutStep } from './carry-out.ts'
import { checkStep } from './check.ts'
import { holdImport, type State } from './import.rows.ts'
import { removeCategories, undoStep } from './undo.ts'

/** Goes on with an import by one step; nothing where none is under way. */
export async function goOn(tx: Tx, importId: number, principal: Principal, now: Date): Promise<void> {
  const held = await holdImport(tx, importId)
  const become = async (
    state: State,
    more: { ended_at?: Date; at_row?: number; undone_at?: Date; undone_by?: number } = {},
  ) => {
    await tx
      .updateTable('contact_import')
      .set({ state, ...more })
      .where('id', '=', importId)
      .execute()
  }
  if (held.state === 'checking') {
    if (!(await checkStep(tx, held))) await become('checked')
  } else if (held.state === 'running') {
    // Going on with somebody else's import changes contacts too.
    if (held.plan.duplicates !== 'skip' && !may(principal, '090300:edit'))
      throw forbidden('The right 090300:edit is needed.')
    const left = await carryOutStep(tx, held)
    if (left === 'faulty')
      await become('undoing', { at_row: 2147483647, undone_at: now, undone_by: principal.userId })
    else if (!left) await become('done', { ended_at: now })
  } else if (held.state === 'undoing') {
    if (await undoStep(tx, held)) return
    await removeCategories(tx, held)
    await become('undone')
  }
}
