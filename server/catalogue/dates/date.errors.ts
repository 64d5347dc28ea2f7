import { defineErrors } from '../../platform/ground/error-text.ts'

export const dateErrors = defineErrors('dates', {
  beforeStart: 'must not be before the start',
  aboveMaximum: 'must not be above the maximum',
  listedOrMain: 'must be true unless the trainer is the main trainer',
  outsideCalendar: 'would move a day out of the years 1 to 9999',
  seriesItself: 'must not be the series itself',
  hasBookings: 'The date has bookings ({count}). Cancel it instead of deleting it.',
  inSeries: 'The date is a module of a series. Remove it from the series first.',

  roomElsewhere: 'is not in one of the locations of the date',

  // Errors where the trainer or the room forbids overlaps, otherwise warnings.
  trainerTaken: '{name} is already at “{title}” on {day}',
  roomTaken: '{name} is already used by “{title}” on {day}',

  // Warnings.
  trainerAbsent: '{name} is absent on {day}',
  travelTooShort:
    '{name} has {minutes} of {needed} minutes on {day} to travel between this date and “{title}”',
  roomTooSmall: '{name} has {capacity} seats',
  belowOccupiedSeats: 'is below the number of occupied seats ({count})',
  outsidePeriod: 'is not between the start and the end of the date',
  endsNextDay: 'is before the start: the day ends after midnight',
})
