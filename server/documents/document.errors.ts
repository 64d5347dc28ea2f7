import { defineErrors } from '../platform/ground/error-text.ts'

export const documentErrors = defineErrors('documents', {
  notAnImage: 'must be a PNG or JPEG image of at most 4,000 by 4,000 pixels',
  isWithdrawn: 'Certificate {number} has been withdrawn.',
  noBooking: 'The booking of certificate {number} does not exist any more.',
  notEntitled: 'The participant of certificate {number} is not entitled to a certificate any more.',
  notPrintable:
    'No font of the documents has {characters}, in “{text}”. Change the text; no certificate has been issued.',
  notPrintableLabel: 'No font of the documents has {characters}, in “{text}”. Nothing has been printed.',
  noAddress: 'These contacts have no address: {names}. Choose the others only.',
  noCertificate: 'There is no certificate in force.',
  firstLabel: 'must be a position on the sheet, 1 to {count}',
})
