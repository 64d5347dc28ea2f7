// Further parts of the page of an event: trainers, places, cancelling, questions, sharing.
import { type ComponentChildren, h, type VNode } from 'preact'
import type { PublicDate, PublicEvent } from '../server/website/schemas.ts'
import { formatRate } from './date-parts.ts'
import { icon } from './icons.ts'
import { placeImage, trainerImage } from './images.ts'
import type { Texts } from './texts.ts'

export type EventView = {
  texts: Texts
  event: PublicEvent
  /** YYYY-MM-DD */
  today: string
  canonical: string
  jsonLd: string
  /** Of the page, without HTML. */
  description: string
  /** Of the provider, below the price; '': none. */
  vatNote: string
  listPath: string
  bookPath(date: PublicDate): string
  basket(date: PublicDate): { path: string; isIn: boolean }
  /** Where a visitor asks to be told of new dates. */
  newDates: { path: string; label: string }
  calendarPath(date: PublicDate): string
  enquiryPath(kind: 'question' | 'inHouse'): string
}

const section = (title: string, content: ComponentChildren): VNode =>
  h('section', { class: 'text', key: title }, [h('h2', null, title), content])

/** Each once, in the order of the dates. */
const uniqueById = <T extends { id: number }>(list: readonly T[]): T[] => [
  ...new Map(list.map((one) => [one.id, one])).values(),
]

const initialsOf = (name: string): string =>
  name
    .split(/\s+/)
    .flatMap((part) => part[0] ?? [])
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('')

export function trainersPart({ dates }: PublicEvent, texts: Texts): VNode | null {
  const { shop } = texts
  const trainers = uniqueById(dates.flatMap((date) => date.trainers))
  if (trainers.length === 0) return null
  return section(
    shop.trainers,
    h(
      'ul',
      { class: 'people' },
      trainers.map(({ id, name, title, image }) =>
        h('li', { key: id }, [
          trainerImage(image, texts) ?? h('span', { class: 'face', 'aria-hidden': 'true' }, initialsOf(name)),
          h('span', null, [title === '' ? '' : `${title} `, name]),
        ]),
      ),
    ),
  )
}

/** Addresses of OpenStreetMap: nothing is loaded from there before a visitor goes there. */
const mapLinks = (address: string, { shop }: Texts): VNode[] =>
  (
    [
      [shop.map, `https://www.openstreetmap.org/search?${new URLSearchParams({ query: address })}`],
      [shop.route, `https://www.openstreetmap.org/directions?${new URLSearchParams({ to: address })}`],
    ] as const
  ).map(([label, href]) =>
    h('a', { href, rel: 'noreferrer', key: label, 'aria-label': `${label}: ${address}` }, label),
  )

export function placesPart({ dates }: PublicEvent, texts: Texts): VNode | null {
  const { shop } = texts
  const places = uniqueById(dates.flatMap(({ location }) => location ?? []))
  if (places.length === 0) return null
  return section(shop.place, [
    h(
      'ul',
      { class: 'places' },
      places.map(({ id, name, street, zip, city, url, image }) => {
        const lines = [street, `${zip} ${city}`.trim()].filter((line) => line !== '')
        return h('li', { class: 'card', key: id }, [
          placeImage(image, texts),
          h('h3', null, name),
          h('p', { class: 'soft' }, lines.join(', ')),
          h('p', { class: 'links' }, [
            ...(lines.length > 0 ? mapLinks([...lines].join(', '), texts) : []),
            url ? h('a', { href: url, rel: 'noreferrer' }, shop.placeWebsite) : null,
          ]),
        ])
      }),
    ),
    h('p', { class: 'soft small' }, shop.opensElsewhere),
  ])
}

/** The steps as one sentence. */
function cancellationSentence({ cancellation }: PublicEvent, texts: Texts): string {
  const { shop } = texts
  if (cancellation.length === 0) return texts.cancellationFree
  const steps = cancellation.map(({ daysBefore, feePercent }, at) =>
    shop.cancellationStep(daysBefore, shop.cancellationFee(formatRate(feePercent, texts)), at === 0),
  )
  return shop.cancellationSentence(new Intl.ListFormat(texts.locale, { type: 'conjunction' }).format(steps))
}

export const cancellationPart = (event: PublicEvent, texts: Texts): VNode =>
  section(texts.shop.cancelling, h('p', null, cancellationSentence(event, texts)))

export const questionsPart = ({ texts: { shop }, enquiryPath }: EventView): VNode =>
  section(shop.questions, [
    h('p', null, `${shop.questionsText} ${shop.inHouseText}`),
    h('p', { class: 'buttons' }, [
      h('a', { class: 'button plain', href: enquiryPath('question') }, shop.ask),
      h('a', { class: 'button plain', href: enquiryPath('inHouse') }, shop.askInHouse),
    ]),
  ])

/** Without a script: a file for the calendar, a mail, and the address to copy. */
export function sharePart(
  { texts: { shop }, event, canonical, calendarPath }: EventView,
  next: PublicDate | undefined,
): VNode | null {
  if (!next && canonical === '') return null
  const mail = `mailto:?subject=${encodeURIComponent(event.title)}&body=${encodeURIComponent(shop.mailBody(event.title, canonical))}`
  return h('section', { class: 'text share' }, [
    h('h2', null, shop.share),
    h('p', { class: 'links' }, [
      next ? h('a', { href: calendarPath(next) }, [icon('calendar'), ' ', shop.remember]) : null,
      canonical === '' ? null : h('a', { href: mail }, shop.mail),
    ]),
    canonical === ''
      ? null
      : h('div', { class: 'field' }, [
          h('label', { for: 'address' }, shop.address),
          h('input', { id: 'address', type: 'text', readonly: true, value: canonical }),
        ]),
  ])
}
