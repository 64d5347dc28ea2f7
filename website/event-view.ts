// The page of an event: what it is for and for whom, its dates, and beside them the price and the next date.
import { type ComponentChildren, h, type VNode } from 'preact'
import { availabilities, opensLater } from '../server/website/availability.ts'
import type { PublicDate, PublicEvent } from '../server/website/schemas.ts'
import {
  basketLink,
  bookButton,
  canBeBooked,
  dateFacts,
  dateLeaf,
  formatDays,
  formatName,
  moduleText,
  priceBlock,
  statesOf,
  textLines,
  topicsOf,
} from './date-parts.ts'
import {
  cancellationPart,
  type EventView,
  placesPart,
  questionsPart,
  sharePart,
  trainersPart,
} from './event-parts.ts'
import { icon } from './icons.ts'
import { eventImage } from './images.ts'
import { htmlBlock, type PageView } from './layout.ts'
import type { Texts } from './texts.ts'

/** The purpose and the target group stand before the dates; the programme follows them. */
const introSections = ['objectives', 'targetGroup'] as const
const furtherSections = ['description', 'itinerary', 'service', 'requirements'] as const

/** The date that the page offers first; undefined: there is none. */
const nextDateOf = ({ event: { dates }, today }: EventView): PublicDate | undefined =>
  dates.find(canBeBooked) ??
  dates.find((date) => opensLater(date, today)) ??
  dates.find(({ availability }) => availabilities[availability].takesPlace)

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

const dateItem = (view: EventView, date: PublicDate): VNode => {
  const { texts, event } = view
  return h('li', { class: 'card', id: `date-${date.id}`, key: date.id }, [
    dateLeaf(date, texts),
    h('div', null, [
      h('h3', null, formatDays(date, texts)),
      date.title === event.title ? null : h('p', null, date.title),
      dateFacts(date, texts, { days: false }),
      modulesOf(date, texts),
      h('p', { class: 'links small' }, h('a', { href: view.calendarPath(date) }, texts.calendar)),
    ]),
    statesOf(date, texts, view.today),
    h('div', { class: 'act' }, [
      priceBlock(date, texts),
      bookButton(date, view.bookPath(date), texts),
      basketLink(date, view.basket(date), texts),
    ]),
  ])
}

/** The first step decides what is promised beside the price. */
const freeUntil = ({ event: { cancellation }, texts }: EventView): string => {
  if (cancellation.length === 0) return texts.cancellationFree
  const free = cancellation.findLast(({ feePercent }) => Number(feePercent) === 0)
  return free && free.daysBefore > 0 ? texts.shop.freeUntil(free.daysBefore) : ''
}

/** Beside the texts; on a phone above them. */
function bookingCard(view: EventView, next: PublicDate | undefined): VNode {
  const { texts, event } = view
  const { shop } = texts
  const further = event.dates.filter(
    ({ id, availability }) => id !== next?.id && availabilities[availability].takesPlace,
  ).length
  const promise = freeUntil(view)
  return h('aside', { class: 'card booking', 'aria-labelledby': 'offer' }, [
    h('h2', { id: 'offer', class: 'unseen' }, shop.bookingTitle),
    next
      ? [
          priceBlock(next, texts),
          ...textLines(view.vatNote).map((line) => h('div', { class: 'soft small' }, line)),
          h('div', { class: 'next' }, [
            h('p', { class: 'eyebrow' }, shop.nextDate),
            dateFacts(next, texts, { days: true }),
            statesOf(next, texts, view.today),
          ]),
          bookButton(next, view.bookPath(next), texts),
          further > 0
            ? h('p', { class: 'center' }, h('a', { href: '#dates' }, shop.furtherDates(further)))
            : null,
          promise === '' ? null : h('p', { class: 'promise' }, [icon('check'), h('span', null, promise)]),
        ]
      : h('p', null, texts.noDates),
    h('p', { class: 'ask' }, [
      h('a', { href: view.enquiryPath('inHouse') }, shop.askInHouse),
      h('a', { href: view.enquiryPath('question') }, shop.ask),
    ]),
  ])
}

