// Interface: the bodies and answers of POST /mail/participant, /mail/crmlead and /todo/import.
import Type, { type Static } from 'typebox'
import { Id, IdOrNone, record, ShortText } from '../platform/http/schema.ts'

const Addresses = Type.String({ format: 'address-list', maxLength: 65535 })

const mail = {
  subject: Type.Optional(ShortText),
  mailBody: Type.Optional(Type.String({ maxLength: 10 * 1024 * 1024 })),
  mailFrom: Type.Optional(Addresses),
  mailTo: Type.Optional(Addresses),
}

/** An e-mail; subject or mailBody is required (decision 7.2). */
export const Mail = record(mail, 'Mail')
export type Mail = Static<typeof Mail>

/** An e-mail and the contact that sent or received it. */
export const MailOfContact = record({ ...mail, cid: Type.Optional(Id) }, 'MailOfContact')
export type MailOfContact = Static<typeof MailOfContact>

/** The task created for an e-mail; leadId is 0 for a participant without a lead. */
export const ImportedMail = record({ leadId: IdOrNone, taskNr: Type.String(), taskId: Id }, 'ImportedMail')

/** The task created for a to-do. */
export const ImportedTodo = record({ id: Id, clientId: Id }, 'ImportedTodo')
