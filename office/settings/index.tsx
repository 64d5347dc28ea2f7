import ArticleIcon from '@mui/icons-material/Inventory2Outlined'
import SettingsIcon from '@mui/icons-material/SettingsOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { settingsTexts } from './texts.ts'

const SettingsPage = lazyComponent(async () => (await import('./settings-page.tsx')).SettingsPage)
const LookupsPage = lazyComponent(async () => (await import('./lookups-page.tsx')).LookupsPage)
const categories = () => import('./category-pages.tsx')
const ContactCategoryList = lazyComponent(async () => (await categories()).ContactCategoryList)
const ContactCategoryCreate = lazyComponent(async () => (await categories()).ContactCategoryCreate)
const ContactCategoryEdit = lazyComponent(async () => (await categories()).ContactCategoryEdit)
const LeadCategoryList = lazyComponent(async () => (await categories()).LeadCategoryList)
const LeadCategoryCreate = lazyComponent(async () => (await categories()).LeadCategoryCreate)
const LeadCategoryEdit = lazyComponent(async () => (await categories()).LeadCategoryEdit)
const ArticleList = lazyComponent(async () => (await import('./article-pages.tsx')).ArticleList)
const ArticleCreate = lazyComponent(async () => (await import('./article-pages.tsx')).ArticleCreate)
const ArticleEdit = lazyComponent(async () => (await import('./article-pages.tsx')).ArticleEdit)
const TemplateList = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateList)
const TemplateCreate = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateCreate)
const TemplateEdit = lazyComponent(async () => (await import('./template-pages.tsx')).TemplateEdit)

const right = 'admin'
const recordRepresentation = 'name'

export const section: OfficeSection = {
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
}
