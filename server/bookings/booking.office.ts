// Bookings in the back office: what changes them. Every endpoint answers with the bookings it was asked about, then with those that
// moved up from a waiting list by it.
import Type from 'typebox'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import { promoteFromWaitingLists } from './apply-bookings.ts'
import { bookPeople, changeBooking, changeStatus, orderWaitingList, validatePeople } from './book.ts'
import { Booking, BookingChange, BookingInput, BulkStatusChange, DateSeats } from './booking.schema.ts'
import { bookingsById, bookingsOfDate, loadDateSeats } from './booking.sql.ts'
import { lockDates, openSeatAllocation } from './seat-allocation.ts'

const right = ['100100', '090300:access'] as const
const response = Type.Array(Booking)
const dateParams = Type.Object({ dateId: Id })

const createBookings = officeEndpoint({
  method: 'POST',
  path: '/participations',
  right,
  body: BookingInput,
  rules: ({ body }, sound) => (sound('people') ? validatePeople(body.people) : []),
  response,
  handle: async ({ tx, principal, body, now }) =>
    bookingsById(tx, await bookPeople(await openSeatAllocation(tx, now), principal, body)),
})

const patchBooking = officeEndpoint({
  method: 'PATCH',
  path: '/participations/{id}',
  right,
  params: Type.Object({ id: Id }),
  body: BookingChange,
  response,
  handle: async ({ tx, params: { id }, body, now }) =>
    bookingsById(tx, await changeBooking(await openSeatAllocation(tx, now), id, body)),
})

const changeStatuses = officeEndpoint({
  method: 'POST',
  path: '/participations/status',
  right,
  body: BulkStatusChange,
  response,
  handle: async ({ tx, body: { ids, status }, now }) =>
    bookingsById(tx, await changeStatus(await openSeatAllocation(tx, now), ids, status)),
})

/** By hand: free places go to the first of the waiting list, whatever the date's switch says. */
const promoteFromWaitingList = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/waiting-list/move-up',
  right,
  params: dateParams,
  response,
  handle: async ({ tx, params: { dateId }, now }) => {
    const allocation = await openSeatAllocation(tx, now)
    await lockDates(allocation, [dateId])
    if (!allocation.dates.has(dateId)) throw notFound(`There is no date ${dateId}.`)
    return bookingsById(tx, await promoteFromWaitingLists(allocation, dateId))
  },
})

const setWaitingListOrder = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/waiting-list/order',
  right,
  params: dateParams,
  body: record({ ids: Type.Array(Id, { maxItems: 10_000 }) }),
  response,
  handle: async ({ tx, params: { dateId }, body: { ids } }) => {
    await orderWaitingList(tx, dateId, ids)
    return (await bookingsOfDate(tx, dateId)).filter(({ rank }) => rank > 0)
  },
})

/** The switch for moving up by itself. */
const setAutoPromote = officeEndpoint({
  method: 'PATCH',
  path: '/dates/{dateId}/places',
  right: '100100',
  params: dateParams,
  body: record({ movesUp: Type.Boolean() }),
  response: Type.Array(DateSeats),
  handle: async ({ tx, params: { dateId }, body: { movesUp } }) => {
    await tx.updateTable('event_date').set({ auto_promote: movesUp }).where('id', '=', dateId).execute()
    const seats = await loadDateSeats(tx, dateId)
    if (!seats) throw notFound(`There is no date ${dateId}.`)
    return [seats]
  },
})

export const bookingWriteEndpoints = [
  createBookings,
  patchBooking,
  changeStatuses,
  promoteFromWaitingList,
  setWaitingListOrder,
  setAutoPromote,
]
