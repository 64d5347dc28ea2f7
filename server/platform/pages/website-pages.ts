// Serves the pages of the catalogue for visitors, as HTML without scripts and cookies.
import crawlers from 'crawler-user-agents'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import type { WebsiteKey } from '../auth/website-key.ts'
import { inTransaction, type Tx } from '../database/database.ts'
import { dateIn } from '../ground/clock.ts'
import type { Language } from '../ground/language.ts'
import { limitWrites, type ServeOptions } from '../http/handle-request.ts'
import { compressText, selectRepresentation } from '../http/negotiate.ts'
import { MovedPermanently, routePath } from '../http/public/public-endpoint.ts'
import type { CachedResponse } from '../http/response-cache.ts'
import { recordFailure } from '../http/send-failure.ts'
import type { Instance } from '../instance/instance.ts'
import type { RenderPage } from './page-html.ts'
import {
  acceptForms,
  errorPage,
  linkParamsOf,
  pageLanguage,
  rejectCrossSite,
  searchParamsOf,
  senderOf,
} from './public-pages.ts'

/** A visitor who opens a page, behind the barrier. */
export type WebsitePageRequest = {
  params: Record<string, string>
  query: URLSearchParams
  /** As the address says, otherwise as the browser prefers. */
  language: Language
  now: Date
  /** The calendar date in the instance's time zone. */
  today: string
  /** Counts the request for the key of the pages. @throws Failure 429 */
  count(key: WebsiteKey): void
}

/** A visitor who presses the button of a page. */
export type WebsiteFormRequest = WebsitePageRequest & {
  fields: URLSearchParams
  origin: { address: string; agent: string }
  /** Runs a change in a transaction. */
  transact<T>(change: (tx: Tx) => Promise<T>): Promise<T>
}

/** A page that is made for one visitor, and not kept. */
export type FreshPage = { status: number; html: string; headers: Readonly<Record<string, string>> }

/** Where to go instead, or after a form. */
type Redirect = { redirect: string }

/** A page of the catalogue as a value. Opening it changes nothing. */
export type WebsitePage = {
  /** For example `/events/{slug}`. */
  path: string
  /** The kind of view, for the counts of the key of the pages. */
  use?: 'views' | 'begun'
  /** Called once for an instance. */
  open(instance: Instance): {
    show(request: WebsitePageRequest): Promise<CachedResponse | FreshPage | Redirect>
    submit?(request: WebsiteFormRequest): Promise<FreshPage | Redirect>
  }
}

const crawlerPattern = new RegExp(crawlers.map(({ pattern }) => pattern).join('|'))

const isVisitor = ({ method, headers }: FastifyRequest): boolean =>
  method === 'GET' && !crawlerPattern.test(headers['user-agent'] ?? '')

async function readPageRequest(
  instance: Instance,
  request: FastifyRequest,
  count: (request: FastifyRequest, key: WebsiteKey) => void,
): Promise<WebsitePageRequest> {
  await instance.barrier.ensureCurrent()
  const now = instance.clock.now()
  const query = searchParamsOf(request)
  return {
    params: (request.params ?? {}) as Record<string, string>,
    query,
    language: pageLanguage(query, request),
    now,
    today: dateIn(instance.settingsCache.settings.timeZone, now),
    count: (key) => count(request, key),
  }
}

const sendFresh = (reply: FastifyReply, { status, html, headers }: FreshPage) =>
  reply
    .status(status)
    .headers({ 'cache-control': 'no-store', ...headers })
    .type('text/html; charset=utf-8')
    .send(html)

/** Whether a browser asks for a page. Programs that take anything get an error object. */
export const wantsPage = ({ method, headers }: FastifyRequest): boolean =>
  ['GET', 'HEAD'].includes(method) &&
  new Negotiator({ headers }).mediaType(['application/json', 'text/html']) === 'text/html'

/** Answers a browser that asks for an address without a route. @param show the page in the frame of the pages */
export async function sendMissingPage(
  instance: Instance,
  request: FastifyRequest,
  reply: FastifyReply,
  show: (request: WebsitePageRequest) => Promise<FreshPage>,
  renderPage: RenderPage,
): Promise<FastifyReply> {
  try {
    return await sendFresh(reply, await show(await readPageRequest(instance, request, () => {})))
  } catch (error) {
    return sendErrorPage(renderPage, error, request, reply)
  }
}

async function sendErrorPage(
  renderPage: RenderPage,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const failure = recordFailure(error, request)
  const { language, ...page } = errorPage(failure, request)
  const { html, headers } = await renderPage(page, { language, query: linkParamsOf(request) })
  return sendFresh(reply, { status: failure.status, html, headers: { ...headers, ...failure.headers } })
}

export function serveWebsitePages(
  app: FastifyInstance,
  instance: Instance,
  { rates, uses }: ServeOptions,
  pages: readonly WebsitePage[],
  renderPage: RenderPage,
): void {
  const sendCached = async (request: FastifyRequest, reply: FastifyReply, page: CachedResponse) => {
    const { status, headers, bytes } = selectRepresentation(
      page,
      request.headers,
      instance.settings.websiteCacheControl,
    )
    for (let at = 0; at < headers.length; at += 2) reply.header(headers[at]!, headers[at + 1])
    return reply
      .status(status)
      .header('vary', 'Accept-Encoding, Accept-Language')
      .send(await bytes)
  }
  const inTurn = limitWrites(instance)
  app.register(async (scope) => {
    acceptForms(scope)
    scope.setErrorHandler(async (error, request, reply) => {
      const query = searchParamsOf(request)
      if (error instanceof MovedPermanently)
        return reply.redirect(query.size > 0 ? `${error.path}?${query}` : error.path, 301)
      return sendErrorPage(renderPage, error, request, reply)
    })
    scope.addHook('onRequest', async (request) => rejectCrossSite(request))
    // Kept pages are compressed already.
    scope.addHook('onSend', compressText)
    for (const { path, use, open } of pages) {
      const url = routePath(path)
      const { show, submit } = open(instance)
      scope.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          let keyId: number | undefined
          const input = await readPageRequest(instance, request, (counted, key) => {
            keyId = key.id
            rates.ofWebsiteKey(counted, key)
          })
          const page = await show(input)
          if ('redirect' in page) return reply.header('cache-control', 'no-store').redirect(page.redirect)
          const isFound = !('html' in page) || page.status === 200
          if (use && keyId !== undefined && isFound && isVisitor(request)) uses.count(keyId, input.today, use)
          return 'html' in page ? sendFresh(reply, page) : sendCached(request, reply, page)
        },
      })
      if (!submit) continue
      scope.post(url, async (request, reply) => {
        const input = await readPageRequest(instance, request, rates.ofWebsiteWrite)
        const origin = senderOf(request)
        const context = { address: origin.address, requestId: request.id, log: instance.log }
        const page = await submit({
          ...input,
          fields: request.body instanceof URLSearchParams ? request.body : new URLSearchParams(),
          origin,
          transact: (change) =>
            inTurn(() =>
              inTransaction(
                instance.db,
                { userId: null, via: 'website', origin: context, visitorAddress: origin.address },
                change,
              ),
            ),
        })
        return 'redirect' in page ? reply.redirect(page.redirect, 303) : sendFresh(reply, page)
      })
    }
  })
}
