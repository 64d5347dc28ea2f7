// Pages for visitors, such as the confirmation of a double opt-in, the link of a trainer or the feedback of a participant, are
// values: plain texts, and questions with a few answers each (page-html.ts), in the frame of all pages for visitors. A secret is part
// of the path; the log has only the pattern of the path.
import type { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import Negotiator from 'negotiator'
import { isCrossSite } from '../auth/session.ts'
import { type Db, inTransaction, type Tx } from '../database/database.ts'
import { cleanText } from '../ground/clean-text.ts'
import { dateIn } from '../ground/clock.ts'
import { badRequest, Failure, forbidden } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import { type Language, languages } from '../ground/language.ts'
import { routePath } from '../http/public/public-endpoint.ts'
import type { RateLimits } from '../http/request/rate-limit.ts'
import { watchProgress } from '../http/request/request-body.ts'
import { recordFailure } from '../http/send-failure.ts'
import type { Instance } from '../instance/instance.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import { keepLanguage, type PageText, type RenderPage } from './page-html.ts'

type PageRequest = {
  params: Record<string, string>
  query: URLSearchParams
  language: Language
  now: Date
  settings: Settings
  secrets: Secrets
  /** Of the instance. */
  timeZone: string
  /** The calendar date in this time zone. */
  today: string
}

/** The input of a visitor, sent by the button of a page. */
export type PageSubmission = PageRequest & {
  tx: Tx
  fields: URLSearchParams
  origin: { address: string; agent: string }
}

/**
 * A page for visitors without an account. Opening it changes nothing, because mail scanners follow links; only its button does.
 */
export type PublicPage = {
  /** For example `/newsletter/confirm/{secret}`; only this pattern is logged. */
  path: string
  /** The actor in the change log; of a page with a form. */
  via?: string | ((request: PageRequest & { db: Db }) => Promise<string>)
  /** The client in whose name the page is; undefined: that of the pages of the catalogue. */
  clientOf?(request: PageRequest & { db: Db }): Promise<number | undefined>
  show(request: PageRequest & { db: Db }): Promise<PageText>
  submit?(request: PageSubmission): Promise<PageText>
}

/** Some thousand answers. */
const maxFormBytes = 512 * 1024
/** A hundred seats with their names and answers have fewer. */
const maxFormFields = 5000

/** A text that a visitor has entered, in the form in which it can be stored. */
export const enteredText = (
  fields: Pick<URLSearchParams, 'get'>,
  name: string,
  maxLength = maxFormBytes,
): string =>
  cleanText(fields.get(name) ?? '')
    .slice(0, maxLength)
    .toWellFormed()

const errorTexts = {
  de: {
    title: 'Das hat gerade nicht geklappt',
    paragraphs: ['Bitte versuchen Sie es in ein paar Minuten noch einmal.'],
    repeated: (name: string) => `In der Adresse der Seite steht „${name}“ mehrmals.`,
  },
  en: {
    title: 'That did not work',
    paragraphs: ['Please try again in a few minutes.'],
    repeated: (name: string) => `The address of the page has “${name}” more than once.`,
  },
} satisfies Record<Language, object>

/** The language of a page by Accept-Language. */
export function preferredLanguage(header: string | undefined): Language {
  if (header === undefined) return languages[0]
  const preferred = new Negotiator({ headers: { 'accept-language': header } }).languages([...languages])
  return (preferred[0] as Language | undefined) ?? languages.at(-1)!
}

/** The query of a page's address. A parameter that is given twice has no value. */
class PageQuery extends URLSearchParams {
  /** @throws Failure 400 */
  override get(name: string): string | null {
    const [value = null, ...others] = this.getAll(name)
    if (others.length > 0) throw badRequest([{ field: name, ...generalErrors.repeated() }])
    return value
  }
}

export const searchParamsOf = ({ url }: FastifyRequest): URLSearchParams =>
  new PageQuery(url.split('?')[1] ?? '')

/** The parameters that a link to the page itself keeps: each once. */
export const linkParamsOf = (request: FastifyRequest): URLSearchParams =>
  new URLSearchParams(Object.fromEntries(searchParamsOf(request)))

/** The language of a page: that of its address, otherwise that of the browser. */
export const pageLanguage = (query: URLSearchParams, request: FastifyRequest): Language =>
  languages.find((language) => language === query.get('lang')) ??
  preferredLanguage(request.headers['accept-language'])

/** A page that tells of a failure. */
export function errorPage(failure: Failure, request: FastifyRequest): PageText & { language: Language } {
  // A language that is given twice is not the reason for another failure.
  const language = pageLanguage(new URLSearchParams(searchParamsOf(request)), request)
  const { title, paragraphs, repeated } = errorTexts[language]
  const fields = failure.details.filter(({ code }) => code === generalErrors.repeated().code)
  return {
    status: failure.status,
    title,
    paragraphs: fields.length > 0 ? [repeated(fields.map(({ field }) => field).join(', '))] : paragraphs,
    language,
  }
}

/** The known facts of the sender of a form. */
export const senderOf = ({ ip, headers }: FastifyRequest): { address: string; agent: string } => ({
  address: ip,
  agent: (headers['user-agent'] ?? '').slice(0, maxUserAgentLength),
})

const maxUserAgentLength = 500

/** The fields of a form. @throws Failure 413 */
async function readFields(request: FastifyRequest, payload: Readable): Promise<URLSearchParams> {
  const timer = watchProgress(request.raw, () => request.raw.destroy())
  try {
    const chunks: Buffer[] = []
    let length = 0
    for await (const chunk of payload) {
      length += chunk.length
      if (length > maxFormBytes) throw new Failure(413, generalErrors.bodyTooLarge())
      chunks.push(chunk)
    }
    const form = Buffer.concat(chunks).toString()
    // Each field that is read is looked for among all of them.
    if (form.split('&', maxFormFields + 1).length > maxFormFields)
      throw new Failure(413, generalErrors.bodyTooLarge())
    return new URLSearchParams(form)
  } finally {
    clearInterval(timer)
  }
}

/** Makes the fields of a form the body of a request. No form sends another body: it is ignored. */
export function acceptForms(scope: FastifyInstance): void {
  scope.removeAllContentTypeParsers()
  scope.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: FastifyRequest, payload: Readable) => readFields(request, payload),
  )
  scope.addContentTypeParser('*', async (_request: FastifyRequest, payload: Readable) => {
    payload.resume()
  })
}