/** At the lower edge of a phone. */
const bookingBar = (view: EventView, next: PublicDate | undefined): VNode | null => {
  const button = next && bookButton(next, view.bookPath(next), view.texts)
  return next && button
    ? h('div', { class: 'bar' }, [
        h('div', null, [
          priceBlock(next, view.texts),
          h('p', { class: 'soft' }, formatDays(next, view.texts)),
        ]),
        button,
      ])
    : null
}

function keyFacts({ texts, event }: EventView): VNode {
  const languageNames = new Intl.DisplayNames(texts.locale, { type: 'language' })
  const unique = (list: (string | null | undefined)[]) => [...new Set(list.filter(Boolean))].join(', ')
  const facts = [
    ['clock', unique(event.dates.map(({ duration }) => duration))],
    ['screen', unique(event.dates.map(({ format }) => formatName(format, texts)))],
    ['pin', unique(event.dates.map(({ location }) => location?.city))],
    ['language', event.language ? languageNames.of(event.language) : ''],
  ] as const
  return h(
    'ul',
    { class: 'facts' },
    facts.map(([name, text]) => (text ? h('li', { key: name }, [icon(name), h('span', null, text)]) : null)),
  )
}

/** The provider's texts may be in another language than the page. */
const languageOf = ({ language }: PublicEvent) => (language ? { lang: language } : {})

const textSection = ({ texts, event }: EventView, name: keyof Texts['sections']): VNode | null =>
  event[name] === ''
    ? null
    : h('section', { class: `text ${name}`, key: name }, [
        h('h2', null, texts.sections[name]),
        h('div', languageOf(event), htmlBlock(event[name])),
      ])

const filesPart = ({ texts, event: { files } }: EventView): VNode | null =>
  files.length === 0
    ? null
    : h('section', { class: 'text' }, [
        h('h2', null, texts.files),
        h(
          'ul',
          null,
          files.map(({ id, url, name }) => h('li', { key: id }, h('a', { href: url }, name))),
        ),
      ])

function bodyOf(view: EventView, next: PublicDate | undefined): ComponentChildren {
  const { texts, event } = view
  return [
    h(
      'div',
      { class: 'purpose' },
      introSections.map((name) => textSection(view, name)),
    ),
    h('section', { id: 'dates' }, [
      h('h2', null, texts.upcoming),
      event.dates.length === 0
        ? h('p', null, texts.noDates)
        : h(
            'ul',
            { class: 'dates' },
            event.dates.map((date) => dateItem(view, date)),
          ),
      h('p', null, h('a', { href: view.newDates.path }, view.newDates.label)),
    ]),
    ...furtherSections.map((name) => textSection(view, name)),
    trainersPart(event, texts),
    placesPart(event, texts),
    cancellationPart(event, texts),
    filesPart(view),
    questionsPart(view),
    sharePart(view, next),
  ]
}

export function eventView(view: EventView): PageView {
  const { texts, event } = view
  const next = nextDateOf(view)
  const topics = topicsOf(event)
  const lang = languageOf(event)
  return {
    title: event.title,
    description: view.description,
    canonical: view.canonical,
    image: event.image,
    jsonLd: view.jsonLd,
    content: [
      h('div', { class: 'event' }, [
        h('div', { class: 'intro' }, [
          h('p', { class: 'crumb' }, h('a', { href: view.listPath }, `‹ ${texts.shop.allDates}`)),
          topics === '' ? null : h('p', { class: 'eyebrow' }, topics),
          h('h1', lang, event.title),
          event.subtitle === '' ? null : h('p', { class: 'lead', ...lang }, event.subtitle),
          keyFacts(view),
          eventImage(event.image, texts),
          event.teaser === '' ? null : h('div', { class: 'teaser', ...lang }, htmlBlock(event.teaser)),
        ]),
        bookingCard(view, next),
        h('div', { class: 'body' }, bodyOf(view, next)),
      ]),
      bookingBar(view, next),
    ],
  }
}
