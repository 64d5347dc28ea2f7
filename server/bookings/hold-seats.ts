// Holds seats while a visitor fills in the form of a booking: rows of seat_hold, which a trigger counts in reserved_count, so
// that no other code has to know them.
//
// Holds expire by the clock of the database. Each transaction that locks a date deletes its expired holds first (lockDates); the
// job release-seats does the same for other dates, promotes from their waiting lists, notifies the promoted people, and ends
// offers whose deadline has passed. A booking that has to be confirmed by mail (website/booking/confirmation/) is a hold of an
// hour and a row of pending_booking.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/ground/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import { freeSeatsOf, lockedDateLabel, noSeatsConflict, type SeatAllocation } from './seat-allocation.ts'
import { promoteFromWaitingLists } from './waiting-list/promote.ts'

/** How long seats are held for a visitor who fills in a form. */
export const holdMinutes = 15

/** The seats that are held from a network, each once for a series and its modules, without those of a hold. */
export async function seatsHeldFrom(
  reader: Reader,
  visitorNetwork: string,
  exceptId: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(h.seats), 0)::int as seats from seat_hold h
    where h.visitor_network = ${visitorNetwork} and h.visitor_network <> '' and h.expires_at > clock_timestamp()
      and h.id is distinct from ${exceptId ?? null}::uuid
      and not exists (select from seat_hold s join series_module m on m.date_id = s.date_id
        join series_module_date l on l.series_module_id = m.id and l.linked_date_id = h.date_id where s.id = h.id)`.execute(
    reader,
  )
  return rows[0]!.seats
}

/** Seats to hold. */
type SeatsToHold = {
  /** As many at each of the dates, which are a date and its modules. */
  seats: readonly { dateIds: readonly number[]; seats: number }[]
  /** A hold that this one replaces, whose seats have been given back: its time begins anew. */
  holdId: string | undefined
  /** The network of the visitor; '': no limit applies. */
  visitorNetwork: string
}

/**
 * Holds all seats, or none. The dates must be locked.
 * @param minutes how long
 * @returns the id of the hold @throws Failure 400 for an unknown date, or one that does not take place; 409 without enough free seats
 */
export async function holdSeats(
  allocation: SeatAllocation,
  { seats: wanted, holdId, visitorNetwork }: SeatsToHold,
  minutes = holdMinutes,
): Promise<{ id: string; expiresAt: Date }> {
  const seatsOf = new Map<number, number>()
  for (const { dateIds, seats } of wanted)
    for (const dateId of dateIds) {
      takeHeld(allocation, dateId, seats)
      seatsOf.set(dateId, (seatsOf.get(dateId) ?? 0) + seats)
    }
  const id = holdId ?? randomUUID()
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into seat_hold (id, date_id, seats, expires_at, visitor_network)
    select ${id}::uuid, d.id, d.seats, c.now + make_interval(mins => ${minutes}::int), ${visitorNetwork}::text
    from (select clock_timestamp() as now) c, unnest(${[...seatsOf.keys()]}::int[], ${[...seatsOf.values()]}::int[]) as d(id, seats)
    returning expires_at as "expiresAt"`.execute(allocation.tx)
  // A replaced hold may have left seats.
  await promoteFromWaitingLists(allocation)
  return { id, expiresAt: rows[0]!.expiresAt }
}

/** @throws Failure 400, 409 */
function takeHeld(allocation: SeatAllocation, dateId: number, seats: number): void {
  const date = allocation.dates.get(dateId)
  if (!date) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  if (!date.goesAhead)
    throw badRequest([{ field: 'dateId', ...bookingErrors.dateCancelled({ date: lockedDateLabel(date) }) }])
  const free = freeSeatsOf(date)
  if (free < seats) throw noSeatsConflict(date, free, seats, date.hasWaitingList)
  date.occupied += seats
}
