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
import {
  chosenModules,
  type Entry,
  type InvalidFields,
  readBooking,
  toFormError,
} from '../../website/booking-entry.ts'
import {
  type BookingView,
  bookingContent,
  categoryOf,
  defaultEntries,
  type FormError,
  personFields,
  seatCountOf,
  seatLimit,
  shownPrice,
  takenError,
  toConfirmContent,
  voucherErrors,
} from '../../website/booking-view.ts'
import { mustWait } from '../../website/date-parts.ts'
import { addressOf, KontorElement } from './element.ts'
import { computeProof } from './proof.ts'

/** The state of the form, without the entries of the visitor. */
type Form = Omit<BookingView, 'value' | 'errors' | 'notices' | 'hidden'>
type Booking = BodyOf<'/bookings'>
type BookedOrder = Exclude<WrittenOf<'/bookings'>, { status: 'toConfirm' }>

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
  #form!: Form
  #errors: readonly FormError[] = []
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
      const step = ((event as SubmitEvent).submitter as HTMLButtonElement | null)?.value
      this.#submit(step === 'seats' ? 'seats' : 'book')
    })
    this.root.addEventListener('input', () => this.#begin())
    this.root.addEventListener('change', (event) => {
      if (['seatCount', 'visitorCategory'].includes((event.target as HTMLElement).id)) this.#submit('seats')
    })
  }

  protected override async load(): Promise<void> {
    const date = await this.client.date(Number(this.getAttribute('date')))
    this.#form = await this.#loadForm(date, 1)
    this.#errors = []
    this.#render()
    // A visitor who has opened it from a list reads on here.
    if (this.isNested) this.#focusHeading()
  }

  async #loadForm(date: PublicDate, seats: number, voucher = '', category = ''): Promise<Form> {
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
      seats,
      maxSeats: seatLimit(date.seats.max),
      quote,
      countries: countryChoices(language),
      action: '#',
      listPath: '',
      ownText: '',
    }
  }

  get #element(): HTMLFormElement | null {
    return this.root.querySelector('form')
  }

  #fields(): FormData | undefined {
    return this.#element ? new FormData(this.#element) : undefined
  }

  #render(): void {
    const fields = this.#fields()
    const value = (name: string) => (fields ? String(fields.get(name) ?? '') : (defaultEntries[name] ?? ''))
    this.show(bookingContent({ ...this.#form, errors: this.#errors, notices: [], value, hidden: {} }, 'h2'))
  }

  #focusHeading(): void {
    this.focusOn(this.root.querySelector('h2'))
  }

  #showErrors(...errors: FormError[]): void {
    this.#errors = errors
    this.#render()
    const alert = this.root.querySelector<HTMLElement>('[role=alert]')
    this.focusOn(alert?.querySelector('a') ?? alert)
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
        (error: unknown) => {
          // Without a hold, the booking itself says whether there are seats.
          if (!(error instanceof KontorError && error.kind === 'seats-taken')) return
          // The focus stays where the visitor is typing.
          this.#errors = this.#errorsOf(error)
          this.#render()
        },
      )
      .finally(() => {
        this.#holding = undefined
      })
    return this.#holding
  }

  #entry(): Entry {
    const fields = this.#fields()
    return (name) => {
      const text = fields?.get(name)
      return typeof text === 'string' ? text.trim() : undefined
    }
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
  #submit(step: 'seats' | 'book'): void {
    if (this.#isBooking) return
    this.#isBooking = step === 'book'
    this.#submitted = this.#submitted.then(() => this.#run(step))
  }

  async #run(step: 'seats' | 'book'): Promise<void> {
    this.setAttribute('aria-busy', 'true')
    try {
      await this.#send(step)
    } catch (error) {
      if (!(error instanceof KontorError)) console.error(`<${this.localName}>`, error)
      this.#showErrors(...this.#errorsOf(error))
    } finally {
      if (step === 'book') this.#isBooking = false
      this.removeAttribute('aria-busy')
    }
  }

  async #send(step: 'seats' | 'book'): Promise<void> {
    const { date, seats, texts } = this.#form
    const price = shownPrice(this.#form)
    const entry = this.#entry()
    const seatCount = seatCountOf(entry('seatCount') ?? null, date.seats.max)
    // Seats that are held count as taken: the date is not asked again.
    const category = categoryOf(entry('visitorCategory') ?? '', date)
    const form = await this.#loadForm(date, seatCount, entry('voucher'), category)
    this.#form = form
    const ofVoucher = voucherErrors(form)
    if (step === 'seats' || seatCount !== seats) {
      this.#showErrors(...ofVoucher)
      await this.#holding
      if (seatCount !== seats && this.#hold) await this.#holdSeats()
      return
    }
    const error = (text: string): FormError => ({ name: '', text })
    // Only programs fill in a field that nobody sees.
    if (entry('homepage')) return this.#showErrors(error(texts.errors.other))
    const read = readBooking(entry, form, this.#invalidFields)
    if ('errors' in read || ofVoucher.length > 0)
      return this.#showErrors(...ofVoucher, ...('errors' in read ? read.errors : []))
    if (price !== shownPrice(form)) return this.#showErrors(error(texts.errors.price))
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
  #errorsOf(error: unknown): FormError[] {
    const { texts } = this
    if (!(error instanceof KontorError)) return [{ name: '', text: texts.errors.other }]
    const { problem, kind } = error
    if (error.status === 429) return [{ name: '', text: texts.errors.tooMany }]
    if (kind === 'seats-taken')
      return [takenError(texts, 'free' in problem && typeof problem.free === 'number' ? problem.free : null)]
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
