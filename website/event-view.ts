// An event with its dates.
import { type ComponentChildren, h, type VNode } from 'preact'
import type { PublicDate, PublicEvent } from '../server/website/schemas.ts'
import {
  availabilityText,
  bookButton,
  formatDay,
  formatDays,
  formatTimes,
  moduleText,
  placeAndTrainers,
  priceOf,
  priceText,
} from './date-parts.ts'
import { eventImage, trainerImage } from './images.ts'
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
  calendarPath(date: PublicDate): string
}

const sectionNames = [
  'description',
  'objectives',
  'targetGroup',
  'requirements',
  'itinerary',
  'service',
] as const

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
    ]),
  ])
}

/** The trainers of all dates who have a portrait. */
function trainersOf({ dates }: PublicEvent, texts: Texts): ComponentChildren {
  const byId = new Map(dates.flatMap(({ trainers }) => trainers.map((trainer) => [trainer.id, trainer])))
  const portraits = [...byId.values()].flatMap(({ id, name, title, image }) => {
    const portrait = trainerImage(image, texts)
    const shownName = [title, name].filter((part) => part !== '').join(' ')
    return portrait ? [h('li', { key: id }, [portrait, shownName])] : []
  })
  return portraits.length === 0
    ? null
    : [h('h2', { key: 'trainers' }, texts.trainers), h('ul', { class: 'trainers' }, portraits)]
}

export function eventView(view: EventView): PageView {
  const { texts, event } = view
  return {
    title: event.title,
    description: view.description,
    canonical: view.canonical,
    image: event.image,
    jsonLd: view.jsonLd,
    content: [
      h('h1', null, event.title),
      event.subtitle === '' ? null : h('p', { class: 'soft' }, event.subtitle),
      eventImage(event.image, texts),
      event.teaser === '' ? null : htmlBlock(event.teaser),
      h('h2', { id: 'dates' }, texts.upcoming),
      event.dates.length === 0
        ? h('p', null, texts.noDates)
        : h(
            'ul',
            { class: 'dates' },
            event.dates.map((date) => dateItem(view, date)),
          ),
      ...sectionNames.flatMap((name) =>
        event[name] === '' ? [] : [h('h2', { key: name }, texts.sections[name]), htmlBlock(event[name])],
      ),
      trainersOf(event, texts),
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
