// The list of dates with its filters.
import { h, type VNode } from 'preact'
import type { PublicDate } from '../server/website/schemas.ts'
import {
  availabilityText,
  basketLink,
  bookButton,
  formatDays,
  formatTimes,
  placeAndTrainers,
  priceText,
  textLines,
} from './date-parts.ts'
import type { PageView } from './layout.ts'
import type { Texts } from './texts.ts'

type Choice = { value: string; label: string }

/** Entries of a list of dates. */
type DateItems = {
  texts: Texts
  /** YYYY-MM-DD */
  today: string
  /** '': it has no page. */
  eventPath(date: PublicDate): string
  bookPath(date: PublicDate): string
  /** Left out: there is no basket. */
  basket?(date: PublicDate): { path: string; isIn: boolean }
}

/** The list. Paths keep the language and the UTM parameters. */
export type DatesView = DateItems & {
  intro: string
  dates: readonly PublicDate[]
  total: number
  /** The filters with their values. */
  words: string
  selects: readonly {
    name: 'category' | 'city' | 'month' | 'format'
    value: string
    choices: readonly Choice[]
  }[]
  isFiltered: boolean
  listPath: string
  keptQuery: Readonly<Record<string, string>>
  nextPath: string | null
  isFirstPage: boolean
}

const dateItem = (view: DateItems, date: PublicDate): VNode => {
  const { texts } = view
  const path = view.eventPath(date)
  const times = formatTimes(date, texts)
  return h('li', { class: 'card', id: `date-${date.id}`, key: date.id }, [
    h('div', null, [
      h('h2', null, path === '' ? date.title : h('a', { href: path }, date.title)),
      h('p', null, [formatDays(date, texts), times === '' ? '' : `, ${times}`]),
      h('p', { class: 'soft' }, placeAndTrainers(date, texts)),
    ]),
    h('div', { class: 'act' }, [
      h('p', { class: 'price' }, priceText(date, texts)),
      h('p', null, availabilityText(date, texts, view.today)),
      bookButton(date, view.bookPath(date), texts),
      view.basket ? basketLink(date, view.basket(date), texts) : null,
    ]),
  ])
}

export const dateList = (view: DateItems, dates: readonly PublicDate[]): VNode =>
  h(
    'ul',
    { class: 'dates' },
    dates.map((date) => dateItem(view, date)),
  )

const filterForm = (view: DatesView): VNode => {
  const { texts, selects, words } = view
  return h('form', { class: 'filters', method: 'get', action: '/dates', role: 'search' }, [
    ...Object.entries(view.keptQuery).map(([name, value]) =>
      h('input', { type: 'hidden', name, value, key: name }),
    ),
    h('div', null, [
      h('label', { for: 'q' }, texts.words),
      h('input', { id: 'q', name: 'q', type: 'search', value: words, maxlength: 255 }),
    ]),
    ...selects.map(({ name, value, choices }) =>
      h('div', { key: name }, [
        h('label', { for: name }, texts[name]),
        h('select', { id: name, name }, [
          h('option', { value: '' }, texts.all),
          ...choices.map((choice) =>
            h(
              'option',
              { value: choice.value, selected: choice.value === value, key: choice.value },
              choice.label,
            ),
          ),
        ]),
      ]),
    ),
    h('button', { type: 'submit' }, texts.search),
    view.isFiltered ? h('a', { class: 'button plain', href: view.listPath }, texts.reset) : null,
  ])
}

export const datesView = (view: DatesView): PageView => {
  const { texts, dates } = view
  return {
    title: texts.dates,
    content: [
      h('h1', null, texts.dates),
      ...textLines(view.intro),
      filterForm(view),
      h('p', { class: 'soft' }, dates.length === 0 ? texts.nothing : texts.found(view.total)),
      dateList(view, dates),
      h('p', { class: 'pages' }, [
        view.isFirstPage ? null : h('a', { href: view.listPath }, texts.first),
        view.nextPath
          ? h('a', { class: 'button plain', href: view.nextPath, rel: 'next' }, texts.more)
          : null,
      ]),
    ],
  }
}
