// Loads the form of the basket, and shows it.
import { randomUUID } from 'node:crypto'
import {
  type BasketDate,
  type BasketView,
  datePath,
  entriesAt,
  keptPersons,
  nameAt,
  switchPersons,
  waysOf,
} from '../../../website/basket-form.ts'
import { type BasketTexts, basketTextsOf } from '../../../website/basket-texts.ts'
import { basketView } from '../../../website/basket-view.ts'
import {
  categoryOf,
  defaultEntries,
  type Entries,
  type FormError,
  type FormHint,
  type FormNotice,
  seatCountOf,
  seatLimit,
  shownPrice,
  takenError,
} from '../../../website/booking-form.ts'
import { canBeBooked, mustWait } from '../../../website/date-parts.ts'
import { countryChoices } from '../../addresses/country-choices.ts'
import { maxDates, maxSeats } from '../../bookings/max-seats.ts'
import { isUuid } from '../../platform/ground/text.ts'
import type { FreshPage } from '../../platform/pages/website-pages.ts'
import type { VisitorBooking } from '../booking/booking.schema.ts'
import { quoteDates } from '../booking/quote.ts'
import { loadBookingTerms } from '../booking/terms.public.ts'
import { loadProviders } from '../booking/terms.sql.ts'
import type { PublicDate } from '../schemas.ts'
import { basketPath } from './basket-address.ts'
import type { DateLoader } from './booking-page-form.ts'
import { type PageContext, renderWebsitePage, withBasket } from './page-frame.ts'
import { listPath } from './page-paths.ts'

/** Fields of the form that are no entries of the visitor. */
const formFields = new Set(['once', 'step', 'price', 'homepage', 'wait', 'drop', 'switch', 'date'])
const fixPrefix = 'fix.'

/** The entries of a form that is sent: buttons change some of them. The first of a name counts. */
export function basketEntries(fields: URLSearchParams, dateIds: readonly number[]): Entries {
  const entries: Record<string, string> = {}
  const wait = fields.get('wait')
  if (wait) entries[`${datePath(Number(wait))}whenFull`] = 'waitingList'
  for (const [name, text] of fields)
    if (name.startsWith(fixPrefix)) entries[name.slice(fixPrefix.length)] = text
  for (const [name, text] of fields)
    if (!formFields.has(name) && !name.startsWith(fixPrefix)) entries[name] ??= text
  const choice = fields.get('switch')
  if (choice !== 'each' && choice !== 'same') return entries
  return { ...switchPersons(entries, dateIds.map(datePath), choice === 'same'), persons: choice }
}

export type BasketForm = Omit<BasketView, 'checked' | 'dates' | 'common'> & {
  context: PageContext
  common: BasketView['common']
  dates: readonly BasketDate[]
  notices: FormNotice[]
}

const isSameFor = (entries: Entries): boolean => entries['persons'] !== 'each'

/** Whether a date has too few free seats, if that is shown. */
const lacksSeats = ({ seats: { free } }: PublicDate, wanted: number): boolean =>
  free !== null && free < wanted

type Found = { date: PublicDate; path: string; seats: number; waits: boolean; mayWait: boolean }

function problemOf(
  { date, seats, waits }: Found,
  { provider, currency }: { provider: string; currency: string },
  { texts, basketTexts }: { texts: PageContext['texts']; basketTexts: BasketTexts },
): string {
  if (!canBeBooked(date)) return basketTexts.closed
  if (provider !== '') return basketTexts.otherProvider(provider)
  if (currency !== '') return basketTexts.otherCurrency(currency)
  if (waits) return ''
  if (mustWait(date)) return basketTexts.full
  return lacksSeats(date, seats) ? takenError(texts, date.seats.free).text : ''
}

/**
 * The form of the dates; undefined: none of them is offered.
 * @param entries of the visitor
 */
