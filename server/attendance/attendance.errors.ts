import { defineErrors } from '../platform/ground/error-text.ts'

export const attendanceErrors = defineErrors('attendance', {
  dateCancelled: 'The date does not take place.',
  notParticipant: 'Booking {bookingId} does not count as booked on this date.',
  unknownHalfDay: 'is not a half day of the date',
  notYet: 'is in the future',
  repeated: 'is named more than once',
  notTrainer: 'is not a trainer of the date',
  expiryPast: 'must not be in the past',
  linkInvalid: 'The link was revoked or has expired.',
})
