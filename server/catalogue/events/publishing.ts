// The check before publishing: rules over plain facts, the same for the pages and for publishing itself.
import Type, { type Static } from 'typebox'
import type { ErrorText } from '../../platform/ground/error-text.ts'
import { FieldErrorRecord, IdOrNone, record } from '../../platform/ground/schema.ts'
import { amountsAgree } from '../records/vat.ts'
import { publishingErrors } from './event.errors.ts'

/** A finding of the check. Errors prevent publishing, warnings do not. `field` is a field of the event's or the date's form. */
export const Finding = record({
  severity: Type.Unsafe<'error' | 'warning'>(Type.Enum(['error', 'warning'])),
  ...FieldErrorRecord.properties,
  code: Type.String(),
  /** 0: a finding on the event itself. */
  dateId: IdOrNone,
  /** The title of the date; without one, its start date or id. */
  dateTitle: Type.String(),
})
export type Finding = Static<typeof Finding>

export type CheckedPrice = {
  gross: string | null
  net: string | null
  vat: number
}

/** A date as the rules read it. Days are `YYYY-MM-DD`. */
export type CheckedDate = {
  id: number
  title: string
  is_published: boolean
  is_active: boolean
  is_bookable: boolean
  /** '': no status. */
  status: string
  status_goes_ahead: boolean
  start_date: string | null
  end_date: string | null
  booking_end_date: string | null
  display_start_date: string | null
  display_end_date: string | null
  participants_max: number
  trainers: number
  locations: number
  /** By its format. */
  is_onsite: boolean
  prices: CheckedPrice[]
  /** The modules of a series, in their order: the number of dates to choose from. */
  modules: number[]
  /** Whether any date of the event is a series. */
  event_has_series: boolean
}

/** An event with all its dates, as the rules read it. */
export type CheckedEvent = {
  id: number
  is_published: boolean
  title: string
  teaser: string
  description: string
  categories: number
  prices: CheckedPrice[]
  dates: CheckedDate[]
}

type FindingDraft = Omit<Finding, 'dateId' | 'dateTitle'>

const error = (field: string, text: ErrorText): FindingDraft => ({ severity: 'error', field, ...text })
const warning = (field: string, text: ErrorText): FindingDraft => ({ severity: 'warning', field, ...text })

const isBlank = (html: string): boolean =>
  html
    .replace(/<[^>]*>/g, '')
    .replaceAll('&nbsp;', '')
    .trim() === ''

const priceFindings = (prices: readonly CheckedPrice[]): FindingDraft[] =>
  prices.flatMap(({ gross, net, vat }, at) => {
    const [row, field] = [at + 1, `prices[${at}]`]
    if (gross === null && net === null)
      return [error(`${field}.netPrice`, publishingErrors.emptyPrice({ row }))]
    if (gross === null || net === null)
      return [
        warning(
          `${field}.${gross === null ? 'grossPrice' : 'netPrice'}`,
          publishingErrors.incompletePrice({ row }),
        ),
      ]
    if (amountsAgree(net, gross, vat)) return []
    return [error(`${field}.grossPrice`, publishingErrors.priceMismatch({ row, net, gross, vat }))]
  })

/** Whether a date is not over. A date without a start date is not. */
const isUpcoming = ({ start_date, end_date }: CheckedDate, today: string): boolean =>
  (end_date ?? start_date ?? today) >= today

/**
 * The findings on a date.
 * @param event its prices apply to all dates
 */
export function checkDate(
  date: CheckedDate,
  event: Pick<CheckedEvent, 'prices' | 'is_published'>,
  today: string,
): Finding[] {
  const { start_date: start, booking_end_date: bookingEnd, modules } = date
  const { display_start_date: displayStart, display_end_date: displayEnd } = date
  const drafts: FindingDraft[] = []
  const found = (finding: FindingDraft) => drafts.push(finding)
  if (!event.is_published) found(warning('eventId', publishingErrors.eventUnpublished()))
  if (start === null) found(error('startDate', publishingErrors.noStartDate()))
  if (!isUpcoming(date, today)) found(warning('startDate', publishingErrors.pastDate()))
  if (date.status === '') found(warning('status', publishingErrors.noStatus()))
  else if (!date.status_goes_ahead) found(warning('status', publishingErrors.cancelled()))
  if (!date.is_active) found(warning('isActive', publishingErrors.inactive()))
  if (!date.is_bookable) found(warning('isBookable', publishingErrors.notBookable()))
  if (displayStart !== null && displayEnd !== null && displayEnd < displayStart)
    found(error('displayEndDate', publishingErrors.displayReversed({ start: displayStart, end: displayEnd })))
  if (displayEnd !== null && displayEnd < today)
    found(error('displayEndDate', publishingErrors.displayOver({ day: displayEnd })))
  if (bookingEnd !== null && bookingEnd < today)
    found(warning('bookingEndDate', publishingErrors.bookingClosed({ day: bookingEnd })))
  if (bookingEnd !== null && start !== null && bookingEnd > start)
    found(warning('bookingEndDate', publishingErrors.bookingAfterStart({ day: bookingEnd, start })))
  if (date.participants_max === 0) found(warning('participantsMax', publishingErrors.noSeats()))
  // The modules of a series have trainers and locations.
  const isSeries = modules.length > 0
  if (date.trainers === 0 && !isSeries) found(warning('trainers', publishingErrors.noTrainer()))
  if (date.is_onsite && date.locations === 0 && !isSeries)
    found(warning('locationIds', publishingErrors.noLocation()))
  if (date.prices.length === 0 && event.prices.length === 0)
    found(error('prices', publishingErrors.noPrice()))
  drafts.push(...priceFindings(date.prices))
  if (date.event_has_series && !isSeries) found(warning('modules', publishingErrors.noModules()))
  for (const [at, dates] of modules.entries())
    if (dates === 0) found(error('modules', publishingErrors.emptyModule({ module: at + 1 })))
  const dateTitle = date.title || (start ?? `#${date.id}`)
  return drafts.map((draft) => ({ ...draft, dateId: date.id, dateTitle }))
}

/** The findings on an event that is or will be published, and on those of its dates that the website would show: published and not over. */
export function checkEvent(event: CheckedEvent, today: string): Finding[] {
  const drafts: FindingDraft[] = []
  const upcoming = event.dates.filter((date) => isUpcoming(date, today))
  const visible = upcoming.filter((date) => date.is_published)
  if (event.title.trim() === '') drafts.push(error('title', publishingErrors.noTitle()))
  if (isBlank(event.description) && isBlank(event.teaser))
    drafts.push(warning('description', publishingErrors.noDescription()))
  if (event.categories === 0) drafts.push(warning('categoryIds', publishingErrors.noCategory()))
  // If there are visible dates, each of them reports the missing price.
  if (event.prices.length === 0 && visible.length === 0)
    drafts.push(error('prices', publishingErrors.noPrice()))
  drafts.push(...priceFindings(event.prices))
  if (upcoming.length === 0) drafts.push(warning('dates', publishingErrors.noDates()))
  else if (visible.length === 0)
    drafts.push(warning('dates', publishingErrors.unpublishedDates({ count: upcoming.length })))
  return [
    ...drafts.map((draft) => ({ ...draft, dateId: 0, dateTitle: '' })),
    ...visible.flatMap((date) => checkDate(date, { ...event, is_published: true }, today)),
  ]
}
