import LeadIcon from '@mui/icons-material/HandshakeOutlined'
import { lazyComponent } from '../shell/section/lazy-component.tsx'
import type { OfficeSection } from '../shell/section/section.ts'
import { leadsTexts } from './texts.ts'

const LeadList = lazyComponent(async () => (await import('./lead-list.tsx')).LeadList)
const LeadPage = lazyComponent(async () => (await import('./lead-page.tsx')).LeadPage)
const LeadCreate = lazyComponent(async () => (await import('./lead-create.tsx')).LeadCreate)

const writeRights = ['lead:access', 'lead:edit'] as const

export const section: OfficeSection = {
  resources: [
    {
      name: 'leads',
      right: { list: 'lead:access', create: writeRights, delete: writeRights },
      list: <LeadList />,
      edit: <LeadPage />,
      create: <LeadCreate />,
      recordRepresentation: 'name',
    },
  ],
  menu: [
    { to: '/leads', text: 'leads.menu', icon: <LeadIcon />, group: 'day', right: 'lead:access', order: 20 },
  ],
  texts: leadsTexts,
}
