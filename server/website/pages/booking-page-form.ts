// Loads the form of the booking page, and shows it.
import { randomUUID } from 'node:crypto'
import {
  type BookingView,
  categoryOf,
  defaultEntries,
  type Entries,
  type FormNotice,
  type FormWay,
  fixPrefix,
  type LoadedForm,
  maxOtherDates,
  type Step,
  seatCountOf,
  seatLimit,
  seatsNotices,
  shownPrice,
  stepOf,
} from '../../../website/booking-form.ts'
import { bookingView, otherDateWays } from '../../../website/booking-view.ts'
import { canBeBooked, mustWait } from '../../../website/date-parts.ts'
import { countryChoices } from '../../addresses/country-choices.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { isUuid } from '../../platform/ground/text.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import type { FreshPage } from '../../platform/pages/website-pages.ts'
import { inEveryState } from '../availability.ts'
import { quoteSeats } from '../booking/quote.ts'
import { loadBookingTerms } from '../booking/terms.public.ts'
import { findProvider } from '../booking/terms.sql.ts'
import { getDate, getDates } from '../dates.public.ts'
import type { PublicDate } from '../schemas.ts'
import { ask, type PageContext, renderWebsitePage } from './page-frame.ts'
import { listPath } from './page-paths.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

/** Fields of which a form has its own. */
const formFields = new Set(['once', 'step', 'price', 'seats', 'homepage', 'wait', 'waits'])

/**
 * The entries of a form that is sent. The first of a name counts. `fix.<name>` is a button that corrects an entry, `wait` one that asks
 * for a number of seats of which those that are not free wait.
 */
export function entriesOf(fields: URLSearchParams): Entries {
  const entries: Record<string, string> = {}
  const wait = fields.get('wait')
  if (wait) Object.assign(entries, { seatCount: wait, whenFull: 'waitingList' })
  for (const [name, text] of fields)
    if (name.startsWith(fixPrefix)) entries[name.slice(fixPrefix.length)] = text
  for (const [name, text] of fields)
    if (!formFields.has(name) && !name.startsWith(fixPrefix)) entries[name] ??= text
  return entries
}

/** The step that a form asks for. */
export const stepOfForm = (fields: URLSearchParams): Step =>
  stepOf(
    fields.get('step') ?? ([...fields.keys()].some((name) => name.startsWith(fixPrefix)) ? 'review' : 'edit'),
  )

export type PageForm = LoadedForm & {
  context: PageContext
  entries: Entries
  /** Messages about a number of seats that has changed since the form was shown. */
  seatsNotices: FormNotice[]
}

export type DateLoader = ReturnType<typeof openDateLoader>

/** Reads the dates that visitors book. */
export function openDateLoader(instance: Instance) {
  const findDate = getDate.open(instance)

  /** undefined: the pages do not show it. */
  const loadDate = async (context: PageContext, id: number): Promise<PublicDate | undefined> => {
    try {
      const query = new URLSearchParams(inEveryState).toString()
      return (await ask<PublicDate>(context, getDate, findDate, { params: { id: String(id) }, query })).read()
    } catch (error) {
      if (error instanceof Failure && error.status === 404) return undefined
      throw error
    }
  }

  /** Whether seats that are not free may wait, which websites learn only of dates without any. */
  const mayWait = async (dateId: number): Promise<boolean> => {
    const row = await instance.db
      .selectFrom('event_date')
      .select('has_waiting_list')
      .where('id', '=', dateId)
      .executeTakeFirst()
    return row?.has_waiting_list === true
  }

  return { loadDate, mayWait }
}

