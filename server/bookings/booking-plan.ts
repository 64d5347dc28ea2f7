// A booking plan: a stored booking, and its wanted state.
import { sql } from 'kysely'
import type { Tx } from '../platform/database/database.ts'
import type { Cancellation, Reduction, SeatPrice } from './booking.schema.ts'
import type { GroupDiscountStep } from './group-discount.ts'
import { occupiesSeat, type SeatAllocation } from './seat-allocation.ts'

/** A booking as it is stored. */
export type StoredBooking = {
  id: number
  /** null: a seat without a participant. */
  contactId: number | null
  dateId: number
  status: string
  parentId: number
  comment: string
  /** The dates of the modules, in the booking of a series. */
  moduleDateIds: number[]
}

/** The wanted state of a booking. `stored` is undefined for a new one; `children` are the bookings of the modules. */
export type BookingPlan = {
  stored: StoredBooking | undefined
  children: StoredBooking[]
  contactId: number | null
  dateId: number
  status: string
  comment: string
  moduleDateIds: number[]
  /** Of a new booking. */
  seat?: {
    orderId: number
    price: SeatPrice | null
    /** Without the group discount, which follows from its agreed steps. */
    reductions: readonly Reduction[]
    groupDiscount: readonly GroupDiscountStep[]
  }
  /** The person as a visitor entered it. */
  entered?: object | undefined
  /** Of the participant, by the questions. */
  answers?: object | undefined
  /** If the plan cancels the booking. */
  cancellation?: Cancellation
  /** Without a free seat, the booking goes on the waiting list. */
  waitlistIfFull?: boolean | undefined
}

/** The bookings with those of their modules. */
export async function loadBookings(
  tx: Tx,
  ids: readonly number[],
): Promise<Map<number, StoredBooking & { children: StoredBooking[] }>> {
  const { rows } = await sql<StoredBooking>`
    select p.id, p.contact_id as "contactId", p.date_id as "dateId", p.status, coalesce(p.series_booking_id, 0) as "parentId", p.comment,
      array(select m.date_id from booking_module m where m.booking_id = p.id order by 1) as "moduleDateIds"
    from booking p where p.id = any(${ids}::int[]) or p.series_booking_id = any(${ids}::int[]) order by p.id`.execute(
    tx,
  )
  const requestedIds = new Set(ids)
  const found = new Map(
    rows
      .filter(({ id }) => requestedIds.has(id))
      .map((row) => [row.id, { ...row, children: [] as StoredBooking[] }]),
  )
  for (const row of rows) found.get(row.parentId)?.children.push(row)
  return found
}

/** All dates that a plan concerns, before and after it. */
export const involvedDateIds = ({
  stored,
  children,
  dateId,
  moduleDateIds,
}: Omit<BookingPlan, 'contactId' | 'comment' | 'status'>): number[] => [
  ...(stored ? [stored.dateId] : []),
  ...children.map((child) => child.dateId),
  dateId,
  ...moduleDateIds,
]

/** The dates at which a booking and its modules occupy seats now. */
export const occupiedDateIds = (allocation: SeatAllocation, { stored, children }: BookingPlan): number[] =>
  (stored ? [stored, ...children] : [])
    .filter(({ status }) => occupiesSeat(allocation, status))
    .map(({ dateId }) => dateId)

/** The module dates that need a seat afterwards. Modules that were cancelled individually stay cancelled. */
export function moduleDateIdsAfter(
  allocation: SeatAllocation,
  { stored, children, dateId, moduleDateIds, status }: BookingPlan,
): number[] {
  if (!occupiesSeat(allocation, status)) return []
  if (!stored || stored.dateId !== dateId || !occupiesSeat(allocation, stored.status)) return moduleDateIds
  const occupiedModuleDateIds = children
    .filter((child) => occupiesSeat(allocation, child.status))
    .map((child) => child.dateId)
  return moduleDateIds.filter(
    (id) => occupiedModuleDateIds.includes(id) || !stored.moduleDateIds.includes(id),
  )
}
