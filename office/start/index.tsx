import StartIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { startTexts } from './texts.ts'

const StartPage = lazyComponent(async () => (await import('./start-page.tsx')).StartPage)

export const section: OfficeSection = {
  routes: [{ path: '/', element: <StartPage /> }],
  menu: [{ to: '/', text: 'start.title', icon: <StartIcon />, group: 'day', order: 0 }],
  texts: startTexts,
}
