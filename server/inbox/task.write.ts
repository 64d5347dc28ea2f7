// What may be written of a task in the back office, and how.
import { resolveClientOrError } from '../access/client.ts'
import { isUserOfClient } from '../leads/choices.sql.ts'
import { lockLead } from '../leads/lead.sql.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError, forbidden } from '../platform/http/errors.ts'
import type { NewTaskBody, Task, TaskChange } from './task.office.schema.ts'
import { contactExists, findBooking } from './task.sql.ts'

type TaskInput = Omit<TaskChange, 'version'> | NewTaskBody

/** Persons and what they booked are named only by who may see them. */
export function assertMayNamePersons(principal: Principal, { contactId, participationId }: TaskInput): void {
  if ((contactId !== undefined || participationId !== undefined) && !hasRight(principal, '090300:access'))
    throw forbidden('The right 090300:access is needed.')
}

/**
 * Refuses what the given fields refer to and is not there, or not the client's; what the task has already may stay.
 * @returns the client of the task
 * @throws Failure 400 with every fault
 */
export async function validateTask(
  tx: Tx,
  principal: Principal,
  input: TaskInput,
  task?: Task,
): Promise<number> {
  const errors: FieldError[] = []
  const isNew = (field: 'assigneeId' | 'contactId' | 'leadId' | 'participationId') =>
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
    errors.push({ field: 'leadId', message: 'is not a lead of the client' })
  if (
    isNew('assigneeId') &&
    clientId !== undefined &&
    !(await isUserOfClient(tx, input.assigneeId!, clientId))
  )
    errors.push({ field: 'assigneeId', message: 'is not a user of the client' })
  if (isNew('contactId') && !(await contactExists(tx, input.contactId!)))
    errors.push({ field: 'contactId', message: 'is not the id of a contact' })
  if (isNew('participationId') && !(await findBooking(tx, input.participationId!, principal)))
    errors.push({ field: 'participationId', message: 'is not the id of a participation' })
  if (input.text !== undefined && task?.isLetter)
    errors.push({ field: 'text', message: 'is a letter, which stays as it came' })
  if (task && !task.isLetter && input.subject?.trim() === '')
    errors.push({ field: 'subject', message: 'must not be blank' })
  if (errors.length > 0 || clientId === undefined) throw badRequest(errors)
  return clientId
}

const orNull = <T>(value: T | 0 | ''): T | null => (value === 0 || value === '' ? null : value)

const columnsOf = (input: TaskInput) => ({
  ...(input.subject === undefined ? {} : { subject: input.subject.trim() }),
  ...(input.text === undefined ? {} : { body: input.text }),
  ...(input.assigneeId === undefined ? {} : { assignee_id: orNull(input.assigneeId) }),
  ...(input.dueOn === undefined ? {} : { due_date: orNull(input.dueOn) }),
  ...(input.contactId === undefined ? {} : { contact_id: orNull(input.contactId) }),
  ...(input.leadId === undefined ? {} : { lead_id: orNull(input.leadId) }),
  ...(input.participationId === undefined ? {} : { booking_id: orNull(input.participationId) }),
})

export async function insertTodo(
  tx: Tx,
  clientId: number,
  input: NewTaskBody,
  principal: Principal,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('task')
    .values({
      client_id: clientId,
      kind: 'todo',
      created_by: principal.userId,
      created_at: now,
      ...columnsOf(input),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function updateTask(
  tx: Tx,
  task: Task,
  { done, ...input }: Omit<TaskChange, 'version'>,
  now: Date,
): Promise<void> {
  const columns = {
    ...columnsOf(input),
    ...(done === undefined || done === task.done ? {} : { done_at: done ? now : null }),
  }
  if (Object.keys(columns).length > 0)
    await tx.updateTable('task').set(columns).where('id', '=', task.id).execute()
}
