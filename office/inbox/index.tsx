import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { InboxBadge } from './inbox-icon.tsx'
import { inboxTexts } from './texts.ts'

const TaskList = lazyComponent(async () => (await import('./task-list.tsx')).TaskList)
const TaskPage = lazyComponent(async () => (await import('./task-page.tsx')).TaskPage)
const MailboxPage = lazyComponent(async () => (await import('./mailbox-page.tsx')).MailboxPage)
const TaskCreate = lazyComponent(async () => (await import('./task-create.tsx')).TaskCreate)

export const section: OfficeSection = {
  resources: [
    {
      name: 'tasks',
      right: { list: 'task:access', create: ['task:access', 'task:edit'] },
      list: <TaskList />,
      edit: <TaskPage />,
      create: <TaskCreate />,
      recordRepresentation: ({ subject, taskNr }) => subject || taskNr,
    },
  ],
  routes: [{ path: '/mailbox', element: <MailboxPage />, right: 'settings' }],
  menu: [
    { to: '/tasks', text: 'inbox.menu', icon: <InboxBadge />, group: 'day', right: 'task:access', order: 30 },
  ],
  texts: inboxTexts,
}
