// Interface: the bodies and answers of POST /mail/participant, /mail/crmlead and /todo/import.
import Type, { type Static } from 'typebox'
import { described, Id, IdOrNone, LongText, record } from '../platform/ground/schema.ts'

export const AddressHeader = Type.String({ format: 'address-header', maxLength: 65535 })
export const MailBody = Type.String({ maxLength: 10 * 1024 * 1024 })
export const MessageId = Type.String({
  format: 'message-id',
  maxLength: 998,
  description: 'The same letter is filed once with the same lead or participant',
})
export const ReceivedAt = Type.String({ format: 'date-time', description: 'RFC 3339, with an offset' })
export const IsHtml = Type.Boolean({ description: 'Left out: the text itself tells' })

const mail = described(
  {
    subject: Type.Optional(LongText),
    mailBody: Type.Optional(MailBody),
    mailFrom: Type.Optional(AddressHeader),
    mailTo: Type.Optional(AddressHeader),
  },
  {
    subject: 'Subject; it or mailBody must not be empty',
    mailBody: 'Text or HTML',
    mailFrom: 'Sender as in the header of the mail: `Jana Köhler <jana@example.com>`',
    mailTo: 'Recipients as in the header of the mail, separated by commas',
  },
)

/** An e-mail; subject or mailBody is required (decision 7.2). */
export const Mail = record(mail, 'Mail', 'An e-mail')

/** An e-mail and the contact that sent or received it. */
export const MailOfContact = record(
  {
    ...mail,
    ...described(
      { cid: Type.Optional(Id), mailCc: Type.Optional(AddressHeader) },
      {
        cid: 'Id of the contact that sent or received it; left out: the one with the address of the sender',
        mailCc: 'Addition: recipients of copies, as mailTo',
      },
    ),
    // Extensions for mail programs (decision 13.5).
    messageId: Type.Optional(MessageId),
    receivedAt: Type.Optional(ReceivedAt),
    isHtml: Type.Optional(IsHtml),
  },
  'MailOfContact',
  'An e-mail and the contact that sent or received it',
)
export type MailOfContact = Static<typeof MailOfContact>
export type Mail = Omit<MailOfContact, 'cid'>

/** The task created for an e-mail; leadId is 0 for a participant without a lead. */
export const ImportedMail = record(
  described(
    { leadId: IdOrNone, taskNr: Type.String(), taskId: Id },
    {
      leadId: 'Id of the lead; 0: the participant has none',
      taskNr: 'Number of the task, such as `T-000123`',
      taskId: 'Id of the task',
    },
  ),
  'ImportedMail',
  'The task created for an e-mail',
)

/** The task created for a to-do. */
export const ImportedTodo = record(
  described({ id: Id, clientId: Id }, { id: 'Id of the task', clientId: 'Client that it belongs to' }),
  'ImportedTodo',
  'The task created for a to-do',
)
