import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import Fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { bounceHook } from './inbox/bounces/bounce.hook.ts'
import { integrationEndpoints, integrationPrefix } from './integration.ts'
import { endpoints } from './interface.ts'
import { officeEndpoints } from './office.ts'
import { integrationDocument, openApiDocument, prefix, publicOpenApiDocument } from './openapi-documents.ts'
import { publicFiles, publicPages, websitePages } from './pages.ts'
import { writeFailures } from './platform/auth/security-log.ts'
import { createUseCounter } from './platform/auth/website-uses.ts'
import { Failure, notFound } from './platform/ground/errors.ts'
import { generalErrors } from './platform/ground/general.errors.ts'
import { kontorVersion } from './platform/ground/version.ts'
import type { Health } from './platform/health/health.ts'
import { serveEndpoints } from './platform/http/http.ts'
import { createKeyQuota } from './platform/http/idempotency-quota.ts'
import { answerByErrorObject, rejectMalformedRequest } from './platform/http/malformed-http.ts'
import { serveMetrics } from './platform/http/metrics.ts'
import { compressText } from './platform/http/negotiate.ts'
import { badPath, type FailureWithoutRoute, rejectBadPath, rememberRoutes } from './platform/http/no-route.ts'
import { anyOrigin } from './platform/http/public/cors.ts'
import { sendProblem } from './platform/http/public/problem.ts'
import { servePublicEndpoints } from './platform/http/public/serve-public.ts'
import { serveVersionedFile } from './platform/http/public/serve-versioned-file.ts'
import { reportFailure } from './platform/http/report-failure.ts'
import { limitConnections } from './platform/http/request/connection-limit.ts'
import {
  readForwardedHeaders,
  rejectOtherHosts,
  trustProxyOption,
} from './platform/http/request/forwarded.ts'
import { serveHooks } from './platform/http/request/hooks.ts'
import { createRateLimits } from './platform/http/request/rate-limit.ts'
import { readRawUtf8 } from './platform/http/request/raw-utf8.ts'
import { serveCors } from './platform/http/request/serve-cors.ts'
import { logRequest } from './platform/http/request-log.ts'
import { addResponseHeaders } from './platform/http/response-headers.ts'
import { sendFailure } from './platform/http/send-failure.ts'
import type { HttpOptions } from './platform/http/serialize.ts'
import type { Instance } from './platform/instance/instance.ts'
import { officeFolder } from './platform/pages/built-office.ts'
import { serveDocs } from './platform/pages/docs/serve-docs.ts'
import { serveOffice } from './platform/pages/office-page.ts'
import { servePublicFiles } from './platform/pages/public-files.ts'
import { servePublicPages } from './platform/pages/public-pages.ts'
import { sendMissingPage, serveWebsitePages, wantsPage } from './platform/pages/website-pages.ts'
import { serveWidget } from './platform/pages/widget.ts'
import { publicPrefix } from './website/cursor.ts'
import { unknownAddress } from './website/pages/missing-page.ts'
import { textPages } from './website/pages/page-frame.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from './website.ts'

const officePrefix = '/office/api'

/** Those that ask for a token or a session, and always answer by an error object. */
const interfaces = [prefix, integrationPrefix, officePrefix]

const isBelow = (path: string, { url }: FastifyRequest): boolean =>
  /^[/?]|^$/.test(url.slice(path.length)) && url.startsWith(path)

const { version, commit, schema } = kontorVersion()

/** Request ids: a random prefix of the process and a counter. */
function createRequestIds(): () => string {
  const process = randomBytes(6).toString('hex')
  let count = 0
  return () => `${process}-${++count}`
}

/** How long a connection may be idle, as clients are told: longer than the 60 seconds after which proxies close it. */
const keepAliveMs = 72_000

/** For long search words in paths. */
const maxParamLength = 16_384

/**
 * Builds the HTTP application of an instance, which does not listen: tests inject requests, `kontor serve` listens.
 * @param options `scrape`: returns the text of GET /metrics; without it the path does not exist; `health`: for GET /readyz, which
 *   does not exist without it
 */
