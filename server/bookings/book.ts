// Turns the requests of the back office into booking plans.
import { sql } from 'kysely'
import { insertPersons } from '../contacts/contact.insert.ts'
import { assertRights, hasRight, type Principal } from '../platform/auth/principal.ts'
import { lockRecord, lockVersion } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, forbidden } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { applyBookings } from './apply-bookings.ts'
import { bookSeats } from './book-seats.ts'
import { bookingErrors } from './booking.errors.ts'
import type { BookingChange, BookingInput, BulkStatusChange, Participant } from './booking.schema.ts'
import { updateDetails } from './booking-details.ts'
import type { BookingPlan } from './booking-plan.ts'
import { isCancelled } from './booking-statuses.ts'
import { lockBookings, rejectRecordedAttendance } from './locked-bookings.ts'
import { maxSeats } from './max-seats.ts'
import { defaultModuleDates, loadModules, validateModuleChoice } from './modules.ts'
import { createOrder } from './orders/order.ts'
import { occupiesSeat, type SeatAllocation } from './seat-allocation.ts'
import { currentPrice } from './seat-price.ts'
import { lockForNewSeats } from './waiting-list/promote.ts'

const statusErrors = (allocation: SeatAllocation, status: string): FieldError[] =>
  allocation.statuses.has(status) ? [] : [{ field: 'status', ...bookingErrors.unknownStatus() }]

/** The module dates of a booking: those chosen, else the default ones; none if the date is not a series. @throws Failure 400 */
export async function chooseModules(
  reader: Reader,
  dateId: number,
  chosen: number[] | undefined,
  field = 'moduleDateIds',
): Promise<number[]> {
  const modules = (await loadModules(reader, [dateId])).get(dateId) ?? []
  const dateIds = chosen ?? defaultModuleDates(modules)
  const errors = validateModuleChoice(modules, dateIds, field)
  if (errors.length > 0) throw badRequest(errors)
  return [...new Set(dateIds)].toSorted((a, b) => a - b)
}

/** At least one seat is booked, and at most as many as at once; an order is an existing one or a new one. */
export function validateSeats({
  participants,
  unnamedSeats = 0,
  orderId,
  order,
}: BookingInput): FieldError[] {
  const count = participants.length + unnamedSeats
  return [
    ...(count === 0 ? [{ field: 'participants', ...bookingErrors.nobody() }] : []),
    ...(count > maxSeats
      ? [{ field: 'unnamedSeats', ...bookingErrors.tooManySeats({ max: maxSeats }) }]
      : []),
    ...(orderId !== undefined && order ? [{ field: 'order', ...bookingErrors.withOrderId() }] : []),
  ]
}

/** Each participant is an existing contact, or has the fields that a new one needs. */
export function validateParticipants(
  participants: readonly Participant[],
  pathOf = (index: number) => `participants[${index}]`,
): FieldError[] {
  return participants.flatMap((participant, index): FieldError[] => {
    const { contactId, ...personFields } = participant
    const path = pathOf(index)
    if (contactId !== undefined)
      return Object.keys(personFields).map((field) => ({
        field: `${path}.${field}`,
        ...bookingErrors.withContactId(),
      }))
    return [
      ...((personFields.lastName ?? '').trim() === ''
        ? [{ field: `${path}.lastName`, ...generalErrors.blank() }]
        : []),
      ...(personFields.email === undefined ? [{ field: `${path}.email`, ...generalErrors.required() }] : []),
    ]
  })
}

/** The ids of the contacts to book; new persons are inserted. @throws Failure 400, 403, 409 */
async function findOrCreateContacts(
  tx: Tx,
  principal: Principal,
  participants: readonly Participant[],
  pathOf = (index: number) => `participants[${index}]`,
): Promise<number[]> {
  const contactIds = participants.flatMap(({ contactId }) => contactId ?? [])
  // The answer shows the contact.
  if (contactIds.length > 0) assertRights(principal, ['090300:access'])
  const existing = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', '=', sql<number>`any(${contactIds}::int[])`)
    .where('contact_type', '=', 'person')
    .execute()
  const ids = new Set(existing.map(({ id }) => id))
  const errors = participants.flatMap(({ contactId }, index) =>
    contactId === undefined || ids.has(contactId)
      ? []
      : [{ field: `${pathOf(index)}.contactId`, ...bookingErrors.unknownPerson() }],
  )
  if (errors.length > 0) throw badRequest(errors)
  if (contactIds.length < participants.length && !hasRight(principal, '090300:add'))
    throw forbidden(generalErrors.missingRight({ right: '090300:add' }))
  const persons = await insertPersons(
    tx,
    participants
      .filter(({ contactId }) => contactId === undefined)
      .map(({ lastName = '', firstName, email = '', company }) => ({ lastName, firstName, email, company })),
  )
  const newIds = persons.values().map(({ id }) => id)
  return participants.map(({ contactId }) => contactId ?? newIds.next().value!)
}

/** Books participants on a date. @returns ids of the bookings, then of those promoted */
export async function bookParticipants(
  allocation: SeatAllocation,
  principal: Principal,
  body: BookingInput,
  today: string,
): Promise<number[]> {
  const { dateId, status, participants, unnamedSeats = 0, comment = '', waitlistIfFull = false } = body
  const errors = statusErrors(allocation, status)
  if (errors.length > 0) throw badRequest(errors)
  const promoted = await lockForNewSeats(allocation, [dateId])
  if (!allocation.dates.has(dateId)) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  const modules = await chooseModules(allocation.tx, dateId, body.moduleDateIds)
  const contacts = await findOrCreateContacts(allocation.tx, principal, participants)
  const orderId = await findOrCreateOrder(allocation, body, contacts[0])
  const price = body.price === undefined ? await currentPrice(allocation.tx, dateId, today) : body.price
  const seats = [...contacts, ...Array<null>(unnamedSeats).fill(null)].map((contactId) => ({ contactId }))
  const newSeats = { dateId, moduleDateIds: modules, seats, status, comment, orderId, price, waitlistIfFull }
  const booked = await bookSeats(allocation, [newSeats])
  return [...booked, ...promoted]
}

