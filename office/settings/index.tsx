import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { settingsTexts } from './texts.ts'

const SettingsPage = lazyComponent(async () => (await import('./settings-page.tsx')).SettingsPage)
const LookupsPage = lazyComponent(async () => (await import('./lookups-page.tsx')).LookupsPage)
const TemplateList = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateList)
const TemplateCreate = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateCreate)
const TemplateEdit = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateEdit)

const right = 'settings'

export const section: OfficeSection = {
  routes: [
    { path: '/settings', element: <SettingsPage />, right },
    { path: '/lookups', element: <LookupsPage />, right },
  ],
  resources: [
    {
      name: 'communication-templates',
      subject: 'communication_template',
      list: <TemplateList />,
      create: <TemplateCreate />,
      edit: <TemplateEdit />,
      recordRepresentation: 'name',
      right,
    },
  ],
  menu: [
    { to: '/settings', text: 'settings.title', icon: <SettingsIcon />, group: 'settings', order: 40, right },
  ],
  texts: settingsTexts,
}
