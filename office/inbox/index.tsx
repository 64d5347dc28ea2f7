import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { InboxBadge } from './inbox-icon.tsx'
import { inboxTexts } from './texts.ts'

const TaskList = lazyComponent(async () => (await import('./task-list.tsx')).TaskList)
const TaskPage = lazyComponent(async () => (await import('./task-page.tsx')).TaskPage)
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
  menu: [
    { to: '/tasks', text: 'inbox.menu', icon: <InboxBadge />, group: 'day', right: 'task:access', order: 30 },
  ],
  texts: inboxTexts,
}
