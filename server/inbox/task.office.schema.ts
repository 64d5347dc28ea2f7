// Tasks and attachments in the back office.
import Type, { type Static } from 'typebox'
import { type InvitationAnswer, invitationAnswerNames } from '../bookings/invitation-answers.ts'
import {
  answerProperties,
  day,
  fields,
  inputProperties,
  longText,
  reference,
  shortText,
} from '../platform/database/fields.ts'
import { Count, Id, IdOrNone, IsoDate, Name, record } from '../platform/ground/schema.ts'
import { type MailProblem, mailProblemNames } from './mail-problems.ts'
import { type SenderAuthentication, senderAuthenticationNames } from './sender-authentications.ts'

/** A calendar date, or '' for none. */
const DayOrNone = Type.Union([IsoDate, Type.Literal('')])

/** The fields that the office writes. */
export const taskFields = {
  ...fields({
    subject: shortText,
    assigneeId: reference,
    dueDate: { ...day, input: DayOrNone },
    contactId: reference,
    leadId: reference,
    bookingId: reference,
  }),
  text: ['body', longText],
} as const

/** A task with the names of the records it refers to. Without the right to see contacts or leads, contactId or leadId is 0. */
export const Task = record({
  id: Id,
  version: Type.Integer(),
  taskNr: Type.String(),
  kind: Type.Enum(['mail', 'todo']),
  clientId: Id,
  ...answerProperties(taskFields),
  /** Whether `GET …/mail-body` has a document; then `text` is empty and cannot be changed. */
  hasMailBody: Type.Boolean(),
  mailFrom: Type.String(),
  mailTo: Type.String(),
  mailCc: Type.String(),
  /** '': its importer did not say. */
  receivedAt: Type.String(),
  /** When the letter was written, as its sender says; '': unknown. */
  writtenAt: Type.String(),
  /** How the sender answers an invitation; '': the letter does not. */
  invitationAnswer: Type.Unsafe<InvitationAnswer | ''>(Type.Enum(['', ...invitationAnswerNames])),
  /** A program wrote the mail. */
  isAutomatic: Type.Boolean(),
  /** Whether its sender is proven, and by which results; '': it did not come from a mailbox. */
  senderAuthentication: Type.Unsafe<SenderAuthentication | ''>(Type.Enum(['', ...senderAuthenticationNames])),
  authenticationResults: Type.String(),
  mailProblem: Type.Unsafe<MailProblem>(Type.Enum(['', ...mailProblemNames])),
  contactName: Type.String(),
  leadName: Type.String(),
  /** Title and first day of the date: that of the booking, or of the mail that is answered. */
  dateTitle: Type.String(),
  startDate: Type.String(),
  dateId: IdOrNone,
  assigneeName: Type.String(),
  isDone: Type.Boolean(),
  doneAt: Type.String(),
  attachmentCount: Count,
  createdByName: Type.String(),
  createdAt: Type.String(),
})
export type Task = Static<typeof Task>

const input = inputProperties(taskFields)

/** A to-do. It belongs to clientId, else to the client of its lead, else to the user's default client. */
export const NewTaskBody = record({ clientId: Type.Optional(Id), ...input, subject: Name })
export type NewTaskBody = Static<typeof NewTaskBody>

export const TaskChange = record({
  version: Type.Integer(),
  isDone: Type.Optional(Type.Boolean()),
  ...input,
})
export type TaskChange = Static<typeof TaskChange>

export const taskFilters = {
  q: Type.Optional(Type.String({ maxLength: 200 })),
  isDone: Type.Optional(Type.Boolean()),
  assignee: Type.Optional(Type.Enum(['me', 'none'])),
  assigneeId: Type.Optional(Id),
  kind: Type.Optional(Type.Enum(['mail', 'todo'])),
  clientId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  leadId: Type.Optional(Id),
  bookingId: Type.Optional(Id),
  /** Due on this day or earlier. */
  dueBy: Type.Optional(IsoDate),
}
export type TaskFilters = { [K in keyof typeof taskFilters]?: Static<(typeof taskFilters)[K]> }

/** Open tasks: those of the user, the overdue ones among them, and those without an assignee. */
export const TaskCounts = record({ mineCount: Count, overdueCount: Count, unassignedCount: Count })

export const TaskNote = record({
  /** The record whose logbook gets the note. */
  target: Type.Enum(['lead', 'booking', 'contact']),
  kind: Type.Enum(['note', 'call']),
  text: Type.String({ maxLength: 65535, format: 'not-blank' }),
})

/** A booking that a task can be linked to. */
export const BookingOption = record({
  id: Id,
  dateId: Id,
  dateTitle: Type.String(),
  startDate: Type.String(),
  status: Type.String(),
})

export const Attachment = record({
  id: Id,
  fileName: Type.String(),
  size: Type.Integer({ minimum: 0 }),
  /** '': there is no preview. */
  previewType: Type.Enum(['', 'image', 'pdf', 'text']),
  createdAt: Type.String(),
})
