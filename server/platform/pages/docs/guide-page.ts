import { escapeHtml } from '../../ground/escape-html.ts'
import type { Language } from '../../ground/language.ts'
import { type GuidePage, type GuidePart, guideParts, guidePath, overview, readGuide } from './guide.ts'
import type { SearchResult } from './guide-search.ts'
import { guideTexts } from './guide-texts.ts'
import type { ServedDocument } from './reference-document.ts'

/** Where a page is in other languages: its address below `/docs/{language}`. */
type Frame = {
  language: Language
  title: string
  path: string
  query?: string
  head?: string
  /** Below the text on a small screen, the page lists all pages. */
  withPages?: boolean
}

const languages: readonly Language[] = ['de', 'en']

/** The address of a page in a language; `path` begins with a slash, that of the overview is ''. */
const addressOf = (language: Language, path: string): string => `/docs/${language}${path}`

const renderFrame = (
  { language, title, path, query = '', head = '', withPages = true }: Frame,
  content: string,
): string => {
  const texts = guideTexts[language]
  const { language: other, label } = texts.otherLanguage
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)} – Kontor</title>`,
    '<link rel="stylesheet" href="/docs/assets/guide.css"><link rel="icon" href="/docs/assets/icon.svg">',
    `<link rel="canonical" href="${addressOf(language, path)}">`,
    ...languages.map((one) => `<link rel="alternate" hreflang="${one}" href="${addressOf(one, path)}">`),
    path === '' ? '<link rel="alternate" hreflang="x-default" href="/docs">' : '',
    '<script type="module" src="/docs/assets/guide.js"></script>',
    `${head}</head><body><a class="skip" href="#content">${texts.skip}</a><header>`,
    `<a class="home" href="${guidePath(language, overview)}">Kontor</a>`,
    `<a class="guide" href="${addressOf(language, '')}">${texts.guide}</a>`,
    `<a href="${addressOf(language, '/reference')}"${path === '/reference' ? ' aria-current="page"' : ''}>${texts.reference}</a>`,
    withPages ? `<a class="to-pages" href="#pages">${texts.pages}</a>` : '',
    `<form role="search" action="${addressOf(language, '/search')}">`,
    `<input type="search" name="q" maxlength="100" required aria-keyshortcuts="/" placeholder="/" aria-label="${texts.searchFor}" value="${escapeHtml(query)}">`,
    `<button>${texts.search}</button></form>`,
    `<a lang="${other}" hreflang="${other}" href="${addressOf(other, path)}${query ? escapeHtml(`?q=${encodeURIComponent(query)}`) : ''}">${label}</a>`,
    `</header>${content}</body></html>`,
  ].join('')
}

const renderLink = (language: Language, { name, title, isEnglish }: GuidePage, current?: GuidePage): string =>
  [
    `<li><a href="${guidePath(language, name)}"${isEnglish ? ' lang="en" hreflang="en"' : ''}`,
    `${name === current?.name ? ' aria-current="page"' : ''}>${escapeHtml(title)}</a></li>`,
  ].join('')

/** All pages by parts; without a current part, all parts are open. */
const renderNavigation = (language: Language, current?: GuidePage): string =>
  [
    `<nav class="pages" id="pages" aria-label="${guideTexts[language].guide}">`,
    ...(Object.keys(guideParts) as GuidePart[]).map((part) =>
      [
        `<details${current?.part === undefined || current.part === part ? ' open' : ''}>`,
        `<summary>${guideTexts[language].parts[part]}</summary><ul>`,
        ...readGuide(language)
          .filter((page) => page.part === part)
          .map((page) => renderLink(language, page, current)),
        '</ul></details>',
      ].join(''),
    ),
    '</nav>',
  ].join('')

const renderContents = (language: Language, { headings }: GuidePage): string => {
  const shown = headings.filter(({ level }) => level === 2)
  if (shown.length < 3) return ''
  return `<nav class="contents" aria-label="${guideTexts[language].onThisPage}"><ul>${shown
    .map(({ id, text }) => `<li><a href="#${id}">${escapeHtml(text)}</a></li>`)
    .join('')}</ul></nav>`
}

/** A page of the guide. */
export function renderGuidePage(language: Language, page: GuidePage): string {
  const pages = readGuide(language)
  const index = pages.indexOf(page)
  const texts = guideTexts[language]
  const turn = (target: GuidePage | undefined, rel: 'prev' | 'next', label: string): string =>
    target
      ? `<a rel="${rel}" href="${guidePath(language, target.name)}">${label}: ${target.isEnglish ? `<span lang="en">${escapeHtml(target.title)}</span>` : escapeHtml(target.title)}</a>`
      : ''
  return renderFrame(
    { language, title: page.title, path: guidePath(language, page.name).slice(`/docs/${language}`.length) },
    [
      `<div class="frame">${renderNavigation(language, page)}<main id="content">`,
      page.isEnglish ? `<p class="note">${texts.onlyEnglish}</p><div lang="en">` : '',
      page.html.replace('</h1>', `</h1>${renderContents(language, page)}`),
      page.isEnglish ? '</div>' : '',
      `<div class="turn">${turn(pages[index - 1], 'prev', texts.previous)}${turn(pages[index + 1], 'next', texts.next)}</div>`,
      '</main></div>',
    ].join(''),
  )
}

/** The hits of a search. */
export function renderSearchPage(
  language: Language,
  query: string,
  results: readonly SearchResult[],
): string {
  const texts = guideTexts[language]
  return renderFrame(
    { language, title: texts.search, path: '/search', query, head: '<meta name="robots" content="noindex">' },
    [
      `<div class="frame">${renderNavigation(language)}<main id="content"><h1>${texts.search}</h1>`,
      query === '' ? '' : `<p role="status">${texts.found(results.length)}</p><ol class="results">`,
      ...results.map(
        ({ title, page, href, text }) =>
          `<li><a href="${escapeHtml(href)}">${escapeHtml(title)}</a> <small>${escapeHtml(page)}</small><p>${escapeHtml(text)}</p></li>`,
      ),
      query === '' ? '' : '</ol>',
      '</main></div>',
    ].join(''),
  )
}

/** The page of the reference, which its script fills. */
export function renderReferencePage(language: Language, documents: readonly ServedDocument[]): string {
  const texts = guideTexts[language]
  const sources = documents.map(({ name }) => ({ name, url: `/docs/reference/${name.toLowerCase()}.json` }))
  const links = documents.map(
    ({ name, prefix }) => `<li><a href="${prefix}/openapi.json">${name}: ${prefix}/openapi.json</a></li>`,
  )
  const scripts =
    '<script defer src="/docs/scalar.js"></script><script type="module" src="/docs/assets/reference.js"></script>'
  return renderFrame(
    { language, title: texts.reference, path: '/reference', head: scripts, withPages: false },
    [
      `<noscript><main class="frame"><h1>${texts.reference}</h1><p>${texts.withoutScript}</p><ul>${links.join('')}</ul></main></noscript>`,
      `<div id="content" class="reference" data-language="${language}" data-documents="${escapeHtml(JSON.stringify(sources))}"></div>`,
    ].join(''),
  )
}
