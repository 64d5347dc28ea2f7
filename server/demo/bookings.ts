// The demo's data set: bookings, and the fields of dates that depend on them.
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import { freeSeats, isBookable } from '../catalogue/records/bookability.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import { addDays, mondayOf } from './days.ts'
import type { Random } from './random.ts'

export const bookingCount = 3000

export type Booking = {
  partId: number
  /** 0: a seat without a name. */
  contactId: number
  dateId: number
  partStatus: string
  leadId: number
  createdAt: string
  orderId: number
  priceTitle: string
  priceAmount: number | null
  priceCurrency: string
  priceVatRate: number
  dietaryNotes: string
  accessibilityNotes: string
  internalNotes: string
  cancelledAt: string
  cancellationReason: string
  cancellationFee: number | null
}

/** The fields that `createOrders` fills in. */
const notOrdered = {
  orderId: 0,
  priceTitle: '',
  priceAmount: null,
  priceCurrency: '',
  priceVatRate: 0,
  dietaryNotes: '',
  accessibilityNotes: '',
  internalNotes: '',
  cancelledAt: '',
  cancellationReason: '',
  cancellationFee: null,
}

export type SeatCounts = { booked: number; reserved: number; waitlisted: number }

/** The number of bookings of each date. Some future dates are fully booked with a waiting list, the others are not. */
function planSeats(
  dates: readonly EventDate[],
  monday: string,
  random: Random,
): Map<EventDate, { seats: number; waitlisted: number }> {
  const seatsByDate = new Map(dates.map((date) => [date, { seats: 0, waitlisted: 0 }]))
  let left = bookingCount
  const coming = dates.filter(
    (date) =>
      date.start_date > addDays(monday, 10) &&
      date.start_date < addDays(monday, 150) &&
      ['planned', 'confirmed'].includes(date.date_status) &&
      date.participants_min > 1,
  )
  for (const date of random.sample(coming, 40)) {
    const waiting = date.waiting_list ? random.int(1, 5) : 0
    seatsByDate.set(date, { seats: date.participants_max, waitlisted: waiting })
    left -= date.participants_max + waiting
  }
  const open = dates.filter((date) => seatsByDate.get(date)!.seats === 0)
  while (left > 0) {
    const date = random.pick(open)
    const size = seatsByDate.get(date)!
    // Later dates have fewer bookings.
    const maxSeats = date.start_date > addDays(monday, 120) ? 4 : date.participants_max - 2
    if (size.seats >= maxSeats) continue
    size.seats++
    left--
  }
  return seatsByDate
}

function randomStatus(date: EventDate, today: string, random: Random): string {
  const draw = random.next()
  if (date.date_status === 'cancelled') return 'cancelled'
  if (date.end_date < today) return draw < 0.82 ? 'attended' : draw < 0.9 ? 'absent' : 'cancelled'
  if (draw < 0.08) return 'interested'
  if (draw < 0.15) return 'cancelled'
  return date.start_date > today && draw < 0.3 ? 'reserved' : 'booked'
}

/** Creates bookings in all statuses; no contact books a date twice. */
export function createBookings(
  dates: readonly EventDate[],
  contacts: readonly Contact[],
  today: string,
  random: Random,
): Booking[] {
  const monday = mondayOf(today)
  const seatsByDate = planSeats(dates, monday, random)
  const participants = contacts.filter(({ trn_data }) => trn_data?.length === 0)
  const list: Booking[] = []
  for (const date of dates) {
    const { seats, waitlisted } = seatsByDate.get(date)!
    const isFull = seats === date.participants_max
    const bookedBefore = date.start_date < monday ? date.start_date : monday
    random.sample(participants, seats + waitlisted).forEach(({ id }, index) => {
      const partStatus =
        index >= seats
          ? 'waitlisted'
          : isFull
            ? random.chance(0.15)
              ? 'reserved'
              : 'booked'
            : randomStatus(date, today, random)
      const createdAt = `${addDays(bookedBefore, -random.int(3, 90))}T${String(random.int(7, 18)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00.000000Z`
      list.push({
        partId: list.length + 1,
        contactId: id,
        dateId: date.date_id,
        partStatus,
        leadId: 0,
        createdAt,
        ...notOrdered,
      })
    })
  }
  return list
}

/** Counts the bookings of each date by their effect on its seats. */
export function countSeats(list: readonly Booking[]): Map<number, SeatCounts> {
  const countsByDate = new Map<number, SeatCounts>()
  for (const { dateId, partStatus } of list) {
    const counts = countsByDate.get(dateId) ?? { booked: 0, reserved: 0, waitlisted: 0 }
    countsByDate.set(dateId, counts)
    if (['booked', 'attended', 'absent'].includes(partStatus)) counts.booked++
    if (partStatus === 'reserved') counts.reserved++
    if (partStatus === 'waitlisted') counts.waitlisted++
  }
  return countsByDate
}

export const noBookings: SeatCounts = { booked: 0, reserved: 0, waitlisted: 0 }

/** Whether a date can be booked today; `switched`: the switch of the date. */
const isDateBookable = (
  date: EventDate,
  { booked, reserved }: SeatCounts,
  switched: boolean,
  today: string,
): boolean =>
  isBookable(
    {
      participants_max: date.participants_max,
      booked_count: booked,
      reserved_count: reserved,
      seats_elsewhere: date.participants_max - booked - reserved - date.free_places,
      is_bookable: switched,
      is_active: date.date_is_active,
      has_waiting_list: date.waiting_list,
      status_is_bookable: ['planned', 'confirmed'].includes(date.date_status),
      booking_start_date: date.booking_start_date || null,
      booking_end_date: date.booking_end_date || null,
    },
    today,
  )

/** Sets the fields that depend on bookings. Some dates have seats taken elsewhere. */
export function setDerivedFields(
  dates: readonly EventDate[],
  countsByDate: ReadonlyMap<number, SeatCounts>,
  today: string,
  random: Random,
): void {
  for (const date of dates) {
    const own = countsByDate.get(date.date_id) ?? noBookings
    const free = freeSeats({
      participants_max: date.participants_max,
      booked_count: own.booked,
      reserved_count: own.reserved,
      seats_elsewhere: 0,
    })
    const bookedElsewhere = random.chance(0.15) ? random.int(1, 2) : 0
    date.free_places = free > 3 ? free - bookedElsewhere : free
    date.date_is_bookable = isDateBookable(date, own, date.date_is_bookable, today)
  }
}
