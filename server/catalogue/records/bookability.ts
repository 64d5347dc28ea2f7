// Free seats, missing participants and bookability of a date (decision 11.4). They are derived, never stored.

export type SeatCounts = {
  participants_max: number
  booked_count: number
  reserved_count: number
  seats_elsewhere: number
}

/** Days are `YYYY-MM-DD`, which compare as text. */
export type BookableDate = SeatCounts & {
  is_bookable: boolean
  is_active: boolean
  has_waiting_list: boolean
  /** null: a date without a status. */
  status_is_bookable: boolean | null
  booking_start_date: string | null
  booking_end_date: string | null
}

/** The seats that are left, never below 0. */
export const freeSeats = (date: SeatCounts): number =>
  Math.max(0, date.participants_max - date.booked_count - date.reserved_count - date.seats_elsewhere)

/** How many participants are missing from the minimum. Seats booked elsewhere count, reserved seats do not. */
export const missingParticipants = (date: {
  participantsMin: number
  bookedCount: number
  seatsElsewhere: number
}): number => Math.max(0, date.participantsMin - date.bookedCount - date.seatsElsewhere)

/** Whether a date can be booked today: its switch, activity, status, booking period, and free seats or a waiting list. */
export const isBookable = (date: BookableDate, today: string): boolean =>
  date.is_bookable &&
  date.is_active &&
  date.status_is_bookable === true &&
  (date.booking_start_date === null || date.booking_start_date <= today) &&
  (date.booking_end_date === null || date.booking_end_date >= today) &&
  (date.has_waiting_list || freeSeats(date) > 0)
