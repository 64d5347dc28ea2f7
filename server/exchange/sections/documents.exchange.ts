// Data set: letterheads, certificates, and the public parts of the keys that sign them. Secrets are only in a backup.
import Type from 'typebox'
import { letterheadFields } from '../../documents/letterhead.schema.ts'
import { maxLogoBytes } from '../../documents/logo-limit.ts'
import {
  creationTimestamp,
  type FieldType,
  hex,
  id,
  integer,
  jsonColumn,
  longText,
  reference,
  shortText,
  timestamp,
} from '../../platform/database/fields.ts'
import { hashPattern } from '../records/record-errors.ts'
import { tableSection } from '../records/section.ts'

const withPattern = (pattern: string): FieldType => ({ ...shortText, schema: Type.String({ pattern }) })

export const letterheads = tableSection({
  name: 'letterheads',
  table: 'letterhead',
  key: ['clientId', 'client_id'],
  fields: {
    clientId: ['client_id', id],
    ...letterheadFields,
    accentColor: ['accent_color', withPattern('^(#[0-9a-f]{6})?$')],
    logo: [
      'logo',
      { ...hex, schema: Type.String({ pattern: '^([0-9a-f]{2})*$', maxLength: 2 * maxLogoBytes }) },
    ],
  },
  references: { clientId: 'client' },
})

export const signingKeys = tableSection({
  name: 'signingKeys',
  table: 'signing_key',
  target: 'signingKey',
  required: ['clientId', 'fingerprint', 'publicKey'],
  fields: {
    id: ['id', id],
    clientId: ['client_id', id],
    fingerprint: ['fingerprint', withPattern('^[0-9a-f]{16}$')],
    publicKey: ['public_key', { ...hex, schema: Type.String({ pattern: hashPattern }) }],
    createdAt: ['created_at', creationTimestamp],
    retiredAt: ['retired_at', timestamp],
  },
  references: { clientId: 'client' },
})

const positive: FieldType = { ...integer, schema: Type.Integer({ minimum: 1, maximum: 2147483647 }) }

export const certificates = tableSection({
  name: 'certificates',
  table: 'certificate',
  target: 'certificate',
  required: ['clientId', 'year', 'serial', 'content', 'token', 'signingKeyId'],
  fields: {
    id: ['id', id],
    clientId: ['client_id', id],
    year: ['year', { ...integer, schema: Type.Integer({ minimum: 1000, maximum: 9999 }) }],
    serial: ['serial', positive],
    participationId: ['booking_id', reference],
    issuedAt: ['issued_at', creationTimestamp],
    content: ['content', { ...jsonColumn, schema: Type.Unsafe<object>({ type: 'object' }), empty: {} }],
    token: ['token', longText],
    signingKeyId: ['signing_key_id', id],
    replacesId: ['replaces_id', reference],
    withdrawnAt: ['withdrawn_at', timestamp],
    withdrawalReason: ['withdrawal_reason', longText],
  },
  references: {
    clientId: 'client',
    participationId: 'participation',
    signingKeyId: 'signingKey',
    replacesId: 'certificate',
  },
  normalize(item, _raw, pointer, errors) {
    if ((item['withdrawnAt'] === '') !== (item['withdrawalReason'] === ''))
      errors.add(`${pointer}/withdrawalReason`, 'is required with withdrawnAt, and only then')
    return item
  },
})
