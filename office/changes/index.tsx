import LogIcon from '@mui/icons-material/HistoryOutlined'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { changesTexts } from './texts.ts'

const LogPage = lazyComponent(async () => (await import('./log-page.tsx')).LogPage)

export const section: OfficeSection = {
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
