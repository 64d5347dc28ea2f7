// Bookings are made, moved and cancelled: all that is wished for, or nothing.
import { sql } from 'kysely'
import { badRequest, conflict, type FieldError } from '../platform/http/errors.ts'
import { datesOf, loadStored, modulesAfter, type Stored, seatsBefore, type Wish } from './booking-plan.ts'
import { writeWishes } from './booking-plan.write.ts'
import {
  countsAs,
  type Desk,
  type HeldDate,
  hold,
  nameOf,
  noPlace,
  placesLeft,
  release,
  take,
  takesPlace,
} from './seat-allocation.ts'

const without = (all: number[], some: number[]): number[] => all.filter((id) => !some.includes(id))

function faultsOf(desk: Desk, wish: Wish): FieldError[] {
  if (wish.stored && wish.stored.status === wish.status && wish.stored.dateId === wish.dateId) return []
  if (countsAs(desk, wish.status) === 'none') return []
  const date = desk.dates.get(wish.dateId)!
  const lost = [wish.dateId, ...wish.modules].map((id) => desk.dates.get(id)!).find((one) => !one.takesPlace)
  if (lost && !(wish.stored && takesPlace(desk, wish.stored.status) && wish.stored.dateId === wish.dateId))
    return [{ field: 'dateId', message: `${nameOf(lost)} does not take place` }]
  return countsAs(desk, wish.status) === 'waitlisted' && !date.waitingList
    ? [{ field: 'status', message: 'the date has no waiting list' }]
    : []
}

/** Nobody is booked twice at a date. @throws Failure 409 */
async function refuseTwice(desk: Desk, wishes: readonly Wish[]): Promise<void> {
  const isActive = ({ status }: { status: string }) => countsAs(desk, status) !== 'none'
  const pairs = wishes.filter(isActive).flatMap((wish) => {
    const { stored, children, contactId } = wish
    const here = (stored ? [stored, ...children] : []).filter(isActive).map(({ dateId }) => dateId)
    const dates = without([wish.dateId, ...modulesAfter(desk, wish)], here)
    return dates.map((dateId) => ({ dateId, contactId }))
  })
  if (pairs.length === 0) return
  const seen = new Set<string>()
  const own = wishes.flatMap(({ stored, children }) =>
    stored ? [stored.id, ...children.map(({ id }) => id)] : [],
  )
  const { rows } = await sql<{ name: string; dateId: number; contactId: number }>`
    select trim(c.first_name || ' ' || c.last_name) as name, g."dateId", c.id as "contactId"
    from json_to_recordset(${JSON.stringify(pairs)}::json) as g("dateId" int, "contactId" int)
    join contact c on c.id = g."contactId"
    where exists (
      select from participation p join participation_status s on s.status = p.status
      where p.contact_id = g."contactId" and p.date_id = g."dateId" and s.counts_as <> 'none' and not p.id = any(${own}::int[]))
    limit 1`.execute(desk.tx)
  const twice =
    rows[0] ??
    pairs
      .filter(({ dateId, contactId }) => {
        const key = `${contactId} ${dateId}`
        return seen.has(key) || !seen.add(key)
      })
      .map((pair) => ({ ...pair, name: '' }))[0]
  if (twice)
    throw conflict(
      `"${twice.name.replaceAll('"', "'")}" is booked on ${nameOf(desk.dates.get(twice.dateId)!)} already.`,
    )
}

