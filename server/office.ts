// Every endpoint of the back office, below /office/api.
import { accountEndpoints } from './access/account.office.ts'
import { clientsOffice } from './access/clients.office.ts'
import { rolesOffice } from './access/roles.office.ts'
import { sessionEndpoints } from './access/session.office.ts'
import { tokensOffice } from './access/tokens.office.ts'
import { usersOffice } from './access/users.office.ts'
import { attendanceOffice } from './attendance/attendance.office.ts'
import { bookingsOffice } from './bookings/bookings.office.ts'
import { ordersOffice } from './bookings/orders/orders.office.ts'
import { datesOffice } from './catalogue/dates/dates.office.ts'
import { eventsOffice } from './catalogue/events/events.office.ts'
import { imagesOffice } from './catalogue/images/images.office.ts'
import { catalogueOffice } from './catalogue/references/catalogues.office.ts'
import { categoryOffice } from './catalogue/references/categories.office.ts'
import { fileOffice } from './catalogue/references/files.office.ts'
import { locationOffice } from './catalogue/references/locations.office.ts'
import { scheduleOffice } from './catalogue/references/schedule.office.ts'
import { trainerOffice } from './catalogue/references/trainers.office.ts'
import { changesOffice } from './changes/change.office.ts'
import { companiesOffice } from './companies/companies.office.ts'
import { companyLinksOffice } from './companies/company-links.office.ts'
import { contactsOffice } from './contacts/contacts.office.ts'
import { printAddressLabels } from './documents/address-labels.office.ts'
import { certificateEndpoints } from './documents/certificates/certificates.office.ts'
import { documentEndpoints } from './documents/documents.office.ts'
import { letterheadsOffice } from './documents/letterhead.office.ts'
import { orderDocuments } from './documents/orders/orders.office.ts'
import { feedbackOffice } from './feedback/feedback.office.ts'
import { importsOffice } from './imports/imports.office.ts'
import { inboxOffice } from './inbox/inbox.office.ts'
import { integrationEndpoints } from './integration.ts'
import { endpoints } from './interface.ts'
import { invoicesOffice } from './invoices/invoices.office.ts'
import { leadsOffice } from './leads/leads.office.ts'
import { outboxOffice } from './mail/outbox.office.ts'
import { messageEndpoints } from './messages/endpoints.office.ts'
import { newsletterOffice } from './newsletter/newsletter.office.ts'
import type { OfficeEndpoint } from './platform/http/endpoint.ts'
import { searchOffice } from './search/search.office.ts'
import { savedViewsOffice } from './settings/saved-views.office.ts'
import { settingsOffice } from './settings/settings.office.ts'
import { startOffice } from './start/start.office.ts'
import { answersOffice } from './website/booking/answers.office.ts'
import { pendingBookingsOffice } from './website/booking/confirmation/pending-bookings.office.ts'
import { unusualBookingsOffice } from './website/booking/confirmation/unusual-bookings.office.ts'
import { termsOffice } from './website/booking/terms.office.ts'
import { dateAlertsOffice } from './website/date-alerts/date-alerts.office.ts'
import { vouchersOffice } from './website/discounts/vouchers.office.ts'
import { websiteKeysOffice } from './website/keys.office.ts'
import { legalOffice } from './website/legal/legal-pages.office.ts'
import { websitePagesOffice } from './website/pages/pages-settings.office.ts'
import { webhooksOffice } from './website/webhooks/webhooks.office.ts'
import { withdrawalsOffice } from './website/withdrawal/withdrawals.office.ts'

const recordEndpoints = [
  ...sessionEndpoints,
  ...accountEndpoints,
  ...changesOffice,
  ...contactsOffice,
  ...companiesOffice,
  ...companyLinksOffice,
  ...leadsOffice,
  ...inboxOffice,
  ...catalogueOffice,
  ...categoryOffice,
  ...fileOffice,
  ...trainerOffice,
  ...locationOffice,
  ...scheduleOffice,
  ...imagesOffice,
  ...eventsOffice,
  ...datesOffice,
  ...bookingsOffice,
  ...messageEndpoints,
  ...ordersOffice,
  ...attendanceOffice,
  ...feedbackOffice,
  ...invoicesOffice,
  ...documentEndpoints,
  printAddressLabels,
  ...orderDocuments,
  ...certificateEndpoints,
  ...letterheadsOffice,
  ...newsletterOffice,
  ...outboxOffice,
  ...usersOffice,
  ...rolesOffice,
  ...clientsOffice,
  ...tokensOffice([...endpoints, ...integrationEndpoints]),
  ...websiteKeysOffice,
  ...termsOffice,
  ...pendingBookingsOffice,
  ...dateAlertsOffice,
  ...unusualBookingsOffice,
  ...answersOffice,
  ...websitePagesOffice,
  ...legalOffice,
  ...vouchersOffice,
  ...withdrawalsOffice,
  ...webhooksOffice,
  ...settingsOffice,
  ...startOffice,
  ...searchOffice,
  ...importsOffice,
]

export const officeEndpoints = [...recordEndpoints, ...savedViewsOffice(recordEndpoints)]

type AnyEndpoint = (typeof officeEndpoints)[number]

/** Input and response types of the back office's endpoints, by method and path: `GET /leads/{leadId}`. Only for `import type`. */
export type OfficeEndpoints = {
  [E in AnyEndpoint as string extends E['id'] ? never : E['id']]: E extends OfficeEndpoint<string, infer Call>
    ? Call
    : never
}
