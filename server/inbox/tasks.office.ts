// Tasks in the back office: list, record, mail body, logbook.
import Type from 'typebox'
import { LogbookEntry } from '../leads/lead.office.schema.ts'
import { insertLogbookEntry, logbookOf } from '../leads/logbook.sql.ts'
import { assertRights, type Principal } from '../platform/auth/principal.ts'
import { lockVersion } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { badRequest, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { FileResponse, officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { lockTask } from './attachment.sql.ts'
import { inboxErrors } from './inbox.errors.ts'
import { fileUnfiledLetter } from './letter-records.ts'
import { contentSecurityPolicy, renderMailBody } from './mail-body.ts'
import {
  BookingOption,
  NewTaskBody,
  Task,
  TaskChange,
  TaskCounts,
  TaskNote,
  taskFilters,
} from './task.office.schema.ts'
import { bookingsOfContact, countTasks, findMailBody, findTask, taskRows, taskSorts } from './task.rows.ts'
import { assertMayNameRecords, insertTodo, updateTask, validateTask } from './task.write.ts'

const params = Type.Object({ taskId: Id })
const readRight = 'task:access'
// A change returns the task.
const writeRights = [readRight, 'task:edit'] as const

const taskNotFound = (id: number) => notFound(generalErrors.notFound({ kind: 'task', id }))

export async function loadTask(reader: Reader, principal: Principal, taskId: number): Promise<Task> {
  const task = await findTask(reader, principal, taskId)
  if (!task) throw taskNotFound(taskId)
  return task
}

const listTasks = officeEndpoint({
  method: 'GET',
  path: '/tasks',
  right: readRight,
  query: listQuery({ sorts: Object.keys(taskSorts), filters: taskFilters }),
  response: Type.Array(Task),
  handle: ({ db, principal, query }) =>
    selectPage(
      db,
      taskRows(db, principal, query),
      { ...(query.sort === undefined ? { order: 'desc' } : {}), ...query },
      taskSorts,
      't.id',
    ),
})

const countOpen = officeEndpoint({
  method: 'GET',
  path: '/tasks/counts',
  right: readRight,
  response: Type.Array(TaskCounts),
  handle: ({ db, principal, today }) => countTasks(db, principal, today),
})

const getTask = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}',
  right: readRight,
  params,
  response: Type.Array(Task),
  handle: async ({ db, principal, params: { taskId } }) => [await loadTask(db, principal, taskId)],
})

const getMailBody = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/mail-body',
  right: readRight,
  params,
  query: Type.Object({ allowRemote: Type.Optional(Type.Boolean()), isDark: Type.Optional(Type.Boolean()) }),
  handle: async ({ db, principal, params: { taskId }, query: { allowRemote = false, isDark = false } }) => {
    const mail = await findMailBody(db, principal, taskId)
    if (!mail) throw taskNotFound(taskId)
    return new FileResponse({
      type: 'text/html; charset=utf-8',
      name: `${taskId}.html`,
      inline: true,
      content: await renderMailBody(mail, { showRemoteImages: allowRemote, isDark }),
      policy: contentSecurityPolicy(allowRemote),
    })
  },
})

const createTask = officeEndpoint({
  method: 'POST',
  path: '/tasks',
  right: writeRights,
  body: NewTaskBody,
  response: Type.Array(Task),
  handle: async ({ tx, principal, body, now }) => {
    assertMayNameRecords(principal, body)
    const clientId = await validateTask(tx, principal, body)
    return [await loadTask(tx, principal, await insertTodo(tx, clientId, body, principal, now))]
  },
})

const editTask = officeEndpoint({
  method: 'PATCH',
  path: '/tasks/{taskId}',
  right: writeRights,
  params,
  body: TaskChange,
  response: Type.Array(Task),
  handle: async ({ tx, principal, params: { taskId }, body: { version, ...input }, now }) => {
    if (!(await lockTask(tx, taskId, principal))) throw taskNotFound(taskId)
    assertMayNameRecords(principal, input)
    await lockVersion(tx, 'task', taskId, version)
    const task = await loadTask(tx, principal, taskId)
    await validateTask(tx, principal, input, task)
    await updateTask(tx, task, input, now)
    return [await loadTask(tx, principal, taskId)]
  },
})

const fileLetter = officeEndpoint({
  method: 'POST',
  path: '/tasks/{taskId}/file-letter',
  right: [...writeRights, '090300:access'],
  params,
  response: Type.Array(Task),
  handle: async ({ tx, principal, params: { taskId }, now }) => {
    if (!(await lockTask(tx, taskId, principal))) throw taskNotFound(taskId)
    await fileUnfiledLetter(tx, taskId, principal, now)
    return [await loadTask(tx, principal, taskId)]
  },
})

const listNotes = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/logbook-entries',
  right: readRight,
  params,
  response: Type.Array(LogbookEntry),
  handle: async ({ db, principal, params: { taskId } }) => {
    await loadTask(db, principal, taskId)
    return logbookOf(db, principal, { task_id: taskId }).limit(1000).execute()
  },
})

const addNote = officeEndpoint({
  method: 'POST',
  path: '/tasks/{taskId}/logbook-entries',
  right: writeRights,
  params,
  body: TaskNote,
  response: Type.Array(LogbookEntry),
  handle: async ({ tx, principal, params: { taskId }, body: { target, kind, text }, now }) => {
    const task = await loadTask(tx, principal, taskId)
    const owners = {
      lead: { lead_id: task.leadId },
      booking: { booking_id: task.bookingId },
      contact: { contact_id: task.contactId },
    }
    if (target === 'lead') assertRights(principal, ['lead:edit'])
    if (task[`${target}Id`] === 0) throw badRequest([{ field: 'target', ...inboxErrors.notLinked() }])
    const id = await insertLogbookEntry(tx, owners[target], { kind, text, taskId }, principal, now)
    return logbookOf(tx, principal, { task_id: taskId }).where('e.id', '=', id).execute()
  },
})

const listBookingOptions = officeEndpoint({
  method: 'GET',
  path: '/tasks/{taskId}/booking-options',
  right: [readRight, 'booking:access'],
  params,
  query: Type.Object({ contactId: Type.Optional(Id) }),
  response: Type.Array(BookingOption),
  handle: async ({ db, principal, params: { taskId }, query }) => {
    const contactId = query.contactId ?? (await loadTask(db, principal, taskId)).contactId
    return contactId === 0 ? [] : bookingsOfContact(db, contactId)
  },
})

export const tasksOffice = [
  listTasks,
  countOpen,
  getTask,
  getMailBody,
  createTask,
  editTask,
  fileLetter,
  listNotes,
  addNote,
  listBookingOptions,
]
