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

/**
 * Holds seats at each of the dates, or at none.
 * @param holdId a hold that this one replaces: its seats count as free, and its time begins anew
 * @param visitorNetwork who holds them; '': nobody whom a limit concerns
 * @param minutes how long
 * @throws Failure 400 for an unknown date, or one that does not take place; 409 without enough free seats
 */
export async function holdSeats(
  allocation: SeatAllocation,
  dateIds: readonly number[],
  seats: number,
  {
    holdId,
    visitorNetwork,
    minutes = holdMinutes,
  }: { holdId: string | undefined; visitorNetwork: string; minutes?: number },
): Promise<{ id: string; expiresAt: Date }> {
  const { tx } = allocation
  await lockDates(allocation, dateIds, holdId)
  for (const dateId of dateIds) {
    const date = allocation.dates.get(dateId)
    if (!date) throw badRequest([{ field: 'dateId', ...bookingErrors.unknownDate() }])
    if (!date.goesAhead)
      throw badRequest([{ field: 'dateId', ...bookingErrors.dateCancelled({ date: dateLabel(date) }) }])
    const free = freeSeatsOf(date)
    if (free < seats) throw noSeatsConflict(date, free, seats, date.hasWaitingList)
    date.occupied += seats
  }
  const id = holdId ?? randomUUID()
  const { rows } = await sql<{ expiresAt: Date }>`
    insert into seat_hold (id, date_id, seats, expires_at, visitor_network)
    select ${id}::uuid, date_id, ${seats}::int, c.now + make_interval(mins => ${minutes}::int), ${visitorNetwork}
    from (select clock_timestamp() as now) c, unnest(${dateIds}::int[]) as d(date_id)
    returning expires_at as "expiresAt"`.execute(tx)
  // The replaced hold may have left seats.
  await promoteFromWaitingLists(allocation)
  return { id, expiresAt: rows[0]!.expiresAt }
}
