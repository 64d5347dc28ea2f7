import LogIcon from '@mui/icons-material/HistoryOutlined'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { changesTexts } from './texts.ts'

const LogPage = lazily(async () => (await import('./log-page.tsx')).LogPage)

export const part: Part = {
  routes: [{ path: '/changes', element: <LogPage />, right: 'admin' }],
  menu: [
    {
      to: '/changes',
      text: 'changes.title',
      icon: <LogIcon />,
      group: 'settings',
      order: 90,
      right: 'admin',
    },
  ],
  texts: changesTexts,
}
