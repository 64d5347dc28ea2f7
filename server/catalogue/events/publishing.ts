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
  dateTitle: Type.String(),
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

type FindingDraft = Omit<Finding, 'dateId' | 'dateTitle' | 'params'> & { params?: Finding['params'] }

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

function priceFindings(prices: readonly CheckedPrice[]): FindingDraft[] {
  return prices.flatMap(({ title, gross, net, vat }, at) => {
    const params = { row: at + 1, title, gross: gross ?? '', net: net ?? '', vat }
    if (gross === null && net === null) return [error('priceEmpty', `prices[${at}].netPrice`, params)]
    if (gross === null || net === null)
      return [warning('priceHalf', `prices[${at}].${gross === null ? 'grossPrice' : 'netPrice'}`, params)]
    return amountsAgree(net, gross, vat) ? [] : [error('priceMismatch', `prices[${at}].grossPrice`, params)]
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
  const { start_date, booking_end_date, display_start_date, display_end_date } = date
  addIf(start_date === null, () => error('dateWithoutStart', 'startDate'))
  addIf(!isUpcoming(date, today), () => warning('datePast', 'startDate', { day: start_date ?? '' }))
  addIf(!date.status_goes_ahead && date.status !== '', () =>
    warning('statusCancelled', 'status', { status: date.status }),
  )
  addIf(date.status === '', () => warning('statusMissing', 'status'))
  addIf(!date.is_active, () => warning('inactive', 'isActive'))
  addIf(!date.is_bookable, () => warning('notBookable', 'isBookable'))
  addIf(
    display_start_date !== null && display_end_date !== null && display_end_date < display_start_date,
    () => error('displayReversed', 'displayEndDate', { start: display_start_date!, end: display_end_date! }),
  )
  addIf(display_end_date !== null && display_end_date < today, () =>
    error('displayOver', 'displayEndDate', { day: display_end_date! }),
  )
  addIf(booking_end_date !== null && booking_end_date < today, () =>
    warning('bookingClosed', 'bookingEndDate', { day: booking_end_date! }),
  )
  addIf(booking_end_date !== null && start_date !== null && booking_end_date > start_date, () =>
    warning('bookingAfterStart', 'bookingEndDate', { day: booking_end_date!, start: start_date! }),
  )
  addIf(date.participants_max === 0, () => warning('noSeats', 'participantsMax'))
  addIf(date.trainers === 0 && date.modules.length === 0, () => warning('noTrainer', 'trainers'))
  addIf(date.is_onsite && date.locations === 0 && date.modules.length === 0, () =>
    warning('noLocation', 'locationIds'),
  )
  addIf(date.prices.length === 0 && event.prices.length === 0, () => error('noPrice', 'prices'))
  drafts.push(...priceFindings(date.prices))
  addIf(date.is_series && date.modules.length === 0, () => warning('seriesWithoutModules', 'modules'))
  for (const [at, module] of date.modules.entries())
    addIf(module.dates === 0, () => error('moduleWithoutDates', 'modules', { module: at + 1 }))
  const name = date.title || (start_date ?? `#${date.id}`)
  return drafts.map((finding) => ({ params: {}, ...finding, dateId: date.id, dateTitle: name }))
}

/** What is found on an event and on those of its dates that the website would show: published and not over. */
export function checkEvent(event: CheckedEvent, today: string): Finding[] {
  const drafts: FindingDraft[] = []
  const visibleDates = event.dates.filter((date) => date.is_published && isUpcoming(date, today))
  if (event.title.trim() === '') drafts.push(error('noTitle', 'title'))
  if (isBlank(event.description) && isBlank(event.teaser))
    drafts.push(warning('noDescription', 'description'))
  if (event.categories === 0) drafts.push(warning('noCategory', 'categoryIds'))
  // Where dates are shown, each of them says so itself.
  if (event.prices.length === 0 && visibleDates.length === 0) drafts.push(error('noPrice', 'prices'))
  drafts.push(...priceFindings(event.prices))
  if (visibleDates.length === 0) {
    const unpublishedCount = event.dates.filter(
      (date) => !date.is_published && isUpcoming(date, today),
    ).length
    drafts.push(
      unpublishedCount > 0
        ? warning('datesUnpublished', 'dates', { count: unpublishedCount })
        : warning('noDates', 'dates'),
    )
  }
  return [
    ...drafts.map((finding) => ({ params: {}, ...finding, dateId: 0, dateTitle: '' })),
    ...visibleDates.flatMap((date) => checkDate(date, event, today)),
  ]
}
