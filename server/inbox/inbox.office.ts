// The inbox in the back office.
import { attachmentsOffice } from './attachments.office.ts'
import { tasksOffice } from './tasks.office.ts'

export const inboxOffice = [...tasksOffice, ...attachmentsOffice]
