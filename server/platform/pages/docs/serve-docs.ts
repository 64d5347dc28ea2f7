import { join } from 'node:path'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { notFound } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'
import { type Language, languages } from '../../ground/language.ts'
import type { RateLimits } from '../../http/request/rate-limit.ts'
import { serveFolder } from '../../http/send-file.ts'
import { preferredLanguage, searchParamsOf } from '../public-pages.ts'
import { overview, readGuide } from './guide.ts'
import { picturesFolder } from './guide-markdown.ts'
import { renderGuidePage, renderReferencePage, renderSearchPage } from './guide-page.ts'
import { createGuideSearch } from './guide-search.ts'
import { type ServedDocument, toReferenceDocument } from './reference-document.ts'
import { serveScalar } from './scalar.ts'

const guidePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

// Scalar writes its styles into the page.
const referencePolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"

const maxQueryLength = 100

function serveDocuments(app: FastifyInstance, documents: readonly ServedDocument[]): void {
  /** The text is made with the first request for it: most processes are never asked. */
  const serve = (url: string, build: () => unknown, headers: Record<string, string>) => {
    let text: string | undefined
    app.route({
      method: ['GET', 'HEAD'],
      url,
      handler: (_request, reply) => {
        text ??= JSON.stringify(build())
        return reply
          .type('application/json; charset=utf-8')
          .headers({ 'cache-control': 'no-cache', ...headers })
          .send(text)
      },
    })
  }
  for (const served of documents) {
    serve(`${served.prefix}/openapi.json`, () => served.document, served.headers)
    serve(`/docs/reference/${served.name.toLowerCase()}.json`, () => toReferenceDocument(served), {})
  }
}

/** Serves the OpenAPI documents, and the guide and the reference below /docs, with all assets from this server. */
export function serveDocs(
  app: FastifyInstance,
  documents: readonly ServedDocument[],
  rates: RateLimits,
): void {
  const search = createGuideSearch(documents)
  const send = (reply: FastifyReply, language: Language, html: string, policy = guidePolicy) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': policy,
        'cache-control': 'no-cache',
        'content-language': language,
      })
      .send(html)
  const serve = (
    url: string,
    show: (request: FastifyRequest, reply: FastifyReply) => FastifyReply,
    onRequest: (request: FastifyRequest) => Promise<void> = async () => {},
  ) =>
    app.route({
      method: ['GET', 'HEAD'],
      url,
      onRequest,
      handler: async (request, reply) => show(request, reply),
    })

  serveDocuments(app, documents)
  serveScalar(app, '/docs/scalar.js', join(import.meta.dirname, '../../../../office/dist/docs/scalar.js'))
  serveFolder(app, { root: join(import.meta.dirname, 'assets'), prefix: '/docs/assets/' })
  serveFolder(app, { root: picturesFolder, prefix: '/docs/pictures/' })
  serve('/docs', (request, reply) => {
    const language = preferredLanguage(request.headers['accept-language'])
    return send(
      reply.header('vary', 'Accept-Language'),
      language,
      renderGuidePage(language, readGuide(language)[0]!),
    )
  })
  for (const language of languages) {
    serve(`/docs/${language}`, (_request, reply) =>
      send(reply, language, renderGuidePage(language, readGuide(language)[0]!)),
    )
    serve(`/docs/${language}/:page`, (request, reply) => {
      const { page } = request.params as { page: string }
      const found = readGuide(language).find(({ name }) => name === page)
      if (!found || found.name === overview) throw notFound(generalErrors.noPath())
      return send(reply, language, renderGuidePage(language, found))
    })
    serve(`/docs/${language}/reference`, (_request, reply) =>
      send(reply, language, renderReferencePage(language, documents), referencePolicy),
    )
    serve(
      `/docs/${language}/search`,
      (request, reply) => {
        const given = searchParamsOf(request).get('q') ?? ''
        const query = given.trim().slice(0, maxQueryLength)
        return send(
          reply,
          language,
          renderSearchPage(language, query, query === '' ? [] : search(language, query)),
        )
      },
      async (request) => {
        rates.ofNetwork(request)
      },
    )
  }
}
