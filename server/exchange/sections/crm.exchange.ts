// Data set: forms, articles, tasks, logbook and consents.
import Type from 'typebox'
import { invitationAnswerNames } from '../../bookings/invitation-answers.ts'
import { mailProblemNames } from '../../inbox/mail-problems.ts'
import { senderAuthenticationNames } from '../../inbox/sender-authentications.ts'
import { taskFields } from '../../inbox/task.office.schema.ts'
import { formFields } from '../../newsletter/forms.office.ts'
import {
  bool,
  creationTimestamp,
  type FieldType,
  hex,
  id,
  longText,
  money,
  reference,
  renamed,
  shortText,
  text,
  texts,
  timestamp,
} from '../../platform/database/fields.ts'
import { articleFields } from '../../settings/articles.office.ts'
import { contactCategoryFields, leadCategoryFields } from '../../settings/categories.office.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { oneOf } from '../records/field-types.ts'
import { oneOfOrNonePattern } from '../records/record-errors.ts'
import { type DataRecord, tableSection } from '../records/section.ts'

export const contactCategories = tableSection({
  name: 'contactCategories',
  table: 'contact_category',
  target: 'contactCategory',
  fields: { id: ['id', id], ...renamed(contactCategoryFields, { name: ['name', shortText] }) },
})

export const leadCategories = tableSection({
  name: 'leadCategories',
  table: 'lead_category',
  key: ['categoryId', 'id'],
  target: 'leadCategory',
  fields: {
    categoryId: ['id', id],
    ...renamed(leadCategoryFields, { categoryName: ['name', shortText], clientId: 'clientId' }),
  },
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
    ...formFields,
    name: ['name', shortText],
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

export const articles = tableSection({
  name: 'articles',
  table: 'article',
  target: 'article',
  fields: {
    id: ['id', id],
    ...renamed(articleFields, {
      articleNo: 'articleNo',
      name: ['name', shortText],
      description: 'description',
      price: ['price', money],
      currency: 'currency',
      taxAmount: 'vatRate',
      taxIncluded: 'vatIncluded',
      unit: 'unit',
    }),
  },
  normalize(item, raw) {
    if (raw['unit'] === undefined) item['unit'] = 'piece'
    if (raw['currency'] === undefined) item['currency'] = 'EUR'
    return item
  },
})

const oneOfOrEmpty = (...values: string[]): FieldType => ({
  ...text,
  schema: Type.String({ pattern: oneOfOrNonePattern(values) }),
})

/** A client has one open list of bounces. */
const openListOf = (item: DataRecord): string =>
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
    // The body of a mail may be longer than a text of the office.
    ...renamed(taskFields, { subject: 'subject', body: ['text', text] }),
    mailFrom: ['mail_from', text],
    mailTo: ['mail_to', text],
    ...renamed(taskFields, { contactId: 'contactId', leadId: 'leadId', participationId: 'bookingId' }),
    createdBy: ['created_by', reference],
    createdAt: ['created_at', creationTimestamp],
    doneAt: ['done_at', timestamp],
    ...renamed(taskFields, { assigneeId: 'assigneeId', dueOn: 'dueDate' }),
    dateId: ['date_id', reference],
    messageId: ['message_id', text],
    threadIds: ['thread_ids', texts],
    replyTo: ['reply_to', text],
    isAutomatic: ['is_automatic', bool],
    senderAuthentication: ['sender_authentication', oneOfOrEmpty(...senderAuthenticationNames)],
    authenticationResults: ['authentication_results', text],
    mailProblem: ['mail_problem', oneOfOrEmpty(...mailProblemNames)],
    writtenAt: ['written_at', timestamp],
    invitationAnswer: ['invitation_answer', oneOfOrEmpty(...invitationAnswerNames)],
    listsBounces: ['lists_bounces', bool],
    wholeSubject: ['whole_subject', text],
    mailCc: ['mail_cc', text],
    receivedAt: ['received_at', timestamp],
    mailFormat: ['mail_format', oneOfOrEmpty('html', 'text')],
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
