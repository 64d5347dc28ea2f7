// How a date can be booked on a website. Without imports, because the pages and the widget ask the same.
type Properties = {
  /** Bookings are taken, whatever the seats. */
  isOpen: boolean
  /** Visitors can book, or wait for a seat. */
  canBeBooked: boolean
  /** A booking waits for a seat. */
  waits: boolean
  /** The number of free seats is shown. */
  showsFreeSeats: boolean
  takesPlace: boolean
}

const record = {
  available: { isOpen: true, canBeBooked: true, waits: false, showsFreeSeats: false, takesPlace: true },
  few: { isOpen: true, canBeBooked: true, waits: false, showsFreeSeats: true, takesPlace: true },
  waitingList: { isOpen: true, canBeBooked: true, waits: true, showsFreeSeats: false, takesPlace: true },
  full: { isOpen: true, canBeBooked: false, waits: false, showsFreeSeats: false, takesPlace: true },
  closed: { isOpen: false, canBeBooked: false, waits: false, showsFreeSeats: false, takesPlace: true },
  cancelled: { isOpen: false, canBeBooked: false, waits: false, showsFreeSeats: false, takesPlace: false },
} as const satisfies Record<string, Properties>

export type Availability = keyof typeof record
export const availabilities: Readonly<Record<Availability, Properties>> = record
/** Whether a date takes bookings from a later day on. */
export const opensLater = (
  { availability, bookableFrom }: { availability: Availability; bookableFrom: string | null },
  today: string,
): boolean =>
  !availabilities[availability].isOpen &&
  availabilities[availability].takesPlace &&
  bookableFrom !== null &&
  bookableFrom > today

/** Whether lists show a date unless they are asked for others: it can be booked, waited for, or will be bookable. */
export const isListed = (
  date: { availability: Availability; bookableFrom: string | null },
  today: string,
): boolean => availabilities[date.availability].canBeBooked || opensLater(date, today)

export const availabilityNames = Object.keys(record) as Availability[]

/** The dates of lists unless a filter names something else. */
export const listed = 'listed' as const
/** The values of the filter: `any` is every availability. */
export const availabilityFilters = [...availabilityNames, 'any', listed] as const
/** Filters with which a date is found as long as it is shown, also when it is over. */
export const inEveryState = { availability: 'any', from: '1900-01-01' } as const

export type AvailabilityFilter = (typeof availabilityFilters)[number]
