// The common parts of the pages for visitors (/dates, /events/{slug}, /book/{dateId}, /basket): settings, frame, and reading.
//
// The pages ask the endpoints of the public interface within the process (ask), so that they show the same as the interface at
// that moment. A rendered page is kept under the hashes of its answers (kept-pages.ts): it cannot be out of date. The form books
// by the function behind POST /bookings, once for each form.
import { type Frame, type PageView, renderView } from '../../../website/layout.ts'
import { styleOf } from '../../../website/style.ts'
import { type Texts, textsOf } from '../../../website/texts.ts'
import { requestLinkPath, withdrawPath } from '../../bookings/orders/order-link.ts'
import { type Utm, utmOf } from '../../bookings/orders/utm.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { PublicEndpoint, PublicRequest } from '../../platform/http/public/public-endpoint.ts'
import type { CachedResponse } from '../../platform/http/response-cache.ts'
import type { Instance } from '../../platform/instance/instance.ts'
import { sourceHash } from '../../platform/pages/page-html.ts'
import { enteredText } from '../../platform/pages/public-pages.ts'
import type { FreshPage, WebsitePageRequest } from '../../platform/pages/website-pages.ts'
import { basketOf, basketParameter, basketPath, toDateIds } from './basket-address.ts'
import { logoPath } from './logo.file.ts'
import type { PagesSettings } from './pages-settings.sql.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

/** The context of a page. */
export type PageContext = {
  instance: Instance
  request: WebsitePageRequest
  settings: PagesSettings
  texts: Texts
  /** Of the link that led to the pages. */
  utm: Utm
  /** Parameters that links and forms of the pages keep: the language, the UTM parameters, and the dates of the basket. */
  keptQuery: Readonly<Record<string, string>>
  /** A path of the pages with these parameters. */
  link(path: string, query?: Readonly<Record<string, string>>): string
}

export const listPath = '/dates'

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
  }
  const response = await find(publicRequest)
  return { response, read: () => JSON.parse(response.bytes.toString()) as T }
}

/** The office shows the pages in a frame. */
const headersOf = (style: string, language: string): Readonly<Record<string, string>> => ({
  'content-type': 'text/html; charset=utf-8',
  'content-language': language,
  'content-security-policy': [
    "default-src 'none'",
    `style-src ${sourceHash(style)}`,
    "img-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'self'",
  ].join('; '),
})

/** Renders a page in the frame of the pages. */
export function renderWebsitePage(context: PageContext, view: PageView): Omit<FreshPage, 'status'> {
  const { settings, texts, request } = context
  const style = styleOf(settings.accentColor, settings.font)
  const other = new URLSearchParams(request.query)
  other.set('lang', texts.otherLanguage)
  const frame: Frame = {
    texts,
    otherLanguagePath: `?${other}`,
    listPath: context.link(listPath),
    basket: { path: context.link(basketPath), count: keptBasket(context).length },
    provider: settings.key.clientName,
    logo: settings.logo ? `${logoPath}?version=${settings.logo.version}` : '',
    imprintUrl: settings.imprintUrl,
    privacyUrl: settings.privacyUrl,
    accessibilityUrl: settings.accessibilityUrl,
    withdrawPath: context.link(withdrawPath()),
    requestLinkPath: context.link(requestLinkPath),
    style,
  }
  return { html: renderView(frame, view), headers: headersOf(style, texts.language) }
}

/** The address of a page for search engines, which is the same in all languages; '': not known. */
export const canonicalUrl = ({ instance }: PageContext, path: string): string =>
  instance.settings.publicUrl === '' ? '' : `${instance.settings.publicUrl}${path}`
