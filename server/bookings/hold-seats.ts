// Holds seats while a visitor fills in the form of a booking.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import type { Reader } from '../platform/database/database.ts'
import { badRequest } from '../platform/http/errors.ts'
import { bookingErrors } from './booking.errors.ts'
import { dateLabel, freeSeatsOf, lockDates, noSeatsConflict, type SeatAllocation } from './seat-allocation.ts'
import { promoteFromWaitingLists } from './waiting-list/promote.ts'

/** How long seats are held for who fills in a form. */
export const holdMinutes = 15

/** The seats that are held from a network, each once for a series and its modules, without those of a hold. */
export async function seatsHeldFrom(
  reader: Reader,
  visitorNetwork: string,
  exceptId: string | undefined,
): Promise<number> {
  const { rows } = await sql<{ seats: number }>`
    select coalesce(sum(seats), 0)::int as seats from (
      select distinct id, seats from seat_hold
      where visitor_network = ${visitorNetwork} and visitor_network <> '' and expires_at > clock_timestamp()
        and id is distinct from ${exceptId ?? null}::uuid) held`.execute(reader)
  return rows[0]!.seats
}

/** Seats to hold at each of the dates. */
export type SeatsToHold = {
  dateIds: readonly number[]
  seats: number
  /** A hold that this one replaces: its seats count as free, and its time begins anew. */
  holdId: string | undefined
  /** Who holds them; '': nobody whom a limit concerns. */
  visitorNetwork: string
}

/**
 * Holds all seats, or none.
 * @param minutes how long
 * @returns the ids of the holds @throws Failure 400 for an unknown date, or one that does not take place; 409 without enough free seats
 */
export async function holdSeats(
  allocation: SeatAllocation,
  wanted: readonly SeatsToHold[],
  minutes = holdMinutes,
): Promise<{ ids: string[]; expiresAt: Date }> {
  const { tx } = allocation
  await lockDates(
    allocation,
    wanted.flatMap(({ dateIds }) => dateIds),
    wanted.flatMap(({ holdId }) => holdId ?? []),
  )
  for (const { dateIds, seats } of wanted) for (const dateId of dateIds) takeHeld(allocation, dateId, seats)
  const ids = wanted.map(({ holdId }) => holdId ?? randomUUID())
  const holds = wanted.flatMap(({ dateIds, ...hold }, index) =>
    dateIds.map((dateId) => ({ ...hold, id: ids[index], dateId })),
  )
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into seat_hold (id, date_id, seats, expires_at, visitor_network)
    select h.id, h."dateId", h.seats, c.now + make_interval(mins => ${minutes}::int), h."visitorNetwork"
    from (select clock_timestamp() as now) c,
      json_to_recordset(${JSON.stringify(holds)}::json) as h(id uuid, "dateId" int, seats int, "visitorNetwork" text)
    returning expires_at as "expiresAt"`.execute(tx)
  // A replaced hold may have left seats.
  await promoteFromWaitingLists(allocation)
  return { ids, expiresAt: rows[0]!.expiresAt }
}

/** @throws Failure 400, 409 */
function takeHeld(allocation: SeatAllocation, dateId: number, seats: number): void {
  const date = allocation.dates.get(dateId)
  if (!date) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
  if (!date.goesAhead)
    throw badRequest([{ field: 'dateId', ...bookingErrors.dateCancelled({ date: dateLabel(date) }) }])
  const free = freeSeatsOf(date)
  if (free < seats) throw noSeatsConflict(date, free, seats, date.hasWaitingList)
  date.occupied += seats
}
