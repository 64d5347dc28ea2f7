import OutboxIcon from '@mui/icons-material/OutboxOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { mailTexts } from './texts.ts'

const OutboxList = lazyComponent(async () => (await import('./outbox-list.tsx')).OutboxList)

const right = 'admin'

export const section: OfficeSection = {
  resources: [{ name: 'outbox-mails', list: <OutboxList />, recordRepresentation: 'recipient', right }],
  menu: [
    { to: '/outbox-mails', text: 'mail.title', icon: <OutboxIcon />, group: 'settings', order: 38, right },
  ],
  texts: mailTexts,
}
