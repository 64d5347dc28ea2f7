// What stands against showing an event or a date on the website: rules over plain facts, the same for pages and for publishing.
import Type, { type Static } from 'typebox'
import { IdOrNone, record } from '../../platform/http/schema.ts'
import { amountsAgree } from '../records/vat.ts'

/** What is found; the texts are the page's. An error keeps the event from being published, a warning does not. */
export const Finding = record({
  severity: Type.Unsafe<'error' | 'warning'>(Type.Enum(['error', 'warning'])),
  code: Type.String(),
  /** The field of the event's or the date's form. */
  field: Type.String(),
  /** 0: it is the event's own. */
  dateId: IdOrNone,
  /** How the date is called, where it is a date's. */
  date: Type.String(),
  params: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number()])),
})
export type Finding = Static<typeof Finding>

export type CheckedPrice = {
  title: string
  gross: string | null
  net: string | null
  vat: number
}

/** What the rules look at of a date. Days are `YYYY-MM-DD`. */
export type CheckedDate = {
  id: number
  title: string
  is_published: boolean
  is_active: boolean
  is_bookable: boolean
  /** '' is no status. */
  status: string
  status_is_bookable: boolean
  status_goes_ahead: boolean
  start_date: string | null
  end_date: string | null
  booking_end_date: string | null
  display_start_date: string | null
  display_end_date: string | null
  participants_max: number
  trainers: number
  locations: number
  /** It takes place somewhere: its format says so. */
  is_onsite: boolean
  prices: CheckedPrice[]
  /** The modules of a series, each with how many dates can be taken for it. */
  modules: { position: number; dates: number }[]
  /** Dates of its event are series. */
  is_series: boolean
}

/** What the rules look at of an event, with all its dates. */
export type CheckedEvent = {
  id: number
  title: string
  teaser: string
  description: string
  categories: number
  prices: CheckedPrice[]
  dates: CheckedDate[]
}

type FindingDraft = Omit<Finding, 'dateId' | 'date' | 'params'> & { params?: Finding['params'] }

const error = (code: string, field: string, params?: Finding['params']): FindingDraft => ({
  severity: 'error',
  code,
  field,
  ...(params && { params }),
})
const warning = (code: string, field: string, params?: Finding['params']): FindingDraft => ({
  ...error(code, field, params),
  severity: 'warning',
})

const isBlank = (html: string): boolean =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '')
    .trim() === ''

/** @param fieldPrefix how the fields of an amount begin: the interface's names on an event, the columns' on a date */
function priceFindings(
  prices: readonly CheckedPrice[],
  field: string,
  fieldPrefix: 'price_value_' | '',
): FindingDraft[] {
  return prices.flatMap(({ title, gross, net, vat }, at) => {
    const params = { row: at + 1, title, gross: gross ?? '', net: net ?? '', vat }
    if (gross === null && net === null)
      return [error('price_empty', `${field}[${at}].${fieldPrefix}net`, params)]
    if (gross === null || net === null)
      return [
        warning('price_half', `${field}[${at}].${fieldPrefix}${gross === null ? 'gross' : 'net'}`, params),
      ]
    return amountsAgree(net, gross, vat)
      ? []
      : [error('price_mismatch', `${field}[${at}].${fieldPrefix}gross`, params)]
  })
}

/** Is it still ahead? A date without a day is. */
const isUpcoming = ({ start_date, end_date }: CheckedDate, today: string): boolean =>
  (end_date ?? start_date ?? today) >= today

/**
 * What is found on a date.
 * @param event what its event gives it: whether there are prices for all dates
 */
export function checkDate(date: CheckedDate, event: Pick<CheckedEvent, 'prices'>, today: string): Finding[] {
  const drafts: FindingDraft[] = []
  const addIf = (condition: boolean, finding: () => FindingDraft) => {
    if (condition) drafts.push(finding())
  }
  const {
    start_date,
    booking_end_date,
    display_start_date: displayStart,
    display_end_date: displayEnd,
  } = date
  addIf(start_date === null, () => error('date_without_day', 'start_date'))
  addIf(!isUpcoming(date, today), () => warning('date_past', 'start_date', { day: start_date ?? '' }))
  addIf(!date.status_goes_ahead && date.status !== '', () =>
    warning('status_cancelled', 'status', { status: date.status }),
  )
  addIf(date.status === '', () => warning('status_missing', 'status'))
  addIf(!date.is_active, () => warning('inactive', 'is_active'))
  addIf(!date.is_bookable, () => warning('not_bookable', 'is_bookable'))
  addIf(displayStart !== null && displayEnd !== null && displayEnd < displayStart, () =>
    error('display_reversed', 'display_end', { start: displayStart!, end: displayEnd! }),
  )
  addIf(displayEnd !== null && displayEnd < today, () =>
    error('display_over', 'display_end', { day: displayEnd! }),
  )
  addIf(booking_end_date !== null && booking_end_date < today, () =>
    warning('booking_closed', 'booking_end_date', { day: booking_end_date! }),
  )
  addIf(booking_end_date !== null && start_date !== null && booking_end_date > start_date, () =>
    warning('booking_after_start', 'booking_end_date', { day: booking_end_date!, start: start_date! }),
  )
  addIf(date.participants_max === 0, () => warning('no_places', 'participants_max'))
  addIf(date.trainers === 0 && date.modules.length === 0, () => warning('no_trainer', 'trainers'))
  addIf(date.is_onsite && date.locations === 0 && date.modules.length === 0, () =>
    warning('no_location', 'location_ids'),
  )
  addIf(date.prices.length === 0 && event.prices.length === 0, () => error('no_price', 'prices'))
  drafts.push(...priceFindings(date.prices, 'prices', ''))
  addIf(date.is_series && date.modules.length === 0, () => warning('series_without_modules', 'modules'))
  for (const [at, module] of date.modules.entries())
    addIf(module.dates === 0, () => error('module_without_dates', 'modules', { module: at + 1 }))
  const name = date.title || (start_date ?? `#${date.id}`)
  return drafts.map((finding) => ({ params: {}, ...finding, dateId: date.id, date: name }))
}

/** What is found on an event and on those of its dates that the website would show: published and not over. */
export function checkEvent(event: CheckedEvent, today: string): Finding[] {
  const drafts: FindingDraft[] = []
  const visibleDates = event.dates.filter((date) => date.is_published && isUpcoming(date, today))
  if (event.title.trim() === '') drafts.push(error('no_title', 'event_title'))
  if (isBlank(event.description) && isBlank(event.teaser))
    drafts.push(warning('no_description', 'event_description'))
  if (event.categories === 0) drafts.push(warning('no_category', 'category_ids'))
  // Where dates are shown, each of them says so itself.
  if (event.prices.length === 0 && visibleDates.length === 0) drafts.push(error('no_price', 'event_prices'))
  drafts.push(...priceFindings(event.prices, 'event_prices', 'price_value_'))
  if (visibleDates.length === 0) {
    const unpublishedCount = event.dates.filter(
      (date) => !date.is_published && isUpcoming(date, today),
    ).length
    drafts.push(
      unpublishedCount > 0
        ? warning('dates_unpublished', 'dates', { count: unpublishedCount })
        : warning('no_dates', 'dates'),
    )
  }
  return [
    ...drafts.map((finding) => ({ params: {}, ...finding, dateId: 0, date: '' })),
    ...visibleDates.flatMap((date) => checkDate(date, event, today)),
  ]
}
