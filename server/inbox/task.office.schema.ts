// Tasks as the back office shows and takes them.
import Type, { type Static } from 'typebox'
import { Count, Id, IdOrNone, IsoDate, LongText, record, ShortText } from '../platform/http/schema.ts'

/** A calendar date, or '' for none. */
const DayOrNone = Type.Union([IsoDate, Type.Literal('')])

/** A task with the names of what it refers to. Without the right to see contacts the person is left out. */
export const Task = record({
  id: Id,
  version: Type.Integer(),
  taskNr: Type.String(),
  kind: Type.Enum(['mail', 'todo']),
  clientId: Id,
  subject: Type.String(),
  /** Whether it has a letter that is shown as it came; else `text` is what staff wrote. */
  isLetter: Type.Boolean(),
  text: Type.String(),
  mailFrom: Type.String(),
  mailTo: Type.String(),
  contactId: IdOrNone,
  contact: Type.String(),
  leadId: IdOrNone,
  lead: Type.String(),
  participationId: IdOrNone,
  /** What the participation is of: the event's title and the date's first day. */
  eventTitle: Type.String(),
  startsOn: Type.String(),
  dateId: IdOrNone,
  assigneeId: IdOrNone,
  assignee: Type.String(),
  dueOn: Type.String(),
  done: Type.Boolean(),
  doneAt: Type.String(),
  attachments: Count,
  createdBy: Type.String(),
  createdAt: Type.String(),
})
export type Task = Static<typeof Task>

const fields = {
  text: Type.Optional(LongText),
  assigneeId: Type.Optional(IdOrNone),
  dueOn: Type.Optional(DayOrNone),
  contactId: Type.Optional(IdOrNone),
  leadId: Type.Optional(IdOrNone),
  participationId: Type.Optional(IdOrNone),
}

/** A to-do made by hand; it is of its lead's client, else of the given one, else of the user's default client. */
export const NewTaskBody = record({
  clientId: Type.Optional(Id),
  subject: Type.String({ maxLength: 255, format: 'not-blank' }),
  ...fields,
})
export type NewTaskBody = Static<typeof NewTaskBody>

export const TaskChange = record({
  version: Type.Integer(),
  subject: Type.Optional(ShortText),
  done: Type.Optional(Type.Boolean()),
  ...fields,
})
export type TaskChange = Static<typeof TaskChange>

export const taskFilters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  done: Type.Optional(Type.Boolean()),
  assignee: Type.Optional(Type.Enum(['me', 'none'])),
  assigneeId: Type.Optional(Id),
  kind: Type.Optional(Type.Enum(['mail', 'todo'])),
  clientId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  leadId: Type.Optional(Id),
  participationId: Type.Optional(Id),
  /** Due on that day or before. */
  dueBy: Type.Optional(IsoDate),
}
export type TaskFilters = { [K in keyof typeof taskFilters]?: Static<(typeof taskFilters)[K]> }

/** How many open tasks wait: the user's own, those of them that are overdue, and those that nobody has. */
export const TaskCount = record({ mine: Count, overdue: Count, unassigned: Count })

export const TaskNote = record({
  to: Type.Enum(['lead', 'participation', 'contact']),
  kind: Type.Enum(['note', 'call']),
  text: Type.String({ maxLength: 65535, format: 'not-blank' }),
})

/** What a task can be linked to of the person that it is from. */
export const BookingOption = record({
  id: Id,
  dateId: Id,
  eventTitle: Type.String(),
  startsOn: Type.String(),
  status: Type.String(),
})

export const Attachment = record({
  id: Id,
  filename: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  /** How it can be shown without being kept; '': not at all. */
  preview: Type.Enum(['', 'image', 'pdf', 'text']),
  createdAt: Type.String(),
})
