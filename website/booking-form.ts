// The state of the form by which a visitor books seats of a date: what is shown, and what was entered.
import { maxSeats } from '../server/bookings/max-seats.ts'
import type { Quote, VisitorBooking } from '../server/website/booking/booking.schema.ts'
import type { BookingQuestion } from '../server/website/booking/questions.sql.ts'
import type { TermsDocument } from '../server/website/booking/terms.sql.ts'
import { visitorCategories } from '../server/website/general-prices.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import { mustWait } from './date-parts.ts'
import type { Texts } from './texts.ts'

/** By the name of a field; '': of the whole form. */
export type FormError = { name: string; text: string }

/** A message to the visitor above the form. */
export type FormNotice = { text: string; link?: { label: string; path: string } }

/** An entry that is probably wrong, and may stand. `fix` is the entry that was probably meant. */
export type FormHint = { name: string; text: string; fix?: { value: string; label: string } }

/** Another way to go on with the same entries: a button that sends the form. `action`: to another address. */
export type FormWay = { label: string; name: string; value: string; action?: string }

/** The entries of a form by the name of the field, which is its path in the body of `POST /bookings`. */
export type Entries = Readonly<Record<string, string>>

export type BookingView = {
  texts: Texts
  date: PublicDate
  /** The day on which the form is shown, YYYY-MM-DD. */
  today: string
  seats: number
  maxSeats: number
  /** Seats that are not free go on the waiting list. */
  waits: boolean
  quote: Omit<Quote, 'validUntil'>
  /** Whether there are vouchers, so that the form asks for one. */
  takesVouchers: boolean
  documents: readonly TermsDocument[]
  cancellation: readonly { daysBefore: number; feePercent: string }[]
  /** Why consumers cannot withdraw; '': they can. */
  withdrawalException: string
  /** Of the event's own. */
  questions: readonly BookingQuestion[]
  hasNewsletter: boolean
  /** The booking is made by a link in a mail. */
  isConfirmedByMail: boolean
  countries: readonly { code: string; name: string }[]
  entries: Entries
  /** As it was checked: shown with its names before the button that books. undefined: the form is filled in. */
  checked: VisitorBooking | undefined
  /** In the order of the form. */
  errors: readonly FormError[]
  notices: readonly FormNotice[]
  hints: readonly FormHint[]
  ways: readonly FormWay[]
  /** Fields that the visitor does not fill in. */
  hidden: Entries
  /** The address of the form. */
  action: string
  /** '': there is none. */
  listPath: string
  /** With whom the contract is made. */
  provider: string
  /** The provider's own, above the form; '': none. */
  ownText: string
  /** The provider's own, below the price; '': none. */
  vatNote: string
  /** How and when is paid, in the provider's words; '': none. */
  paymentText: string
}

/** The part of a form that is loaded; the rest of its view comes from the visitor. */
export type LoadedForm = Omit<
  BookingView,
  'entries' | 'checked' | 'errors' | 'notices' | 'hints' | 'ways' | 'hidden'
>

/** The steps of a form, by the buttons that lead on. `seats`: another number, or price. */
export const steps = {
  seats: { checks: false, books: false },
  edit: { checks: false, books: false },
  review: { checks: true, books: false },
  book: { checks: true, books: true },
} as const
export type Step = keyof typeof steps
export const stepOf = (text: string | null | undefined): Step =>
  text && Object.hasOwn(steps, text) ? (text as Step) : 'edit'

/** The participant of the first seat. */
export const participants = {
  yes: { isOrderer: true, isNamed: false },
  other: { isOrderer: false, isNamed: true },
  later: { isOrderer: false, isNamed: false },
} as const
export type Participant = keyof typeof participants

/** The entries of an empty form. */
export const defaultEntries: Entries = { 'invoiceTo.country': 'DE' }

/** Before the name of a field: a button that corrects its entry. */
export const fixPrefix = 'fix.'

/** Other dates that are offered instead of one without enough seats. */
export const maxOtherDates = 5

/** The most seats that the form offers: those that are free, unless the booking may wait for some. */
export const seatLimit = (date: PublicDate, waits: boolean): number => {
  const { max, free } = date.seats
  const open = waits || mustWait(date) ? max : (free ?? max)
  return Math.max(1, Math.min(open, max, maxSeats))
}

/** @param text the number of seats that is asked for */
export const seatCountOf = (text: string | null | undefined): number =>
  Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), maxSeats)

/** Why the voucher does not apply, as the quote says. */
export const voucherErrors = ({ quote }: Pick<BookingView, 'quote'>): FormError[] =>
  quote.reasons.flatMap(({ rule, applied, text }) =>
    rule === 'voucher' && !applied ? [{ name: 'voucher', text }] : [],
  )

/** Why seats are refused. @param free how many are left; null: not shown */
export const takenError = ({ errors }: Texts, free: number | null): FormError => ({
  name: '',
  text: free === null ? errors.taken : errors.takenCount(free),
})

/** The price as the form shows it. */
export const shownPrice = ({ quote: { gross } }: Pick<BookingView, 'quote'>): string =>
  gross ? `${gross.amount} ${gross.currency}` : ''

/** The fields of a person, by name below that of the person. */
export const personFields = ['firstName', 'lastName', 'email'] as const

/** The path of a seat's fields. */
export const seatPath = (at: number): string => `seats[${at}]`

/** The name of the field of a question. @param path of the seat with its dot, or '' */
export const questionName = ({ id }: Pick<BookingQuestion, 'id'>, path = ''): string => `${path}answers.${id}`

/** The category that is entered; '': none, or one that has no price. */
export const categoryOf = (entered: string, { prices }: PublicDate): string =>
  visitorCategories(prices).includes(entered) ? entered : ''

/** Whether fewer seats can be booked than are asked for. */
export const lacksSeats = ({ seats, entries }: Pick<BookingView, 'seats' | 'entries'>): boolean =>
  seatCountOf(entries['seatCount']) > seats

/**
 * Messages about a number of seats that has changed since the form was shown.
 * @param wanted the number that was asked for @param shown that of the form
 */
export function seatsNotices(
  { texts, seats, entries, waits, date }: Pick<BookingView, 'texts' | 'seats' | 'entries' | 'waits' | 'date'>,
  { wanted, shown }: { wanted: number; shown: number },
): FormNotice[] {
  const { seatsChanged } = texts
  const left = Array.from({ length: Math.max(wanted, shown) - seats }, (_, at) => seats + at).filter((at) =>
    Object.entries(entries).some(([name, text]) => name.startsWith(`${seatPath(at)}.`) && text !== ''),
  )
  const notices = [
    ...(wanted > seats
      ? [waits || date.seats.free === null ? seatsChanged.most(seats) : seatsChanged.free(seats)]
      : seats === shown
        ? []
        : [seats > shown ? seatsChanged.more(seats) : seatsChanged.fewer(seats)]),
    ...(left.length > 0 ? [seatsChanged.kept(left.map((at) => texts.seat(at + 1)).join(', '))] : []),
  ]
  return notices.map((text) => ({ text }))
}
