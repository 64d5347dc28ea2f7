import MiniSearch from 'minisearch'
import type { Language } from '../../ground/language.ts'
import { guidePath, readGuide } from './guide.ts'
import { guideTexts } from './guide-texts.ts'
import type { ServedDocument } from './reference-document.ts'

export type SearchResult = { title: string; page: string; href: string; text: string }
type Entry = SearchResult & { id: number; words: string }

const maxResults = 30
const excerptLength = 160

/** Small letters without accents; German umlauts are found as written and by their base letter. */
const foldTerm = (term: string): string =>
  term.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss')

const excerpt = (text: string): string =>
  text.length <= excerptLength ? text : `${text.slice(0, excerptLength).replace(/\s+\S*$/, '')} …`

const entities: Record<string, string> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
}
const plainText = (html: string): string =>
  html
    .replace(/<\/?(a|code|em|strong|span)\b[^>]*>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(lt|gt|quot|#39|amp);/g, (entity) => entities[entity]!)
    .replace(/\s+/g, ' ')
    .trim()

/** The sections of the guide: each from a heading to the next one. */
const sectionsOf = (language: Language): Omit<Entry, 'id'>[] =>
  readGuide(language).flatMap(({ name, title, html, headings }) =>
    html
      .split(/(?=<h[1-3] id=)/)
      .filter((part) => part.startsWith('<h'))
      .map((part, index) => {
        const { id, text: heading, level } = headings[index]!
        const text = plainText(part.replace(/^<h\d.*?<\/h\d>/, ''))
        const href = guidePath(language, name) + (level === 1 ? '' : `#${id}`)
        return { title: plainText(heading), page: title, href, text: excerpt(text), words: text }
      }),
  )

type Operation = { summary: string; description?: string; tags: string[]; operationId: string }
const slug = (text: string): string => text.toLowerCase().replace(/[^\w]+/g, '-')

/** The operations of the interfaces, by the addresses that Scalar gives them. */
const operationsOf = (language: Language, documents: readonly ServedDocument[]): Omit<Entry, 'id'>[] =>
  documents.flatMap(({ name, prefix, document }) =>
    Object.entries((document as { paths: Record<string, Record<string, Operation>> }).paths).flatMap(
      ([path, operations]) =>
        Object.entries(operations).map(([method, { summary, description = '', tags, operationId }]) => ({
          title: `${method.toUpperCase()} ${prefix}${path}`,
          page: `${guideTexts[language].reference}: ${name}`,
          href: `/docs/${language}/reference#${slug(name)}/tag/${slug(tags[0]!)}/${method.toUpperCase()}${path}`,
          text: excerpt(`${summary}. ${description}`),
          words: `${summary} ${description} ${operationId}`,
        })),
    ),
  )

/** Searches the guide and the operations in a language. The index is built with the first search. */
export function createGuideSearch(
  documents: readonly ServedDocument[],
): (language: Language, query: string) => SearchResult[] {
  const indexes = new Map<Language, MiniSearch<Entry>>()
  const indexOf = (language: Language): MiniSearch<Entry> => {
    const found = indexes.get(language)
    if (found) return found
    const index = new MiniSearch<Entry>({
      fields: ['title', 'words', 'page'],
      storeFields: ['title', 'page', 'href', 'text'],
      processTerm: foldTerm,
      searchOptions: { prefix: true, fuzzy: 0.2, combineWith: 'AND', boost: { title: 3, page: 2 } },
    })
    const entries = [...sectionsOf(language), ...operationsOf(language, documents)]
    index.addAll(entries.map((entry, id) => ({ ...entry, id })))
    indexes.set(language, index)
    return index
  }
  return (language, query) =>
    indexOf(language)
      .search(query)
      .slice(0, maxResults)
      .map(({ title, page, href, text }) => ({ title, page, href, text }))
}
