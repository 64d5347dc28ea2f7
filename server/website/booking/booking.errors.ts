import { defineErrors } from '../../platform/ground/error-text.ts'

/** Of requests of visitors. */
export const visitorErrors = defineErrors('visitors', {
  repeatedDate: 'must be another date than those before it',
  otherProvider: 'is a date of "{other}", but the order one of "{first}": order it on its own',
  otherCurrency: 'is a date with prices in {other}, but the order one in {first}: order it on its own',
  tooManySeats: 'must have at most {most} seats with all dates together',
  unknownDate: 'is not the id of a date that the key shows',
  notBookable: '"{date}" cannot be booked: {availability}.',
  seatsTaken: '"{date}" has not enough free seats.',
  mustBeAccepted: 'must have "{title}" in version {version}',
  notNewestVersion: 'is not the newest version of a document of GET /terms',
  unknownQuestion: 'is not the id of a question of GET /terms',
  notAnAnswer: 'is not an answer to the question: one of its choices, `yes` of a checkbox, or a text',
  answerMissing: 'must have an answer to question {id}, "{question}"',
  voucher: 'does not apply: {reason}',
  unknownCategory: 'is not the `validFor` of a price of the date',
  priceChanged: 'The price is another one by now.',
  tooManyOrders: 'The e-mail address of the orderer has too many orders within an hour.',
  tooManyEnquiries: 'From this network, too many enquiries were sent within an hour.',
  tooManyHolds: 'From this address, too many seats are held.',
  noNewsletter: 'must be left out: there is no newsletter with double opt-in',
  proof:
    'must be the solution of a challenge of GET /challenge, which is valid for an hour and for one booking',
})
