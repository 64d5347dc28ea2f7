// The filters of the list and the calendar of dates: links, each with the number of dates that it leads to.

import { formatMonth, formatName } from '../../../website/date-parts.ts'
import type { Filter, FilterName, SearchView } from '../../../website/dates-view.ts'
import { listed } from '../availability.ts'
import type { PageContext } from './page-frame.ts'
import { listPath } from './page-paths.ts'

type Facet = { id: string | number; name: string; count: number }
export type Facets = {
  total: number
  categories: Facet[]
  topics: { id: string; languages: string[]; count: number }[]
  cities: Facet[]
  formats: Facet[]
  months: { id: string; count: number }[]
}

/** The entries of a visitor, as the address has them. */
export type GivenFilters = Partial<Record<FilterName | 'q' | 'category', string>>

const filterNames = ['topic', 'city', 'month', 'format'] as const satisfies FilterName[]

/** Dates that have begun or are cancelled would stand first; the page of the event shows it. */
const shownAvailabilities = `${listed},full`

export const monthPattern = /^(?!0000)\d{4}-(0[1-9]|1[0-2])$/
/** Links of websites lead to one category. */
const categoryPattern = /^[1-9]\d{0,8}$/

const patterns: Partial<Record<keyof GivenFilters, RegExp>> = {
  category: categoryPattern,
  month: monthPattern,
}

/** The filters of an address; one that does not fit is left out. */
export const givenFilters = (query: URLSearchParams): GivenFilters =>
  Object.fromEntries(
    (['q', 'category', ...filterNames] as const).flatMap((name) => {
      const text = query.get(name)?.slice(0, 255)
      return text && patterns[name]?.test(text) !== false ? [[name, text]] : []
    }),
  )

/** The filters as parameters of the public interface. */
export const toQuery = (given: GivenFilters): URLSearchParams =>
  new URLSearchParams({ ...given, availability: shownAvailabilities })

type Choice = { value: string; label: string; count: number; isChosen?: boolean }

/** Topics in another language are for its pages. */
function topicChoices({ topics, categories }: Facets, language: string, given: GivenFilters): Choice[] {
  const own = topics.filter(({ languages }) => languages.length === 0 || languages.includes(language))
  const named = categories.find(({ id }) => String(id) === given.category)?.name
  return (own.length > 0 ? own : topics).map(({ id, count }) => ({
    value: id,
    label: id,
    count,
    isChosen: id === (named ?? given.topic),
  }))
}

/** A name that the provider has changed is shown as it is. */
const builtInNames: Readonly<Record<string, string>> = {
  onsite: 'on site',
  online: 'online',
  hybrid: 'hybrid',
}

const formatChoices = ({ formats }: Facets, { texts }: PageContext): Choice[] =>
  formats.map(({ id, name, count }) => {
    const code = String(id)
    const isBuiltIn = builtInNames[code] === name
    return { value: code, label: (isBuiltIn && formatName(code, texts)) || name, count }
  })

/** The part above the list and the calendar. @param kept parameters of the view */
export function searchViewOf(
  context: PageContext,
  facets: Facets,
  given: GivenFilters,
  { kept, hides, views }: { kept: Record<string, string>; hides?: FilterName; views: SearchView['views'] },
): SearchView {
  const { texts, settings } = context
  const choices: Record<FilterName, Choice[]> = {
    topic: topicChoices(facets, texts.language, given),
    city: facets.cities.map(({ name, count }) => ({ value: name, label: name, count })),
    month: facets.months.map(({ id, count }) => ({ value: id, label: formatMonth(id, texts), count })),
    format: formatChoices(facets, context),
  }
  const others = (name: FilterName) =>
    Object.fromEntries(
      Object.entries(given).filter(
        ([other]) => other !== name && !(name === 'topic' && other === 'category'),
      ),
    )
  const filters: Filter[] = filterNames.flatMap((name) =>
    name === hides
      ? []
      : {
          name,
          choices: choices[name].map(({ value, label, count, isChosen = value === given[name] }) => {
            const path = context.link(listPath, {
              ...others(name),
              ...kept,
              ...(!isChosen && { [name]: value }),
            })
            return { label, count, path, isChosen }
          }),
        },
  )
  const { q: words = '', ...keptFilters } = given
  return {
    texts,
    intro: settings.intro[texts.language],
    words,
    filters,
    isFiltered: Object.keys(given).some((name) => name !== hides),
    listPath: context.link(listPath, kept),
    action: listPath,
    keptQuery: { ...context.keptQuery, ...keptFilters, ...kept },
    views,
  }
}
