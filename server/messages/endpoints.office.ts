// The endpoints of messages, and those of bookings and dates whose changes are told.
import { changeStatuses, createBookings, patchBooking } from '../bookings/booking.office.ts'
import { editDate, moveDate } from '../catalogue/dates/dates.office.ts'
import { builtInOffice } from './built-in.office.ts'
import { messagesOffice } from './messages.office.ts'
import { rehearsalOffice } from './rehearsal/rehearsal.office.ts'
import { messageRulesOffice } from './rules/rules.office.ts'
import { templatesOffice } from './templates.office.ts'
import { withMessages } from './with-messages.office.ts'

export const messageEndpoints = [
  ...withMessages(createBookings),
  ...withMessages(patchBooking),
  ...withMessages(changeStatuses),
  ...withMessages(editDate),
  ...withMessages(moveDate),
  ...messagesOffice,
  ...rehearsalOffice,
  ...messageRulesOffice,
  ...templatesOffice,
  ...builtInOffice,
]
