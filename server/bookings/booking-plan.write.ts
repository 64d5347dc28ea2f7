// Writes booking plans whose seats have been allocated.
import { sql } from 'kysely'
import { dateTitle } from '../catalogue/records/names.sql.ts'
import { type BookingPlan, moduleDateIdsAfter } from './booking-plan.ts'
import { isOffered, isRecorded, isReserved, isWaitlisted } from './booking-statuses.ts'
import { type GroupDiscountStep, updateGroupDiscounts } from './group-discount.ts'
import { insertReductions } from './reductions.ts'
import { countedStatus, countsAs, occupiesSeat, type SeatAllocation } from './seat-allocation.ts'
import { deadlineOfOffer } from './waiting-list/offers.ts'

type BookingRow = {
  id: number
  contact_id: number | null
  date_id: number
  status: string
  comment: string
  series_booking_id: number | null
  waiting_since: string | null
  keeps_waiting_position: boolean
  /** Of a new offer. */
  offered_until?: Date | undefined
  cancellation_reason?: string | undefined
  cancellation_fee?: number | null | undefined
  entered?: object | undefined
  /** A visitor entered a person who was a contact before. */
  claims_contact?: boolean
  answers?: object | undefined
} & Partial<NewSeat>

/** The columns of a new booking that its changes leave alone. */
type NewSeat = {
  order_id: number
  price_title: string
  price_amount: number | null
  price_currency: string
  price_vat_rate: number
  price_vat_included: boolean
  group_discount: readonly GroupDiscountStep[]
}

const newSeat = ({ seat }: BookingPlan): Partial<NewSeat> =>
  seat
    ? {
        order_id: seat.orderId,
        group_discount: seat.groupDiscount,
        ...(seat.price && {
          price_title: seat.price.priceTitle,
          price_amount: seat.price.priceAmount,
          price_currency: seat.price.priceCurrency,
          price_vat_rate: seat.price.priceVatRate,
          price_vat_included: seat.price.priceVatIncluded,
        }),
      }
    : {}

/** The status of a module's booking if that of its series occupies a seat. */
const statusOfModuleBooking = (allocation: SeatAllocation, status: string): string =>
  isReserved(countedStatus(allocation, status)) ? status : 'booked'

function moduleBookingRows(allocation: SeatAllocation, plan: BookingPlan, parentId: number): BookingRow[] {
  const { stored, children, status, contactId } = plan
  const moduleDateIds = moduleDateIdsAfter(allocation, plan)
  const row = (dateId: number, next: string, id = 0, comment = ''): BookingRow => ({
    id,
    contact_id: contactId,
    date_id: dateId,
    status: next,
    comment,
    series_booking_id: parentId,
    waiting_since: null,
    keeps_waiting_position: false,
  })
  // A cancelled booking is reactivated.
  const existingByDate = new Map(
    children
      .toSorted(
        (a, b) => Number(occupiesSeat(allocation, a.status)) - Number(occupiesSeat(allocation, b.status)),
      )
      .map((child) => [child.dateId, child]),
  )
  const changed = children.flatMap((child): BookingRow[] => {
    const isPlanned = moduleDateIds.includes(child.dateId) && existingByDate.get(child.dateId) === child
    const occupiesSeatNow = occupiesSeat(allocation, child.status)
    if (!isPlanned) return occupiesSeatNow ? [row(child.dateId, 'cancelled', child.id, child.comment)] : []
    // Attendance is recorded for each module.
    const followsSeries =
      !occupiesSeatNow ||
      (stored &&
        countsAs(allocation, stored.status) === countsAs(allocation, child.status) &&
        countsAs(allocation, status) !== countsAs(allocation, stored.status))
    if (followsSeries)
      return [row(child.dateId, statusOfModuleBooking(allocation, status), child.id, child.comment)]
    // A person who attended a module stays its participant.
    const isReplaced = child.contactId !== contactId && !isRecorded(child)
    return isReplaced ? [row(child.dateId, child.status, child.id, child.comment)] : []
  })
  const created = moduleDateIds
    .filter((id) => !existingByDate.has(id))
    .map((id) => row(id, statusOfModuleBooking(allocation, status)))
  return [...changed, ...created]
}

