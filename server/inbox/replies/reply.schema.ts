// Replies to the mail of a task in the back office.
import Type, { type Static } from 'typebox'
import { type MailStatus, mailStatusNames } from '../../mail/mail-statuses.ts'
import { Id, IdOrNone, record } from '../../platform/ground/schema.ts'

export const Reply = record({
  id: Id,
  status: Type.Unsafe<MailStatus>(Type.Enum(mailStatusNames)),
  to: Type.Array(Type.String()),
  cc: Type.Array(Type.String()),
  subject: Type.String(),
  /** HTML, as it was written; the quoted mail is apart. */
  body: Type.String(),
  quote: Type.String(),
  createdAt: Type.String(),
  createdByName: Type.String(),
  /** Of a waiting reply: until then it can be called back. */
  sendAt: Type.String(),
  sentAt: Type.String(),
  /** Why it failed or bounced. */
  reason: Type.String(),
})
export type Reply = Static<typeof Reply>

export const MailThread = record({
  sender: record({
    name: Type.String(),
    /** '': none is known. */
    address: Type.String(),
    /** Since when mail to it comes back; '': it does not. */
    bouncedAt: Type.String(),
    /** The contacts with this address; empty without the right to see contacts. */
    contacts: Type.Array(
      record({ id: Id, name: Type.String(), companyName: Type.String(), contactType: Type.String() }),
    ),
  }),
  /** To whom the mail went that the letter claims to answer, if it is not filed; '': it answers none, or is filed. */
  unfiledAnswerTo: Type.String(),
  /** The task with the earlier mail, which this one answers. */
  previousTaskId: IdOrNone,
  previousTaskNr: Type.String(),
  replies: Type.Array(Reply),
})

export const ReplyDraft = record({
  to: Type.String(),
  /** The other recipients of the mail. */
  others: Type.String(),
  subject: Type.String(),
  quote: Type.String(),
  /** How long a reply waits, and can be called back. */
  delayMinutes: Type.Integer(),
  /** Whether a mail server is set. */
  canSend: Type.Boolean(),
})

export const language = Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))

const AddressList = Type.String({ maxLength: 5000, format: 'address-list' })

export const NewReply = record({
  to: AddressList,
  cc: Type.Optional(AddressList),
  subject: Type.String({ maxLength: 255, format: 'not-blank' }),
  /** HTML or plain text. */
  body: Type.String({ maxLength: 65_535, format: 'not-blank' }),
  /** Adds the mail that is answered, introduced in this language. */
  quoteLanguage: Type.Optional(language),
  /** The task is done. */
  isDone: Type.Optional(Type.Boolean()),
})
export type NewReply = Static<typeof NewReply>
