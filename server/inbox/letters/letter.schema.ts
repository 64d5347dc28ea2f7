// Letters of the integration interface: filed in one request, and read back.
import Type, { type Static } from 'typebox'
import {
  Count,
  Email,
  Id,
  IdOrNone,
  LongText,
  Name,
  record,
  ShortText,
} from '../../platform/ground/schema.ts'
import { AddressHeader, IsHtml, MailBody, MessageId, ReceivedAt } from '../mail.schema.ts'

const Letter = record(
  {
    messageId: Type.Optional(MessageId),
    from: AddressHeader,
    to: Type.Optional(AddressHeader),
    cc: Type.Optional(AddressHeader),
    subject: Type.Optional(LongText),
    receivedAt: Type.Optional(ReceivedAt),
    body: Type.Optional(MailBody),
    isHtml: Type.Optional(IsHtml),
  },
  'Letter',
)

const LetterContact = record(
  {
    id: Type.Optional(Id),
    email: Type.Optional(Email),
    lastName: Type.Optional(Name),
    firstName: Type.Optional(ShortText),
    salutation: Type.Optional(Type.Unsafe<'' | 'mr' | 'ms'>(Type.Enum(['', 'mr', 'ms']))),
    title: Type.Optional(ShortText),
    company: Type.Optional(ShortText),
  },
  'LetterContact',
)

const LetterLead = record(
  {
    id: Type.Optional(Id),
    name: Type.Optional(ShortText),
    categoryId: Type.Optional(Id),
    ownerId: Type.Optional(Id),
    comment: Type.Optional(LongText),
  },
  'LetterLead',
)

const NewAttachment = record(
  {
    name: Type.String({ format: 'file-name' }),
    contentType: Type.Optional(ShortText),
    base64: Type.String({ minLength: 1, format: 'base64' }),
  },
  'NewAttachment',
)

export const NewLetter = record(
  {
    letter: Letter,
    contact: Type.Optional(LetterContact),
    lead: Type.Optional(LetterLead),
    clientId: Type.Optional(Id),
    attachments: Type.Optional(Type.Array(NewAttachment, { maxItems: 50 })),
  },
  'NewLetter',
)
export type NewLetter = Static<typeof NewLetter>

export const LetterAttachment = record(
  { id: Id, name: Type.String(), size: Count, createdAt: Type.String() },
  'LetterAttachment',
)

export const FiledLetter = record(
  {
    taskId: Id,
    taskNr: Type.String(),
    clientId: Id,
    contactId: IdOrNone,
    leadId: IdOrNone,
    attachments: Type.Array(LetterAttachment),
  },
  'FiledLetter',
)
export type FiledLetter = Static<typeof FiledLetter>

export const LetterOfTask = record(
  {
    direction: Type.Unsafe<'received' | 'sent'>(Type.Enum(['received', 'sent'])),
    messageId: Type.String(),
    from: Type.String(),
    to: Type.String(),
    cc: Type.String(),
    subject: Type.String(),
    body: Type.String(),
    isHtml: Type.Boolean(),
    /** When it was received, or sent. */
    at: Type.String({ description: 'When it was received or sent; else when it became a task' }),
  },
  'LetterOfTask',
)
export type LetterOfTask = Static<typeof LetterOfTask>
