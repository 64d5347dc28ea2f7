// GET /dates: the list of dates with its filters.
import { Temporal } from 'temporal-polyfill'
import { datesView } from '../../../website/dates-view.ts'
import type { WebsitePage } from '../../platform/pages/website-pages.ts'
import { listed } from '../availability.ts'
import { getDates } from '../dates.public.ts'
import { getFacets } from '../facets.public.ts'
import type { PublicDate } from '../schemas.ts'
import { createPageCache } from './kept-pages.ts'
import { missingPage } from './missing-page.ts'
import { ask, listPath, openContext, type PageContext } from './page-frame.ts'

type DateList = { data: PublicDate[]; total: number; next: string | null }
type Facet = { id: string | number; name: string }
type Facets = Record<'categories' | 'cities' | 'formats', Facet[]> & { months: { id: string }[] }

const filterNames = ['q', 'category', 'city', 'month', 'format'] as const

/** Dates that have begun or are cancelled would stand first; the page of the event shows it. */
const availability = `${listed},full`

/** The filters as parameters of the public interface; one that does not fit is left out. */
function toQuery(filters: URLSearchParams, today: string): URLSearchParams {
  const query = new URLSearchParams()
  for (const name of ['q', 'city', 'format'] as const)
    if (filters.get(name)) query.set(name, filters.get(name)!.slice(0, 255))
  const category = filters.get('category') ?? ''
  if (/^[1-9]\d{0,8}$/.test(category)) query.set('category', category)
  const month = filters.get('month') ?? ''
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(month) && !month.startsWith('0000')) {
    const { daysInMonth } = Temporal.PlainYearMonth.from(month)
    const first = `${month}-01`
    query.set('from', first < today && today.startsWith(month) ? today : first)
    query.set('to', `${month}-${daysInMonth}`)
  }
  return query
}

const monthName = (month: string, { texts }: PageContext): string =>
  new Intl.DateTimeFormat(texts.locale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${month}-01`),
  )

export const datesPage: WebsitePage = {
  path: listPath,
  open(instance) {
    const findDates = getDates.open(instance)
    const findFacets = getFacets.open(instance)
    const keep = createPageCache()
    return {
      async show(request) {
        const context = await openContext(instance, request)
        if (!context) return missingPage(undefined, request)
        const { texts, settings } = context
        request.count(settings.key)
        const given = Object.fromEntries(
          filterNames.flatMap((name) => (request.query.get(name) ? [[name, request.query.get(name)!]] : [])),
        )
        const filters = toQuery(request.query, request.today)
        filters.set('availability', availability)
        const page = new URLSearchParams(filters)
        const cursor = request.query.get('cursor')
        if (cursor) page.set('cursor', cursor)
        const list = await ask<DateList>(context, getDates, findDates, { query: page.toString() })
        const facets = await ask<Facets>(context, getFacets, findFacets, { query: filters.toString() })
        return keep(context, [list.response, facets.response], () => {
          const { data, total, next } = list.read()
          const nextCursor = next && new URLSearchParams(next.split('?')[1]).get('cursor')
          const toChoice = ({ id, name }: Facet) => ({ value: String(id), label: name })
          const { categories, cities, formats, months } = facets.read()
          const select = (
            name: 'category' | 'city' | 'month' | 'format',
            choices: ReturnType<typeof toChoice>[],
          ) => ({
            name,
            value: given[name] ?? '',
            choices,
          })
          return datesView({
            texts,
            today: request.today,
            intro: settings.intro[texts.language],
            dates: data,
            total,
            words: given['q'] ?? '',
            selects: [
              select('category', categories.map(toChoice)),
              select('city', cities.map(toChoice)),
              select(
                'month',
                months.map(({ id }) => ({ value: id, label: monthName(id, context) })),
              ),
              select('format', formats.map(toChoice)),
            ],
            isFiltered: Object.keys(given).length > 0,
            listPath: context.link(listPath),
            keptQuery: context.keptQuery,
            nextPath: nextCursor ? context.link(listPath, { ...given, cursor: nextCursor }) : null,
            isFirstPage: !cursor,
            eventPath: ({ id, event }) => `${context.link(`/events/${event.slug}`)}#date-${id}`,
            bookPath: ({ id }) => context.link(`/book/${id}`),
          })
        })
      },
    }
  },
}
