// <kontor-booking>: the form by which a visitor books seats of a date.
import { h } from 'preact'
import {
  type BodyOf,
  KontorError,
  type PublicDate,
  type WrittenOf,
} from '../../clients/typescript/src/index.ts'
import { countryChoices } from '../../server/addresses/country-choices.ts'
import { utmOf } from '../../server/bookings/orders/utm.ts'
import { inEveryState } from '../../server/website/availability.ts'
import {
  chosenModules,
  type Entry,
  type InvalidFields,
  isOfReview,
  readBooking,
  toEntry,
  toFormError,
} from '../../website/booking-entry.ts'
import {
  type BookingView,
  categoryOf,
  defaultEntries,
  type Entries,
  type FormError,
  type FormNotice,
  type FormWay,
  fixPrefix,
  type LoadedForm,
  maxOtherDates,
  personFields,
  type Step,
  seatCountOf,
  seatLimit,
  seatsNotices,
  shownPrice,
  stepOf,
  steps,
  takenError,
  voucherErrors,
} from '../../website/booking-form.ts'
import { bookingContent, enteredTwice, otherDateWays, toConfirmContent } from '../../website/booking-view.ts'
import { canBeBooked, mustWait } from '../../website/date-parts.ts'
import { addressOf, causeOf, KontorElement, localDay } from './element.ts'
import type * as Hints from './hints.ts'
import { computeProof } from './proof.ts'

type Booking = BodyOf<'/bookings'>
type BookedOrder = Exclude<WrittenOf<'/bookings'>, { status: 'toConfirm' }>

/** The button that leads to another date. */
const otherDateName = 'date'

/** The rules for entries that are probably wrong, which a review needs and the dates do not: undefined until they are loaded. */
let hints: typeof Hints | undefined

/** Without them, a review has no hints. */
async function loadHints(): Promise<void> {
  hints ??= await import(/* @vite-ignore */ addressOf('/widget/v1-hints.js')).catch(() => undefined)
}

/** A third of the time for which seats are held. */
const extendHoldMs = 5 * 60_000

/** A field of the form by its pointer in the body of `POST /bookings`. */
const nameOf = (pointer: string): string =>
  pointer
    .slice(1)
    .replace(/\/(\d+)/g, '[$1]')
    .replaceAll('/', '.')

export class BookingElement extends KontorElement {
  static readonly observedAttributes = ['key', 'lang', 'informal', 'date']
  #form!: LoadedForm
  #errors: readonly FormError[] = []
  #notices: readonly FormNotice[] = []
  #ways: readonly FormWay[] = []
  /** As it was checked; undefined: the form is filled in. */
  #checked: BookingView['checked']
  /** Computed once a visitor enters something. */
  #proof: Promise<string> | undefined
  #hold: { id: string; at: number } | undefined
  #holding: Promise<void> | undefined
  /** The last request: sent again, it books once. */
  #sent: { booking: string; idempotencyKey: string } | undefined
  #isBooking = false
  #submitted = Promise.resolve()

  constructor() {
    super()
    this.root.addEventListener('submit', (event) => {
      event.preventDefault()
      const { name = '', value } = ((event as SubmitEvent).submitter as HTMLButtonElement | null) ?? {}
      if (name === otherDateName) return this.setAttribute('date', value!)
      if (name.startsWith(fixPrefix)) {
        const field = this.#element!.elements.namedItem(name.slice(fixPrefix.length))
        if (field instanceof HTMLInputElement) field.value = value!
        return this.#submit('review')
      }
      this.#submit(stepOf(value ?? (this.#checked ? 'book' : 'review')))
    })
    this.root.addEventListener('input', () => this.#begin())
    this.root.addEventListener('change', (event) => {
      if (['seatCount', 'visitorCategory'].includes((event.target as HTMLElement).id)) this.#submit('seats')
    })
  }

  protected override async load(): Promise<void> {
    const found = await this.#findDate(Number(this.getAttribute('date')))
    // In another language, and for another date, the form keeps what was typed.
    const before: LoadedForm | undefined = this.#form
    const isSame = before?.date.id === found.id
    // Seats that are held count as taken.
    const { seats, availability } = isSame ? before.date : found
    const date = { ...found, seats, availability }
    if (!isSame) {
      this.#checked = undefined
      this.#hold = undefined
    }
    await this.#reload(date, before?.seats ?? 1)
    this.#errors = []
    this.#render()
    // A visitor who has opened it from a list, or has chosen another date, reads on here.
    if (this.isNested || (before && !isSame)) this.#focusHeading()
  }

  #findDate(id: number): Promise<PublicDate> {
    const { availability, from } = inEveryState
    return this.client.date(id, { availability: [availability], from })
  }

