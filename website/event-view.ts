// An event with its dates.
import { h, type VNode } from 'preact'
import type { PublicDate, PublicEvent } from '../server/website/schemas.ts'
import {
  availabilityText,
  basketLink,
  bookButton,
  formatDay,
  formatDays,
  formatTimes,
  moduleText,
  placeAndTrainers,
  priceOf,
  priceText,
} from './date-parts.ts'
import { htmlBlock, type PageView } from './layout.ts'
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
  bookPath(date: PublicDate): string
  basket(date: PublicDate): { path: string; isIn: boolean }
  calendarPath(date: PublicDate): string
  /** Where a visitor asks to be told of new dates. */
  newDates: { path: string; label: string }
}

const sectionNames = [
  'description',
  'objectives',
  'targetGroup',
  'requirements',
  'itinerary',
  'service',
] as const

/** The widest WebP that a browser needs for its width, else JPEG. */
function picture(image: PublicEvent['image']): VNode | null {
  if (!image || image.sources.length === 0) return null
  const sourceSet = (type: string) =>
    image.sources
      .filter((source) => source.type === type)
      .map(({ url, width }) => `${url} ${width}w`)
      .join(', ')
  const sizes = '(min-width: 60rem) 58rem, 100vw'
  return h('picture', null, [
    h('source', { type: 'image/webp', srcset: sourceSet('image/webp'), sizes }),
    h('img', {
      class: 'picture',
      src: image.url,
      srcset: sourceSet('image/jpeg'),
      sizes,
      alt: image.alt,
      width: image.width ?? undefined,
      height: image.height ?? undefined,
    }),
  ])
}

const modulesOf = (date: PublicDate, texts: Texts): VNode | null =>
  date.modules.length === 0
    ? null
    : h('details', null, [
        h('summary', null, `${texts.modules}: ${date.modules.length}`),
        h(
          'ul',
          null,
          date.modules.map((module) => h('li', { key: module.dateId }, moduleText(module, texts))),
        ),
      ])

function priceLine(date: PublicDate, texts: Texts): VNode {
  const price = priceOf(date)
  const until =
    price?.isCurrent && price.validTo
      ? ` (${price.title}, ${texts.until(formatDay(price.validTo, texts))})`
      : ''
  return h('p', null, [h('span', { class: 'price' }, priceText(date, texts)), until])
}

const dateItem = (view: EventView, date: PublicDate): VNode => {
  const { texts, event } = view
  const times = formatTimes(date, texts)
  return h('li', { class: 'card', id: `date-${date.id}`, key: date.id }, [
    h('div', null, [
      h('h3', null, formatDays(date, texts)),
      date.title === event.title ? null : h('p', null, date.title),
      times === '' ? null : h('p', null, times),
      h('p', { class: 'soft' }, placeAndTrainers(date, texts)),
      modulesOf(date, texts),
      h('p', null, h('a', { href: view.calendarPath(date) }, texts.calendar)),
    ]),
    h('div', { class: 'act' }, [
      priceLine(date, texts),
      h('p', null, availabilityText(date, texts, view.today)),
      bookButton(date, view.bookPath(date), texts),
      basketLink(date, view.basket(date), texts),
    ]),
  ])
}

export function eventView(view: EventView): PageView {
  const { texts, event } = view
  const image = event.image?.url
  return {
    title: event.title,
    description: view.description,
    canonical: view.canonical,
    ...(image?.startsWith('http') && { image }),
    jsonLd: view.jsonLd,
    content: [
      h('h1', null, event.title),
      event.subtitle === '' ? null : h('p', { class: 'soft' }, event.subtitle),
      picture(event.image),
      event.teaser === '' ? null : htmlBlock(event.teaser),
      h('h2', { id: 'dates' }, texts.upcoming),
      event.dates.length === 0
        ? h('p', null, texts.noDates)
        : h(
            'ul',
            { class: 'dates' },
            event.dates.map((date) => dateItem(view, date)),
          ),
      h('p', null, h('a', { href: view.newDates.path }, view.newDates.label)),
      ...sectionNames.flatMap((name) =>
        event[name] === '' ? [] : [h('h2', { key: name }, texts.sections[name]), htmlBlock(event[name])],
      ),
      event.files.length === 0
        ? null
        : [
            h('h2', null, texts.files),
            h(
              'ul',
              null,
              event.files.map(({ id, url, name }) => h('li', { key: id }, h('a', { href: url }, name))),
            ),
          ],
    ],
  }
}
