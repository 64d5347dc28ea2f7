/** The most seats of one order. */
export const maxSeats = 100
