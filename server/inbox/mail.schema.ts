// Interface: the bodies and answers of POST /mail/participant, /mail/crmlead and /todo/import.
import Type, { type Static } from 'typebox'
import { Id, IdOrNone, LongText, record } from '../platform/http/schema.ts'

export const AddressHeader = Type.String({ format: 'address-header', maxLength: 65535 })
export const MailBody = Type.String({ maxLength: 10 * 1024 * 1024 })
export const MessageId = Type.String({
  format: 'message-id',
  maxLength: 998,
  description: 'The same letter is filed once with the same lead or participant',
})
export const ReceivedAt = Type.String({ format: 'date-time', description: 'RFC 3339, with an offset' })
export const IsHtml = Type.Boolean({ description: 'Left out: the text itself tells' })

const mail = {
  subject: Type.Optional(LongText),
  mailBody: Type.Optional(MailBody),
  mailFrom: Type.Optional(AddressHeader),
  mailTo: Type.Optional(AddressHeader),
}

/** An e-mail; subject or mailBody is required (decision 7.2). */
export const Mail = record(mail, 'Mail')

/** An e-mail and the contact that sent or received it. */
export const MailOfContact = record(
  {
    ...mail,
    cid: Type.Optional(Id),
    // Extensions for mail programs (decision 13.5).
    messageId: Type.Optional(MessageId),
    mailCc: Type.Optional(AddressHeader),
    receivedAt: Type.Optional(ReceivedAt),
    isHtml: Type.Optional(IsHtml),
  },
  'MailOfContact',
)
export type MailOfContact = Static<typeof MailOfContact>
export type Mail = Omit<MailOfContact, 'cid'>

/** The task created for an e-mail; leadId is 0 for a participant without a lead. */
export const ImportedMail = record({ leadId: IdOrNone, taskNr: Type.String(), taskId: Id }, 'ImportedMail')

/** The task created for a to-do. */
export const ImportedTodo = record({ id: Id, clientId: Id }, 'ImportedTodo')