/** @throws Failure 400 */
async function findOrCreateOrder(
  { tx, now }: SeatAllocation,
  { orderId, order = {} }: BookingInput,
  participantId: number | undefined,
): Promise<number> {
  if (orderId === undefined) return createOrder(tx, order, participantId, now)
  const found = await tx.selectFrom('booking_order').select('id').where('id', '=', orderId).executeTakeFirst()
  if (!found) throw badRequest([{ field: 'orderId', ...bookingErrors.unknownOrder() }])
  return orderId
}

/** Changes a booking, moves it to another date, or replaces its participant. @returns its id, then the ids of those promoted */
export async function changeBooking(
  allocation: SeatAllocation,
  principal: Principal,
  id: number,
  change: BookingChange,
): Promise<number[]> {
  if (change.status !== undefined) {
    const errors = statusErrors(allocation, change.status)
    if (errors.length > 0) throw badRequest(errors)
  }
  const stored = (
    await lockBookings(allocation, [id], change.dateId === undefined ? [] : [change.dateId])
  ).get(id)!
  await lockVersion(allocation.tx, 'booking', id, change.version)
  const { children, ...booking } = stored
  const dateId = change.dateId ?? stored.dateId
  const isMoved = dateId !== stored.dateId
  if (!allocation.dates.has(dateId)) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  // The booking of a module has no modules itself, even if its date is a series.
  const modules =
    stored.parentId !== 0 || (!isMoved && change.moduleDateIds === undefined)
      ? stored.moduleDateIds
      : await chooseModules(allocation.tx, dateId, change.moduleDateIds)
  const status = change.status ?? stored.status
  if (change.cancellation && !isCancelled({ status }))
    throw badRequest([{ field: 'cancellation', ...bookingErrors.notCancelled() }])
  const participants = change.participant ? [change.participant] : []
  const [contactId] = await findOrCreateContacts(allocation.tx, principal, participants, () => 'participant')
  if (contactId !== undefined && contactId !== stored.contactId)
    await rejectRecordedAttendance(allocation.tx, stored)
  const plan: BookingPlan = {
    stored: booking,
    children,
    contactId: contactId ?? stored.contactId,
    dateId,
    status,
    comment: change.comment ?? stored.comment,
    moduleDateIds: modules,
    ...(change.cancellation && { cancellation: change.cancellation }),
    waitlistIfFull: change.waitlistIfFull,
  }
  const ids = await applyBookings(allocation, [plan])
  await updateDetails(allocation.tx, id, change)
  return ids
}

/** Sets the status of bookings, all or none. Those that are cancelled already keep reason and fee. @returns their ids, then of those promoted */
export async function changeStatus(
  allocation: SeatAllocation,
  { ids, status, cancellation }: BulkStatusChange,
): Promise<number[]> {
  const errors = statusErrors(allocation, status)
  if (cancellation && !isCancelled({ status }))
    errors.push({ field: 'cancellation', ...bookingErrors.notCancelled() })
  cancellation?.fees.forEach(({ id }, index) => {
    if (!ids.includes(id))
      errors.push({ field: `cancellation.fees[${index}].id`, ...bookingErrors.notAmongIds() })
  })
  if (errors.length > 0) throw badRequest(errors)
  const bookings = await lockBookings(allocation, [...new Set(ids)])
  const fees = new Map(cancellation?.fees.map(({ id, fee }) => [id, fee]))
  // The bookings of modules follow that of their series.
  const childIds = new Set(
    [...bookings.values()]
      .filter((one) => occupiesSeat(allocation, one.status) !== occupiesSeat(allocation, status))
      .flatMap(({ children }) => children.map((child) => child.id)),
  )
  const plans = [...bookings.values()]
    .filter(({ id }) => !childIds.has(id))
    .map(
      ({ children, ...stored }): BookingPlan => ({
        ...stored,
        stored,
        children,
        status,
        ...(cancellation &&
          !isCancelled(stored) && {
            cancellation: { reason: cancellation.reason, fee: fees.get(stored.id) ?? null },
          }),
      }),
    )
  const applied = await applyBookings(allocation, plans)
  const followers = [...bookings.keys()].filter((id) => childIds.has(id))
  return [...applied.slice(0, plans.length), ...followers, ...applied.slice(plans.length)]
}

/** Reorders a waiting list. @throws Failure 409 if `bookingIds` are not exactly its bookings */
export async function orderWaitingList(tx: Tx, dateId: number, bookingIds: readonly number[]): Promise<void> {
  await lockRecord(tx, 'date', dateId)
  const { rows } = await sql<{ id: number }>`
    select p.id from booking p join booking_status s on s.status = p.status
    where p.date_id = ${dateId} and s.counts_as = 'waitlisted'`.execute(tx)
  const waiting = new Set(rows.map(({ id }) => id))
  const isComplete =
    bookingIds.length === waiting.size &&
    new Set(bookingIds).size === waiting.size &&
    bookingIds.every((id) => waiting.has(id))
  if (!isComplete) throw conflict(bookingErrors.waitingListChanged())
  await sql`update booking p set waiting_position = g.position
    from unnest(${bookingIds}::int[]) with ordinality as g(id, position)
    where p.id = g.id and p.waiting_position <> g.position`.execute(tx)
}
