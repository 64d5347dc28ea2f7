import { createHash } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { toFailure } from '../http/errors.ts'
import type { RateLimits } from '../http/request/rate-limit.ts'
import { logFailure } from '../http/send-failure.ts'
import type { Instance } from '../runtime/instance.ts'

/** The languages of the pages: the first if the browser states none, the last if it accepts neither. */
export const languages = ['de', 'en'] as const
export type Language = (typeof languages)[number]

/** The texts of a page, in plain text. */
export type PageText = {
  status: number
  title: string
  paragraphs: readonly string[]
  /** Label of the submit button; left out: the page has no form. */
  button?: string
}

type PageRequest = { params: Record<string, string>; language: Language; now: Date }

/**
 * A page for visitors without an account. Opening it changes nothing, because mail scanners follow links; only its button does.
 */
export type PublicPage = {
  /** For example `/newsletter/confirm/{secret}`; only this pattern is logged. */
  path: string
  /** The actor in the change log. */
  via: string
  show(visit: PageRequest & { db: Db }): Promise<PageText>
  submit(visit: PageRequest & { tx: Tx; origin: { address: string; agent: string } }): Promise<PageText>
}

const style = `:root{color-scheme:light dark;--text:#1b1d21;--back:#f4f5f7;--card:#fff;--accent:#1d5fae;--on:#fff}
@media(prefers-color-scheme:dark){:root{--text:#e8eaed;--back:#16181c;--card:#212429;--accent:#8ab8f0;--on:#10243c}}
*{box-sizing:border-box}
body{margin:0;min-height:100vh;display:grid;place-items:center;padding:1rem;background:var(--back);color:var(--text);
font:1.0625rem/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
main{background:var(--card);border-radius:.75rem;padding:clamp(1.25rem,5vw,2.5rem);width:100%;max-width:32rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;line-height:1.25;margin:0 0 .75rem}
p{margin:0 0 1rem}
button{font:inherit;font-weight:600;width:100%;min-height:3rem;margin-top:.5rem;padding:.5rem 1.5rem;border:0;border-radius:.5rem;
background:var(--accent);color:var(--on);cursor:pointer}
button:focus-visible{outline:3px solid var(--text);outline-offset:2px}`

const headers = {
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; '),
  'referrer-policy': 'no-referrer',
  'x-robots-tag': 'noindex, nofollow',
  vary: 'Accept-Language',
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (sign) => escapes[sign]!)

const render = ({ title, paragraphs, button }: PageText, language: Language): string =>
  [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8">`,
    `<meta name="viewport" content="width=device-width,initial-scale=1"><title>${escapeHtml(title)}</title>`,
    `<style>${style}</style></head><body><main><h1>${escapeHtml(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${escapeHtml(text)}</p>`),
    button === undefined
      ? ''
      : `<form method="post"><button type="submit">${escapeHtml(button)}</button></form>`,
    '</main></body></html>',
  ].join('')

const errorTexts: Record<Language, Omit<PageText, 'status'>> = {
  de: {
    title: 'Das hat gerade nicht geklappt',
    paragraphs: ['Bitte versuchen Sie es in ein paar Minuten noch einmal.'],
  },
  en: { title: 'That did not work', paragraphs: ['Please try again in a few minutes.'] },
}

function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return languages[0]
  const preferred = new Negotiator({ headers: { 'accept-language': header } }).languages([...languages])
  return (preferred[0] as Language | undefined) ?? languages.at(-1)!
}

const routePath = ({ path }: PublicPage): string => path.replace(/\{(\w+)\}/g, ':$1')

const maxUserAgentLength = 500

/** Serves pages at the root, without scripts and cookies. */
export function servePublicPages(
  app: FastifyInstance,
  instance: Instance,
  rates: RateLimits,
  pages: readonly PublicPage[],
): void {
  const send = (request: FastifyRequest, reply: FastifyReply, page: PageText) => {
    const language = preferredLanguage(request.headers['accept-language'])
    return reply
      .status(page.status)
      .headers({ ...headers, 'content-language': language })
      .type('text/html; charset=utf-8')
      .send(render(page, language))
  }
  app.register(async (scope) => {
    scope.removeAllContentTypeParsers()
    // The form has no fields: any body is ignored.
    scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => {
      payload.resume()
    })
    scope.setErrorHandler((error, request, reply) => {
      const failure = toFailure(error, request.id)
      const { status } = failure
      reply.headers(failure.headers)
      logFailure(error, failure, request)
      return send(request, reply, {
        status,
        ...errorTexts[preferredLanguage(request.headers['accept-language'])],
      })
    })
    scope.addHook('onRequest', async (request) => {
      rates.ofNetwork(request)
    })
    for (const page of pages) {
      const url = routePath(page)
      const pageRequest = (request: FastifyRequest): PageRequest => ({
        params: request.params as Record<string, string>,
        language: preferredLanguage(request.headers['accept-language']),
        now: instance.clock.now(),
      })
      scope.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) =>
          send(request, reply, await page.show({ ...pageRequest(request), db: instance.db })),
      })
      scope.route({
        method: 'POST',
        url,
        handler: async (request, reply) => {
          const origin = {
            address: request.ip,
            agent: (request.headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
          }
          const result = await inTransaction(instance.db, { userId: null, via: page.via }, (tx) =>
            page.submit({ ...pageRequest(request), tx, origin }),
          )
          return send(request, reply, result)
        },
      })
    }
  })
}
