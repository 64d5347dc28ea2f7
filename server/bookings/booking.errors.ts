import { defineErrors } from '../platform/http/error-text.ts'

/** `date`: title and first day of a date, `Excel, 2026-09-01`. */
export const bookingErrors = defineErrors('bookings', {
  unknownStatus: 'is not a booking status',
  unknownDate: 'is not the id of a date',
  unknownPerson: 'is not the id of a person',
  unknownCompany: 'is not the id of a company',
  unknownContact: 'is not the id of a contact',
  unknownOrder: 'is not the id of an order',
  withOrderId: 'is not allowed together with orderId',
  nobody: 'at least one participant or one seat without a participant is required',
  tooManySeats: 'at most {max} seats can be booked at once',
  reductionsTooLarge: 'the reductions are larger than the price',
  attendanceRecorded: 'The attendance of {person} is recorded: this participant cannot be replaced.',
  notCancelled: 'is only allowed with the status cancelled',
  withContactId: 'is not allowed together with contactId',
  dateCancelled: '"{date}" does not take place',
  noWaitingList: 'the date has no waiting list',
  notInSeries: 'is not a date of the series',
  moduleMissing: 'the mandatory module "{module}" is missing',
  moduleRepeated: 'the module "{module}" is chosen more than once',
  alreadyBooked: '"{person}" is already booked on "{date}".',
  repeatedPerson: 'A person is booked more than once on "{date}".',
  fullWithWaitingList: '"{date}" has {freeSeats} free seats; needed: {neededSeats}.',
  full: '"{date}" has {freeSeats} free seats and no waiting list; needed: {neededSeats}.',
  waitingListChanged: 'The waiting list has changed in the meantime.',
  movedMeanwhile: 'Another user has moved this booking in the meantime.',
})
