// The widget for websites: elements that show dates and book them, on a page of another origin.
// The widget is built into one file and served as /widget/v1.js. It renders the views of the pages with Preact in the shadow
// roots of its elements, and asks the public interface by @kontor/client. website/booking-entry.ts reads the form for both; the
// pages check the result by the schemas, the widget leaves that to the server.
import { BookingElement } from './booking.ts'
import { DatesList, SingleDate } from './dates.ts'

const elements = { 'kontor-dates': DatesList, 'kontor-date': SingleDate, 'kontor-booking': BookingElement }
for (const [name, element] of Object.entries(elements))
  if (!customElements.get(name)) customElements.define(name, element)
