// Data set: templates, rules of messages, messages and the outbox.
import { sql } from 'kysely'
import Type from 'typebox'
import { causes, languages, roles } from '../../mail/causes.ts'
import { mailKinds } from '../../mail/queue.sql.ts'
import {
  bool,
  creationTimestamp,
  type FieldType,
  id,
  integer,
  jsonColumn,
  longText,
  optionalText,
  reference,
  shortText,
  text,
  texts,
  timestamp,
  uuid,
} from '../../platform/database/fields.ts'
import { Count } from '../../platform/http/schema.ts'
import { reportTaken } from '../records/duplicates.ts'
import { oneOfOrNone } from '../records/field-types.ts'
import { oneOfOrNonePattern } from '../records/record-errors.ts'
import { tableSection } from '../records/section.ts'

const oneOf = (...values: readonly string[]): FieldType => ({ ...text, schema: Type.Enum([...values]) })
const someOf = (...values: readonly string[]): FieldType => ({
  ...texts,
  schema: Type.Array(Type.Enum([...values])),
})
const language = { ...text, schema: Type.String({ pattern: oneOfOrNonePattern(languages) }) }

export const commTemplates = tableSection({
  name: 'commTemplates',
  table: 'communication_template',
  target: 'template',
  fields: {
    id: ['id', id],
    name: ['name', shortText],
    subject: ['subject', shortText],
    body: ['body', longText],
    subjectEn: ['subject_en', shortText],
    bodyEn: ['body_en', longText],
    cause: ['cause', oneOfOrNone(...causes)],
  },
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'communication_template',
      column: 'cause',
      field: 'cause',
      value: (item) => item['cause'],
      name: 'template',
    }),
})

export const messageRules = tableSection({
  name: 'messageRules',
  table: 'message_rule',
  required: ['cause'],
  fields: {
    id: ['id', id],
    categoryId: ['category_id', reference],
    eventId: ['event_id', reference],
    dateId: ['date_id', reference],
    cause: ['cause', oneOf(...causes)],
    offsetDays: ['offset_days', { ...integer, schema: Type.Integer({ minimum: -365, maximum: 365 }) }],
    recipients: ['recipients', someOf(...roles)],
    templateId: ['template_id', reference],
    hasCalendar: ['has_calendar', bool],
    fileRights: ['file_rights', texts],
    documentKinds: ['document_kinds', texts],
    isEnabled: ['is_enabled', bool],
  },
  references: { categoryId: 'category', eventId: 'event', dateId: 'date', templateId: 'template' },
  normalize(item, _raw, pointer, errors) {
    if (['categoryId', 'eventId', 'dateId'].filter((field) => item[field] !== 0).length > 1)
      errors.add(pointer, 'must belong to at most one of categoryId, eventId and dateId')
    return item
  },
  async validateAgainstDatabase(tx, records, { errors }) {
    const { rows } = await sql<{ id: number; key: string }>`
      select id, concat_ws(' ', role, cause, offset_days, coalesce(category_id, 0), coalesce(event_id, 0), coalesce(date_id, 0)) as key
      from message_rule, unnest(recipients) as role where not id = any(${records.items.map((item) => item['id'])}::int[])`.execute(
      tx,
    )
    const owners = new Map(rows.map(({ id, key }) => [key, `rule ${id}`]))
    for (const [index, item] of records.items.entries()) {
      const { recipients, cause, offsetDays, categoryId, eventId, dateId } = item
      for (const role of new Set(recipients)) {
        const key = [role, cause, offsetDays, categoryId, eventId, dateId].join(' ')
        const owner = owners.get(key)
        if (owner === undefined) owners.set(key, records.pointer(index))
        else errors.add(`${records.pointer(index)}/recipients`, `${role} is told by the rule of ${owner}`)
      }
    }
  },
})

const texts4 = {
  subject: ['subject', shortText],
  body: ['body', longText],
  subjectEn: ['subject_en', shortText],
  bodyEn: ['body_en', longText],
} as const

