// Categories of leads.
import { simpleRecord } from '../shell/page/simple-record.tsx'

export const section = simpleRecord('lead-categories', {
  right: 'settings',
  subject: 'lead_category',
  fields: { name: { required: true }, clientId: { input: { select: 'clients' }, required: true } },
  columns: ['name', 'clientName'],
  filters: ['clientId'],
})
