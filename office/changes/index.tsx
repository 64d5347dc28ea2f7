import LogIcon from '@mui/icons-material/HistoryOutlined'
import SecurityIcon from '@mui/icons-material/SecurityOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { changesTexts } from './texts.ts'

// The log shows the fields of all pages.
const LogPage = lazyComponent(
  async () => (await import('./log-page.tsx')).LogPage,
  async () => (await import('../imports/texts.ts')).importsTexts,
  async () => (await import('../webhooks/webhook-texts.ts')).webhookTexts,
  async () => (await import('../website/key-texts.ts')).keyTexts,
  async () => (await import('../website/pages-texts.ts')).pagesTexts,
  async () => (await import('../website/legal-texts.ts')).legalTexts,
  async () => (await import('../website/terms-texts.ts')).termsTexts,
  async () => (await import('../website/voucher-texts.ts')).voucherTexts,
  async () => (await import('../website/withdrawal-texts.ts')).withdrawalTexts,
)
const SecurityLog = lazyComponent(
  async () => (await import('./security-log.tsx')).SecurityLog,
  async () => (await import('./security-texts.ts')).securityTexts,
)

const right = 'admin'
const group = 'settings'

export const section: OfficeSection = {
  routes: [{ path: '/changes', element: <LogPage />, right }],
  resources: [{ name: 'security-events', list: <SecurityLog />, right }],
  menu: [
    { to: '/changes', text: 'changes.title', icon: <LogIcon />, group, order: 90, right },
    { to: '/security-events', text: 'securityLog.title', icon: <SecurityIcon />, group, order: 91, right },
  ],
  texts: changesTexts,
}
