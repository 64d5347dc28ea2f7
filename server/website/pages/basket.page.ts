// /basket: a visitor collects dates, and books them as one order. The dates are in the address and in the form: there is no cookie.
import { readBasket, toVisitorBooking } from '../../../website/basket-form.ts'
import { basketTextsOf } from '../../../website/basket-texts.ts'
import { emptyBasketView, twiceIn } from '../../../website/basket-view.ts'
import { isOfReview } from '../../../website/booking-entry.ts'
import {
  type FormError,
  type FormHint,
  shownPrice,
  steps,
  takenError,
  voucherErrors,
} from '../../../website/booking-form.ts'
import { hintsOf } from '../../../website/form-hints.ts'
import { maxDates } from '../../bookings/max-seats.ts'
import type { FreshPage, WebsiteFormRequest, WebsitePage } from '../../platform/pages/website-pages.ts'
import type { VisitorBooking } from '../booking/booking.schema.ts'
import { basketOf, basketPath, toDateIds } from './basket-address.ts'
import { type BasketForm, basketEntries, loadBasket, problemErrors, showBasket } from './basket-page-form.ts'
import { answerBooked, bookedNotice, invalidFields, refusalError } from './book.page.ts'
import { bookOnce, findEarlier, type Refusal, toSentForm } from './book-once.ts'
import { openDateLoader, stepOfForm } from './booking-page-form.ts'
import { missingPage } from './missing-page.ts'
import { openContext, type PageContext, renderWebsitePage, withBasket } from './page-frame.ts'
import { listPath } from './page-paths.ts'

/** Entries that are probably wrong, of all dates. */
function hintsOfDates({ texts, dates, isSame }: BasketForm, bookings: readonly VisitorBooking[]): FormHint[] {
  const [first, ...others] = bookings.map((booking, at) =>
    hintsOf(texts, booking).map((hint) => ({
      ...hint,
      name: !isSame && hint.name.startsWith('seats[') ? dates[at]!.path + hint.name : hint.name,
    })),
  )
  return [...first!, ...(isSame ? [] : others.flat().filter(({ name }) => name.startsWith('of')))]
}

/** Reads a form: either step is shown, or it can be booked. */
function readForm(form: BasketForm, fields: URLSearchParams) {
  const { common, texts } = form
  const { bookings, errors: entered } = readBasket(form, invalidFields)
  const errors = [...voucherErrors(common), ...entered]
  const price: FormError[] =
    fields.has('price') && fields.get('price') !== shownPrice(common)
      ? [{ name: '', text: texts.errors.price }]
      : []
  const twice: FormError[] =
    twiceIn(bookings).length > 0 && common.entries['confirmed'] !== 'twice'
      ? [{ name: 'confirmed', text: texts.errors.twice }]
      : []
  return {
    bookings,
    ofEntries: errors.filter((error) => !isOfReview(error)),
    ofReview: [...price, ...twice, ...errors.filter(isOfReview)],
  }
}

/** The form with what the booking has found: a date that is full is named. */
function refusedBy(form: BasketForm, refusal: Refusal): { form: BasketForm; errors: FormError[] } {
  const { texts, basketTexts } = form
  const full = form.dates.find(
    ({ date }) => date.id === refusal.dateId || date.modules.some(({ dateId }) => dateId === refusal.dateId),
  )
  if (refusal.code !== 'seats-taken' || !full) return { form, errors: [refusalError(refusal, texts)] }
  // Seats that are not shown are not known before.
  const problem = full.problem || takenError(texts, refusal.free).text
  const dates = form.dates.map((one) => (one === full ? { ...one, problem } : one))
  return { form: { ...form, dates }, errors: [{ name: '', text: basketTexts.at(full.date.title, problem) }] }
}

export const basketPage: WebsitePage = {
  path: basketPath,
  use: 'begun',
  open(instance) {
    const loader = openDateLoader(instance)

    const emptyPage = (context: PageContext, hadDates: boolean): FreshPage => {
      const own = withBasket(context, [])
      const basketTexts = basketTextsOf(own.texts.language, own.settings.addressForm)
      const view = emptyBasketView(
        { basketTexts, morePath: own.link(listPath) },
        hadDates ? [basketTexts.missing] : [],
      )
      return { status: 200, ...renderWebsitePage(own, view) }
    }

    const submit = async (request: WebsiteFormRequest) => {
      const { fields } = request
      const context = await openContext(instance, request)
      if (!context) return missingPage(instance, undefined, request)
      request.count(context.settings.key)
      const dropped = fields.get('drop')
      const ids = toDateIds(fields.getAll('date')).filter((id) => String(id) !== dropped)
      const withoutBasket = withBasket(context, [])
      const sent = toSentForm(request)
      const once = sent?.key ?? ''
      const { checks, books } = steps[stepOfForm(fields)]
      // Before anything else: a date may be full by the booking of this form.
      const earlier = sent && books ? await findEarlier(instance, request, sent) : undefined
      if (earlier?.isSame) return answerBooked(withoutBasket, earlier, fields)
      const entries = basketEntries(fields, ids)
      const load = () => loadBasket(context, loader, ids, entries)
      const form = await load()
      if (!form) return emptyPage(context, ids.length > 0)
      const askAgain = (again: BasketForm, notice: ReturnType<typeof bookedNotice>) =>
        showBasket(again, 200, { notices: [notice] })
      if (earlier) return askAgain(form, bookedNotice({ ...form, context: withoutBasket }, earlier))
      // Only programs fill in a field that nobody sees.
      if (fields.get('homepage'))
        return showBasket(form, 422, { once, errors: [{ name: '', text: form.texts.errors.other }] })
      const { bookings, ofEntries, ofReview } = readForm(form, fields)
      const problems = problemErrors(form)
      const showErrors = (errors: readonly FormError[]) =>
        showBasket(form, errors.length > 0 ? 422 : 200, { errors, once })
      if (!checks) return showErrors(voucherErrors(form.common))
      // A date that is full keeps the entries where they are.
      if (ofEntries.length + problems.length > 0) return showErrors([...problems, ...ofEntries])
      const review = { checked: bookings, hints: hintsOfDates(form, bookings), once }
      if (!books) return showBasket(form, 200, review)
      if (ofReview.length > 0) return showBasket(form, 422, { ...review, errors: ofReview })
      const body = { ...toVisitorBooking(bookings), utm: context.utm }
      const booked = await bookOnce(context, request, sent, body, basketPath)
      if ('code' in booked) {
        // The dates as they are by now.
        const now = refusedBy((await load()) ?? form, booked)
        return showBasket(now.form, 422, {
          ...review,
          checked: readForm(now.form, fields).bookings,
          errors: now.errors,
        })
      }
      return booked.isSame
        ? answerBooked(withoutBasket, booked, fields)
        : askAgain(form, bookedNotice({ ...form, context: withoutBasket }, booked))
    }

    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(instance, undefined, request)
        request.count(context.settings.key)
        const added = toDateIds(request.query.getAll('add'))
        const ids = [...new Set([...basketOf(request.query), ...added])]
        const form = await loadBasket(context, loader, ids.slice(0, maxDates + 1), {})
        return form ? showBasket(form, 200, { isEmpty: true }) : emptyPage(context, ids.length > 0)
      },
      submit,
    }
  },
}
