import { defineErrors } from '../platform/ground/error-text.ts'

/** Errors of contacts and companies. */
export const contactErrors = defineErrors('contacts', {
  unknownContact: 'is not the id of a contact',
  unknownCompany: 'is not the id of a company',
  unknownCategory: 'is not the id of a contact category',
  unknownAddressType: 'is not the id of an address type',
  unknownTemplate: 'is not the id of a communication template',
  unknownNewsletterService: 'is not a known newsletter type',
  incompleteNewsletter: 'is required where the other of the two is given',
  companyOfPersonOnly: 'can be set for persons alone',
  contradictoryCompany: 'is another company than the one named in company',
  sameContact: 'A contact with this e-mail address and last name exists.',
  sameCompany: 'A company with this name exists.',

  foreignRow: 'does not belong to this contact',
  repeatedEmail: 'is given more than once',
  severalDefaults: 'can be set only once',
  billedAddressMissing: 'must keep the address that an invoice confirmation refers to',
  tooManyRows: 'must narrow the list to at most {max} rows',

  hasBookings: 'The contact cannot be deleted: it has bookings.',
  hasOrders: 'The contact cannot be deleted: it has orders.',
  hasInvoiceConfirmations: 'The contact cannot be deleted: it has invoice confirmations.',
  hasInvoicesToAddress: 'The contact cannot be deleted: invoice confirmations refer to its address.',
  hasLeads: 'The contact cannot be deleted: it has leads.',
  hasTasks: 'The contact cannot be deleted: it has tasks.',
  hasConsents: 'The contact cannot be deleted: it has newsletter consents.',
  hasPersons: 'The contact cannot be deleted: it has persons.',
  hasAddressesOfPersons: 'The contact cannot be deleted: addresses of persons belong to it.',
  hasDatesAtLocation: 'The contact cannot be deleted: dates take place at this location.',
  hasDatesOfTrainer: 'The contact cannot be deleted: it is the trainer of dates.',
  usedByOthers: 'The contact cannot be deleted: another client uses it.',
  hasMergedContacts: 'The contact cannot be deleted: contacts were merged into it.',

  mergeWithItself: 'is the same contact',
  otherContactType: 'is a contact of another type',
  unknownMerge: 'There is no merge of contact {id}.',
  mergedSince: 'The contact it was merged into has itself been merged since: undo that merge first.',
  unknownPair: 'There is no such pair of contacts.',
})