export function openForms(instance: Instance) {
  const { loadDate, mayWait } = openDateLoader(instance)
  const findDates = getDates.open(instance)

  return {
    /** undefined: there is no such date. @param shown the number of seats of the form that was sent; 0: of none */
    async load(context: PageContext, entries: Entries, shown: number): Promise<PageForm | undefined> {
      const { dateId = '' } = context.request.params
      const date = /^[1-9]\d{0,8}$/.test(dateId) ? await loadDate(context, Number(dateId)) : undefined
      if (!date) return undefined
      const { request, settings, texts } = context
      const { language } = texts
      const { db } = instance
      const waits = mustWait(date) || (entries['whenFull'] === 'waitingList' && (await mayWait(date.id)))
      const maxSeats = seatLimit(date, waits)
      const wanted = seatCountOf(entries['seatCount'])
      const seats = Math.min(wanted, maxSeats)
      const voucher = (entries['voucher'] ?? '').trim().slice(0, 100)
      const category = categoryOf(entries['visitorCategory'] ?? '', date)
      const [quote, terms, provider] = await Promise.all([
        quoteSeats(db, {
          dateId: date.id,
          seats,
          day: request.today,
          language,
          ...(voucher !== '' && { voucher }),
          ...(category !== '' && { visitorCategory: category }),
        }),
        loadBookingTerms(db, settings.key, { dateId: date.id, language }),
        findProvider(db, date.id),
      ])
      const form = { texts, date, seats, waits, entries }
      return {
        ...terms,
        ...form,
        context: { ...context, frame: await pagesSettingsOf(instance).frame(provider?.clientId) },
        today: request.today,
        maxSeats,
        quote,
        countries: countryChoices(language),
        action: context.link(`/book/${date.id}`),
        listPath: context.link(listPath),
        ownText: settings.formText[language],
        vatNote: settings.vatNote[language],
        paymentText: settings.paymentText[language],
        seatsNotices: canBeBooked(date) ? seatsNotices(form, { wanted, shown: shown || 1 }) : [],
      }
    },

    /** Other ways to go on where seats are missing: the waiting list, and other dates of the event. */
    async ways({ context, date, seats, waits, entries, texts }: PageForm): Promise<FormWay[]> {
      const wanted = seatCountOf(entries['seatCount'])
      const query = new URLSearchParams({
        event: String(date.event.id),
        availability: 'available,few',
        limit: '20',
      })
      const { data } = (
        await ask<{ data: PublicDate[] }>(context, getDates, findDates, { query: query.toString() })
      ).read()
      const others = data.filter(({ id }) => id !== date.id).slice(0, maxOtherDates)
      const waitsForRest = canBeBooked(date) && !waits && wanted > seats && (await mayWait(date.id))
      return [
        ...(waitsForRest
          ? [{ label: texts.waitForRest(wanted, seats), name: 'wait', value: String(wanted) }]
          : []),
        ...otherDateWays(texts, others, ({ id }) => ({
          name: 'step',
          value: 'edit',
          action: context.link(`/book/${id}`),
        })),
      ]
    },
  }
}

/** The parts of the view that follow from what the visitor has sent. */
type Shown = Partial<Pick<BookingView, 'checked' | 'errors' | 'notices' | 'hints' | 'ways'>> & {
  /** A form has a key as long as it has not booked; left out: a new one. */
  once?: string
  /** It is empty, and has nothing of the visitor. */
  isEmpty?: boolean
}

export function showForm(form: PageForm, status: number, { once = '', isEmpty, ...shown }: Shown): FreshPage {
  const { html, headers } = renderWebsitePage(
    form.context,
    bookingView({
      ...form,
      checked: undefined,
      errors: [],
      notices: [],
      hints: [],
      ways: [],
      ...shown,
      entries: { ...(isEmpty && defaultEntries), ...form.entries, seatCount: String(form.seats) },
      hidden: {
        once: isUuid(once) ? once : randomUUID(),
        seats: String(form.seats),
        price: shownPrice(form),
        waits: form.waits ? 'yes' : 'no',
      },
    }),
  )
  // The back button leads to the same form, with its key and what was typed.
  return { status, html, headers: { ...headers, ...(isEmpty && { 'cache-control': 'private, no-cache' }) } }
}