/** @throws Failure 403 for a form of another site */
export function rejectCrossSite({ method, headers }: FastifyRequest): void {
  if (method === 'POST' && isCrossSite(headers)) throw forbidden(generalErrors.crossSite())
}

/** Serves pages at the root, without cookies. */
export function servePublicPages(
  app: FastifyInstance,
  instance: Instance,
  rates: RateLimits,
  pages: readonly PublicPage[],
  renderPage: RenderPage,
): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    page: PageText,
    { language, clientId }: { language: Language; clientId?: number | undefined },
  ) => {
    const shown = searchParamsOf(request).has('lang', language) ? keepLanguage(page, language) : page
    const { html, headers } = await renderPage(shown, { language, query: linkParamsOf(request), clientId })
    return reply.status(page.status).headers(headers).type('text/html; charset=utf-8').send(html)
  }
  app.register(async (scope) => {
    acceptForms(scope)
    scope.setErrorHandler((error, request, reply) => {
      const failure = recordFailure(error, request)
      reply.headers(failure.headers)
      const page = errorPage(failure, request)
      return send(request, reply, page, page)
    })
    scope.addHook('onRequest', async (request) => {
      rates.ofNetwork(request)
      rejectCrossSite(request)
    })
    for (const page of pages) {
      const url = routePath(page.path)
      const pageRequest = async (request: FastifyRequest): Promise<PageRequest> => {
        await instance.barrier.ensureCurrent()
        const now = instance.clock.now()
        const query = searchParamsOf(request)
        const { settings } = instance.settingsCache
        const { timeZone } = settings
        return {
          params: request.params as Record<string, string>,
          query,
          language: pageLanguage(query, request),
          now,
          settings,
          secrets: instance.secrets,
          timeZone,
          today: dateIn(timeZone, now),
        }
      }
      const frameOf = async (visit: PageRequest & { db: Db }) => ({
        language: visit.language,
        clientId: await page.clientOf?.(visit),
      })
      scope.route({
        method: ['GET', 'HEAD'],
        url,
        handler: async (request, reply) => {
          const visit = { ...(await pageRequest(request)), db: instance.db }
          return send(request, reply, await page.show(visit), await frameOf(visit))
        },
      })
      const { submit, via: actor } = page
      if (!submit || !actor) continue
      scope.route({
        method: 'POST',
        url,
        handler: async (request, reply) => {
          const origin = senderOf(request)
          const input = await pageRequest(request)
          const fields = request.body instanceof URLSearchParams ? request.body : new URLSearchParams()
          const via = typeof actor === 'string' ? actor : await actor({ ...input, db: instance.db })
          const result = await inTransaction(
            instance.db,
            { userId: null, via, visitorAddress: origin.address },
            (tx) => submit({ ...input, tx, fields, origin }),
          )
          return send(request, reply, result, await frameOf({ ...input, db: instance.db }))
        },
      })
    }
  })
}
