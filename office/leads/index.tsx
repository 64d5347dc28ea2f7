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
  serverTexts: {
    'is not a state of leads': 'ist kein Stand von Leads',
    'is not a CRM user of the client': 'betreut keine Leads des Mandanten',
    'is not a user of the client': 'arbeitet nicht für den Mandanten',
    'is not a lead category of the client': 'ist keine Lead-Kategorie des Mandanten',
    'is not the id of a company': 'ist keine Firma',
    'is not the id of a contact': 'ist kein Kontakt',
    'is not the id of a client': 'ist kein Mandant',
    'There is no lead #.': 'Den Lead # gibt es nicht.',
    'The lead has tasks or participations.':
      'An diesem Lead hängen Aufgaben oder Buchungen: er kann nicht gelöscht werden.',
  },
}
