// A method for each operation of /public/v1.
import { type CallOptions, type ClientOptions, Transport, type WriteOptions } from './transport.ts'
import type { PublicCategory, PublicDate, PublicEvent, paths } from './website-api.ts'

/** Those that are read. */
type Path = { [P in keyof paths]: paths[P] extends { get: object } ? P : never }[keyof paths]
type Operation<P extends Path> = paths[P]['get']
/** The parameters of a path. */
export type QueryOf<P extends Path> = NonNullable<Operation<P>['parameters']['query']>
type Contents<R> = R extends { 200: { content: infer C } } ? C[keyof C] : never
/** The answer of a path. */
export type AnswerOf<P extends Path> = Contents<Operation<P>['responses']>

/** Those that are written. */
type WritePath = { [P in keyof paths]: paths[P] extends { post: object } ? P : never }[keyof paths]
type Write<P extends WritePath> = paths[P]['post']
/** The body of a request to a path. */
export type BodyOf<P extends WritePath> = Write<P>['requestBody']['content']['application/json']
type Success<R> = {
  [S in keyof R & (200 | 201 | 202)]: R[S] extends { content: infer C } ? C[keyof C] : never
}[keyof R & (200 | 201 | 202)]
/** The answer to a write to a path. */
export type WrittenOf<P extends WritePath> = Success<Write<P>['responses']>

export type DatesQuery = QueryOf<'/dates'>
export type EventsQuery = QueryOf<'/events'>
export type DateFilters = QueryOf<'/facets'>
/** A category with those below it. */
export type Category = Omit<PublicCategory, 'children'> & { children: Category[] }

/** A page of a list. */
export type Page<T> = { data: T[]; total: number; next: string | null }

/** Entries of a page where all are read. */
const largestPage = 100

export class KontorClient {
  readonly #transport: Transport

  constructor(options: ClientOptions) {
    this.#transport = new Transport(options)
  }

  /** Dates in the order of their start, the first page unless `cursor` is given. */
  dates(query: DatesQuery = {}, options?: CallOptions): Promise<AnswerOf<'/dates'>> {
    return this.#get('/dates', {}, query, options)
  }

  /** All dates that match, page by page as they are consumed. */
  allDates(query: DatesQuery = {}, options?: CallOptions): AsyncGenerator<PublicDate, void> {
    return this.#all<PublicDate>('/dates', query, options)
  }

  /** A date that `dates` lists with the same query. With `{ availability: ['any'] }`, also one that is full, closed or cancelled. */
  date(id: number, query: QueryOf<'/dates/{id}'> = {}, options?: CallOptions): Promise<PublicDate> {
    return this.#get('/dates/{id}', { id }, query, options)
  }

  /** Events in the order of their title, with their dates. */
  events(query: EventsQuery = {}, options?: CallOptions): Promise<AnswerOf<'/events'>> {
    return this.#get('/events', {}, query, options)
  }

  /** All events that match, page by page as they are consumed. */
  allEvents(query: EventsQuery = {}, options?: CallOptions): AsyncGenerator<PublicEvent, void> {
    return this.#all<PublicEvent>('/events', query, options)
  }

  /** @param event its id or slug; a slug that it had before leads to it, too */
  event(event: number | string, options?: CallOptions): Promise<PublicEvent> {
    return this.#get('/events/{event}', { event }, {}, options)
  }

  /** The tree of categories. */
  async categories(options?: CallOptions): Promise<Category[]> {
    const { data } = await this.#get('/categories', {}, {}, options)
    // The generated type leaves out the children of children.
    return data as unknown as Category[]
  }

  /** How many dates each value of a filter would find. */
  facets(filters: DateFilters = {}, options?: CallOptions): Promise<AnswerOf<'/facets'>> {
    return this.#get('/facets', {}, filters, options)
  }

  /** The changes since a cursor; without one, the newest cursor. 410 for one that is older than 30 days. */
  changes(query: QueryOf<'/changes'> = {}, options?: CallOptions): Promise<AnswerOf<'/changes'>> {
    return this.#get('/changes', {}, query, options)
  }

  /** schema.org's `Course`, to be embedded in the page of the event. */
  jsonLd(event: number | string, options?: CallOptions): Promise<AnswerOf<'/events/{event}/schema.json'>> {
    return this.#get('/events/{event}/schema.json', { event }, {}, options)
  }

  /** The terms of booking a date, and the fees of cancelling. */
  terms(query: QueryOf<'/terms'>, options?: CallOptions): Promise<AnswerOf<'/terms'>> {
    return this.#get('/terms', {}, query, options)
  }

  /** A challenge for the proof of a booking. A secret key needs none. */
  challenge(options?: CallOptions): Promise<AnswerOf<'/challenge'>> {
    return this.#get('/challenge', {}, {}, options)
  }

  /** The price of seats, with its rules. */
  quote(body: BodyOf<'/quotes'>, options?: WriteOptions): Promise<WrittenOf<'/quotes'>> {
    return this.#post('/quotes', body, options)
  }

  /** Holds seats for 15 minutes, or extends a hold. `KontorError` of kind `seats-taken` without enough of them. */
  hold(body: BodyOf<'/holds'>, options?: WriteOptions): Promise<WrittenOf<'/holds'>> {
    return this.#post('/holds', body, options)
  }

  /**
   * Books seats. `KontorError` of kind `seats-taken` without enough of them. `status: 'toConfirm'`: nothing is booked before the orderer
   * has confirmed it by mail.
   */
  book(body: BodyOf<'/bookings'>, options?: WriteOptions): Promise<WrittenOf<'/bookings'>> {
    return this.#post('/bookings', body, options)
  }

  /** iCalendar of one date. */
  dateCalendar(id: number, options?: CallOptions): Promise<string> {
    return this.#transport.text(this.#transport.path('/dates/{id}/calendar.ics', { id }), options)
  }

  /** The address of the calendar of one date. */
  dateCalendarUrl(id: number): string {
    return this.#transport.address(this.#transport.path('/dates/{id}/calendar.ics', { id }))
  }

  /** The address of a calendar to subscribe to, of the dates that match. */
  calendarUrl(filters: DateFilters = {}): string {
    return this.#transport.address(this.#transport.path('/calendar.ics', {}, filters))
  }

  /** The address of the feed of the dates that changed last. */
  feedUrl(filters: DateFilters = {}): string {
    return this.#transport.address(this.#transport.path('/feed.atom', {}, filters))
  }

  #get<P extends Path>(
    path: P,
    values: Record<string, string | number>,
    query: object,
    options?: CallOptions,
  ): Promise<AnswerOf<P>> {
    return this.#transport.json(this.#transport.path(path, values, query), options)
  }

  #post<P extends WritePath>(path: P, body: BodyOf<P>, options?: WriteOptions): Promise<WrittenOf<P>> {
    return this.#transport.post(this.#transport.path(path, {}), body, options)
  }

  async *#all<T>(path: '/dates' | '/events', query: object, options?: CallOptions): AsyncGenerator<T, void> {
    let next: string | null = this.#transport.path(path, {}, { limit: largestPage, ...query })
    while (next !== null) {
      const page: Page<T> = await this.#transport.json(next, options)
      yield* page.data
      next = page.next
    }
  }
}

/** @throws TypeError naming the option that is wrong */
export const createClient = (options: ClientOptions): KontorClient => new KontorClient(options)