  /** Loads the form with as many seats as there are, and other dates if it lacks some. @param wanted the number of seats */
  async #reload(date: PublicDate, wanted: number): Promise<void> {
    const { voucher, visitorCategory } = this.#entries()
    const seats = Math.min(wanted, seatLimit(date, false))
    this.#form = await this.#loadForm(date, seats, voucher, visitorCategory)
    const form = { ...this.#form, entries: this.#entries() }
    this.#notices = canBeBooked(date) ? seatsNotices(form, { wanted, shown: wanted }) : []
    this.#ways = seats < wanted || !canBeBooked(date) ? await this.#findWays(date) : []
  }

  /** Other dates of the event, with the same entries. */
  async #findWays({ id, event }: PublicDate): Promise<FormWay[]> {
    const { data } = await this.client.dates({
      event: [event.id],
      availability: ['available', 'few'],
      limit: maxOtherDates + 1,
    })
    return otherDateWays(
      this.texts,
      data.filter((other) => other.id !== id).slice(0, maxOtherDates),
      (other) => ({
        name: otherDateName,
        value: String(other.id),
      }),
    )
  }

  /** Seats are taken that the form has counted on: it says what is left, and where others are. */
  async #showTaken(error: KontorError): Promise<void> {
    const { problem } = error
    const free = 'free' in problem && typeof problem.free === 'number' ? problem.free : null
    const { date, seats } = this.#form
    this.#checked = undefined
    if (free === 0) this.#hold = undefined
    // With a hold of the form's own, the date would count its seats as taken.
    const now = free ? { ...date, seats: { ...date.seats, free } } : await this.#findDate(date.id)
    await this.#reload(now, seats)
    this.#errors = [takenError(this.texts, free)]
    this.#render()
  }

  async #loadForm(date: PublicDate, seats: number, voucher = '', category = ''): Promise<LoadedForm> {
    const { client, texts } = this
    const { language } = texts
    const [quote, terms] = await Promise.all([
      client.quote({
        dateId: date.id,
        seats,
        language,
        ...(voucher !== '' && { voucher }),
        ...(category !== '' && { visitorCategory: category }),
      }),
      client.terms({ dateId: date.id, language }),
    ])
    return {
      ...terms,
      texts,
      date,
      today: localDay(date.timeZone),
      seats,
      maxSeats: seatLimit(date, false),
      waits: mustWait(date),
      quote,
      countries: countryChoices(language),
      action: '#',
      listPath: '',
      ownText: '',
      vatNote: '',
      paymentText: '',
    }
  }

  get #element(): HTMLFormElement | null {
    return this.root.querySelector('form')
  }

  #entries(): Entries {
    const element = this.#element
    if (!element) return {}
    const entries: Record<string, string> = {}
    for (const [name, text] of new FormData(element)) if (typeof text === 'string') entries[name] ??= text
    return entries
  }

  #render(): void {
    const entries = this.#element ? this.#entries() : defaultEntries
    const shownHints = (this.#checked && hints?.hintsOf(this.texts, this.#checked)) ?? []
    const view = { ...this.#form, errors: this.#errors, notices: this.#notices, checked: this.#checked }
    this.show(bookingContent({ ...view, entries, hidden: {}, hints: shownHints, ways: this.#ways }, 'h2'))
  }

  #focusHeading(): void {
    this.focusOn(this.root.querySelector('h2'))
  }

  #showErrors(...errors: FormError[]): void {
    this.#errors = errors
    this.#render()
    const alert = this.root.querySelector<HTMLElement>('[role=alert]')
    this.focusOn(alert?.querySelector('a') ?? alert ?? this.root.querySelector<HTMLElement>('.steps'))
  }

  /** The visitor enters something: seats are held, and the proof is computed. */
  #begin(): void {
    this.#proof ??= this.#startProof()
    if (mustWait(this.#form.date) || this.#holding) return
    if (!this.#hold || Date.now() - this.#hold.at > extendHoldMs) void this.#holdSeats()
  }

  #startProof(): Promise<string> {
    const proof = computeProof(this.client)
    // Waiting callers are told.
    proof.catch(() => {
      this.#proof = undefined
    })
    return proof
  }

  #holdSeats(): Promise<void> {
    const { date, seats } = this.#form
    const moduleDateIds = chosenModules(this.#entry(), date)
    this.#holding = this.client
      .hold({
        dateId: date.id,
        seats,
        ...(moduleDateIds && { moduleDateIds }),
        ...(this.#hold && { holdId: this.#hold.id }),
      })
      .then(
        ({ id }) => {
          this.#hold = { id, at: Date.now() }
        },
        // Without a hold, the booking itself says whether there are seats. The focus stays where the visitor is typing.
        (error: unknown) =>
          error instanceof KontorError && error.kind === 'seats-taken' ? this.#showTaken(error) : undefined,
      )
      .finally(() => {
        this.#holding = undefined
      })
    return this.#holding
  }

  #entry(): Entry {
    return toEntry(this.#entries())
  }

  /** The browser's check of the fields; the server checks them all. */
  readonly #invalidFields: InvalidFields = (part, path) =>
    [...this.#element!.querySelectorAll('input')].flatMap(({ name, value, ariaRequired, validity }) => {
      if (!name.startsWith(`${path}.`)) return []
      const field = name.slice(path.length + 1)
      const isOfPerson = personFields.some((one) => one === field && one !== 'firstName')
      const isRequired = ariaRequired === 'true' || (part === 'seat' && isOfPerson)
      return (isRequired && value.trim() === '') || validity.typeMismatch ? [field] : []
    })

  /** In turn: pressing the button while the price is asked for books after it, and pressing it twice books once. */
  #submit(step: Step): void {
    if (this.#isBooking) return
    this.#isBooking = steps[step].books
    this.#submitted = this.#submitted.then(() => this.#run(step))
  }

  async #run(step: Step): Promise<void> {
    this.setAttribute('aria-busy', 'true')
    try {
      await this.#send(step)
    } catch (error) {
      if (!(error instanceof KontorError)) console.error(`<${this.localName}>`, error)
      else if (error.kind === 'seats-taken') await this.#showTaken(error)
      this.#showErrors(...(await this.#errorsOf(error)))
    } finally {
      if (steps[step].books) this.#isBooking = false
      this.removeAttribute('aria-busy')
    }
  }

  async #send(step: Step): Promise<void> {
    const { date, seats, texts } = this.#form
    const price = shownPrice(this.#form)
    const entries = this.#entries()
    const wanted = seatCountOf(entries['seatCount'])
    const seatCount = Math.min(wanted, seatLimit(date, false))
    // Seats that are held count as taken: the date is not asked again.
    const category = categoryOf(entries['visitorCategory'] ?? '', date)
    const form = await this.#loadForm(date, seatCount, entries['voucher'], category)
    this.#form = form
    this.#notices = step === 'edit' ? [] : seatsNotices({ ...form, entries }, { wanted, shown: seats })
    const showEntries = (...errors: FormError[]) => {
      this.#checked = undefined
      this.#showErrors(...errors)
    }
    const ofVoucher = voucherErrors(form)
    if (!steps[step].checks || seatCount !== seats) {
      showEntries(...ofVoucher)
      await this.#holding
      if (seatCount !== seats && this.#hold) await this.#holdSeats()
      return
    }
    const error = (text: string): FormError => ({ name: '', text })
    // Only programs fill in a field that nobody sees.
    if (entries['homepage']) return showEntries(error(texts.errors.other))
    // The fields of the first step are checked by the browser where they are shown.
    const read = readBooking(toEntry(entries), form, this.#checked ? () => [] : this.#invalidFields)
    const ofEntries = [...ofVoucher, ...read.errors.filter((one) => !isOfReview(one))]
    if (ofEntries.length > 0) return showEntries(...ofEntries)
    await loadHints()
    this.#checked = read.booking
    const isTwice = enteredTwice(read.booking.seats).length > 0 && entries['confirmed'] !== 'twice'
    if (!steps[step].books) return this.#showErrors()
    const ofReview = [
      ...(price === shownPrice(form) ? [] : [error(texts.errors.price)]),
      ...(isTwice ? [{ name: 'confirmed', text: texts.errors.twice }] : []),
      ...read.errors.filter(isOfReview),
    ]
    if (ofReview.length > 0) return this.#showErrors(...ofReview)
    await this.#holding
    const parameters = new URLSearchParams(location.search)
    const utm = utmOf((name) => (parameters.get(name) ?? '').slice(0, 255))
    const order = await this.#book({
      ...read.booking,
      utm,
      ...(this.#hold && { holdId: this.#hold.id }),
    })
    this.#hold = undefined
    this.#proof = undefined
    if (order.status === 'toConfirm') this.#showToConfirm(read.booking.orderer.email)
    else this.#showBooked(order)
  }

  async #book(body: Booking): Promise<WrittenOf<'/bookings'>> {
    const booking = JSON.stringify(body)
    if (this.#sent?.booking !== booking) this.#sent = { booking, idempotencyKey: crypto.randomUUID() }
    const { idempotencyKey } = this.#sent
    this.#proof ??= this.#startProof()
    try {
      const proof = await this.#proof
      const send = () => this.client.book({ ...body, proof }, { idempotencyKey })
      // The answer may have been lost on its way.
      return await send().catch((error) => (error instanceof KontorError ? Promise.reject(error) : send()))
    } catch (error) {
      if (!(error instanceof KontorError)) throw error
      // An answer, so that it is another request next time.
      this.#sent = undefined
      // The form may have been open for longer than a challenge is valid.
      if (error.problem.errors?.some(({ pointer }) => pointer === '/proof')) this.#proof = undefined
      throw error
    }
  }

  /** Why nothing was booked, in the words of the form. */
  async #errorsOf(error: unknown): Promise<FormError[]> {
    const { texts } = this
    if (!(error instanceof KontorError)) return [{ name: '', text: texts.errors[await causeOf(error)] }]
    const { problem, kind } = error
    if (error.status === 429) return [{ name: '', text: texts.errors.tooMany }]
    // As it is shown already.
    if (kind === 'seats-taken') return [...this.#errors]
    const errors = (problem.errors ?? []).map(({ pointer }): FormError => {
      const name = nameOf(pointer)
      if (name === 'dateId') return { name: '', text: texts.notBookable }
      if (name === 'voucher') return { name, text: texts.errors.voucher }
      return this.#element?.elements.namedItem(name)
        ? toFormError(texts, this.#entry(), name)
        : { name: '', text: texts.errors.other }
    })
    return errors.length > 0 ? errors : [{ name: '', text: texts.errors.other }]
  }

  #showToConfirm(email: string): void {
    this.show(toConfirmContent(this.#form.texts, email, 'h2'))
    this.#focusHeading()
  }

  #showBooked({ manageUrl, ...order }: BookedOrder): void {
    const { texts } = this
    const { booked } = texts
    this.show(
      h('h2', null, booked.title),
      h('p', null, booked.status[order.status]),
      h('p', null, [`${booked.code}: `, h('strong', null, order.code)]),
      h('p', null, booked.mail),
      h('p', null, h('a', { class: 'button', href: addressOf(manageUrl), target: '_blank' }, booked.manage)),
    )
    this.#focusHeading()
    this.dispatchEvent(new CustomEvent('kontor-booked', { bubbles: true, composed: true, detail: order }))
  }

  protected override onClick(event: MouseEvent): void {
    // A fragment of the page around is no field in a shadow root.
    const link = (event.target as Element).closest<HTMLAnchorElement>('[role=alert] a')
    if (!link) return
    event.preventDefault()
    this.focusOn(this.root.getElementById(decodeURIComponent(link.hash.slice(1))))
  }
}
