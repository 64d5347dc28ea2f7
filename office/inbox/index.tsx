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
      list: <TaskList />,
      edit: <TaskPage />,
      create: <TaskCreate />,
      recordRepresentation: ({ subject, taskNr }) => subject || taskNr,
    },
  ],
  menu: [{ to: '/tasks', text: 'inbox.menu', icon: <InboxBadge />, group: 'day', order: 30 }],
  texts: inboxTexts,
  serverTexts: {
    'is not a lead of the client': 'ist kein Lead des Mandanten',
    'is not the id of a participation': 'ist keine Buchung',
    'is a letter, which stays as it came': 'ist ein Brief, der bleibt, wie er kam',
    'is nothing that the task is linked to': 'ist nicht mit der Aufgabe verknüpft',
    'There is no task #.': 'Die Aufgabe # gibt es nicht.',
    'There is no such task.': 'Diese Aufgabe gibt es nicht.',
    'There is no such attachment.': 'Diese Anlage gibt es nicht.',
    'The file is not in the store.': 'Die Datei liegt nicht in der Ablage.',
    'Files of this kind are not shown, only kept.':
      'Dateien dieser Art werden nicht angezeigt, nur gespeichert.',
    'The file is larger than the limit.': 'Die Datei ist zu groß.',
  },
}