/** Writes booking plans. @returns the ids of the bookings, in the order of the plans */
export async function writePlans(
  allocation: SeatAllocation,
  plans: readonly BookingPlan[],
): Promise<number[]> {
  if (plans.length === 0) return []
  allocation.hasWritten = true
  const now = allocation.now.toISOString()
  const parents = plans.map((plan): BookingRow => {
    const { stored, contactId, dateId, status, comment, cancellation, entered, answers, moduleDateIds } = plan
    const waits = isWaitlisted(countedStatus(allocation, status))
    if (waits) for (const id of [dateId, ...moduleDateIds]) allocation.dates.get(id)!.allowsWaitingList = true
    const wasWaitlisted =
      stored !== undefined &&
      isWaitlisted(countedStatus(allocation, stored.status)) &&
      stored.dateId === dateId
    return {
      id: stored?.id ?? 0,
      contact_id: contactId,
      date_id: dateId,
      status,
      comment,
      series_booking_id: stored?.parentId || null,
      waiting_since: waits && !wasWaitlisted ? now : null,
      keeps_waiting_position: waits && wasWaitlisted,
      offered_until:
        isOffered({ status }) && !(stored && isOffered(stored))
          ? deadlineOfOffer(allocation, allocation.dates.get(dateId)!)
          : undefined,
      cancellation_reason: cancellation?.reason,
      cancellation_fee: cancellation?.fee,
      entered,
      claims_contact: entered !== undefined && contactId !== null && !allocation.newContactIds.has(contactId),
      answers,
      ...newSeat(plan),
    }
  })
  for (const { contactId } of plans) if (contactId !== null) allocation.newContactIds.delete(contactId)
  const ids = await upsertBookings(allocation, parents)
  const written = plans.map((plan, index) => ({ id: ids[index]!, plan }))
  await insertReductions(
    allocation.tx,
    written.flatMap(({ id, plan: { seat } }) =>
      (seat?.reductions ?? []).map((reduction) => ({ bookingId: id, ...reduction })),
    ),
  )
  await upsertBookings(
    allocation,
    written.flatMap(({ id, plan }) => moduleBookingRows(allocation, plan, id)),
  )
  await updateModules(
    allocation,
    written.map(({ id, plan: { moduleDateIds, stored } }) => ({
      id,
      modules: moduleDateIds,
      before: stored?.moduleDateIds ?? [],
    })),
  )
  await moveModuleDates(allocation, plans)
  const repriced = written.filter(({ plan }) => plan.stored || plan.seat?.groupDiscount.length)
  if (repriced.length > 0)
    await updateGroupDiscounts(
      allocation.tx,
      repriced.map(({ id }) => id),
    )
  return ids
}

