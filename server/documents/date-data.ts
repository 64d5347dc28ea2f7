// The data of a date in documents.
export type ListedParticipant = {
  bookingId: number
  /** '': a seat whose participant is not named yet. */
  name: string
  lastName: string
  firstName: string
  title: string
  company: string
  status: string
  comment: string
  dietaryNotes: string
  accessibilityNotes: string
}

/** A day with its sessions; `halves`: in how many parts attendance is recorded. `day`: '' if the date has none. */
export type DayOfDate = {
  day: string
  sessions: { startTime: string; endTime: string; comment: string }[]
  halves: number
}

export type Person = { name: string; phone: string; email: string }
export type Place = { name: string; address: string; phone: string }

export type DateData = {
  id: number
  title: string
  subtitle: string
  articleNo: string
  startDate: string
  endDate: string
  clientId: number
  days: DayOfDate[]
  places: Place[]
  rooms: string[]
  trainers: Person[]
  organisers: Person[]
  participants: ListedParticipant[]
  /** The dates of the modules of a series. */
  modules: { title: string; startDate: string; endDate: string; place: string }[]
}
