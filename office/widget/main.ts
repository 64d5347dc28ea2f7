// The widget for websites: elements that show dates and book them, on a page of another origin.
import { BookingElement } from './booking.ts'
import { DatesList, SingleDate } from './dates.ts'

const elements = { 'kontor-dates': DatesList, 'kontor-date': SingleDate, 'kontor-booking': BookingElement }
for (const [name, element] of Object.entries(elements))
  if (!customElements.get(name)) customElements.define(name, element)
