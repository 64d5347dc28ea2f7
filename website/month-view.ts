// The dates of a month as a calendar: a table, and on a phone a list by day.
import { h, type VNode } from 'preact'
import { availabilities } from '../server/website/availability.ts'
import type { PublicDate } from '../server/website/schemas.ts'
import { formatMonth } from './date-parts.ts'
import { type SearchView, searchPart } from './dates-view.ts'
import type { PageView } from './layout.ts'
import type { Texts } from './texts.ts'

/** A date on one of its days. @param from '': not known */
type DayEntry = { date: PublicDate; from: string }

export type MonthView = SearchView & {
  /** YYYY-MM */
  month: string
  /** YYYY-MM-DD */
  today: string
  /** Weeks of days, Monday first; '': of another month. */
  weeks: readonly (readonly string[])[]
  entries: ReadonlyMap<string, readonly DayEntry[]>
  total: number
  /** The months beside it; null: it is over. */
  previous: { month: string; path: string } | null
  next: { month: string; path: string }
  eventPath(date: PublicDate): string
}

const dayText = (day: string, { locale }: Texts, options: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' }).format(new Date(day))

const entryItem = ({ eventPath, texts }: MonthView, { date, from }: DayEntry): VNode =>
  h(
    'li',
    { key: date.id },
    h(
      'a',
      {
        href: eventPath(date),
        class: `entry ${date.availability}`,
      },
      [
        from === '' ? null : h('span', { class: 'time' }, from),
        ' ',
        h('span', null, date.title),
        date.location?.city ? h('span', { class: 'city' }, ` ${date.location.city}`) : null,
        availabilities[date.availability].canBeBooked && !availabilities[date.availability].waits
          ? null
          : h('span', { class: 'city' }, ` · ${texts.availability[date.availability]}`),
      ],
    ),
  )

const dayCell = (view: MonthView, day: string): VNode => {
  const entries = view.entries.get(day) ?? []
  if (day === '') return h('td', { class: 'none' })
  return h(
    'td',
    {
      key: day,
      class: entries.length === 0 ? 'none' : '',
      ...(day === view.today && { 'aria-current': 'date' }),
    },
    [
      h('time', { datetime: day }, [
        h('span', { class: 'number' }, String(Number(day.slice(8)))),
        h(
          'span',
          { class: 'long' },
          dayText(day, view.texts, { weekday: 'long', day: 'numeric', month: 'long' }),
        ),
      ]),
      entries.length === 0
        ? null
        : h(
            'ul',
            null,
            entries.map((entry) => entryItem(view, entry)),
          ),
    ],
  )
}

/** A week from a Monday on. */
const weekdays = Array.from({ length: 7 }, (_, at) => `2024-01-0${at + 1}`)

export const monthView = (view: MonthView): PageView => {
  const { texts, month } = view
  const title = formatMonth(month, texts)
  return {
    title: `${texts.dates}, ${title}`,
    content: [
      searchPart(view, view.total === 0 ? texts.shop.noDatesInMonth : texts.found(view.total)),
      h('div', { class: 'turn' }, [
        view.previous
          ? h('a', { class: 'button plain', href: view.previous.path, rel: 'prev nofollow' }, [
              h('span', { 'aria-hidden': 'true' }, '‹ '),
              formatMonth(view.previous.month, texts),
            ])
          : h('span', null),
        h('h2', { id: 'month' }, title),
        h('a', { class: 'button plain', href: view.next.path, rel: 'next nofollow' }, [
          formatMonth(view.next.month, texts),
          h('span', { 'aria-hidden': 'true' }, ' ›'),
        ]),
      ]),
      h('table', { class: 'month-table', 'aria-labelledby': 'month' }, [
        h(
          'thead',
          null,
          h(
            'tr',
            null,
            weekdays.map((day) =>
              h('th', { scope: 'col', key: day }, [
                h('span', { class: 'unseen' }, dayText(day, texts, { weekday: 'long' })),
                h('span', { 'aria-hidden': 'true' }, dayText(day, texts, { weekday: 'short' })),
              ]),
            ),
          ),
        ),
        h(
          'tbody',
          null,
          view.weeks.map((week, at) =>
            h(
              'tr',
              { key: at },
              week.map((day) => dayCell(view, day)),
            ),
          ),
        ),
      ]),
    ],
  }
}
