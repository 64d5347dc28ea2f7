// The logbooks of leads, bookings, contacts and tasks, newest entry first.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'

type LogbookOwner =
  | { lead_id: number }
  | { booking_id: number }
  | { contact_id: number }
  | { task_id: number }

/** Without the right to tasks, entries do not name theirs. */
export const logbookOf = (reader: Reader, principal: Principal, owner: LogbookOwner) => {
  const seesTasks = hasRight(principal, 'task:access')
  const [[column, id]] = Object.entries(owner) as [[keyof typeof owner, number]]
  return reader
    .selectFrom('logbook_entry as e')
    .leftJoin('app_user as u', 'u.id', 'e.created_by')
    .leftJoin('task as t', 't.id', 'e.task_id')
    .select([
      'e.id',
      sql<string>`to_json(e.created_at) #>> '{}'`.as('createdAt'),
      sql<string>`coalesce(u.name, '')`.as('createdByName'),
      sql<'note' | 'call'>`e.kind`.as('kind'),
      'e.text',
      (seesTasks ? sql<number>`coalesce(e.task_id, 0)` : sql<number>`0`).as('taskId'),
      (seesTasks ? sql<string>`coalesce(t.task_nr, '')` : sql<string>`''`).as('taskNr'),
      sql<boolean>`coalesce(t.kind = 'mail' and e.text = t.subject and e.created_at = t.created_at, false)`.as(
        'isMail',
      ),
    ])
    .where(sql.ref(`e.${column}`), '=', id)
    .orderBy('e.created_at', 'desc')
    .orderBy('e.id', 'desc')
}

/** Adds an entry to the logbook of a lead, a booking or a contact. @param entry.taskId the task in which it was written */
export async function insertLogbookEntry(
  tx: Tx,
  owner: { lead_id: number } | { booking_id: number } | { contact_id: number },
  entry: { kind: 'note' | 'call'; text: string; taskId?: number },
  principal: Principal,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('logbook_entry')
    .values({
      ...owner,
      kind: entry.kind,
      text: entry.text.trim(),
      task_id: entry.taskId ?? null,
      created_by: principal.userId,
      created_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
