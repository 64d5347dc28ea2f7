// Endpoints of the back office that change bookings. They return the requested bookings, then those promoted from a waiting list.

import Type from 'typebox'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { bookContactsRights, bookingRights } from '../platform/ground/rights.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import {
  bookParticipants,
  changeBooking,
  changeStatus,
  orderWaitingList,
  validateParticipants,
  validateSeats,
} from './book.ts'
import { Booking, BookingChange, BookingInput, BulkStatusChange, DateSeats } from './booking.schema.ts'
import { bookingsById, bookingsOfDate, loadDateSeats } from './booking.sql.ts'
import { previewPrices } from './price-preview.office.ts'
import { lockDates, openSeatAllocation } from './seat-allocation.ts'
import { OfferHours } from './waiting-list/offer-hours.schema.ts'
import { promoteFromWaitingLists } from './waiting-list/promote.ts'

const response = Type.Array(Booking)
const dateParams = Type.Object({ dateId: Id })

export const createBookings = officeEndpoint({
  method: 'POST',
  path: '/bookings',
  right: bookContactsRights,
  body: BookingInput,
  rules: ({ body }, areValid) => [
    ...(areValid('participants') ? validateParticipants(body.participants) : []),
    ...(areValid('participants', 'unnamedSeats') ? validateSeats(body) : []),
  ],
  response,
  handle: async ({ tx, principal, body, now, today, settings: { timeZone } }) =>
    bookingsById(
      tx,
      await bookParticipants(await openSeatAllocation(tx, { now, timeZone }), principal, body, today),
    ),
})

export const patchBooking = officeEndpoint({
  method: 'PATCH',
  path: '/bookings/{bookingId}',
  right: bookingRights,
  params: Type.Object({ bookingId: Id }),
  body: BookingChange,
  rules: ({ body: { participant } }, areValid) =>
    participant && areValid('participant') ? validateParticipants([participant], () => 'participant') : [],
  response,
  handle: async ({ tx, principal, params: { bookingId }, body, now, settings: { timeZone } }) =>
    bookingsById(
      tx,
      await changeBooking(await openSeatAllocation(tx, { now, timeZone }), principal, bookingId, body),
    ),
})

export const changeStatuses = officeEndpoint({
  method: 'POST',
  path: '/bookings/bulk-update',
  right: bookingRights,
  body: BulkStatusChange,
  response,
  handle: async ({ tx, body, now, settings: { timeZone } }) =>
    bookingsById(tx, await changeStatus(await openSeatAllocation(tx, { now, timeZone }), body)),
})

/** Promotes bookings even if `auto_promote` is off. */
export const promoteFromWaitingList = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/waiting-list/promote',
  right: bookingRights,
  params: dateParams,
  body: record({}),
  response,
  handle: async ({ tx, params: { dateId }, now, settings: { timeZone } }) => {
    const allocation = await openSeatAllocation(tx, { now, timeZone })
    await lockDates(allocation, [dateId])
    if (!allocation.dates.has(dateId)) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    return bookingsById(tx, await promoteFromWaitingLists(allocation, dateId))
  },
})

const setWaitingListOrder = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/waiting-list/order',
  right: bookingRights,
  params: dateParams,
  body: record({ bookingIds: Type.Array(Id, { maxItems: 10_000 }) }),
  response,
  handle: async ({ tx, params: { dateId }, body: { bookingIds } }) => {
    await orderWaitingList(tx, dateId, bookingIds)
    return (await bookingsOfDate(tx, dateId)).filter(({ waitingListRank }) => waitingListRank > 0)
  },
})

const patchDateSeats = officeEndpoint({
  method: 'PATCH',
  path: '/dates/{dateId}/seats',
  right: 'catalogue:edit',
  params: dateParams,
  body: record({
    autoPromote: Type.Optional(Type.Boolean()),
    hasWaitingList: Type.Optional(Type.Boolean()),
    keepsGroups: Type.Optional(Type.Boolean()),
    offerHours: Type.Optional(OfferHours),
  }),
  response: Type.Array(DateSeats),
  handle: async ({ tx, params: { dateId }, body, today }) => {
    const { autoPromote, hasWaitingList, keepsGroups, offerHours } = body
    const changes = {
      ...(autoPromote !== undefined && { auto_promote: autoPromote }),
      ...(hasWaitingList !== undefined && { has_waiting_list: hasWaitingList }),
      ...(keepsGroups !== undefined && { keeps_groups: keepsGroups }),
      ...(offerHours !== undefined && { offer_hours: offerHours }),
    }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('event_date').set(changes).where('id', '=', dateId).execute()
    const seats = await loadDateSeats(tx, dateId, today)
    if (!seats) throw notFound(generalErrors.notFound({ kind: 'date', id: dateId }))
    return [seats]
  },
})

/** Those that are not told of; the others are listed with their messages. */
export const bookingWriteEndpoints = [setWaitingListOrder, patchDateSeats, previewPrices]
