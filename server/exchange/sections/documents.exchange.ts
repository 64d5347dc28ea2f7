// Data set: letterheads.
import Type from 'typebox'
import { letterheadFields } from '../../documents/letterhead.schema.ts'
import { maxLogoBytes } from '../../documents/logo-limit.ts'
import { hex, id } from '../../platform/database/fields.ts'
import { tableSection } from '../records/section.ts'

export const letterheads = tableSection({
  name: 'letterheads',
  table: 'letterhead',
  key: ['clientId', 'client_id'],
  fields: {
    clientId: ['client_id', id],
    ...letterheadFields,
    logo: [
      'logo',
      { ...hex, schema: Type.String({ pattern: '^([0-9a-f]{2})*$', maxLength: 2 * maxLogoBytes }) },
    ],
  },
  references: { clientId: 'client' },
})
