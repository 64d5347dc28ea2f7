// Addresses of other systems that are told of changes, and the log of deliveries.
import WebhookIcon from '@mui/icons-material/WebhookOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { webhookMenuTexts } from './menu-texts.ts'

const webhookTexts = async () => (await import('./webhook-texts.ts')).webhookTexts
const WebhookList = lazyComponent(async () => (await import('./webhook-list.tsx')).WebhookList, webhookTexts)
const WebhookCreate = lazyComponent(
  async () => (await import('./webhook-form.tsx')).WebhookCreate,
  webhookTexts,
)
const WebhookPage = lazyComponent(async () => (await import('./webhook-page.tsx')).WebhookPage, webhookTexts)

const right = 'admin'

export const section: OfficeSection = {
  resources: [
    {
      name: 'webhooks',
      subject: 'webhook',
      list: <WebhookList />,
      create: <WebhookCreate />,
      edit: <WebhookPage />,
      recordRepresentation: 'name',
      right,
    },
  ],
  menu: [
    {
      to: '/webhooks',
      text: 'webhooks.menu',
      icon: <WebhookIcon />,
      group: 'settings',
      order: 26,
      right,
    },
  ],
  texts: webhookMenuTexts,
}