export async function loadBasket(
  context: PageContext,
  { loadDate, mayWait }: DateLoader,
  ids: readonly number[],
  entries: Entries,
): Promise<BasketForm | undefined> {
  const { instance, request, settings, texts } = context
  const { db } = instance
  const { language } = texts
  const isSame = isSameFor(entries)
  const basketTexts = basketTextsOf(language, settings.addressForm)
  const loaded = (
    await Promise.all(
      ids.slice(0, maxDates).map(async (id): Promise<Found | undefined> => {
        const date = await loadDate(context, id)
        if (!date) return undefined
        const path = datePath(id)
        const canWait = await mayWait(id)
        return {
          date,
          path,
          seats: seatCountOf(entries[nameAt(path, isSame, 'seatCount')]),
          mayWait: canWait,
          waits: canWait && entries[`${path}whenFull`] === 'waitingList',
        }
      }),
    )
  ).filter((one) => one !== undefined)
  if (loaded.length === 0) return undefined
  const shownIds = loaded.map(({ date }) => date.id)
  const own = withBasket(context, shownIds)
  const most = Math.max(1, Math.floor(maxSeats / loaded.length))
  const voucher = (entries['voucher'] ?? '').trim().slice(0, 100)
  const [quotes, terms, providers] = await Promise.all([
    quoteDates(db, {
      dates: loaded.map(({ date, seats, path }) => {
        const category = categoryOf(entries[`${path}visitorCategory`] ?? '', date)
        return { dateId: date.id, seats, ...(category !== '' && { visitorCategory: category }) }
      }),
      day: request.today,
      language,
      ...(voucher !== '' && { voucher }),
    }),
    Promise.all(shownIds.map((dateId) => loadBookingTerms(db, settings.key, { dateId, language }))),
    loadProviders(db, shownIds),
  ])
  const first = providers.get(shownIds[0]!)!
  const [firstCurrency = ''] = quotes.currencies.filter(Boolean)
  const shared = {
    texts,
    today: request.today,
    countries: countryChoices(language),
    action: own.link(basketPath),
    listPath: own.link(listPath),
    ownText: settings.formText[language],
    vatNote: settings.vatNote[language],
    paymentText: settings.paymentText[language],
    checked: undefined,
    errors: [],
    notices: [],
    hints: [],
    ways: [],
    hidden: {},
  }
  const dates = loaded.map((found, at): BasketDate => {
    const { clientId, name } = providers.get(found.date.id)!
    const currency = quotes.currencies[at]!
    const { path, date, seats, waits } = found
    return {
      ...shared,
      ...terms[at]!,
      ...found,
      problem: problemOf(
        found,
        {
          provider: clientId === first.clientId ? '' : name,
          currency: currency === '' || currency === firstCurrency ? '' : currency,
        },
        { texts, basketTexts },
      ),
      maxSeats: Math.max(Math.min(seatLimit(date, waits), most), seats),
      quote: quotes.dates[at]!,
      entries: { ...entriesAt(path, isSame, entries), seatCount: String(seats) },
    }
  })
  const questions = [
    ...new Map(dates.flatMap((one) => one.questions.map((question) => [question.id, question]))),
  ]
  const seats = isSame ? dates[0]!.seats : 1
  const applies = quotes.dates.some(({ reasons }) =>
    reasons.some(({ rule, applied }) => rule === 'voucher' && applied),
  )
  const common = {
    ...dates[0]!,
    path: '',
    seats,
    maxSeats: Math.max(Math.min(...dates.map((one) => seatLimit(one.date, one.waits)), most), seats),
    waits: dates.every(({ waits }) => waits),
    quote: {
      lines: [],
      // A voucher that one date refuses may be valid for another one.
      reasons: applies ? [] : quotes.dates.flatMap(({ reasons }) => reasons),
      ...quotes.total,
    },
    questions: questions.map(([, question]) => question),
    takesVouchers: dates.some(({ takesVouchers }) => takesVouchers),
    isConfirmedByMail: dates.some(({ isConfirmedByMail }) => isConfirmedByMail),
    entries: { ...entries, ...(isSame && { seatCount: String(seats) }) },
  }
  return {
    context: own,
    texts,
    basketTexts,
    isSame,
    common,
    dates,
    morePath: own.link(listPath),
    notices: [
      ...(loaded.length < Math.min(ids.length, maxDates) ? [{ text: basketTexts.missing }] : []),
      ...(ids.length > maxDates ? [{ text: basketTexts.most(maxDates) }] : []),
      ...(isSame ? keptPersons(common) : dates.flatMap(keptPersons)),
    ],
  }
}

/** The reasons for which dates cannot be booked as they are. */
export const problemErrors = ({ dates, basketTexts }: BasketForm): FormError[] => [
  ...dates.flatMap(({ problem, date }) =>
    problem === '' ? [] : [{ name: '', text: basketTexts.at(date.title, problem) }],
  ),
  ...(dates.reduce((sum, { seats }) => sum + seats, 0) > maxSeats
    ? [{ name: '', text: basketTexts.mostSeats(maxSeats) }]
    : []),
]

type Shown = {
  errors?: readonly FormError[]
  notices?: readonly FormNotice[]
  hints?: readonly FormHint[]
  checked?: readonly VisitorBooking[]
  /** A form has a key as long as it has not booked; left out: a new one. */
  once?: string
  isEmpty?: boolean
}

export function showBasket(form: BasketForm, status: number, shown: Shown): FreshPage {
  const { context, dates, isSame } = form
  const { errors = [], notices = form.notices, hints = [], checked, once = '', isEmpty } = shown
  const entries = {
    ...(isEmpty && defaultEntries),
    ...form.common.entries,
    persons: isSame ? 'same' : 'each',
  }
  const errorsAt = (path: string): FormError[] =>
    errors.flatMap((error) =>
      error.name.startsWith(path) ? [{ ...error, name: error.name.slice(path.length) }] : [],
    )
  const { html, headers } = renderWebsitePage(
    context,
    basketView({
      ...form,
      checked,
      dates: dates.map((one) => ({ ...one, errors: errorsAt(one.path) })),
      common: {
        ...form.common,
        entries,
        errors,
        notices,
        hints,
        checked: checked?.[0],
        ways: waysOf(form),
        hidden: { once: isUuid(once) ? once : randomUUID(), price: shownPrice(form.common) },
      },
    }),
  )
  // The back button leads to the same form, with its key and what was typed.
  return { status, html, headers: { ...headers, ...(isEmpty && { 'cache-control': 'private, no-cache' }) } }
}
