import BusinessIcon from '@mui/icons-material/Business'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { companiesTexts } from './texts.ts'

const CompanyList = lazyComponent(async () => (await import('./company-list.tsx')).CompanyList)
const CompanyPage = lazyComponent(async () => (await import('./company-page.tsx')).CompanyPage)
const CompanyEdit = lazyComponent(async () => (await import('./company-form.tsx')).CompanyEdit)
const CompanyCreate = lazyComponent(async () => (await import('./company-form.tsx')).CompanyCreate)

export const section: OfficeSection = {
  resources: [
    {
      name: 'companies',
      list: <CompanyList />,
      show: <CompanyPage />,
      edit: <CompanyEdit />,
      create: <CompanyCreate />,
      recordRepresentation: 'name',
      subject: 'contact',
      right: {
        list: '090300:access',
        show: '090300:access',
        create: '090300:add',
        edit: '090300:edit',
        delete: '090300:edit',
      },
    },
  ],
  menu: [
    {
      to: '/companies',
      text: 'companies.menu',
      icon: <BusinessIcon />,
      group: 'people',
      order: 20,
      right: '090300:access',
    },
  ],
  texts: companiesTexts,
}
