/** The most seats of one order. */
export const maxSeats = 100

/** The most dates of one order of a visitor. */
export const maxDates = 10
