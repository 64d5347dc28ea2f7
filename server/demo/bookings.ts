// The demo's data set: who takes part in which date, and what follows from that.
import { freePlaces, isBookable } from '../catalogue/booking.ts'
import type { EventDate } from '../catalogue/date.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import { addDays, mondayOf } from './calendar.ts'
import type { Random } from './random.ts'

export const participationCount = 3000

export type Participation = {
  partId: number
  contactId: number
  dateId: number
  partStatus: string
  leadId: number
  createdAt: string
}

export type Taken = { booked: number; reserved: number; waitlisted: number }

/** How many take part in each date: some coming ones are sold out and have a waiting list, the others never are. */
function sizes(
  dates: readonly EventDate[],
  monday: string,
  random: Random,
): Map<EventDate, { places: number; waiting: number }> {
  const sized = new Map(dates.map((date) => [date, { places: 0, waiting: 0 }]))
  let left = participationCount
  const coming = dates.filter(
    (date) =>
      date.start_date > addDays(monday, 10) &&
      date.start_date < addDays(monday, 150) &&
      ['planned', 'confirmed'].includes(date.date_status) &&
      date.participants_min > 1,
  )
  for (const date of random.some(coming, 40)) {
    const waiting = date.waiting_list ? random.int(1, 5) : 0
    sized.set(date, { places: date.participants_max, waiting })
    left -= date.participants_max + waiting
  }
  const open = dates.filter((date) => sized.get(date)!.places === 0)
  while (left > 0) {
    const date = random.pick(open)
    const size = sized.get(date)!
    // The further away, the fewer have booked.
    const limit = date.start_date > addDays(monday, 120) ? 4 : date.participants_max - 2
    if (size.places >= limit) continue
    size.places++
    left--
  }
  return sized
}

function statusOf(date: EventDate, today: string, random: Random): string {
  const fate = random.next()
  if (date.date_status === 'cancelled') return 'cancelled'
  if (date.end_date < today) return fate < 0.82 ? 'attended' : fate < 0.9 ? 'absent' : 'cancelled'
  if (fate < 0.08) return 'interested'
  if (fate < 0.15) return 'cancelled'
  return date.start_date > today && fate < 0.3 ? 'reserved' : 'booked'
}

/** Participations in all statuses, by date; nobody takes part twice in a date. */
export function participations(
  dates: readonly EventDate[],
  contacts: readonly Contact[],
  today: string,
  random: Random,
): Participation[] {
  const monday = mondayOf(today)
  const sized = sizes(dates, monday, random)
  const guests = contacts.filter(({ trn_data }) => trn_data?.length === 0)
  const list: Participation[] = []
  for (const date of dates) {
    const { places, waiting } = sized.get(date)!
    const isFull = places === date.participants_max
    const early = date.start_date < monday ? date.start_date : monday
    random.some(guests, places + waiting).forEach(({ id }, index) => {
      const partStatus =
        index >= places
          ? 'waitlisted'
          : isFull
            ? random.chance(0.15)
              ? 'reserved'
              : 'booked'
            : statusOf(date, today, random)
      const createdAt = `${addDays(early, -random.int(3, 90))}T${String(random.int(7, 18)).padStart(2, '0')}:${String(random.int(0, 59)).padStart(2, '0')}:00.000000Z`
      list.push({
        partId: list.length + 1,
        contactId: id,
        dateId: date.date_id,
        partStatus,
        leadId: 0,
        createdAt,
      })
    })
  }
  return list
}

/** What the participations take of each date. */
export function takenPlaces(list: readonly Participation[]): Map<number, Taken> {
  const taken = new Map<number, Taken>()
  for (const { dateId, partStatus } of list) {
    const own = taken.get(dateId) ?? { booked: 0, reserved: 0, waitlisted: 0 }
    taken.set(dateId, own)
    if (['booked', 'attended', 'absent'].includes(partStatus)) own.booked++
    if (partStatus === 'reserved') own.reserved++
    if (partStatus === 'waitlisted') own.waitlisted++
  }
  return taken
}

export const nobody: Taken = { booked: 0, reserved: 0, waitlisted: 0 }

/** Whether a date can be booked today; `switched`: by the staff. */
const bookable = (date: EventDate, { booked, reserved }: Taken, switched: boolean, today: string): boolean =>
  isBookable(
    {
      participants_max: date.participants_max,
      booked_count: booked,
      reserved_count: reserved,
      places_elsewhere: date.participants_max - booked - reserved - date.free_places,
      is_bookable: switched,
      is_active: date.date_is_active,
      waiting_list: date.waiting_list,
      status_is_bookable: ['planned', 'confirmed'].includes(date.date_status),
      booking_start_date: date.booking_start_date || null,
      booking_end_date: date.booking_end_date || null,
    },
    today,
  )

/** Sets what is derived from the participations. Some dates have given places away elsewhere. */
export function settle(
  dates: readonly EventDate[],
  taken: ReadonlyMap<number, Taken>,
  today: string,
  random: Random,
): void {
  for (const date of dates) {
    const own = taken.get(date.date_id) ?? nobody
    const free = freePlaces({
      participants_max: date.participants_max,
      booked_count: own.booked,
      reserved_count: own.reserved,
      places_elsewhere: 0,
    })
    const elsewhere = random.chance(0.15) ? random.int(1, 2) : 0
    date.free_places = free > 3 ? free - elsewhere : free
    date.date_is_bookable = bookable(date, own, date.date_is_bookable, today)
  }
}
