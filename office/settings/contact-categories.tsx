// Categories of contacts.
import { simpleRecord } from '../shell/page/simple-record.tsx'

export const section = simpleRecord('contact-categories', {
  right: 'settings',
  subject: 'contact_category',
  fields: { name: { required: true } },
  columns: ['name'],
})
