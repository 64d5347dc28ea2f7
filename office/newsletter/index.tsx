import ConsentIcon from '@mui/icons-material/MarkEmailReadOutlined'
import { lazily } from '../shell/app/lazy-page.tsx'
import type { Part } from '../shell/app/section.ts'
import { newsletterTexts } from './texts.ts'

const FormList = lazily(async () => (await import('./form-pages.tsx')).FormList)
const FormCreate = lazily(async () => (await import('./form-pages.tsx')).FormCreate)
const FormEdit = lazily(async () => (await import('./form-pages.tsx')).FormEdit)
const ConsentList = lazily(async () => (await import('./consent-list.tsx')).ConsentList)

export const part: Part = {
  resources: [
    {
      name: 'newsletter-forms',
      subject: 'newsletter_form',
      list: <FormList />,
      create: <FormCreate />,
      edit: <FormEdit />,
      recordRepresentation: 'name',
      right: 'admin',
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
