import { accessEndpoints } from './access/access.endpoints.ts'
import { participationEndpoints } from './bookings/participation.endpoints.ts'
import { catalogueEndpoints } from './catalogue/read-model/events.endpoints.ts'
import { companyEndpoints } from './companies/company.endpoints.ts'
import { contactEndpoints } from './contacts/contact.endpoints.ts'
import { inboxEndpoints } from './inbox/inbox.endpoints.ts'
import { invoiceEndpoints } from './invoices/invoice.endpoints.ts'
import { leadEndpoints } from './leads/lead.endpoints.ts'
import { newsletterEndpoints } from './newsletter/newsletter.endpoints.ts'
import type { Endpoint } from './platform/http/endpoint.ts'

/** Every operation of the interface. */
export const endpoints: readonly Endpoint[] = [
  ...contactEndpoints,
  ...companyEndpoints,
  ...newsletterEndpoints,
  ...inboxEndpoints,
  ...leadEndpoints,
  ...accessEndpoints,
  ...invoiceEndpoints,
  ...participationEndpoints,
  ...catalogueEndpoints,
]
