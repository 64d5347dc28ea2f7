// The endpoints of messages, and those of bookings and dates whose changes send messages.
import {
  changeStatuses,
  createBookings,
  patchBooking,
  promoteFromWaitingList,
} from '../bookings/booking.office.ts'
import { applyBulkChange } from '../catalogue/dates/bulk-change.office.ts'
import { editDate, moveDate, setForSeveral } from '../catalogue/dates/dates.office.ts'
import { messagesOffice } from './messages.office.ts'
import { rehearsalOffice } from './rehearsal/rehearsal.office.ts'
import { messageRulesOffice } from './rules/rules.office.ts'
import { builtInOffice } from './templates/built-in.office.ts'
import { templatesOffice } from './templates/templates.office.ts'
import { withMessages } from './with-messages.office.ts'

export const messageEndpoints = [
  ...withMessages(createBookings),
  ...withMessages(patchBooking),
  ...withMessages(changeStatuses),
  ...withMessages(editDate),
  ...withMessages(moveDate),
  ...withMessages(promoteFromWaitingList),
  ...withMessages(setForSeveral, ({ ids }) => ids),
  ...withMessages(applyBulkChange, ({ records }) => records.map(({ id }) => id)),
  ...messagesOffice,
  ...rehearsalOffice,
  ...messageRulesOffice,
  ...templatesOffice,
  ...builtInOffice,
]
