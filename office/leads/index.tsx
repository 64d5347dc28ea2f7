import LeadIcon from '@mui/icons-material/HandshakeOutlined'
import { lazyComponent } from '../shell/app/lazy-component.tsx'
import type { OfficeSection } from '../shell/app/section.ts'
import { leadsTexts } from './texts.ts'

const LeadList = lazyComponent(async () => (await import('./lead-list.tsx')).LeadList)
const LeadEdit = lazyComponent(async () => (await import('./lead-edit.tsx')).LeadEdit)
const LeadCreate = lazyComponent(async () => (await import('./lead-create.tsx')).LeadCreate)

export const section: OfficeSection = {
  resources: [
    {
      name: 'leads',
      list: <LeadList />,
      edit: <LeadEdit />,
      create: <LeadCreate />,
      recordRepresentation: 'name',
    },
  ],
  menu: [{ to: '/leads', text: 'leads.menu', icon: <LeadIcon />, group: 'day', order: 20 }],
  texts: leadsTexts,
}
