// The parts of a date that all pages show.
import { h, type VNode } from 'preact'
import { formatMoney } from '../server/platform/ground/format-money.ts'
import { availabilities, opensLater } from '../server/website/availability.ts'
import { generalPrices } from '../server/website/general-prices.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import type { Texts } from './texts.ts'

type Money = { amount: string | number; currency: string }

/** @param price null: it is not known */
export const isFree = (price: Money | null): boolean => price !== null && Number(price.amount) === 0

/** A decimal text without needless zeros: `19.00` is 19. */
export const formatRate = (rate: string, { locale }: Texts): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Number(rate))

export const formatDay = (day: string, { locale }: Pick<Texts, 'locale'>): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** The days of a date, as 1 to 3 March 2027. */
export function formatDays({ start, end }: Pick<PublicDate, 'start' | 'end'>, { locale }: Texts): string {
  if (start === null) return ''
  const format = new Intl.DateTimeFormat(locale, {
    weekday: 'short',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  })
  const day = (moment: string) => new Date(moment.slice(0, 10))
  return format.formatRange(day(start), day(end ?? start))
}

/** The times of the first day; '': not known. */
export function formatTimes({ days }: PublicDate, texts: Texts): string {
  const [first] = days
  return first?.from ? texts.clock(first.from, first.to ?? '') : ''
}

export const placeOf = ({ location, format }: PublicDate): string =>
  location
    ? [location.name, location.city].filter((part) => part !== '').join(', ')
    : // The code of another format is no word for visitors.
      format === 'online'
      ? format
      : ''

/** Locations and trainers of a date. */
export const placeAndTrainers = (date: PublicDate, texts: Texts): string =>
  [
    placeOf(date),
    ...(date.trainers.length > 0
      ? [texts.withTrainers(date.trainers.map(({ name }) => name).join(', '))]
      : []),
  ]
    .filter((part) => part !== '')
    .join(' · ')

/** A module of a series with its day, and whether it may be left out. */
export const moduleText = (
  { title, start, isOptional }: PublicDate['modules'][number],
  texts: Texts,
): string =>
  [
    title,
    start ? `, ${formatDay(start.slice(0, 10), texts)}` : '',
    isOptional ? ` (${texts.optional})` : '',
  ].join('')

/** The price that is valid today; the first one if none is. */
export const priceOf = ({ prices }: PublicDate) => {
  const general = generalPrices(prices)
  return general.find(({ isCurrent }) => isCurrent) ?? general[0]
}

export function priceText(date: PublicDate, texts: Texts): string {
  const price = priceOf(date)
  if (!price) return texts.noPrice
  if (isFree(price.gross)) return texts.freeOfCharge
  const perPerson = texts.perPerson(formatMoney(price.gross, texts))
  return Number(price.taxRate) > 0
    ? `${perPerson}, ${texts.inclVat(formatRate(price.taxRate, texts))}`
    : perPerson
}

/** How a date is available: the number of seats, where they are few and it is shown. @param today YYYY-MM-DD */
export function availabilityText(date: PublicDate, texts: Texts, today: string): VNode {
  const { availability, seats } = date
  if (opensLater(date, today))
    return h('span', { class: 'waitingList' }, texts.opensOn(formatDay(date.bookableFrom!, texts)))
  return h(
    'span',
    { class: availability },
    availabilities[availability].showsFreeSeats && seats.free
      ? texts.free(seats.free)
      : texts.availability[availability],
  )
}

export const canBeBooked = ({ availability }: PublicDate): boolean => availabilities[availability].canBeBooked

/** A booking of the date waits for a seat. */
export const mustWait = ({ availability }: PublicDate): boolean => availabilities[availability].waits

/** The link that adds a date to the basket. */
export function basketLink(
  date: PublicDate,
  { path, isIn }: { path: string; isIn: boolean },
  texts: Texts,
): VNode | null {
  if (!canBeBooked(date) || mustWait(date)) return null
  const label = isIn ? texts.inBasket : texts.addToBasket
  return h(
    'a',
    { class: 'add', href: path, 'aria-label': `${label}: ${date.title}, ${formatDays(date, texts)}` },
    label,
  )
}

/** The button that leads to the booking of a date. */
export function bookButton(date: PublicDate, bookPath: string, texts: Texts): VNode | null {
  if (!canBeBooked(date)) return null
  const label = mustWait(date) ? texts.joinWaitingList : texts.book
  return h(
    'a',
    {
      class: 'button',
      href: bookPath,
      'aria-label': `${label}: ${date.title}, ${formatDays(date, texts)}`,
    },
    label,
  )
}

/** A text of the provider's own. */
export const textLines = (text: string): VNode[] =>
  text === '' ? [] : text.split(/\n+/).map((line) => h('p', { key: line }, line))