export const messages = tableSection({
  name: 'messages',
  table: 'message',
  target: 'message',
  required: ['cause'],
  fields: {
    id: ['id', id],
    cause: ['cause', oneOf(...causes, 'manual')],
    dateId: ['date_id', reference],
    templateId: ['template_id', reference],
    ...texts4,
    hasCalendar: ['has_calendar', bool],
    fileRights: ['file_rights', texts],
    documentKinds: ['document_kinds', texts],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
    sendAt: ['send_at', creationTimestamp],
    calledBackAt: ['called_back_at', timestamp],
  },
  references: { dateId: 'date', templateId: 'template', createdBy: 'user' },
})

/** Kinds of mail, and the field that only they have. */
const ownFields = { template: 'templateId', double_opt_in: 'consentId', message: 'messageId' } as const

export const outboxMails = tableSection({
  name: 'outboxMails',
  table: 'outbox_mail',
  required: ['kind', 'recipient'],
  fields: {
    id: ['id', id],
    kind: ['kind', oneOf(...mailKinds)],
    recipient: ['recipient', text],
    contactId: ['contact_id', reference],
    templateId: ['template_id', reference],
    consentId: ['consent_id', reference],
    messageId: ['message_id', reference],
    taskId: ['task_id', reference],
    role: ['role', oneOfOrNone(...roles)],
    participationId: ['booking_id', reference],
    dateId: ['date_id', reference],
    language: ['language', language],
    causeKey: ['cause_key', optionalText],
    causes: ['causes', someOf(...causes)],
    data: ['data', { ...jsonColumn, schema: Type.Unsafe<object>({ type: 'object' }) }],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
    sentAt: ['sent_at', timestamp],
    subject: ['subject', text],
    body: ['body', text],
    messageKey: ['message_key', uuid],
    inReplyTo: ['in_reply_to', text],
    threadIds: ['thread_ids', texts],
    calendarSequence: [
      'calendar_sequence',
      {
        ...integer,
        schema: Type.Integer({ minimum: -1 }),
        read: (column) => `coalesce(${column}, -1)`,
        write: (input) => `nullif(${input}, -1)`,
      },
    ],
    attempts: ['attempts', { ...integer, schema: Count }],
    attemptedAt: ['attempted_at', timestamp],
    nextAttemptAt: ['next_attempt_at', creationTimestamp],
    lastError: ['last_error', text],
    failedAt: ['failed_at', timestamp],
    calledBackAt: ['called_back_at', timestamp],
    bouncedAt: ['bounced_at', timestamp],
    bounceReason: ['bounce_reason', text],
  },
  references: {
    contactId: 'contact',
    templateId: 'template',
    consentId: 'consent',
    messageId: 'message',
    taskId: 'task',
    participationId: 'participation',
    dateId: 'date',
    createdBy: 'user',
  },
  normalize(item, raw, pointer, errors) {
    for (const [kind, field] of Object.entries(ownFields))
      if ((item['kind'] === kind) !== (item[field] !== 0))
        errors.add(`${pointer}/${field}`, `is required for mail of kind ${kind}, and not allowed otherwise`)
    if (!['message', 'reply'].includes(item['kind']))
      for (const field of ['taskId', 'role', 'participationId', 'dateId'])
        if (item[field])
          errors.add(`${pointer}/${field}`, 'is allowed only for mail of kind message or reply')
    for (const field of ['failedAt', 'calledBackAt'])
      if (item['sentAt'] !== '' && item[field] !== '')
        errors.add(`${pointer}/${field}`, 'is not allowed together with sentAt')
    if (item['failedAt'] !== '' && item['calledBackAt'] !== '')
      errors.add(`${pointer}/calledBackAt`, 'is not allowed together with failedAt')
    if (item['bouncedAt'] !== '' && item['sentAt'] === '')
      errors.add(`${pointer}/bouncedAt`, 'is allowed only together with sentAt')
    if (raw['calendarSequence'] === undefined) item['calendarSequence'] = -1
    // Older exports have no nextAttemptAt: such mail is due since it was created.
    return raw['nextAttemptAt'] ? item : { ...item, nextAttemptAt: item['createdAt'] }
  },
})
