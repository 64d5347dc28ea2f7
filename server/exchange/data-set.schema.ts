// The data set of `kontor import` and `kontor export` (decision 12): its sections, in the order of an export.
import Type from 'typebox'
import { companies, contacts } from './contacts/contacts.exchange.ts'
import { dateSettings, eventSettings, events } from './events/events.exchange.ts'
import type { Section } from './records/section.ts'
import { clients, roles, savedViews, users } from './sections/access.exchange.ts'
import { attendance } from './sections/attendance.exchange.ts'
import {
  bookingHistory,
  bookingQuestions,
  bookingReductions,
  cancellationSteps,
  groupDiscountSteps,
  orders,
  participations,
} from './sections/bookings.exchange.ts'
import {
  catalogCategories,
  catalogs,
  catalogueFiles,
  locations,
  rooms,
  trainerAbsences,
  trainers,
  travelTimes,
} from './sections/catalogue.exchange.ts'
import {
  articles,
  contactCategories,
  leadCategories,
  logbook,
  newsletterConsents,
  newsletterForms,
  tasks,
} from './sections/crm.exchange.ts'
import { letterheads } from './sections/documents.exchange.ts'
import { feedbackQuestions } from './sections/feedback.exchange.ts'
import { invoiceConfirmations } from './sections/invoices.exchange.ts'
import { leads } from './sections/leads.exchange.ts'
import { lookupSections } from './sections/lookups.exchange.ts'
import { commTemplates, messageRules } from './sections/messages.exchange.ts'
import { vouchers } from './sections/vouchers.exchange.ts'
import {
  eventSlugs,
  legalPages,
  termsDocuments,
  websiteKeys,
  websitePages,
} from './sections/website.exchange.ts'

/** All sections, in the order in which they are written: referenced records first. */
export const sections: readonly Section[] = [
  ...lookupSections,
  clients,
  letterheads,
  roles,
  users,
  websiteKeys,
  websitePages,
  termsDocuments,
  legalPages,
  savedViews,
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
  trainerAbsences,
  locations,
  travelTimes,
  events,
  rooms,
  eventSettings,
  eventSlugs,
  cancellationSteps,
  groupDiscountSteps,
  bookingQuestions,
  vouchers,
  leads,
  orders,
  participations,
  bookingReductions,
  bookingHistory,
  attendance,
  dateSettings,
  feedbackQuestions,
  tasks,
  logbook,
  invoiceConfirmations,
  newsletterConsents,
  messageRules,
]

/** The schema of a data set. Sections, and fields that are not marked as required, are optional. */
export const DataSet = Type.Object(
  Object.fromEntries(sections.map(({ name, schema }) => [name, Type.Optional(Type.Array(schema))])),
  { additionalProperties: false, title: 'DataSet' },
)
