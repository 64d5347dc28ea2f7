import { defineErrors } from '../../platform/http/error-text.ts'

export const dateErrors = defineErrors('dates', {
  beforeStart: 'must not be before the start',
  aboveMaximum: 'must not be above the maximum',
  listedOrMain: 'must be true unless the trainer is the main trainer',
  outsideCalendar: 'would move a day out of the years 1 to 9999',
  seriesItself: 'must not be the series itself',
  hasBookings: 'The date has bookings ({count}). Cancel it instead of deleting it.',
  inSeries: 'The date is a module of a series. Remove it from the series first.',

  // Warnings.
  belowOccupiedSeats: 'is below the number of occupied seats ({count})',
  outsidePeriod: 'is not between the start and the end of the date',
})
