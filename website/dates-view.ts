// The list of dates with its filters.
import { type ComponentChildren, h, type VNode } from 'preact'
import type { PublicDate } from '../server/website/schemas.ts'
import {
  basketLink,
  bookButton,
  dateFacts,
  dateLeaf,
  formatMonth,
  priceBlock,
  statesOf,
  textLines,
  topicsOf,
} from './date-parts.ts'
import { cardImage } from './images.ts'
import type { PageView } from './layout.ts'
import type { Texts } from './texts.ts'

/** Entries of a list of dates. */
type DateItems = {
  texts: Texts
  /** YYYY-MM-DD */
  today: string
  /** '': it has no page. */
  eventPath(date: PublicDate): string
  bookPath(date: PublicDate): string
  /** The widget leaves them out: the policy of the page around it may not allow them. */
  showsImages?: true
  /** Left out: there is no basket. */
  basket?(date: PublicDate): { path: string; isIn: boolean }
}

/** Entries of a list that are seen without scrolling. */
const firstSeen = 2

export type FilterName = 'topic' | 'city' | 'month' | 'format'

/** A filter with the values that lead to a result. */
export type Filter = {
  name: FilterName
  /** `path` leads to the list with the value; of the chosen one, without it. */
  choices: readonly { label: string; count: number; path: string; isChosen: boolean }[]
}

/** Above the list and the calendar. Paths keep the language and the UTM parameters. */
export type SearchView = {
  texts: Texts
  intro: string
  words: string
  filters: readonly Filter[]
  isFiltered: boolean
  /** Without filters. */
  listPath: string
  /** The address to which the words are sent, with the parameters that it keeps. */
  action: string
  keptQuery: Readonly<Record<string, string>>
  views: readonly { label: string; path: string; isCurrent: boolean }[]
}

export type DatesView = SearchView &
  DateItems & {
    dates: readonly PublicDate[]
    total: number
    nextPath: string | null
    isFirstPage: boolean
  }

const dateItem = (view: DateItems, date: PublicDate, level: 'h2' | 'h3', isFirst: boolean): VNode => {
  const { texts } = view
  const path = view.eventPath(date)
  const topics = topicsOf(date.event)
  return h('li', { class: 'card', id: `date-${date.id}`, key: date.id }, [
    (view.showsImages ? cardImage(date.event.image, texts, isFirst) : null) ?? dateLeaf(date, texts),
    h('div', null, [
      topics === '' ? null : h('p', { class: 'eyebrow' }, topics),
      h(level, null, path === '' ? date.title : h('a', { href: path }, date.title)),
      dateFacts(date, texts, { days: true }),
    ]),
    statesOf(date, texts, view.today),
    h('div', { class: 'act' }, [
      priceBlock(date, texts),
      bookButton(date, view.bookPath(date), texts),
      view.basket ? basketLink(date, view.basket(date), texts) : null,
    ]),
  ])
}

export const dateList = (view: DateItems, dates: readonly PublicDate[], level: 'h2' | 'h3' = 'h2'): VNode =>
  h(
    'ul',
    { class: 'dates' },
    dates.map((date, at) => dateItem(view, date, level, at < firstSeen)),
  )

/** The values of a filter, folded. Links need no button; search engines do not follow them. */
const filterPart = ({ name, choices }: Filter, texts: Texts): VNode | null => {
  if (choices.length === 0) return null
  const chosen = choices.find(({ isChosen }) => isChosen)
  return h('details', { name: 'filter', key: name, ...(chosen && { class: 'chosen' }) }, [
    h('summary', null, chosen ? `${texts[name]}: ${chosen.label}` : texts[name]),
    h(
      'ul',
      null,
      choices.map(({ label, count, path, isChosen }) =>
        h(
          'li',
          { key: label },
          h('a', { href: path, rel: 'nofollow', ...(isChosen && { 'aria-current': 'true' }) }, [
            h('span', null, label),
            ' ',
            h('span', { class: 'count' }, String(count)),
          ]),
        ),
      ),
    ),
  ])
}

/** The title, the views, the words and the filters. @param found how many dates there are */
export const searchPart = (view: SearchView, found: string): ComponentChildren => {
  const { texts, words, filters } = view
  const { shop } = texts
  const chosen = filters.flatMap(({ name, choices }) =>
    choices.filter(({ isChosen }) => isChosen).map((choice) => ({ ...choice, name })),
  )
  return [
    h('div', { class: 'hero' }, [
      h('div', { class: 'top' }, [
        h('h1', null, texts.dates),
        h(
          'nav',
          { class: 'views', 'aria-label': shop.views.label },
          view.views.map(({ label, path, isCurrent }) =>
            h('a', { href: path, key: label, ...(isCurrent && { 'aria-current': 'page' }) }, label),
          ),
        ),
      ]),
      ...textLines(view.intro),
      h('form', { class: 'find', method: 'get', action: view.action, role: 'search' }, [
        ...Object.entries(view.keptQuery).map(([name, value]) =>
          h('input', { type: 'hidden', name, value, key: name }),
        ),
        h('label', { for: 'q', class: 'unseen' }, texts.words),
        h('input', {
          id: 'q',
          name: 'q',
          type: 'search',
          value: words,
          maxlength: 255,
          placeholder: shop.findHint,
        }),
        h('button', { type: 'submit' }, shop.find),
      ]),
    ]),
    h(
      'div',
      { class: 'filters', role: 'group', 'aria-label': shop.filters },
      filters.map((filter) => filterPart(filter, texts)),
    ),
    h('div', { class: 'chips' }, [
      h('p', null, found),
      ...chosen.map(({ name, label, path }) =>
        h(
          'a',
          { href: path, key: name, rel: 'nofollow', 'aria-label': shop.removeFilter(label) },
          `${label} ×`,
        ),
      ),
      view.isFiltered ? h('a', { href: view.listPath }, texts.reset) : null,
    ]),
  ]
}

export const datesView = (view: DatesView): PageView => {
  const { texts, dates } = view
  const byMonth = Map.groupBy(dates, ({ start }) => start?.slice(0, 7) ?? '')
  return {
    title: texts.dates,
    content: [
      searchPart(view, dates.length === 0 ? texts.nothing : texts.found(view.total)),
      ...[...byMonth].map(([month, ofMonth]) => [
        h('h2', { class: 'month' }, month === '' ? '' : formatMonth(month, texts)),
        dateList({ ...view, showsImages: true }, ofMonth, 'h3'),
      ]),
      h('p', { class: 'pages' }, [
        view.isFirstPage ? null : h('a', { href: view.listPath }, texts.first),
        view.nextPath
          ? h('a', { class: 'button plain', href: view.nextPath, rel: 'next' }, texts.more)
          : null,
      ]),
    ],
  }
}
