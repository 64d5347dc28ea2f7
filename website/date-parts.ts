// The parts of a date that all pages show.
import { h, type VNode } from 'preact'
import { exemptionText } from '../server/catalogue/records/vat.ts'
import { formatMoney } from '../server/platform/ground/format-money.ts'
import { availabilities, opensLater } from '../server/website/availability.ts'
import { generalPrices } from '../server/website/general-prices.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import { type Icon, icon } from './icons.ts'
import type { Texts } from './texts.ts'

type Money = { amount: string | number; currency: string }

/** @param price null: it is not known */
export const isFree = (price: Money | null): boolean => price !== null && Number(price.amount) === 0

/** A decimal text without needless zeros: `19.00` is 19. */
export const formatRate = (rate: string, { locale }: Texts): string =>
  new Intl.NumberFormat(locale, { maximumFractionDigits: 2 }).format(Number(rate))

export const formatDay = (day: string, { locale }: Pick<Texts, 'locale'>): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(day))

/** Catalogues may have a topic of the same name each. */
export const topicsOf = ({ categories }: Pick<PublicDate['event'], 'categories'>): string =>
  [...new Set(categories.map(({ name }) => name))].join(' · ')

/** @param month YYYY-MM */
export const formatMonth = (month: string, { locale }: Pick<Texts, 'locale'>): string =>
  new Intl.DateTimeFormat(locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

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

/** The name of a format that Kontor has by itself; undefined: of a format of the provider, whose code is no word for visitors. */
export const formatName = (format: string | null, { shop: { formats } }: Texts): string | undefined =>
  Object.hasOwn(formats, format ?? '') ? formats[format as keyof typeof formats] : undefined

export const placeOf = ({ location, format }: PublicDate, texts: Texts): string =>
  location
    ? [location.name, location.city].filter((part) => part !== '').join(', ')
    : (format !== 'onsite' && formatName(format, texts)) || ''

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

/** The price large, with what it is and its VAT below. */
export function priceBlock(date: PublicDate, texts: Texts): VNode {
  const price = priceOf(date)
  if (!price || isFree(price.gross))
    return h('p', { class: 'price' }, h('strong', null, price ? texts.freeOfCharge : texts.noPrice))
  const amount = formatMoney(price.gross, texts)
  const vat =
    Number(price.taxRate) > 0
      ? texts.inclVat(formatRate(price.taxRate, texts))
      : (price.taxExemption && exemptionText(price.taxExemption, texts.language)) || texts.withoutVat
  const until =
    price.isCurrent && price.validTo ? `${price.title}, ${texts.until(formatDay(price.validTo, texts))}` : ''
  return h('p', { class: 'price' }, [
    h('strong', null, amount),
    ' ',
    h('small', null, `${texts.perPerson}, ${vat}`),
    until === '' ? null : h('small', null, until),
  ])
}

/** How a date is available: the number of seats, where they are few and it is shown. @param today YYYY-MM-DD */
export function availabilityText(date: PublicDate, texts: Texts, today: string): VNode {
  const { availability, seats } = date
  if (opensLater(date, today))
    return h('span', { class: 'state waitingList' }, texts.opensOn(formatDay(date.bookableFrom!, texts)))
  return h(
    'span',
    { class: `state ${availability}` },
    availabilities[availability].showsFreeSeats && seats.free
      ? texts.free(seats.free)
      : texts.availability[availability],
  )
}

export const canBeBooked = ({ availability }: PublicDate): boolean => availabilities[availability].canBeBooked

/** A booking of the date waits for a seat. */
export const mustWait = ({ availability }: PublicDate): boolean => availabilities[availability].waits

/** How a date is available, and whether it takes place for certain. */
export const statesOf = (date: PublicDate, texts: Texts, today: string): VNode =>
  h('p', { class: 'states' }, [
    availabilityText(date, texts, today),
    date.isGuaranteed && availabilities[date.availability].takesPlace
      ? h('span', { class: 'state sure' }, [icon('check'), texts.shop.guaranteed])
      : null,
  ])

/** The day of the start as a leaf of a calendar; the facts beside it say it in words. */
export function dateLeaf({ start }: PublicDate, { locale }: Texts): VNode {
  const day = start === null ? undefined : new Date(start.slice(0, 10))
  const part = (options: Intl.DateTimeFormatOptions) =>
    day ? new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(day) : ''
  return h('div', { class: 'leaf', 'aria-hidden': 'true' }, [
    part({ weekday: 'short' }),
    h('b', null, day ? String(day.getUTCDate()) : '–'),
    part({ month: 'short' }),
  ])
}

const fact = (name: Icon, text: string): VNode | null =>
  text === '' ? null : h('li', { key: name }, [icon(name), h('span', null, text)])

/** Days, times, place and trainers. */
export const dateFacts = (date: PublicDate, texts: Texts, shown: { days: boolean }): VNode =>
  h('ul', { class: 'facts' }, [
    shown.days ? fact('calendar', formatDays(date, texts)) : null,
    fact('clock', formatTimes(date, texts)),
    fact(date.location ? 'pin' : 'screen', placeOf(date, texts)),
    fact('person', date.trainers.map(({ name }) => name).join(', ')),
  ])

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
      class: mustWait(date) ? 'button plain' : 'button',
      href: bookPath,
      'aria-label': `${label}: ${date.title}, ${formatDays(date, texts)}`,
    },
    label,
  )
}

/** A text of the provider's own. */
export const textLines = (text: string): VNode[] =>
  text === '' ? [] : text.split(/\n+/).map((line) => h('p', { key: line }, line))
