// GET /dates: the dates with their filters, as a list, or with view=month as the calendar of a month.
import { Temporal } from 'temporal-polyfill'
import { datesView } from '../../../website/dates-view.ts'
import { monthView } from '../../../website/month-view.ts'
import type { CachedResponse } from '../../platform/http/response-cache.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { getDates } from '../dates.public.ts'
import { getFacets } from '../facets.public.ts'
import type { PublicDate } from '../schemas.ts'
import { createPageCache } from './kept-pages.ts'
import { type Facets, type GivenFilters, givenFilters, searchViewOf, toQuery } from './list-filters.ts'
import { missingPage } from './missing-page.ts'
import { ask, basketEntry, openContext, type PageContext } from './page-frame.ts'
import { listHead } from './page-head.ts'
import { eventPath, listPath } from './page-paths.ts'

type DateList = { data: PublicDate[]; total: number; next: string | null }

const cursorOf = (next: string | null): string | null =>
  next && new URLSearchParams(next.split('?')[1]).get('cursor')

const asMonth = { view: 'month' } as const

/** The ways to look at the dates that match. */
const viewsOf = ({ link, texts }: PageContext, { month, ...given }: GivenFilters, isMonth: boolean) => {
  const { list, month: label } = texts.shop.views
  return [
    { label: list, path: link(listPath, given), isCurrent: !isMonth },
    { label, path: link(listPath, { ...given, ...(month && { month }), ...asMonth }), isCurrent: isMonth },
  ]
}

const eventPathIn =
  ({ link }: PageContext) =>
  ({ id, event }: PublicDate) =>
    `${link(eventPath(event))}#date-${id}`

/** Weeks of the days of a month, Monday first; '': of another month. */
function weeksOf(month: string): string[][] {
  const yearMonth = Temporal.PlainYearMonth.from(month)
  const before = yearMonth.toPlainDate({ day: 1 }).dayOfWeek - 1
  const weeks = Math.ceil((before + yearMonth.daysInMonth) / 7)
  return Array.from({ length: weeks }, (_, week) =>
    Array.from({ length: 7 }, (_, weekday) => {
      const day = week * 7 + weekday - before + 1
      return day < 1 || day > yearMonth.daysInMonth ? '' : `${month}-${String(day).padStart(2, '0')}`
    }),
  )
}

/** The days of a date, or all of the month from its start to its end if they are not known: a date may last for years. */
function daysOf(
  { days, start, end }: PublicDate,
  daysOfMonth: readonly string[],
): { date: string; from: string | null }[] {
  if (days.length > 0 || start === null) return days
  const [first, last] = [start.slice(0, 10), (end ?? start).slice(0, 10)]
  return daysOfMonth.filter((day) => day >= first && day <= last).map((date) => ({ date, from: null }))
}

function entriesByDay(dates: readonly PublicDate[], weeks: readonly string[][]) {
  const daysOfMonth = weeks.flat().filter((day) => day !== '')
  const entries = dates.flatMap((date) =>
    daysOf(date, daysOfMonth).map((day) => ({ day: day.date, date, from: day.from ?? '' })),
  )
  return Map.groupBy(
    entries.sort((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from))),
    ({ day }) => day,
  )
}

export const datesPage: WebsitePage = {
  path: listPath,
  open(instance) {
    const findDates = getDates.open(instance)
    const findFacets = getFacets.open(instance)
    const keep = createPageCache()

    const showList = async (context: PageContext): Promise<CachedResponse> => {
      const { request, texts, link } = context
      const given = givenFilters(request.query)
      const query = toQuery(given)
      const page = new URLSearchParams(query)
      const cursor = request.query.get('cursor')
      if (cursor) page.set('cursor', cursor)
      const list = await ask<DateList>(context, getDates, findDates, { query: page.toString() })
      const facets = await ask<Facets>(context, getFacets, findFacets, { query: query.toString() })
      return keep(context, [list.response, facets.response], () => {
        const { data, total, next } = list.read()
        const nextCursor = cursorOf(next)
        const view = datesView({
          ...searchViewOf(context, facets.read(), given, { kept: {}, views: viewsOf(context, given, false) }),
          today: request.today,
          dates: data,
          total,
          nextPath: nextCursor ? link(listPath, { ...given, cursor: nextCursor }) : null,
          isFirstPage: !cursor,
          eventPath: eventPathIn(context),
          bookPath: ({ id }) => link(`/book/${id}`),
          basket: ({ id }) => basketEntry(context, id),
          texts,
        })
        return { ...view, ...listHead(context, data, Object.keys(given).length === 0 && !cursor) }
      })
    }

    const showMonth = async (context: PageContext): Promise<CachedResponse> => {
      const { request, texts, link } = context
      const { month: wanted, ...given } = givenFilters(request.query)
      const thisMonth = request.today.slice(0, 7)
      // At the end of a month, its calendar can be empty.
      const soonest = toQuery(given)
      soonest.set('limit', '1')
      const next = wanted
        ? undefined
        : await ask<DateList>(context, getDates, findDates, { query: soonest.toString() })
      const asked = wanted ?? next?.read().data[0]?.start?.slice(0, 7) ?? thisMonth
      const month = asked > thisMonth ? asked : thisMonth
      const yearMonth = Temporal.PlainYearMonth.from(month)
      const query = toQuery(given)
      const first = `${month}-01`
      query.set('from', first < request.today ? request.today : first)
      query.set('to', `${month}-${yearMonth.daysInMonth}`)
      const facets = await ask<Facets>(context, getFacets, findFacets, { query: query.toString() })
      query.set('limit', '100')
      const lists: { response: CachedResponse; read(): DateList }[] = []
      for (let cursor: string | null = ''; cursor !== null; cursor = cursorOf(lists.at(-1)!.read().next)) {
        if (cursor !== '') query.set('cursor', cursor)
        lists.push(await ask<DateList>(context, getDates, findDates, { query: query.toString() }))
      }
      const responses = [facets, ...(next ? [next] : []), ...lists].map(({ response }) => response)
      return keep(context, responses, () => {
        const beside = (months: number) => {
          const other = yearMonth.add({ months }).toString()
          return { month: other, path: link(listPath, { ...given, ...asMonth, month: other }) }
        }
        const kept = { ...asMonth, month }
        const weeks = weeksOf(month)
        return monthView({
          ...searchViewOf(context, facets.read(), given, {
            kept,
            hides: 'month',
            views: viewsOf(context, { ...given, month }, true),
          }),
          month,
          today: request.today,
          weeks,
          entries: entriesByDay(
            lists.flatMap((list) => list.read().data),
            weeks,
          ),
          total: lists[0]!.read().total,
          previous: month > thisMonth ? beside(-1) : null,
          next: beside(1),
          eventPath: eventPathIn(context),
          texts,
        })
      })
    }

    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(instance, undefined, request)
        request.count(context.settings.key)
        return request.query.get('view') === asMonth.view ? showMonth(context) : showList(context)
      },
    }
  },
}
