import { listContactCategories } from './contacts/categories.integration.ts'
import { letterEndpoints } from './inbox/letters/letters.integration.ts'
import { listCommunicationTemplates } from './mail/templates.integration.ts'
import { listNewsletterForms } from './newsletter/forms.integration.ts'
import type { Endpoint } from './platform/http/endpoint.ts'

/** The prefix of the interface for mail programs and other applications, beside the one that is frozen. */
export const integrationPrefix = '/integration/v1'

/** Every operation of the integration interface. */
export const integrationEndpoints: readonly Endpoint[] = [
  ...letterEndpoints,
  listContactCategories,
  listNewsletterForms,
  listCommunicationTemplates,
]