export function buildApp(
  instance: Instance,
  options: HttpOptions & { scrape?: () => Promise<string>; health?: Health } = {},
): FastifyInstance {
  const loggerInstance: FastifyBaseLogger = instance.log
  const renderPage = textPages(instance)
  const showMissing = (request: FastifyRequest, reply: FastifyReply) =>
    sendMissingPage(instance, request, reply, unknownAddress(instance), renderPage)
  const app = Fastify({
    loggerInstance,
    // fastify's own log lines contain the URL, which may contain an e-mail address.
    logController: new LogController({ disableRequestLogging: true }),
    // Log lines contain the request id; a child logger per request would cost more than the line.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
    ...trustProxyOption(instance.settings.trustedProxies),
    requestIdHeader: false,
    genReqId: createRequestIds(),
    exposeHeadRoutes: false,
    forceCloseConnections: 'idle',
    // An attachment may take long: bodies must progress instead.
    requestTimeout: 0,
    keepAliveTimeout: keepAliveMs,
    // A connection of a replaced worker counts as a new one, and may be idle as long as it was promised.
    http: { headersTimeout: keepAliveMs + 3000, requireHostHeader: false },
    clientErrorHandler: (error, socket) => {
      if (!readRawUtf8(app.server, socket, error)) rejectMalformedRequest(error, socket, failureWithoutRoute)
    },
    bodyLimit: instance.settings.maxBodyBytes,
    routerOptions: {
      ignoreTrailingSlash: true,
      maxParamLength,
      querystringParser: () => ({}),
    },
    frameworkErrors: (error: { code: string }, request: FastifyRequest, reply: FastifyReply) => {
      if (error.code !== 'FST_ERR_BAD_URL') void sendFailure(error, request, reply)
      else if (isBelow(publicPrefix, request)) void sendProblem(badPath(), request, reply)
      else if (interfaces.some((path) => isBelow(path, request))) void rejectBadPath(instance, request, reply)
      // Pages need no token.
      else if (wantsPage(request)) void showMissing(request, reply)
      else void sendFailure(badPath(), request, reply)
    },
  })
  for (const method of ['GET', 'HEAD']) app.addHttpMethod(method, { hasBody: true, overrideExisting: true })
  app.setSerializerCompiler(() => (value) => JSON.stringify(value))
  limitConnections(app.server, instance.settings)
  app.decorateRequest('principal', undefined)
  app.decorateRequest('websiteKey', undefined)
  app.decorateRequest('failure', undefined)
  app.decorateRequest('rawBody', undefined)
  app.decorateRequest('rate', undefined)
  const rates = createRateLimits(instance.settings)
  const serving = {
    ...options,
    rates,
    keyQuota: createKeyQuota(instance.settings),
    uses: createUseCounter(instance.db),
  }
  const failureWithoutRoute: FailureWithoutRoute = rememberRoutes(app, { maxParamLength })
  readForwardedHeaders(app, instance.settings.trustedProxies)
  answerByErrorObject(app)
  rejectOtherHosts(app, instance.settings)
  addResponseHeaders(app, instance.settings)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    done()
  })
  serveCors(app, instance, [prefix, integrationPrefix], failureWithoutRoute)
  app.addHook('onRequest', (request, _reply, done) => {
    if (!request.is404) return done()
    // Before fastify parses a body that no route accepts (decision 2.1).
    done(rates.rejectionOf(request, failureWithoutRoute(request)))
  })
  app.addHook('onResponse', (request, reply, done) => {
    const { principal, websiteKey, failure } = request
    if (failure) reportFailure(instance, request, failure)
    logRequest(instance.log, {
      reqId: request.id,
      method: request.method,
      route: request.routeOptions.url ?? '(none)',
      status: reply.statusCode,
      ms: reply.elapsedTime,
      ...(principal ? { userId: principal.userId, tokenId: principal.tokenId } : {}),
      ...(websiteKey ? { websiteKeyId: websiteKey.id } : {}),
    })
    done()
  })
  app.addHook('onClose', () =>
    writeFailures(instance.db).catch((error) =>
      instance.log.warn({ err: error }, 'failures were not recorded'),
    ),
  )
  // Of documents: every interface has its own error object.
  const sendMissing = (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    wantsPage(request) && !interfaces.some((path) => isBelow(path, request))
      ? showMissing(request, reply)
      : sendFailure(error, request, reply)
  app.setErrorHandler((error, request, reply) => {
    if (isBelow(publicPrefix, request)) return sendProblem(error, request, reply)
    const isMissing = request.is404 && error instanceof Failure && error.status === 404
    return (isMissing ? sendMissing : sendFailure)(error, request, reply)
  })
  // Also of a folder without such a file.
  app.setNotFoundHandler((request, reply) => sendMissing(notFound(generalErrors.noPath()), request, reply))

  app.get('/healthz', async () => ({ status: 'ok', version, commit, schema }))
  const { health } = options
  if (health)
    app.get('/readyz', async () => {
      await health.assertReady()
      return { status: 'ready' }
    })
  if (options.scrape) serveMetrics(app, instance.settings.metricsAccess, options.scrape)
  serveDocs(
    app,
    [
      {
        name: 'Interface',
        prefix,
        document: openApiDocument(),
        headers: {},
        authorization: 'token YOUR_TOKEN',
      },
      {
        name: 'Integration',
        prefix: integrationPrefix,
        document: integrationDocument(),
        headers: {},
        authorization: 'token YOUR_TOKEN',
      },
      {
        name: 'Websites',
        prefix: publicPrefix,
        document: publicOpenApiDocument(),
        headers: anyOrigin,
        authorization: 'Bearer YOUR_KEY',
      },
    ],
    rates,
  )
  app.register(
    async (scope) => {
      serveEndpoints(scope, instance, endpoints, serving)
    },
    { prefix },
  )
  app.register(
    async (scope) => {
      serveEndpoints(scope, instance, integrationEndpoints, serving)
    },
    { prefix: integrationPrefix },
  )
  app.register(
    async (scope) => {
      scope.addHook('onSend', compressText)
      serveEndpoints(scope, instance, officeEndpoints, serving, 'office')
    },
    { prefix: officePrefix },
  )
  app.register(
    async (scope) => {
      servePublicEndpoints(scope, instance, publicEndpoints, publicWrites, serving)
      serveVersionedFile(scope, instance, publicFileEndpoint, rates)
    },
    { prefix: publicPrefix },
  )
  serveWebsitePages(app, instance, serving, websitePages, renderPage)
  servePublicPages(app, instance, rates, publicPages, renderPage)
  servePublicFiles(app, instance, rates, publicFiles)
  serveHooks(app, instance, rates, [bounceHook])
  serveOffice(app, officeFolder)
  serveWidget(app, join(officeFolder, 'widget'))
  return app
}
