// Data set: what was read of mailboxes, and addresses at which mail cannot be delivered.
import Type from 'typebox'
import {
  creationTimestamp,
  hex,
  id,
  integer,
  reference,
  size,
  text,
  timestamp,
} from '../../platform/database/fields.ts'
import { emailKey } from '../../platform/runtime/text.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { hashPattern } from '../records/record-errors.ts'
import { type Item, tableSection } from '../records/section.ts'

const uidOf = (item: Item): string => [item['mailboxId'], item['uidValidity'], item['uid']].join(' ')

export const mailboxes = tableSection({
  name: 'mailboxes',
  table: 'mailbox',
  target: 'mailbox',
  required: ['name'],
  fields: {
    id: ['id', id],
    name: ['name', text],
    startedAt: ['started_at', creationTimestamp],
    uidValidity: ['uid_validity', size],
    initialUid: ['initial_uid', size],
    lastUid: ['last_uid', size],
    readAt: ['read_at', timestamp],
    lastError: ['last_error', text],
  },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'name', (item) => item['name']),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'mailbox',
      column: 'name',
      field: 'name',
      value: (item) => item['name'],
      name: 'mailbox',
    }),
})

export const mailboxMails = tableSection({
  name: 'mailboxMails',
  table: 'mailbox_mail',
  required: ['mailboxId', 'uidValidity', 'uid', 'fingerprint', 'outcome'],
  fields: {
    id: ['id', id],
    mailboxId: ['mailbox_id', id],
    uidValidity: ['uid_validity', size],
    uid: ['uid', size],
    fingerprint: ['fingerprint', { ...hex, schema: Type.String({ pattern: hashPattern }) }],
    outcome: ['outcome', { ...text, schema: Type.Enum(['failed', 'filed', 'bounce', 'known']) }],
    attempts: ['attempts', { ...integer, schema: Type.Integer({ minimum: 1 }) }],
    lastError: ['last_error', text],
    taskId: ['task_id', reference],
    createdAt: ['created_at', creationTimestamp],
  },
  references: { mailboxId: 'mailbox', taskId: 'task' },
  normalize: (item, raw) => (raw['attempts'] === undefined ? { ...item, attempts: 1 } : item),
  validate: (records, { errors }) => reportDuplicates(records, errors, 'uid', uidOf),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'mailbox_mail',
      column: `mailbox_id || ' ' || uid_validity || ' ' || uid`,
      field: 'uid',
      value: uidOf,
      name: 'mail',
    }),
})

export const bouncedAddresses = tableSection({
  name: 'bouncedAddresses',
  table: 'bounced_address',
  required: ['email'],
  fields: {
    id: ['id', id],
    email: ['email_key', text],
    bouncedAt: ['bounced_at', creationTimestamp],
    reason: ['reason', text],
  },
  normalize(item) {
    item['email'] = emailKey(item['email'])
    return item
  },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'email', (item) => item['email']),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'bounced_address',
      column: 'email_key',
      field: 'email',
      value: (item) => item['email'],
      name: 'address',
    }),
})
