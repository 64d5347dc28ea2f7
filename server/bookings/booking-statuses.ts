// The meaning of the statuses of bookings. Without imports, because the back office asks the same.

/** The meaning of a status for seats; providers choose it for each status of their own. */
const countings = {
  none: { isActive: false, takesSeat: false },
  reserved: { isActive: true, takesSeat: true },
  waitlisted: { isActive: true, takesSeat: false },
  booked: { isActive: true, takesSeat: true },
} as const
export type CountsAs = keyof typeof countings
export const countsAsNames = Object.keys(countings) as CountsAs[]

/** The statuses that Kontor brings. */
export const bookingStatuses = {
  interested: { countsAs: 'none' },
  reserved: { countsAs: 'reserved' },
  offered: { countsAs: 'reserved' },
  waitlisted: { countsAs: 'waitlisted' },
  booked: { countsAs: 'booked' },
  attended: { countsAs: 'booked' },
  absent: { countsAs: 'booked' },
  cancelled: { countsAs: 'none' },
} as const satisfies Record<string, { countsAs: CountsAs }>
export type BookingStatus = keyof typeof bookingStatuses

export const isBookingStatus = (status: string): status is BookingStatus =>
  Object.hasOwn(bookingStatuses, status)

/** Has a seat, or waits for one. */
export const isActive = ({ countsAs }: { countsAs: CountsAs }): boolean => countings[countsAs].isActive

export const takesSeat = ({ countsAs }: { countsAs: CountsAs }): boolean => countings[countsAs].takesSeat
export const isBooked = ({ countsAs }: { countsAs: CountsAs }): boolean => countsAs === 'booked'
export const isReserved = ({ countsAs }: { countsAs: CountsAs }): boolean => countsAs === 'reserved'
export const isWaitlisted = ({ countsAs }: { countsAs: CountsAs }): boolean => countsAs === 'waitlisted'

export const isCancelled = ({ status }: { status: string }): boolean => status === 'cancelled'
export const isReservation = ({ status }: { status: string }): boolean => status === 'reserved'
/** The seat is taken until the offer is accepted, declined, or has ended. */
export const isOffered = ({ status }: { status: string }): boolean => status === 'offered'
/** Attendance was recorded. */
export const isRecorded = ({ status }: { status: string }): boolean =>
  hasAttended({ status }) || isAbsent({ status })
export const hasAttended = ({ status }: { status: string }): boolean => status === 'attended'
export const isAbsent = ({ status }: { status: string }): boolean => status === 'absent'
