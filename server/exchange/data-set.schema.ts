// The data set of `kontor import` and `kontor export` (decision 12): its sections, in the order of an export.
import Type from 'typebox'
import { companies, contacts } from './contacts/contacts.exchange.ts'
import { dateSettings, eventSettings, events } from './events/events.exchange.ts'
import type { Section } from './records/section.ts'
import { clients, savedViews, tokens, users } from './sections/access.exchange.ts'
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
  storedFiles,
  trainerAbsences,
  trainers,
  travelTimes,
} from './sections/catalogue.exchange.ts'
import {
  articles,
  attachments,
  contactCategories,
  leadCategories,
  logbook,
  newsletterConsents,
  newsletterForms,
  tasks,
} from './sections/crm.exchange.ts'
import { certificates, letterheads, signingKeys } from './sections/documents.exchange.ts'
import { feedbackInvitations, feedbackQuestions, feedbackResponses } from './sections/feedback.exchange.ts'
import { images } from './sections/images.exchange.ts'
import { invoiceConfirmations } from './sections/invoices.exchange.ts'
import { leads } from './sections/leads.exchange.ts'
import { lookupSections } from './sections/lookups.exchange.ts'
import { bouncedAddresses, mailboxes, mailboxMails } from './sections/mailbox.exchange.ts'
import { commTemplates, messageRules, messages, outboxMails } from './sections/messages.exchange.ts'
import { vouchers, voucherUses } from './sections/vouchers.exchange.ts'
import {
  eventSlugs,
  termsDocuments,
  termsVersions,
  websiteKeys,
  websitePages,
} from './sections/website.exchange.ts'
import { withdrawals } from './sections/withdrawals.exchange.ts'

/** All sections, in the order in which they are written: referenced records first. */
export const sections: readonly Section[] = [
  ...lookupSections,
  clients,
  letterheads,
  signingKeys,
  users,
  tokens,
  websiteKeys,
  websitePages,
  termsDocuments,
  termsVersions,
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
  storedFiles,
  images,
  cancellationSteps,
  groupDiscountSteps,
  bookingQuestions,
  vouchers,
  leads,
  orders,
  voucherUses,
  withdrawals,
  participations,
  bookingReductions,
  bookingHistory,
  attendance,
  certificates,
  dateSettings,
  feedbackQuestions,
  feedbackInvitations,
  feedbackResponses,
  tasks,
  attachments,
  logbook,
  invoiceConfirmations,
  newsletterConsents,
  messageRules,
  messages,
  outboxMails,
  mailboxes,
  mailboxMails,
  bouncedAddresses,
]

/** The schema of a data set. Sections, and fields that are not marked as required, are optional. */
export const DataSet = Type.Object(
  Object.fromEntries(sections.map(({ name, schema }) => [name, Type.Optional(Type.Array(schema))])),
  { additionalProperties: false, title: 'DataSet' },
)
