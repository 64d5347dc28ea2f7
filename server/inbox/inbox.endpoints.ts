// Interface: "Mail and to-do import".
import { uploadAttachment } from './attachment.endpoints.ts'
import { importLeadMail, importParticipantMail, importTodo } from './mail.endpoints.ts'

export const inboxEndpoints = [importParticipantMail, importLeadMail, importTodo, uploadAttachment]
