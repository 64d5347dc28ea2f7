// The inbox in the back office.
import { attachmentsOffice } from './attachments.office.ts'
import { mailboxOffice } from './mailbox/mailbox.office.ts'
import { repliesOffice } from './replies/replies.office.ts'
import { tasksOffice } from './tasks.office.ts'

export const inboxOffice = [...tasksOffice, ...attachmentsOffice, ...repliesOffice, ...mailboxOffice]
