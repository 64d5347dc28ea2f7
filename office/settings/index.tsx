import ArticleIcon from '@mui/icons-material/Inventory2Outlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { settingsServerTexts, settingsTexts } from './texts.ts'

const SettingsPage = lazily(async () => (await import('./settings-page.tsx')).SettingsPage)
const LookupsPage = lazily(async () => (await import('./lookups-page.tsx')).LookupsPage)
const categories = () => import('./category-pages.tsx')
const ContactCategoryList = lazily(async () => (await categories()).ContactCategoryList)
const ContactCategoryCreate = lazily(async () => (await categories()).ContactCategoryCreate)
const ContactCategoryEdit = lazily(async () => (await categories()).ContactCategoryEdit)
const LeadCategoryList = lazily(async () => (await categories()).LeadCategoryList)
const LeadCategoryCreate = lazily(async () => (await categories()).LeadCategoryCreate)
const LeadCategoryEdit = lazily(async () => (await categories()).LeadCategoryEdit)
const ArticleList = lazily(async () => (await import('./article-pages.tsx')).ArticleList)
const ArticleCreate = lazily(async () => (await import('./article-pages.tsx')).ArticleCreate)
const ArticleEdit = lazily(async () => (await import('./article-pages.tsx')).ArticleEdit)
const TemplateList = lazily(async () => (await import('./template-pages.tsx')).TemplateList)
const TemplateCreate = lazily(async () => (await import('./template-pages.tsx')).TemplateCreate)
const TemplateEdit = lazily(async () => (await import('./template-pages.tsx')).TemplateEdit)

const right = 'admin'
const recordRepresentation = 'name'

export const part: Part = {
  routes: [
    { path: '/settings', element: <SettingsPage />, right },
    { path: '/lookups', element: <LookupsPage />, right },
  ],
  resources: [
    {
      name: 'contact-categories',
      subject: 'contact_category',
      list: <ContactCategoryList />,
      create: <ContactCategoryCreate />,
      edit: <ContactCategoryEdit />,
      recordRepresentation,
      right,
    },
    {
      name: 'lead-categories',
      subject: 'lead_category',
      list: <LeadCategoryList />,
      create: <LeadCategoryCreate />,
      edit: <LeadCategoryEdit />,
      recordRepresentation,
      right,
    },
    {
      name: 'articles',
      list: <ArticleList />,
      create: <ArticleCreate />,
      edit: <ArticleEdit />,
      recordRepresentation,
      right: '100100',
    },
    {
      name: 'communication-templates',
      subject: 'communication_template',
      list: <TemplateList />,
      create: <TemplateCreate />,
      edit: <TemplateEdit />,
      recordRepresentation,
      right,
    },
  ],
  menu: [
    { to: '/settings', text: 'settings.title', icon: <SettingsIcon />, group: 'settings', order: 40, right },
    {
      to: '/articles',
      text: 'settings.articles',
      icon: <ArticleIcon />,
      group: 'billing',
      order: 90,
      right: '100100',
    },
  ],
  texts: settingsTexts,
  serverTexts: settingsServerTexts,
}
