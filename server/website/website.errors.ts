import { defineErrors } from '../platform/ground/error-text.ts'

export const websiteErrors = defineErrors('website', {
  cursor: 'must be the cursor of a list with the same sort',
  since: 'must be a cursor of this list',
  cursorGone: 'Changes are not known that far back. Read everything again, and begin with a new cursor.',
  rangeEnd: 'must not be before from',
  noDate: 'There is no date {id}.',
  dateNotListed:
    'Date {id} is over, full, closed or cancelled. availability=any shows it, and from a date that is over.',
  noEvent: 'There is no event {id}.',
  noKey: 'There is no key {id}.',
  revoked: 'The key is revoked.',
  noClient: 'must be the id of a client: there is no {id}',
  noCatalogue: 'must be ids of catalogues: there is no {id}',
  origin: 'must be origins such as https://www.example.org: {origin} is none',
  noWebhook: 'There is no webhook {id}.',
  noDelivery: 'There is no delivery {id}.',
  webhookUrl: 'must be an http or https URL without user, password and fragment',
  privateAddress:
    'must not be an address of this machine or of a private network; see KONTOR_WEBHOOK_NETWORKS',
  webhookOff: 'The webhook is switched off.',
  pagesKey: 'must be a publishable key that is not revoked',
  samePage: 'must be another one: this client has a page of this kind',
  pageUrl: 'must be an http or https URL',
  beingSent: 'The delivery is being sent.',
  secretOrigins: 'must be empty for a secret key, which no browser may send',
})
