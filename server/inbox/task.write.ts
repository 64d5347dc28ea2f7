// What may be written of a task in the back office, and how.
import { clientOrFault } from '../access/client.ts'
import { isUserOfClient } from '../leads/choices.sql.ts'
import { lockLead } from '../leads/lead.sql.ts'
import { may, type Principal } from '../platform/auth/access.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type Detail, forbidden } from '../platform/http/errors.ts'
import type { Task, TaskChange, TaskToMake } from './task.office.schema.ts'
import { contactExists, findParticipation } from './task.sql.ts'

type Given = Omit<TaskChange, 'version'> | TaskToMake

/** Persons and what they booked are named only by who may see them. */
export function refusePersons(principal: Principal, { contactId, participationId }: Given): void {
  if ((contactId !== undefined || participationId !== undefined) && !may(principal, '090300:access'))
    throw forbidden('The right 090300:access is needed.')
}

/**
 * Refuses what the given fields refer to and is not there, or not the client's; what the task has already may stay.
 * @returns the client of the task
 * @throws Failure 400 with every fault
 */
export async function checkTask(tx: Tx, principal: Principal, given: Given, task?: Task): Promise<number> {
  const faults: Detail[] = []
  const isNew = (field: 'assigneeId' | 'contactId' | 'leadId' | 'participationId') =>
    given[field] !== undefined && given[field] !== 0 && given[field] !== task?.[field]
  const lead = isNew('leadId') ? await lockLead(tx, principal, given.leadId!) : undefined
  let clientId = task?.clientId ?? lead?.client_id
  if (!task) {
    const wanted = (given as TaskToMake).clientId
    if (wanted !== undefined || clientId === undefined) {
      const client = await clientOrFault(principal, tx, wanted)
      if ('fault' in client) faults.push(client.fault)
      else clientId = client.id
    }
  }
  if (isNew('leadId') && (!lead || (clientId !== undefined && lead.client_id !== clientId)))
    faults.push({ field: 'leadId', message: 'is not a lead of the client' })
  if (
    isNew('assigneeId') &&
    clientId !== undefined &&
    !(await isUserOfClient(tx, given.assigneeId!, clientId))
  )
    faults.push({ field: 'assigneeId', message: 'is not a user of the client' })
  if (isNew('contactId') && !(await contactExists(tx, given.contactId!)))
    faults.push({ field: 'contactId', message: 'is not the id of a contact' })
  if (isNew('participationId') && !(await findParticipation(tx, given.participationId!, principal)))
    faults.push({ field: 'participationId', message: 'is not the id of a participation' })
  if (given.text !== undefined && task?.isLetter)
    faults.push({ field: 'text', message: 'is a letter, which stays as it came' })
  if (task && !task.isLetter && given.subject?.trim() === '')
    faults.push({ field: 'subject', message: 'must not be blank' })
  if (faults.length > 0 || clientId === undefined) throw badRequest(faults)
  return clientId
}

const orNull = <T>(value: T | 0 | ''): T | null => (value === 0 || value === '' ? null : value)

const columnsOf = (given: Given) => ({
  ...(given.subject === undefined ? {} : { subject: given.subject.trim() }),
  ...(given.text === undefined ? {} : { body: given.text }),
  ...(given.assigneeId === undefined ? {} : { assignee_id: orNull(given.assigneeId) }),
  ...(given.dueOn === undefined ? {} : { due_on: orNull(given.dueOn) }),
  ...(given.contactId === undefined ? {} : { contact_id: orNull(given.contactId) }),
  ...(given.leadId === undefined ? {} : { lead_id: orNull(given.leadId) }),
  ...(given.participationId === undefined ? {} : { participation_id: orNull(given.participationId) }),
})

export async function makeTodo(
  tx: Tx,
  clientId: number,
  given: TaskToMake,
  by: Principal,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('task')
    .values({
      client_id: clientId,
      kind: 'todo',
      created_by: by.userId,
      created_at: now,
      ...columnsOf(given),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function changeTask(
  tx: Tx,
  task: Task,
  { done, ...given }: Omit<TaskChange, 'version'>,
  now: Date,
): Promise<void> {
  const columns = {
    ...columnsOf(given),
    ...(done === undefined || done === task.done ? {} : { done_at: done ? now : null }),
  }
  if (Object.keys(columns).length > 0)
    await tx.updateTable('task').set(columns).where('id', '=', task.id).execute()
}