/** Places for all wishes; those that find none go on the waiting list where that is asked for. @throws Failure 409 */
function findPlaces(desk: Desk, wishes: readonly Wish[], waitlistRest: boolean): Wish[] {
  const after = (wish: Wish) =>
    takesPlace(desk, wish.status) ? [wish.dateId, ...modulesAfter(desk, wish)] : []
  const before = wishes.map((wish) => seatsBefore(desk, wish))
  wishes.forEach((wish, index) => {
    release(desk, without(before[index]!, after(wish)))
  })
  const freeBefore = new Map([...desk.dates].map(([id, date]) => [id, placesLeft(date)]))
  const needed = new Map<number, number>()
  let missing: HeldDate | undefined
  const found = wishes.map((wish, index) => {
    const needs = without(after(wish), before[index]!)
    for (const id of needs) needed.set(id, (needed.get(id) ?? 0) + 1)
    const full = take(desk, needs)
    if (full.length === 0) return wish
    if (!waitlistRest || !desk.dates.get(wish.dateId)!.waitingList) {
      missing ??= full[0]
      return wish
    }
    release(
      desk,
      without(before[index]!, needs).filter((id) => after(wish).includes(id)),
    )
    return { ...wish, status: 'waitlisted' }
  })
  if (missing) {
    const hasWaitingList = wishes.every(({ dateId }) => desk.dates.get(dateId)!.waitingList)
    throw noPlace(missing, freeBefore.get(missing.id)!, needed.get(missing.id)!, hasWaitingList)
  }
  return found
}

/**
 * Carries wishes out, all or none, and then lets the first of the waiting lists take what became free.
 * @param waitlistRest who finds no place goes on the waiting list
 * @returns the ids of the bookings wished for, in their order, then of those that moved up
 * @throws Failure 400, 404, 409
 */
export async function carryOut(desk: Desk, wishes: readonly Wish[], waitlistRest = false): Promise<number[]> {
  await hold(desk, wishes.flatMap(datesOf))
  for (const { dateId, modules } of wishes)
    for (const id of [dateId, ...modules])
      if (!desk.dates.has(id)) throw badRequest([{ field: 'dateId', message: 'is not the id of a date' }])
  const faults = wishes.flatMap((wish) => faultsOf(desk, wish))
  if (faults.length > 0) throw badRequest(faults.slice(0, 1))
  await refuseTwice(desk, wishes)
  const ids = await writeWishes(desk, findPlaces(desk, wishes, waitlistRest))
  return [...ids, ...(await moveUp(desk))]
}

type Waiting = Stored & { movesUp: boolean }

/** Who waits for places at the dates, in their order; not who is booked on one of the modules already. */
async function waitingAt(desk: Desk, dateIds: readonly number[]): Promise<Waiting[]> {
  const { rows } = await sql<Waiting>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.part_of, 0) as "partOf", p.comment, d.moves_up as "movesUp",
      array(select m.date_id from participation_module m where m.participation_id = p.id order by 1) as modules
    from participation p join participation_status s on s.status = p.status and s.counts_as = 'waitlisted'
    join event_date d on d.id = p.date_id
    where (p.date_id = any(${dateIds}::int[]) or exists (
        select from participation_module m where m.participation_id = p.id and m.date_id = any(${dateIds}::int[])))
      and not exists (
        select from participation_module m join participation q on q.date_id = m.date_id and q.contact_id = p.contact_id
        join participation_status t on t.status = q.status and t.counts_as <> 'none'
        where m.participation_id = p.id)
    order by p.waiting_position, coalesce(p.waiting_since, p.created_at), p.id`.execute(desk.tx)
  return rows
}

/**
 * Gives free places to the first of the waiting lists whose dates all have one; a series needs them at its modules, too.
 * @param byHand at this date, whatever its switch says
 * @returns the ids of the bookings that moved up
 */
export async function moveUp(desk: Desk, byHand = 0): Promise<number[]> {
  const open = [...desk.freed, byHand].filter((id) => id !== 0 && placesLeft(desk.dates.get(id)!) > 0)
  if (open.length === 0) return []
  let waiting = await waitingAt(desk, open)
  if (
    await hold(
      desk,
      waiting.flatMap(({ dateId, modules }) => [dateId, ...modules]),
    )
  )
    waiting = await waitingAt(desk, open)
  const lucky = waiting.filter(({ dateId, modules, movesUp }) => {
    const dates = [dateId, ...modules]
    if (!(movesUp || dateId === byHand) || dates.some((id) => !desk.dates.get(id)?.takesPlace)) return false
    return take(desk, dates).length === 0
  })
  const children = await loadStored(
    desk.tx,
    lucky.map(({ id }) => id),
  )
  return writeWishes(
    desk,
    lucky.map((stored) => ({
      ...stored,
      stored,
      children: children.get(stored.id)?.children ?? [],
      status: 'booked',
    })),
  )
}
