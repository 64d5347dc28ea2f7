// Pages that many visitors get: rendered once for their content, and kept.
import type { PageView } from '../../../website/layout.ts'
import { type CachedResponse, createResponseCache } from '../../platform/http/response-cache.ts'
import { type PageContext, renderWebsitePage } from './page-frame.ts'
import type { PagesSettings } from './pages-settings.sql.ts'

const maxBytes = 16 * 1024 * 1024

/**
 * Keeps pages by the hashes of the answers that they show, so that none can be out of date.
 * @returns the page that was made of the same responses and settings before, otherwise a new one
 */
export function createPageCache() {
  let pages = createResponseCache<undefined>(maxBytes)
  let madeWith: PagesSettings | undefined
  return (
    context: PageContext,
    responses: readonly CachedResponse[],
    toView: () => PageView,
  ): CachedResponse => {
    const { request, settings, texts } = context
    if (settings !== madeWith) {
      pages = createResponseCache(maxBytes)
      madeWith = settings
    }
    const key = [
      JSON.stringify([request.params, [...request.query], texts.language, request.today]),
      ...responses.map(({ hash }) => hash),
    ].join(' ')
    const kept = pages.get(key)
    if (kept) return kept
    const { html, headers } = renderWebsitePage(context, toView())
    return pages.set(key, Buffer.from(html), headers, undefined)
  }
}
