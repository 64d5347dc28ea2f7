import { defineErrors } from '../../platform/http/error-text.ts'

/** Of requests of visitors. */
export const visitorErrors = defineErrors('visitors', {
  unknownDate: 'is not the id of a date that the key shows',
  notBookable: '"{date}" cannot be booked: {availability}.',
  seatsTaken: '"{date}" has not enough free seats.',
})
