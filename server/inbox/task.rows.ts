// Reads tasks for the back office: filters, columns, sort orders.
import { sql } from 'kysely'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { searchContainsWords } from '../platform/http/list.ts'
import type { ShownMail } from './mail-body.document.ts'
import type { Task, TaskFilters } from './task.office.schema.ts'

// The text of imported mail, or a text that is too long for a form.
const hasMailBody = `(t.kind = 'mail' or t.mail_from <> '' or t.mail_to <> '' or octet_length(t.body) > 65535)`

const personName = `trim(both ' ' from concat_ws(' ', c.first_name, c.last_name))`

/** The tasks of the user's clients that match the filters. */
export function taskRows(reader: Reader, principal: Principal, filters: TaskFilters = {}) {
  const seesContacts = hasRight(principal, '090300:access')
  const seesLeads = hasRight(principal, 'lead:access')
  const { q = '', assignee } = filters
  const equalityFilters = [
    ['t.assignee_id', filters.assigneeId],
    ['t.kind', filters.kind],
    ['t.client_id', filters.clientId],
    ['t.contact_id', filters.contactId],
    ['t.lead_id', filters.leadId],
    ['t.booking_id', filters.bookingId],
  ] as const
  let rows = reader
    .selectFrom('task as t')
    .leftJoin('contact as c', 'c.id', 't.contact_id')
    .leftJoin('lead as d', 'd.id', 't.lead_id')
    .leftJoin('app_user as a', 'a.id', 't.assignee_id')
    .leftJoin('app_user as u', 'u.id', 't.created_by')
    .leftJoin('booking as p', 'p.id', 't.booking_id')
    .leftJoin('event_date as e', (join) => join.on(sql`e.id`, '=', sql`coalesce(p.date_id, t.date_id)`))
    .leftJoin('event as v', 'v.id', 'e.event_id')
    .select([
      't.id',
      versionColumn('task', 't.id').as('version'),
      't.task_nr as taskNr',
      sql<'mail' | 'todo'>`t.kind`.as('kind'),
      't.client_id as clientId',
      't.subject',
      sql<boolean>`${sql.raw(hasMailBody)}`.as('hasMailBody'),
      sql<string>`case when ${sql.raw(hasMailBody)} then '' else t.body end`.as('text'),
      't.mail_from as mailFrom',
      't.mail_to as mailTo',
      't.mail_cc as mailCc',
      sql<string>`coalesce(to_json(t.received_at) #>> '{}', '')`.as('receivedAt'),
      sql<string>`coalesce(to_json(t.written_at) #>> '{}', '')`.as('writtenAt'),
      sql<Task['invitationAnswer']>`t.invitation_answer`.as('invitationAnswer'),
      't.is_automatic as isAutomatic',
      sql<Task['senderAuthentication']>`t.sender_authentication`.as('senderAuthentication'),
      't.authentication_results as authenticationResults',
      sql<Task['mailProblem']>`t.mail_problem`.as('mailProblem'),
      (seesContacts ? sql<number>`coalesce(t.contact_id, 0)` : sql<number>`0`).as('contactId'),
      (seesContacts ? sql<string>`${sql.raw(personName)}` : sql<string>`''`).as('contactName'),
      (seesLeads ? sql<number>`coalesce(t.lead_id, 0)` : sql<number>`0`).as('leadId'),
      (seesLeads ? sql<string>`coalesce(d.name, '')` : sql<string>`''`).as('leadName'),
      sql<number>`coalesce(t.booking_id, 0)`.as('bookingId'),
      sql<string>`coalesce(nullif(e.title, ''), v.title, '')`.as('dateTitle'),
      sql<string>`coalesce(e.start_date::text, '')`.as('startDate'),
      sql<number>`coalesce(e.id, 0)`.as('dateId'),
      sql<number>`coalesce(t.assignee_id, 0)`.as('assigneeId'),
      sql<string>`coalesce(a.name, '')`.as('assigneeName'),
      sql<string>`coalesce(t.due_date::text, '')`.as('dueDate'),
      sql<boolean>`t.done_at is not null`.as('isDone'),
      sql<string>`coalesce(to_json(t.done_at) #>> '{}', '')`.as('doneAt'),
      sql<number>`(select count(*)::int from attachment x where x.task_id = t.id)`.as('attachmentCount'),
      sql<string>`coalesce(u.name, '')`.as('createdByName'),
      sql<string>`to_json(t.created_at) #>> '{}'`.as('createdAt'),
    ])
    .where('t.client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
  for (const [column, value] of equalityFilters)
    if (value !== undefined) rows = rows.where(sql.ref(column), '=', value)
  return rows
    .$if(filters.isDone !== undefined, (some) =>
      some.where('t.done_at', filters.isDone ? 'is not' : 'is', null),
    )
    .$if(assignee === 'me', (some) => some.where('t.assignee_id', '=', principal.userId))
    .$if(assignee === 'none', (some) => some.where('t.assignee_id', 'is', null))
    .$if(filters.dueBy !== undefined, (some) =>
      some.where(sql<boolean>`t.due_date <= ${filters.dueBy!}::date`),
    )
    .$if(q.trim() !== '', (some) =>
      some.where(
        searchContainsWords(
          q,
          [
            ['task', 't.id'],
            // The search entry of a lead has its contacts.
            ...(seesLeads && seesContacts ? ([['lead', 't.lead_id']] as const) : []),
            ...(seesContacts
              ? ([
                  ['person', 't.contact_id'],
                  ['company', 't.contact_id'],
                ] as const)
              : []),
          ],
          seesLeads && !seesContacts ? 'd.name' : undefined,
        ),
      ),
    )
}

/** The expression of each value of `sort`. */
export const taskSorts = {
  createdAt: sql`t.created_at`,
  id: sql`t.id`,
  subject: sql`lower(t.subject)`,
  mailFrom: sql`lower(t.mail_from)`,
  contactName: sql`lower(c.last_name)`,
  leadName: sql`lower(d.name)`,
  assigneeName: sql`lower(a.name)`,
  dueDate: sql`t.due_date`,
  doneAt: sql`t.done_at`,
  kind: sql`t.kind`,
}

/** One task of the user's clients. */
export const findTask = (reader: Reader, principal: Principal, taskId: number): Promise<Task | undefined> =>
  taskRows(reader, principal).where('t.id', '=', taskId).executeTakeFirst()

/** The letter of a task of the user's clients. */
export const findMailBody = (
  reader: Reader,
  principal: Principal,
  taskId: number,
): Promise<ShownMail | undefined> =>
  reader
    .selectFrom('task')
    .select([
      sql<string>`coalesce(nullif(whole_subject, ''), subject)`.as('subject'),
      'body',
      sql<ShownMail['format']>`mail_format`.as('format'),
    ])
    .where('id', '=', taskId)
    .where('client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
    .executeTakeFirst()

/** Counts the open tasks of the user's clients. */
export async function countTasks(reader: Reader, principal: Principal, today: string) {
  const { rows } = await sql<{ mineCount: number; overdueCount: number; unassignedCount: number }>`
    select count(*) filter (where assignee_id = ${principal.userId})::int as "mineCount",
      count(*) filter (where assignee_id = ${principal.userId} and due_date < ${today}::date)::int as "overdueCount",
      count(*) filter (where assignee_id is null)::int as "unassignedCount"
    from task where done_at is null and client_id = any(${principal.clientIds}::int[])`.execute(reader)
  return rows
}

/** The bookings of a contact, latest date first. */
export const bookingsOfContact = (reader: Reader, contactId: number) =>
  reader
    .selectFrom('booking as p')
    .innerJoin('event_date as e', 'e.id', 'p.date_id')
    .innerJoin('event as v', 'v.id', 'e.event_id')
    .select([
      'p.id',
      'p.date_id as dateId',
      sql<string>`coalesce(nullif(e.title, ''), v.title)`.as('dateTitle'),
      sql<string>`coalesce(e.start_date::text, '')`.as('startDate'),
      'p.status',
    ])
    .where('p.contact_id', '=', contactId)
    .orderBy(sql`e.start_date desc nulls last`)
    .orderBy('p.id')
    .limit(200)
    .execute()
