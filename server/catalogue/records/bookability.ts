// Event catalogue: what follows from a date's counters, switches and ranges (decision 11.4). Nothing of it is stored.

/** What the rules look at. Dates are `YYYY-MM-DD`, which compare as text. */
export type SeatCounts = {
  participants_max: number
  booked_count: number
  reserved_count: number
  seats_elsewhere: number
}

export type BookableDate = SeatCounts & {
  is_bookable: boolean
  is_active: boolean
  has_waiting_list: boolean
  /** null: a date without a status. */
  status_is_bookable: boolean | null
  booking_start_date: string | null
  booking_end_date: string | null
}

/** Places that are left, never below 0. */
export const freeSeats = (date: SeatCounts): number =>
  Math.max(0, date.participants_max - date.booked_count - date.reserved_count - date.seats_elsewhere)

/** Whether a date can be booked today: switch, active, status, booking range, and a place or a waiting list. */
export const isBookable = (date: BookableDate, today: string): boolean =>
  date.is_bookable &&
  date.is_active &&
  date.status_is_bookable === true &&
  (date.booking_start_date === null || date.booking_start_date <= today) &&
  (date.booking_end_date === null || date.booking_end_date >= today) &&
  (date.has_waiting_list || freeSeats(date) > 0)
