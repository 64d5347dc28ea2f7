// The common parts of the pages for visitors: the frame of all of them; the settings and reading of those of the catalogue (/dates,
// /events/{slug}, /book/{dateId}, /basket).
//
// The pages ask the endpoints of the public interface within the process (ask), so that they show the same as the interface at
// that moment. A rendered page is kept under the hashes of its answers (kept-pages.ts): it cannot be out of date. The form books
// by the function behind POST /bookings, once for each form.
import { type Frame, type PageView, renderView } from '../../../website/layout.ts'
import { styleOf } from '../../../website/style.ts'
import { textBlock, textPageStyle } from '../../../website/text-page.ts'
import { type Texts, textsOf } from '../../../website/texts.ts'
import { requestLinkPath, withdrawPath } from '../../bookings/orders/order-link.ts'
import { type Utm, utmOf } from '../../bookings/orders/utm.ts'
import type { Language } from '../../platform/ground/language.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { PublicEndpoint, PublicRequest } from '../../platform/http/public/public-endpoint.ts'
import type { CachedResponse } from '../../platform/http/response-cache.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { pageContent, type RenderPage, sourceHash } from '../../platform/pages/page-html.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type { FreshPage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { basketOf, basketParameter, basketPath, toDateIds } from './basket-address.ts'
import { type ClientFrame, dataUrl, plainFrame } from './client-frame.sql.ts'
import { fontFaces } from './font.file.ts'
import { logoPath } from './logo.file.ts'
import { headFacts } from './page-head.ts'
import { listPath } from './page-paths.ts'
import type { PagesSettings } from './pages-settings.sql.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

/** The context of a page. */
export type PageContext = {
  instance: Instance
  request: WebsitePageRequest
  settings: PagesSettings
  /** Of the client in whose name the page is. */
  frame: ClientFrame
  texts: Texts
  /** Of the link that led to the pages. */
  utm: Utm
  /** Parameters that links and forms of the pages keep: the language, the UTM parameters, and the dates of the basket. */
  keptQuery: Readonly<Record<string, string>>
  /** A path of the pages with these parameters. */
  link(path: string, query?: Readonly<Record<string, string>>): string
}

/** undefined: the pages are off. */
export async function openContext(
  instance: Instance,
  request: WebsitePageRequest,
): Promise<PageContext | undefined> {
  const settings = await pagesSettingsOf(instance).get()
  if (!settings) return undefined
  // Links of others may have them twice.
  const utm = utmOf((name) => enteredText({ get: (one) => request.query.getAll(one)[0] ?? null }, name, 255))
  const utmQuery = Object.fromEntries(Object.entries(utm).map(([name, text]) => [`utm_${name}`, text]))
  const keptQuery = { lang: request.language, ...utmQuery }
  return {
    instance,
    request,
    settings,
    frame: settings.frame,
    texts: textsOf(request.language, settings.addressForm),
    utm,
    ...linksWith({ ...keptQuery, ...basketQuery(basketOf(request.query)) }),
  }
}

/** Links that keep parameters. */
const linksWith = (keptQuery: PageContext['keptQuery']): Pick<PageContext, 'keptQuery' | 'link'> => ({
  keptQuery,
  link: (path, query = {}) => `${path}?${new URLSearchParams({ ...keptQuery, ...query })}`,
})

const basketQuery = (dateIds: readonly number[]): Record<string, string> =>
  dateIds.length > 0 ? { [basketParameter]: dateIds.join() } : {}

/** The same page with another basket. */
export function withBasket(context: PageContext, dateIds: readonly number[]): PageContext {
  const { [basketParameter]: _, ...others } = context.keptQuery
  return { ...context, ...linksWith({ ...others, ...basketQuery(dateIds) }) }
}

/** The dates of the basket that links of a page keep. */
export const keptBasket = ({ keptQuery }: Pick<PageContext, 'keptQuery'>): number[] =>
  toDateIds([keptQuery[basketParameter] ?? ''])

/** The link of a date to the basket. */
export function basketEntry(context: PageContext, dateId: number): { path: string; isIn: boolean } {
  const isIn = keptBasket(context).includes(dateId)
  return { isIn, path: context.link(basketPath, isIn ? {} : { add: String(dateId) }) }
}

/** The answer of an endpoint of the public interface to a page. A kept page needs no more than its hash. */
export async function ask<T>(
  { instance, request, settings: { key } }: PageContext,
  endpoint: PublicEndpoint,
  find: ReturnType<PublicEndpoint['open']>,
  { params = {}, query = '' }: { params?: Record<string, string>; query?: string },
): Promise<{ response: CachedResponse; read(): T }> {
  const parsed = parseRequest(endpoint, params, query, undefined)
  const { settings } = instance.settingsCache
  const publicRequest: PublicRequest = {
    key,
    keyInQuery: undefined,
    params: parsed.params,
    query: parsed.query,
    cacheKey: `page ${request.today} ${settings.timeZone} ${key.scope} ${endpoint.id} ${JSON.stringify(params)} ${query}`,
    today: request.today,
    settings,
    publicUrl: instance.settings.publicUrl,
    isForPages: true,
  }
  const response = await find(publicRequest)
  return { response, read: () => JSON.parse(response.bytes.toString()) as T }
}

type FrameRequest = { language: Language; query: URLSearchParams }

type FrameOptions = {
  instance: Pick<Instance, 'settings'>
  /** Parameters of the links to pages of this server. */
  kept: Readonly<Record<string, string>>
  style?: string
  /** Before the links of a page that is opened elsewhere. */
  origin?: string
}

/** The frame of a client's pages. */
function frameOf(
  client: ClientFrame,
  { language, query }: FrameRequest,
  { instance, kept, style = '', origin = '' }: FrameOptions,
): Frame {
  const { provider, logo, legal, hasList, accentColor, font, addressForm } = client
  const texts = textsOf(language, addressForm)
  const other = new URLSearchParams(query)
  other.set('lang', texts.otherLanguage)
  const keptQuery = new URLSearchParams(kept)
  // An address elsewhere stays.
  const link = (path = '') =>
    path.startsWith('/') ? `${origin}${path}${path.includes('?') ? '&' : '?'}${keptQuery}` : path
  return {
    texts,
    otherLanguagePath: `?${other}`,
    listPath: hasList ? link(listPath) : '',
    basket: { path: link(basketPath), count: keptBasket({ keptQuery: kept }).length },
    provider,
    logo: logo ? logoPath(logo.version) : '',
    imprintUrl: link(legal.imprint),
    privacyUrl: link(legal.privacy),
    accessibilityUrl: link(legal.accessibility),
    withdrawPath: link(withdrawPath()),
    requestLinkPath: link(requestLinkPath),
    head: headFacts(instance, client),
    style: styleOf(accentColor, font, fontFaces) + style,
  }
}

const policyOf = (sources: readonly string[], ancestors: "'self'" | "'none'"): string =>
  [
    "default-src 'none'",
    ...sources,
    "font-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    `frame-ancestors ${ancestors}`,
  ].join('; ')

/** Renders a page of the catalogue. */
export function renderWebsitePage(
  { instance, frame: client, request, keptQuery }: PageContext,
  view: PageView,
): Omit<FreshPage, 'status'> {
  const frame = frameOf(client, request, { instance, kept: keptQuery })
  return {
    html: renderView(frame, view),
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-language': request.language,
      // The office shows the pages in a frame.
      'content-security-policy': policyOf(
        [`style-src ${sourceHash(frame.style)}`, "img-src 'self'"],
        "'self'",
      ),
    },
  }
}

