// Data set: forms, articles, tasks, logbook and consents.
import Type from 'typebox'
import { senderAuthenticationNames } from '../../inbox/sender-authentications.ts'
import {
  bool,
  creationTimestamp,
  day,
  type FieldType,
  hex,
  id,
  integer,
  longText,
  money,
  reference,
  shortText,
  text,
  texts,
  timestamp,
} from '../../platform/database/fields.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { oneOfOrNonePattern } from '../records/record-errors.ts'
import { type Item, tableSection } from '../records/section.ts'

const oneOf = (...values: string[]): FieldType => ({ ...text, schema: Type.Enum(values) })

export const contactCategories = tableSection({
  name: 'contactCategories',
  table: 'contact_category',
  target: 'contactCategory',
  fields: { id: ['id', id], name: ['name', shortText] },
})

export const leadCategories = tableSection({
  name: 'leadCategories',
  table: 'lead_category',
  key: ['categoryId', 'id'],
  target: 'leadCategory',
  fields: { categoryId: ['id', id], categoryName: ['name', shortText], clientId: ['client_id', id] },
  required: ['clientId'],
  references: { clientId: 'client' },
})

export const newsletterForms = tableSection({
  name: 'newsletterForms',
  table: 'newsletter_form',
  target: 'form',
  required: ['clientId'],
  fields: {
    id: ['id', id],
    name: ['name', shortText],
    clientId: ['client_id', id],
    doubleOptIn: ['double_opt_in', bool],
    lastNameRequired: ['last_name_required', bool],
    mailSubject: ['mail_subject', shortText],
    mailBody: ['mail_body', longText],
  },
  references: { clientId: 'client' },
  links: {
    contactCategoriesId: {
      table: 'newsletter_form_category',
      owner: 'form_id',
      column: 'category_id',
      type: 'int',
      schema: id.schema,
      to: 'contactCategory',
    },
  },
})

const percent: FieldType = { ...integer, schema: Type.Integer({ minimum: 0, maximum: 100 }) }

export const articles = tableSection({
  name: 'articles',
  table: 'article',
  target: 'article',
  fields: {
    id: ['id', id],
    articleNo: ['article_no', shortText],
    name: ['name', shortText],
    description: ['description', longText],
    price: ['price', money],
    currency: ['currency', text],
    taxAmount: ['vat_rate', percent],
    taxIncluded: ['vat_included', bool],
    unit: ['unit', oneOf('piece', 'day')],
  },
  normalize(item, raw) {
    if (raw['unit'] === undefined) item['unit'] = 'piece'
    if (raw['currency'] === undefined) item['currency'] = 'EUR'
    return item
  },
})

/** A client has one open list of bounces. */
const openListOf = (item: Item): string =>
  item['listsBounces'] && item['doneAt'] === '' ? `client ${item['clientId']}` : `task ${item['id']}`

export const tasks = tableSection({
  name: 'tasks',
  table: 'task',
  target: 'task',
  required: ['clientId', 'kind'],
  fields: {
    id: ['id', id],
    clientId: ['client_id', id],
    kind: ['kind', oneOf('mail', 'todo')],
    subject: ['subject', shortText],
    body: ['body', text],
    mailFrom: ['mail_from', text],
    mailTo: ['mail_to', text],
    contactId: ['contact_id', reference],
    leadId: ['lead_id', reference],
    participationId: ['booking_id', reference],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
    doneAt: ['done_at', timestamp],
    assigneeId: ['assignee_id', reference],
    dueOn: ['due_date', day],
    dateId: ['date_id', reference],
    messageId: ['message_id', text],
    threadIds: ['thread_ids', texts],
    replyTo: ['reply_to', text],
    isAutomatic: ['is_automatic', bool],
    senderAuthentication: [
      'sender_authentication',
      { ...text, schema: Type.String({ pattern: oneOfOrNonePattern(senderAuthenticationNames) }) },
    ],
    authenticationResults: ['authentication_results', text],
    mailProblem: [
      'mail_problem',
      {
        ...text,
        schema: Type.String({ pattern: oneOfOrNonePattern(['attachments', 'too_large', 'unreadable']) }),
      },
    ],
    listsBounces: ['lists_bounces', bool],
    wholeSubject: ['whole_subject', text],
    mailCc: ['mail_cc', text],
    receivedAt: ['received_at', timestamp],
    mailFormat: [
      'mail_format',
      { ...text, schema: Type.String({ pattern: oneOfOrNonePattern(['html', 'text']) }) },
    ],
  },
  references: {
    assigneeId: 'user',
    dateId: 'date',
    clientId: 'client',
    contactId: 'contact',
    leadId: 'lead',
    participationId: 'participation',
    createdBy: 'user',
  },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'listsBounces', openListOf),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'task',
      column: `case when lists_bounces and done_at is null then 'client ' || client_id else 'task ' || id end`,
      field: 'listsBounces',
      value: openListOf,
      name: 'task',
    }),
})

/** If left out, the stored value stays, and a new entry is a note. */
const entryType: FieldType = {
  ...oneOf('note', 'call'),
  write: (input, stored) => `coalesce(nullif(${input}, ''), ${stored}, 'note')`,
}

export const logbook = tableSection({
  name: 'logbook',
  table: 'logbook_entry',
  fields: {
    id: ['id', id],
    kind: ['kind', entryType],
    contactId: ['contact_id', reference],
    leadId: ['lead_id', reference],
    participationId: ['booking_id', reference],
    taskId: ['task_id', reference],
    text: ['text', longText],
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
  },
  references: {
    contactId: 'contact',
    leadId: 'lead',
    participationId: 'participation',
    taskId: 'task',
    createdBy: 'user',
  },
  normalize(item, _raw, pointer, errors) {
    const owners = ['contactId', 'leadId', 'participationId'].filter((field) => item[field] !== 0)
    if (owners.length !== 1)
      errors.add(pointer, 'must belong to exactly one of contactId, leadId and participationId')
    return item
  },
})

export const newsletterConsents = tableSection({
  name: 'newsletterConsents',
  table: 'newsletter_consent',
  required: ['contactId', 'formId', 'clientId', 'email'],
  fields: {
    id: ['id', id],
    contactId: ['contact_id', id],
    formId: ['form_id', id],
    clientId: ['client_id', id],
    email: ['email', text],
    originAddress: ['given_ip_address', text],
    originAgent: ['given_user_agent', text],
    givenAt: ['given_at', creationTimestamp],
    confirmationHash: ['confirmation_hash', hex],
    confirmedAt: ['confirmed_at', timestamp],
    confirmedAddress: ['confirmed_ip_address', text],
    confirmedAgent: ['confirmed_user_agent', text],
  },
  references: { contactId: 'contact', formId: 'form', clientId: 'client' },
})
