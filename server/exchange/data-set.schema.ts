// The data set of `kontor import` and `kontor export` (decision 12): its sections, in the order of an export.
import Type from 'typebox'
import { companies, contacts } from './contacts/contacts.exchange.ts'
import { dateSettings, eventSettings, events } from './events/events.exchange.ts'
import type { Section } from './records/section.ts'
import { clients, tokens, users } from './sections/access.exchange.ts'
import {
  catalogCategories,
  catalogs,
  catalogueFiles,
  locations,
  storedFiles,
  trainers,
} from './sections/catalogue.exchange.ts'
import {
  articles,
  attachments,
  commTemplates,
  contactCategories,
  leadCategories,
  logbook,
  newsletterConsents,
  newsletterForms,
  outboxMails,
  participations,
  tasks,
} from './sections/crm.exchange.ts'
import { invoiceConfirmations } from './sections/invoices.exchange.ts'
import { leads } from './sections/leads.exchange.ts'
import { lookupSections } from './sections/lookups.exchange.ts'

/** Every section; what a record refers to is written before it. */
export const sections: readonly Section[] = [
  ...lookupSections,
  clients,
  users,
  tokens,
  contactCategories,
  commTemplates,
  companies,
  contacts,
  leadCategories,
  newsletterForms,
  articles,
  catalogs,
  catalogCategories,
  catalogueFiles,
  trainers,
  locations,
  events,
  eventSettings,
  storedFiles,
  leads,
  participations,
  dateSettings,
  tasks,
  attachments,
  logbook,
  invoiceConfirmations,
  newsletterConsents,
  outboxMails,
]

/** The data set as a schema: every section may be left out, and every field that is not marked as required. */
export const DataSet = Type.Object(
  Object.fromEntries(sections.map(({ name, schema }) => [name, Type.Optional(Type.Array(schema))])),
  { additionalProperties: false, title: 'DataSet' },
)
