// Bookings in the back office: what changes them. Every endpoint answers with the bookings it was asked about, then with those that
// moved up from a waiting list by it.
import Type from 'typebox'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import { moveUp } from './apply-bookings.ts'
import { book, changeBooking, changeStatus, faultsOfPeople, orderWaitingList } from './book.ts'
import { Booking, BookingChange, DatePlaces, NewBookings, StatusOfMany } from './booking.schema.ts'
import { bookingsById, bookingsOfDate, placesOf } from './booking.sql.ts'
import { hold, openDesk } from './seat-allocation.ts'

const right = ['100100', '090300:access'] as const
const response = Type.Array(Booking)
const dateParams = Type.Object({ dateId: Id })

const createBookings = officeEndpoint({
  method: 'POST',
  path: '/participations',
  right,
  body: NewBookings,
  rules: ({ body }, sound) => (sound('people') ? faultsOfPeople(body.people) : []),
  response,
  handle: async ({ tx, principal, body, now }) =>
    bookingsById(tx, await book(await openDesk(tx, now), principal, body)),
})

const patchBooking = officeEndpoint({
  method: 'PATCH',
  path: '/participations/{id}',
  right,
  params: Type.Object({ id: Id }),
  body: BookingChange,
  response,
  handle: async ({ tx, params: { id }, body, now }) =>
    bookingsById(tx, await changeBooking(await openDesk(tx, now), id, body)),
})

const changeStatuses = officeEndpoint({
  method: 'POST',
  path: '/participations/status',
  right,
  body: StatusOfMany,
  response,
  handle: async ({ tx, body: { ids, status }, now }) =>
    bookingsById(tx, await changeStatus(await openDesk(tx, now), ids, status)),
})

/** By hand: free places go to the first of the waiting list, whatever the date's switch says. */
const fillFromWaitingList = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/waiting-list/move-up',
  right,
  params: dateParams,
  response,
  handle: async ({ tx, params: { dateId }, now }) => {
    const desk = await openDesk(tx, now)
    await hold(desk, [dateId])
    if (!desk.dates.has(dateId)) throw notFound(`There is no date ${dateId}.`)
    return bookingsById(tx, await moveUp(desk, dateId))
  },
})

const setOrder = officeEndpoint({
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
const setMovesUp = officeEndpoint({
  method: 'PATCH',
  path: '/dates/{dateId}/places',
  right: '100100',
  params: dateParams,
  body: record({ movesUp: Type.Boolean() }),
  response: Type.Array(DatePlaces),
  handle: async ({ tx, params: { dateId }, body: { movesUp } }) => {
    await tx.updateTable('event_date').set({ moves_up: movesUp }).where('id', '=', dateId).execute()
    const places = await placesOf(tx, dateId)
    if (!places) throw notFound(`There is no date ${dateId}.`)
    return [places]
  },
})

export const bookingWrites: readonly Endpoint[] = [
  createBookings,
  patchBooking,
  changeStatuses,
  fillFromWaitingList,
  setOrder,
  setMovesUp,
]
