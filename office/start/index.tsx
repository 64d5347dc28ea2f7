import StartIcon from '@mui/icons-material/SpaceDashboardOutlined'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { startTexts } from './texts.ts'

const StartPage = lazily(async () => (await import('./start-page.tsx')).StartPage)

export const part: Part = {
  routes: [{ path: '/', element: <StartPage /> }],
  menu: [{ to: '/', text: 'start.title', icon: <StartIcon />, group: 'day', order: 0 }],
  texts: startTexts,
}
