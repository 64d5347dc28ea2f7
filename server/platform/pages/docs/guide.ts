// The guide: Markdown of docs/guide as HTML. Its links lead to files, so that they also work where the files are read.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id'
import { escapeHtml, type Language } from '../page-html.ts'

const folder = join(import.meta.dirname, '../../../../docs/guide')

/** The pages in the order of reading, named like their files. */
export const guidePages = [
  'introduction',
  'signing-in',
  'errors',
  'freshness',
  'websites',
  'sync',
  'webhooks',
  'mail-add-ins',
  'enquiries',
] as const
export type GuidePageName = (typeof guidePages)[number]

export const isGuidePage = (name: string): name is GuidePageName =>
  (guidePages as readonly string[]).includes(name)

/** The languages of samples by the ending of their files. */
export const sampleLanguages = { sh: 'curl', js: 'JavaScript', php: 'PHP', py: 'Python' } as const

/** Reads a sample of docs/guide/samples; undefined if there is none in the language. */
export function readSample(name: string, ending: keyof typeof sampleLanguages): string | undefined {
  const path = join(folder, 'samples', name, `sample.${ending}`)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

export type GuidePage = {
  name: GuidePageName
  title: string
  html: string
  headings: readonly { id: string; text: string; level: number }[]
}

/** The path of a page of the guide. */
export const guidePath = (language: Language, name: GuidePageName): string =>
  name === guidePages[0] ? `/docs/${language}` : `/docs/${language}/${name}`

// A <pre> that scrolls must be reached by the keyboard.
const codeHtml = (text: string): string =>
  `<pre tabindex="0"><code>${escapeHtml(text.trimEnd())}</code></pre>`

function samplesHtml(name: string): string {
  const found = Object.entries(sampleLanguages).flatMap(([ending, label]) => {
    const source = readSample(name, ending as keyof typeof sampleLanguages)
    return source === undefined ? [] : [{ label, source }]
  })
  const parts = found.map(
    ({ label, source }, index) =>
      `<details name="${name}"${index === 0 ? ' open' : ''}><summary>${label}</summary>${codeHtml(source)}</details>`,
  )
  return `<div class="samples">${parts.join('')}</div>\n`
}

const sampleFolder = /^\.\.\/samples\/([\w-]+)\/?$/

function targetOf(href: string, language: Language): string {
  const [, name = '', anchor = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? []
  return isGuidePage(name) ? guidePath(language, name) + anchor : href
}

/** Renders a page. @throws if its file does not exist */
function renderPage(name: GuidePageName, language: Language): GuidePage {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      code: ({ text }: Tokens.Code) => codeHtml(text),
      paragraph({ tokens }: Tokens.Paragraph) {
        const [only, ...others] = tokens
        const sample = only?.type === 'link' && others.length === 0 ? sampleFolder.exec(only['href']) : null
        return sample ? samplesHtml(sample[1]!) : `<p>${this.parser.parseInline(tokens)}</p>\n`
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(targetOf(href, language))}">${this.parser.parseInline(tokens)}</a>`
      },
    },
  })
  const html = marked.parse(readFileSync(join(folder, language, `${name}.md`), 'utf8'), { async: false })
  const headings = getHeadingList().map(({ id, raw, level }) => ({
    id,
    text: raw.replaceAll('`', ''),
    level,
  }))
  const title = headings.find(({ level }) => level === 1)!.text
  return {
    name,
    title,
    html: html
      .replace(/<table>/g, '<div class="table" tabindex="0"><table>')
      .replace(/<\/table>/g, '</table></div>'),
    headings,
  }
}

const rendered = new Map<Language, readonly GuidePage[]>()

/** All pages of a language, rendered once. */
export function readGuide(language: Language): readonly GuidePage[] {
  const pages = rendered.get(language) ?? guidePages.map((name) => renderPage(name, language))
  rendered.set(language, pages)
  return pages
}
