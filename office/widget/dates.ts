// <kontor-dates> and <kontor-date>: dates whose booking opens in place.
import { h } from 'preact'
import type { DatesQuery, PublicDate } from '../../clients/typescript/src/index.ts'
import { inEveryState } from '../../server/website/availability.ts'
import { dateList } from '../../website/dates-view.ts'
import { KontorElement, localDay } from './element.ts'

/** The parameters of `GET /dates` that are attributes: the compiler says if one is missing. */
const filters = Object.keys({
  from: true,
  to: true,
  event: true,
  category: true,
  catalog: true,
  city: true,
  location: true,
  format: true,
  topic: true,
  month: true,
  language: true,
  trainer: true,
  status: true,
  availability: true,
  q: true,
  sort: true,
  limit: true,
} satisfies Record<Exclude<keyof DatesQuery, 'cursor'>, true>)

/** Dates, or the booking of one of them in their place. */
abstract class DatesElement extends KontorElement {
  protected dates: readonly PublicDate[] = []
  #booked: PublicDate | undefined

  protected render(): void {
    if (this.#booked) this.#showBooking(this.#booked)
    else
      this.showDates(
        dateList(
          {
            texts: this.texts,
            today: localDay(),
            eventPath: ({ url }) => url ?? '',
            bookPath: ({ bookingUrl }) => bookingUrl ?? '#',
          },
          this.dates,
        ),
      )
  }

  protected showDates(list: ReturnType<typeof dateList>): void {
    this.show(list)
  }

  #showBooking({ id }: PublicDate): void {
    const attributes = ['key', 'informal'].flatMap((name) =>
      this.hasAttribute(name) ? [[name, this.getAttribute(name)!]] : [],
    )
    this.show(
      h('p', null, h('button', { class: 'plain', type: 'button', name: 'back' }, this.texts.back)),
      // The language is that of this element, also after it has changed.
      h('kontor-booking', { date: id, lang: this.texts.language, ...Object.fromEntries(attributes) }),
    )
  }

  protected override onClick(event: MouseEvent): void {
    const target = event.target as Element
    if (target.closest('button[name=back]')) void this.#close()
    const link = target.closest<HTMLAnchorElement>('li a.button')
    // With one of these keys, the link opens elsewhere.
    if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const id = Number(link.closest('li')!.id.slice('date-'.length))
    this.#booked = this.dates.find((date) => date.id === id)
    this.render()
  }

  async #close(): Promise<void> {
    const { id } = this.#booked!
    this.#booked = undefined
    // Bookings made meanwhile show.
    await this.load().catch((error) => this.fail(error))
    const item = this.root.getElementById(`date-${id}`)
    this.focusOn(item?.querySelector('a') ?? item)
  }
}

export class DatesList extends DatesElement {
  static readonly observedAttributes = ['key', 'lang', 'informal', ...filters]
  #total = 0
  #next: string | null = null

  protected override async load(): Promise<void> {
    const page = await this.#read()
    this.dates = page.data
    this.#keep(page)
  }

  #read(cursor?: string) {
    const given = filters.flatMap((name) => {
      const text = this.getAttribute(name)
      return text ? [[name, text]] : []
    })
    // Attributes are texts; the server says which are not right.
    const query: Record<string, string> = {
      ...Object.fromEntries(given),
      ...(cursor !== undefined && { cursor }),
    }
    return this.client.dates(query as DatesQuery)
  }

  #keep({ total, next }: Awaited<ReturnType<typeof this.client.dates>>): void {
    this.#total = total
    this.#next = next && new URLSearchParams(next.split('?')[1]).get('cursor')
    this.render()
  }

  protected override showDates(list: ReturnType<typeof dateList>): void {
    const { texts, dates } = this
    this.show(
      h(
        'p',
        { class: 'soft', role: 'status' },
        dates.length === 0 ? texts.nothing : texts.found(this.#total),
      ),
      list,
      this.#next
        ? h('p', null, h('button', { class: 'plain', type: 'button', name: 'more' }, texts.more))
        : null,
    )
  }

  protected override onClick(event: MouseEvent): void {
    super.onClick(event)
    if ((event.target as Element).closest('button[name=more]')) void this.#more()
  }

  async #more(): Promise<void> {
    const first = this.dates.length
    try {
      const page = await this.#read(this.#next!)
      this.dates = [...this.dates, ...page.data]
      this.#keep(page)
      this.focusOn(this.root.querySelectorAll('li')[first]?.querySelector('a'))
    } catch (error) {
      await this.fail(error)
    }
  }
}

export class SingleDate extends DatesElement {
  static readonly observedAttributes = ['key', 'lang', 'informal', 'id']

  protected override async load(): Promise<void> {
    const { availability, from } = inEveryState
    this.dates = [await this.client.date(Number(this.id), { availability: [availability], from })]
    this.render()
  }
}
