import { defineErrors } from '../../platform/ground/error-text.ts'

export const eventErrors = defineErrors('events', {
  hasDates: 'The event has dates ({count}). Delete them first, or unpublish the event.',
  isModule: 'The event is a module of series ({count}).',
  tooFewChoices: 'must have at least two choices, one for each line',
  otherChoices: 'must have as many choices as the German ones: {count}',
  hasFindings: 'The check before publishing found errors ({count}).',
})

/** Findings of the check before publishing. */
export const publishingErrors = defineErrors('publishing', {
  noTitle: 'The title is missing.',
  noDescription: 'The event has neither a description nor a teaser.',
  noCategory: 'The event is in no category.',
  noPrice: 'There is no price.',
  emptyPrice: 'Price {row} has no amount.',
  incompletePrice: 'Price {row} lacks its net or its gross amount.',
  priceMismatch: 'Price {row}: {net} net and {gross} gross do not match at {vat} % VAT.',
  noDates: 'The event has no upcoming dates.',
  unpublishedDates: 'No upcoming date is published ({count} are not).',
  eventUnpublished: 'The event is not published. The website shows the date only together with it.',
  noStartDate: 'The date has no start date.',
  pastDate: 'The date is in the past.',
  cancelled: 'The date does not go ahead, according to its status.',
  noStatus: 'The date has no status and cannot be booked.',
  inactive: 'The date is not active.',
  notBookable: 'Booking is switched off.',
  displayReversed: 'The display period ends ({end}) before it starts ({start}).',
  displayOver: 'The display period ended on {day}.',
  bookingClosed: 'The booking period ended on {day}.',
  bookingAfterStart: 'The booking period ends on {day}, after the start of the date ({start}).',
  noSeats: 'The date has no seats.',
  noTrainer: 'The date has no trainer.',
  noLocation: 'The date has no location.',
  noModules: 'Other dates of the event are series, but this one has no modules.',
  emptyModule: 'Module {module} has no date.',
})
