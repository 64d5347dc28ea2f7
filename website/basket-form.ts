// The state of the form by which a visitor books several dates at once. Each date is a form of its own with the common entries of the
// visitor; fields that a date has for itself have its path before their names. The persons are entered once for all dates, or
// for each of them.
import type { VisitorBooking } from '../server/website/booking/booking.schema.ts'
import type { BasketTexts } from './basket-texts.ts'
import { type InvalidFields, readBooking, toEntry } from './booking-entry.ts'
import type { BookingView, Entries, FormError, FormNotice, FormWay } from './booking-form.ts'
import { formatDays } from './date-parts.ts'
import type { Texts } from './texts.ts'

/** A date of the basket, as the form of a booking of it. */
export type BasketDate = BookingView & {
  path: string
  /** Why it cannot be booked as it is; '': it can. */
  problem: string
  /** Whether its seats that are not free may wait. */
  mayWait: boolean
}

export type BasketView = {
  texts: Texts
  basketTexts: BasketTexts
  /** The entries that all dates have in common, as the form of a booking of the first date. Its quote is that of all dates. */
  common: BookingView
  dates: readonly BasketDate[]
  /** The same persons take part in all dates. */
  isSame: boolean
  /** As it was checked, date by date; undefined: the form is filled in. */
  checked: readonly VisitorBooking[] | undefined
  /** Where more dates are chosen. */
  morePath: string
}

/** The path of the fields that a date has for itself. */
export const datePath = (dateId: number): string => `of${dateId}.`

export const dateLabel = ({ date, texts }: Pick<BookingView, 'date' | 'texts'>): string =>
  [date.title, formatDays(date, texts)].filter(Boolean).join(', ')

const isPersonField = (name: string): boolean => /^(?:self$|seatCount$|seats\[)/.test(name)
const isDateField = (name: string): boolean => ['visitorCategory', 'whenFull'].includes(name)

/** The name of a field of a date in the form. */
export const nameAt = (path: string, isSame: boolean, name: string): string =>
  isDateField(name) || (!isSame && isPersonField(name)) ? path + name : name

/** The entries below a path, without it. */
const below = (path: string, entries: Entries): Entries =>
  Object.fromEntries(
    Object.entries(entries).flatMap(([name, text]) =>
      name.startsWith(path) ? [[name.slice(path.length), text]] : [],
    ),
  )

/** The entries of a date as those of a form of its own. */
export const entriesAt = (path: string, isSame: boolean, entries: Entries): Entries => ({
  ...Object.fromEntries(Object.entries(entries).filter(([name]) => isSame || !isPersonField(name))),
  ...Object.fromEntries(
    Object.entries(below(path, entries)).filter(([name]) => isDateField(name) || !isSame),
  ),
})

/**
 * The entries after a switch between persons of all dates and persons of each: those that were entered are there with the other choice,
 * too, and nothing is lost.
 */
export function switchPersons(entries: Entries, paths: readonly string[], isSame: boolean): Entries {
  const persons = (own: Entries) =>
    Object.fromEntries(Object.entries(own).filter(([name, text]) => isPersonField(name) && text !== ''))
  if (isSame) return { ...entries, ...persons(below(paths[0] ?? '', entries)) }
  const common = Object.entries(persons(entries))
  return {
    ...entries,
    ...Object.fromEntries(
      paths.flatMap((path) =>
        Object.keys(persons(below(path, entries))).length > 0
          ? []
          : common.map(([name, text]) => [path + name, text]),
      ),
    ),
  }
}

/** Persons that were entered beyond the number of seats: they are kept, and not booked. */
export function keptPersons({
  entries,
  seats,
  texts,
}: Pick<BookingView, 'entries' | 'seats' | 'texts'>): FormNotice[] {
  const beyond = new Set(
    Object.entries(entries).flatMap(([name, text]) => {
      const at = Number(/^seats\[(\d+)\]/.exec(name)?.[1] ?? -1)
      return at >= seats && text !== '' ? [at] : []
    }),
  )
  return beyond.size === 0
    ? []
    : [
        {
          text: texts.seatsChanged.kept(
            [...beyond]
              .toSorted((a, b) => a - b)
              .map((at) => texts.seat(at + 1))
              .join(', '),
          ),
        },
      ]
}

/**
 * Reads the entries of the form, date by date.
 * @returns the booking of each date with the entries that all have in common, and what is wrong in the order of the form
 */
export function readBasket(
  { dates, common, isSame, basketTexts }: Pick<BasketView, 'dates' | 'common' | 'isSame' | 'basketTexts'>,
  invalidFields: InvalidFields,
): { bookings: VisitorBooking[]; errors: FormError[] } {
  const entry = toEntry(common.entries)
  const errors = new Map<string, FormError>()
  const bookings = dates.map((date) => {
    const read = readBooking((name) => entry(nameAt(date.path, isSame, name)), date, invalidFields)
    for (const { name, text } of read.errors) {
      const ownName = nameAt(date.path, isSame, name)
      const isOwn = ownName !== name && dates.length > 1
      errors.set(`${ownName} ${text}`, {
        name: ownName,
        text: isOwn ? basketTexts.at(date.date.title, text) : text,
      })
    }
    return read.booking
  })
  return { bookings, errors: [...errors.values()] }
}

/** The request that books all dates. */
export function toVisitorBooking(bookings: readonly VisitorBooking[]): VisitorBooking {
  const [first, ...others] = bookings as [VisitorBooking, ...VisitorBooking[]]
  const answers = new Map(
    bookings.flatMap((one) => (one.answers ?? []).map((answer) => [answer.questionId, answer])),
  )
  return {
    ...first,
    ...(answers.size > 0 && { answers: [...answers.values()] }),
    ...(others.length > 0 && {
      furtherDates: others.map(({ dateId, moduleDateIds, seats, visitorCategory, whenFull }) => ({
        dateId,
        seats,
        ...(moduleDateIds && { moduleDateIds }),
        ...(visitorCategory && { visitorCategory }),
        ...(whenFull && { whenFull }),
      })),
    }),
  }
}

/** How to go on with dates that cannot be booked as they are. */
export const waysOf = ({ dates, basketTexts }: Pick<BasketView, 'dates' | 'basketTexts'>): FormWay[] =>
  dates.flatMap((one) => {
    if (one.problem === '') return []
    const { id } = one.date
    return [
      ...(one.mayWait && !one.waits
        ? [{ label: basketTexts.waitForDate(dateLabel(one)), name: 'wait', value: String(id) }]
        : []),
      { label: basketTexts.removeDate(dateLabel(one)), name: 'drop', value: String(id) },
    ]
  })