/** Renders the pages that are texts: by a link, of the law, and of errors. */
export const textPages =
  (instance: Pick<Instance, 'db' | 'barrier' | 'settings'>): RenderPage =>
  async (page, request) => {
    const { program } = page
    // Without the database, a plain page is better than none.
    const client = await pagesSettingsOf(instance)
      .frame(request.clientId)
      .catch(() => plainFrame)
    const frame = frameOf(client, request, {
      instance,
      kept: { lang: request.language },
      style: textPageStyle + (program?.style ?? ''),
      origin: program ? instance.settings.publicUrl : '',
    })
    // A page with a program can be saved, and opened without this server.
    const logo = program && client.logo ? dataUrl(client.logo) : frame.logo
    const scripts = program ? [`script-src ${sourceHash(program.script)}`, "connect-src 'self'"] : []
    return {
      html: renderView(
        { ...frame, logo, ...(program && { head: { ...frame.head, iconPath: '' } }) },
        { title: page.title, isPrivate: true, content: textBlock(pageContent(page)) },
      ),
      headers: {
        'content-language': request.language,
        'content-security-policy': policyOf(
          [...scripts, `style-src ${sourceHash(frame.style)}`, `img-src ${program ? 'data:' : "'self'"}`],
          "'none'",
        ),
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
        vary: 'Accept-Language',
      },
    }
  }
