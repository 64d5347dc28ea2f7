import ConsentIcon from '@mui/icons-material/MarkEmailReadOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { newsletterTexts } from './texts.ts'

const FormList = lazyComponent(async () => (await import('./form-pages.tsx')).FormList)
const FormCreate = lazyComponent(async () => (await import('./form-pages.tsx')).FormCreate)
const FormEdit = lazyComponent(async () => (await import('./form-pages.tsx')).FormEdit)
const ConsentList = lazyComponent(async () => (await import('./consent-list.tsx')).ConsentList)

export const section: OfficeSection = {
  resources: [
    {
      name: 'newsletter-forms',
      subject: 'newsletter_form',
      list: <FormList />,
      create: <FormCreate />,
      edit: <FormEdit />,
      recordRepresentation: 'name',
      right: 'website',
    },
    { name: 'newsletter-consents', list: <ConsentList />, right: '090300:access' },
  ],
  menu: [
    {
      to: '/newsletter-consents',
      text: 'newsletter.consents',
      icon: <ConsentIcon />,
      group: 'people',
      order: 80,
      right: '090300:access',
    },
  ],
  texts: newsletterTexts,
}
