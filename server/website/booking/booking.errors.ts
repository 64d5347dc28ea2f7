import { defineErrors } from '../../platform/http/error-text.ts'

/** Of requests of visitors. */
export const visitorErrors = defineErrors('visitors', {
  unknownDate: 'is not the id of a date that the key shows',
  notBookable: '"{date}" cannot be booked: {availability}.',
  seatsTaken: '"{date}" has not enough free seats.',
  proof:
    'must be the solution of a challenge of GET /challenge, which is valid for an hour and for one booking',
})
