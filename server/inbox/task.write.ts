// Validates and writes tasks of the back office.
import { accessErrors } from '../access/access.errors.ts'
import { resolveClientOrError } from '../access/client.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { lockLead } from '../leads/lead.sql.ts'
import { isUserOfClient } from '../leads/options.sql.ts'
import { assertRights, type Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { fields, id, text, timestamp } from '../platform/database/fields.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { inboxErrors } from './inbox.errors.ts'
import { type NewTaskBody, type Task, type TaskChange, taskFields } from './task.office.schema.ts'
import { contactExists, findBooking } from './task.sql.ts'

type TaskInput = Omit<TaskChange, 'version'> | NewTaskBody

/** Naming a contact, a booking or a lead requires the right to see it. */
export function assertMayNameRecords(
  principal: Principal,
  { contactId, bookingId, leadId }: TaskInput,
): void {
  if (contactId !== undefined) assertRights(principal, ['090300:access'])
  if (bookingId !== undefined) assertRights(principal, ['booking:access'])
  if (leadId !== undefined) assertRights(principal, ['lead:access'])
}

/**
 * Validates the fields of the input. References that the task has already are not checked again.
 * @returns the client of the task
 * @throws Failure 400 with all errors
 */
export async function validateTask(
  tx: Tx,
  principal: Principal,
  input: TaskInput,
  task?: Task,
): Promise<number> {
  const errors: FieldError[] = []
  const isNew = (field: 'assigneeId' | 'contactId' | 'leadId' | 'bookingId') =>
    input[field] !== undefined && input[field] !== 0 && input[field] !== task?.[field]
  const lead = isNew('leadId') ? await lockLead(tx, principal, input.leadId!) : undefined
  let clientId = task?.clientId ?? lead?.client_id
  if (!task) {
    const requestedClientId = (input as NewTaskBody).clientId
    if (requestedClientId !== undefined || clientId === undefined) {
      const client = await resolveClientOrError(principal, tx, requestedClientId)
      if ('error' in client) errors.push(client.error)
      else clientId = client.id
    }
  }
  if (isNew('leadId') && (!lead || (clientId !== undefined && lead.client_id !== clientId)))
    errors.push({ field: 'leadId', ...inboxErrors.foreignLead() })
  if (
    isNew('assigneeId') &&
    clientId !== undefined &&
    !(await isUserOfClient(tx, input.assigneeId!, clientId))
  )
    errors.push({ field: 'assigneeId', ...accessErrors.notUserOfClient() })
  if (isNew('contactId') && !(await contactExists(tx, input.contactId!)))
    errors.push({ field: 'contactId', ...contactErrors.unknownContact() })
  if (isNew('bookingId') && !(await findBooking(tx, input.bookingId!, principal)))
    errors.push({ field: 'bookingId', ...inboxErrors.unknownBooking() })
  if (input.text !== undefined && task?.hasMailBody)
    errors.push({ field: 'text', ...inboxErrors.importedText() })
  if (task && !task.hasMailBody && input.subject?.trim() === '')
    errors.push({ field: 'subject', ...generalErrors.blank() })
  if (errors.length > 0 || clientId === undefined) throw badRequest(errors)
  return clientId
}

const storedFields = {
  ...taskFields,
  ...fields({ clientId: id, kind: text, createdBy: id, createdAt: timestamp, doneAt: timestamp }),
}

const withCleanSubject = <T extends TaskInput>(input: T) => ({ ...input, subject: input.subject?.trim() })

export const insertTodo = (
  tx: Tx,
  clientId: number,
  input: NewTaskBody,
  principal: Principal,
  now: Date,
): Promise<number> =>
  insertRow(tx, 'task', storedFields, {
    ...withCleanSubject(input),
    clientId,
    kind: 'todo',
    createdBy: principal.userId,
    createdAt: now.toISOString(),
  })

export const updateTask = (
  tx: Tx,
  task: Task,
  { isDone, ...input }: Omit<TaskChange, 'version'>,
  now: Date,
): Promise<void> =>
  updateRow(tx, 'task', storedFields, task.id, {
    ...withCleanSubject(input),
    ...(isDone !== undefined && isDone !== task.isDone && { doneAt: isDone ? now.toISOString() : '' }),
  })
