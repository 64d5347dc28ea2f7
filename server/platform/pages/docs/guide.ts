// The pages of /docs: Markdown of docs/guide, and the documents for operators beside it.
import { readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Language } from '../../ground/language.ts'
import { renderMarkdown } from './guide-markdown.ts'

const docs = join(import.meta.dirname, '../../../../docs')

/** The introduction of a language, before its parts. */
export const overview = 'overview'

/** The parts with their pages in the order of reading, named like their files. */
export const guideParts = {
  office: [
    'getting-started',
    'first-event',
    'booking',
    'waiting-list',
    'cancelling',
    'messages',
    'documents',
    'certificates',
    'feedback',
    'import',
    'website-pages',
  ],
  operating: ['install', 'first-settings', 'users', 'mail', 'backup', 'upgrade', 'health'],
  developing: [
    'introduction',
    'interface',
    'signing-in',
    'errors',
    'freshness',
    'websites',
    'sync',
    'webhooks',
    'mail-add-ins',
    'enquiries',
  ],
} as const
export type GuidePart = keyof typeof guideParts

/** Documents of docs/ in English, which end the part for operators in both languages. */
export const documents = ['operating', 'cluster', 'security', 'rights', 'faults'] as const

type Source = {
  name: string
  part: GuidePart | undefined
  file: (language: Language) => string
  isEnglish: boolean
}

const sources: readonly Source[] = [
  { name: overview, part: undefined, file: (language) => `guide/${language}/README.md`, isEnglish: false },
  ...(Object.keys(guideParts) as GuidePart[]).flatMap((part): Source[] => [
    ...guideParts[part].map((name) => ({
      name,
      part,
      file: (language: Language) => `guide/${language}/${part}/${name}.md`,
      isEnglish: false,
    })),
    ...(part === 'operating'
      ? documents.map((name) => ({ name, part, file: () => `${name}.md`, isEnglish: true }))
      : []),
  ]),
]

/** All pages in the order of reading. */
export const guidePages: readonly string[] = sources.map(({ name }) => name)

export type GuidePage = {
  name: string
  part: GuidePart | undefined
  title: string
  html: string
  /** The text is in English in all languages. */
  isEnglish: boolean
  headings: readonly { id: string; text: string; level: number }[]
}

/** The path of a page of the guide. */
export const guidePath = (language: Language, name: string): string =>
  name === overview ? `/docs/${language}` : `/docs/${language}/${name}`

/** Where a link of a file leads on the site; undefined: to a file that the site does not show. */
function targetOf(href: string, from: string, language: Language): string | undefined {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href
  const [path = '', anchor] = href.split('#')
  const file = relative(docs, join(docs, from, '..', path))
  const found = sources.find((source) => source.file(language) === file)
  return found && guidePath(language, found.name) + (anchor ? `#${anchor}` : '')
}

/** Renders a page. @throws if its file does not exist */
function renderPage({ name, part, file, isEnglish }: Source, language: Language): GuidePage {
  const path = file(language)
  const { html, headings } = renderMarkdown(readFileSync(join(docs, path), 'utf8'), {
    folder: join(docs, path, '..'),
    linkTarget: (href) => targetOf(href, path, language),
  })
  const title = headings.find(({ level }) => level === 1)!.text
  return { name, part, title, html, headings, isEnglish: isEnglish && language !== 'en' }
}

const rendered = new Map<Language, readonly GuidePage[]>()

/** All pages of a language, rendered once. */
export function readGuide(language: Language): readonly GuidePage[] {
  const pages = rendered.get(language) ?? sources.map((source) => renderPage(source, language))
  rendered.set(language, pages)
  return pages
}
