// GET /facets: how many dates each value of a filter would find.
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import { publicEndpoint } from '../platform/http/public/public-endpoint.ts'
import { compareTexts } from './cursor.ts'
import { checkRange, countersOfFilters, dateFilters, intersect, matchFilters } from './date-filter.ts'
import type { DateIndex, Dimension } from './date-index.ts'
import { dateIndexOf, json, respondFromCatalogue } from './respond.ts'

const count = Type.Integer({ minimum: 1, description: 'Dates' })
const named = (id: Type.TSchema, title: string) =>
  Type.Array(record({ id, name: Type.String(), count }, title))

const Facets = record(
  {
    total: Type.Integer({ minimum: 0, description: 'Dates that match all filters' }),
    categories: named(Id, 'CategoryFacet'),
    topics: Type.Array(
      record(
        {
          id: Type.String(),
          languages: Type.Array(Type.String(), {
            description: 'Of the categories with this name, ISO 639-1',
          }),
          count,
        },
        'TopicFacet',
      ),
      { description: 'The names of categories, each once' },
    ),
    cities: named(Type.String(), 'CityFacet'),
    months: Type.Array(
      record({ id: Type.String({ description: 'YYYY-MM, by the start' }), count }, 'MonthFacet'),
    ),
    formats: named(Type.String(), 'FormatFacet'),
    languages: Type.Array(record({ id: Type.String({ description: 'ISO 639-1' }), count }, 'LanguageFacet')),
    trainers: named(Id, 'TrainerFacet'),
  },
  'PublicFacets',
)

const FacetsQuery = Type.Object(dateFilters, { additionalProperties: false })

type Counted<K> = { id: K; count: number }

export const getFacets = publicEndpoint({
  path: '/facets',
  id: 'getFacets',
  tag: 'Dates',
  summary: 'The values of filters, each with the number of dates',
  description: `Takes the filters of \`/dates\`. The counts of a filter leave its own values out: with \`city=Hamburg\` the other cities still
say how many dates they have.`,
  query: FacetsQuery,
  rules: checkRange,
  response: Facets,
  examples: {
    query: { category: [1] },
    response: {
      total: 12,
      categories: [{ id: 1, name: 'Data Science', count: 12 }],
      topics: [{ id: 'Data Science', languages: ['en'], count: 12 }],
      cities: [{ id: 'Hamburg', name: 'Hamburg', count: 7 }],
      months: [{ id: '2027-03', count: 4 }],
      formats: [{ id: 'online', name: 'Online', count: 5 }],
      languages: [{ id: 'de', count: 12 }],
      trainers: [{ id: 1, name: 'Ada Lovelace', count: 3 }],
    },
  },
  open: (instance) => (request) =>
    respondFromCatalogue(instance, request, (catalogue) => {
      const query = request.query as Static<typeof FacetsQuery>
      const index = dateIndexOf(instance, catalogue)
      const matches = matchFilters(index, query, {
        shown: request.key,
        today: request.today,
      })
      const { categories, formats } = catalogue.lookupTables
      const countValues = <K extends number | string>(dimension: Dimension): Counted<K>[] =>
        countBy<K>(index, dimension, matches)
      const withNames = <K extends number | string>(dimension: Dimension, nameOf: (id: K) => string) =>
        countValues<K>(dimension)
          .map(({ id, count: dates }) => ({ id, name: nameOf(id), count: dates }))
          .sort((one, other) => compareTexts(one.name, other.name))
      const languagesOf = (topic: string) => [
        ...new Set(
          [...categories.values()].flatMap(({ name, language }) =>
            name === topic && language !== '' ? language.toLowerCase() : [],
          ),
        ),
      ]
      const inOrder = (dimension: Dimension) =>
        countValues<string>(dimension).sort((one, other) => (one.id < other.id ? -1 : 1))
      return json(
        {
          total: intersect(matches).size(),
          categories: withNames<number>('category', (id) => categories.get(id)?.name ?? ''),
          topics: countValues<string>('topic')
            .map(({ id, count: dates }) => ({ id, languages: languagesOf(id), count: dates }))
            .sort((one, other) => compareTexts(one.id, other.id)),
          cities: withNames<string>('city', (city) => city),
          months: inOrder('month'),
          formats: withNames<string>('format', (format) => formats.get(format)?.name ?? format),
          languages: inOrder('language'),
          trainers: withNames<number>('trainer', (id) => catalogue.trainers.get(id)?.name ?? ''),
        },
        countersOfFilters(query),
      )
    }),
})

function countBy<K>(
  index: DateIndex,
  dimension: Dimension,
  matches: ReturnType<typeof matchFilters>,
): Counted<K>[] {
  const matching = intersect(matches, dimension)
  const counted: Counted<K>[] = []
  for (const [id, positions] of index.positions(dimension)) {
    let dates = 0
    for (const position of positions) if (matching.has(position)) dates++
    if (dates > 0) counted.push({ id: id as K, count: dates })
  }
  return counted
}