// A booking that joins the waiting list gets the last position; equal positions are ordered by time.
async function upsertBookings(allocation: SeatAllocation, rows: readonly BookingRow[]): Promise<number[]> {
  const columns = sql.raw(
    'as g(id int, contact_id int, date_id int, status text, comment text, series_booking_id int, waiting_since timestamptz, keeps_waiting_position boolean, offered_until timestamptz, cancellation_reason text, cancellation_fee numeric, order_id int, price_title text, price_amount numeric, price_currency text, price_vat_rate numeric, price_vat_included boolean, entered jsonb, claims_contact boolean, answers jsonb, group_discount jsonb, n int)',
  )
  const numbered = rows.map((row, n) => ({ ...row, n }))
  const existing = numbered.filter(({ id }) => id !== 0)
  const newRows = numbered.filter(({ id }) => id === 0)
  const nextWaitingPosition = sql.raw(
    `case when g.waiting_since is null then 0 else coalesce((select max(o.waiting_position) from booking o join booking_status s on s.status = o.status and s.counts_as = 'waitlisted' where o.date_id = g.date_id), 0) end`,
  )
  const ids = rows.map(({ id }) => id)
  if (existing.length > 0) {
    const given = sql`json_to_recordset(${JSON.stringify(existing)}::json) ${columns}`
    await sql`insert into booking_history (booking_id, until, contact_id, date_id, date_title, start_date)
      select p.id, ${allocation.now}, p.contact_id, p.date_id, ${dateTitle}, d.start_date
      from ${given} join booking p on p.id = g.id join event_date d on d.id = p.date_id join event e on e.id = d.event_id
      where p.date_id <> g.date_id or p.contact_id <> coalesce(g.contact_id, 0) order by p.id`.execute(
      allocation.tx,
    )
    // The attendance of a replaced participant is not that of the new one, and their link ends.
    await sql`with replaced as (
        select p.id from ${given} join booking p on p.id = g.id where p.contact_id <> coalesce(g.contact_id, 0)),
      ended as (delete from seat_link l using replaced r where l.booking_id = r.id)
      delete from attendance a using replaced r where a.booking_id = r.id`.execute(allocation.tx)
    await sql`update booking p set contact_id = g.contact_id, date_id = g.date_id, status = g.status, comment = g.comment,
        entered = coalesce(g.entered, case when p.contact_id <> coalesce(g.contact_id, 0) then '{}' else p.entered end),
        claims_contact = case when g.entered is not null or p.contact_id <> coalesce(g.contact_id, 0) then coalesce(g.claims_contact, false) else p.claims_contact end,
        answers = coalesce(g.answers, case when p.contact_id <> coalesce(g.contact_id, 0) then '{}' else p.answers end),
        cancelled_at = case when g.status = 'cancelled' then coalesce(p.cancelled_at, ${allocation.now}) end,
        cancellation_reason = case when g.status = 'cancelled' then coalesce(g.cancellation_reason, p.cancellation_reason) else '' end,
        cancellation_fee = case when g.status = 'cancelled' then case when g.cancellation_reason is null then p.cancellation_fee else g.cancellation_fee end end,
        offered_until = case g.status when 'offered' then coalesce(g.offered_until, p.offered_until) when 'cancelled' then p.offered_until end,
        waiting_since = case when g.keeps_waiting_position then p.waiting_since else g.waiting_since end,
        waiting_position = case when g.keeps_waiting_position then p.waiting_position else ${nextWaitingPosition} end
      from ${given} where p.id = g.id`.execute(allocation.tx)
  }
  if (newRows.length > 0) {
    const { rows: inserted } = await sql<{ id: number }>`
      insert into booking (contact_id, date_id, status, comment, series_booking_id, waiting_since, waiting_position, offered_until, created_at,
        cancelled_at, order_id, price_title, price_amount, price_currency, price_vat_rate, price_vat_included, entered, claims_contact, answers, group_discount)
      select g.contact_id, g.date_id, g.status, g.comment, g.series_booking_id, g.waiting_since, ${nextWaitingPosition}, g.offered_until, ${allocation.now},
        case when g.status = 'cancelled' then ${allocation.now}::timestamptz end, g.order_id, coalesce(g.price_title, ''), g.price_amount,
        coalesce(g.price_currency, ''), coalesce(g.price_vat_rate, 0), coalesce(g.price_vat_included, false), coalesce(g.entered, '{}'), coalesce(g.claims_contact, false), coalesce(g.answers, '{}'), coalesce(g.group_discount, '[]')
      from json_to_recordset(${JSON.stringify(newRows)}::json) ${columns} order by g.n
      returning id`.execute(allocation.tx)
    newRows.forEach(({ n }, index) => {
      ids[n] = inserted[index]!.id
    })
  }
  return ids
}

type ModuleChange = { id: number; modules: number[]; before: number[] }

async function updateModules({ tx }: SeatAllocation, changes: readonly ModuleChange[]): Promise<void> {
  const changed = changes.filter(({ modules, before }) => modules.join() !== before.join())
  if (changed.length === 0) return
  await tx
    .deleteFrom('booking_module')
    .where('booking_id', '=', sql<number>`any(${changed.map(({ id }) => id)}::int[])`)
    .execute()
  const rows = changed.flatMap(({ id, modules }) => modules.map((date_id) => ({ booking_id: id, date_id })))
  if (rows.length > 0) await tx.insertInto('booking_module').values(rows).execute()
}

/** A module booking that moves to another date stays part of its series. */
async function moveModuleDates({ tx }: SeatAllocation, plans: readonly BookingPlan[]): Promise<void> {
  const moved = plans.flatMap(({ stored, dateId }) =>
    stored?.parentId && stored.dateId !== dateId
      ? [{ series: stored.parentId, from: stored.dateId, to: dateId }]
      : [],
  )
  if (moved.length === 0) return
  const movedRows = sql`json_to_recordset(${JSON.stringify(moved)}::json) as g(series int, "from" int, "to" int)`
  await sql`delete from booking_module m using ${movedRows} where m.booking_id = g.series and m.date_id = g."from"`.execute(
    tx,
  )
  await sql`insert into booking_module select g.series, g."to" from ${movedRows} on conflict do nothing`.execute(
    tx,
  )
}
