import StartIcon from '@mui/icons-material/SpaceDashboardOutlined'
import type { OfficeSection } from '../shell/section/section.ts'
import { StartPage } from './start-page.tsx'
import { startTexts } from './texts.ts'

// The start page is part of the first file: nearly everybody sees it first, and a dozen small files would be larger.
export const section: OfficeSection = {
  routes: [{ path: '/', element: <StartPage /> }],
  menu: [{ to: '/', text: 'start.title', icon: <StartIcon />, group: 'day', order: 0 }],
  texts: startTexts,
}
