import PersonIcon from '@mui/icons-material/Person'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { contactsTexts } from './texts.ts'

const ContactList = lazyComponent(async () => (await import('./contact-list.tsx')).ContactList)
const ContactPage = lazyComponent(async () => (await import('./page/contact-page.tsx')).ContactPage)
const ContactEdit = lazyComponent(async () => (await import('./contact-form.tsx')).ContactEdit)
const ContactCreate = lazyComponent(async () => (await import('./contact-form.tsx')).ContactCreate)
const DuplicatesPage = lazyComponent(async () => (await import('./duplicates-page.tsx')).DuplicatesPage)
const MergePage = lazyComponent(async () => (await import('./merge-page.tsx')).MergePage)

export const section: OfficeSection = {
  resources: [
    {
      name: 'contacts',
      list: <ContactList />,
      show: <ContactPage />,
      edit: <ContactEdit />,
      create: <ContactCreate />,
      recordRepresentation: 'name',
      right: {
        list: '090300:access',
        show: '090300:access',
        create: '090300:add',
        edit: '090300:edit',
        delete: '090300:edit',
      },
    },
  ],
  routes: [
    { path: '/duplicates', element: <DuplicatesPage />, right: '090300:access' },
    { path: '/merge/:id', element: <MergePage />, right: '090300:edit' },
  ],
  menu: [
    {
      to: '/contacts',
      text: 'contacts.menu',
      icon: <PersonIcon />,
      group: 'people',
      order: 10,
      right: '090300:access',
    },
  ],
  texts: contactsTexts,
}
