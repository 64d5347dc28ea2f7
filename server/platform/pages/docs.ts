import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFolder } from '../http/send-file.ts'

const assets = dirname(createRequire(import.meta.url).resolve('swagger-ui-dist/package.json'))

const policy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Kontor: the interface</title>
<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="icon" href="/docs/assets/favicon-32x32.png">
</head>
<body>
<div id="interface"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script>
<script src="/docs/assets/swagger-ui-standalone-preset.js"></script>
<script src="/docs/start.js"></script>
</body>
</html>
`

/** An OpenAPI document, served below the prefix of its interface. */
export type ServedDocument = {
  name: string
  prefix: string
  document: unknown
  headers: Record<string, string>
}

/** Serves the OpenAPI documents and Swagger UI at /docs, with all assets from this server. */
export function serveDocs(app: FastifyInstance, documents: readonly ServedDocument[]): void {
  // Browsers send no body with a GET, so the page offers the query parameters only.
  const start = `SwaggerUIBundle({
  urls: ${JSON.stringify(documents.map(({ name, prefix }) => ({ name, url: `${prefix}/openapi.json` })))},
  presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset],
  layout: 'StandaloneLayout',
  dom_id: '#interface',
  deepLinking: true,
  validatorUrl: null,
  defaultModelsExpandDepth: 0,
  requestInterceptor(request) {
    if (request.method === 'GET') delete request.body
    return request
  },
})
`

  for (const { prefix, document, headers } of documents) {
    const text = JSON.stringify(document)
    app.route({
      method: ['GET', 'HEAD'],
      url: `${prefix}/openapi.json`,
      handler: (_request, reply) =>
        reply
          .type('application/json; charset=utf-8')
          .headers({ 'cache-control': 'no-cache', ...headers })
          .send(text),
    })
  }
  serveFolder(app, {
    root: assets,
    prefix: '/docs/assets/',
    allowedPath: (path) =>
      /^\/(swagger-ui\.css|swagger-ui-bundle\.js|swagger-ui-standalone-preset\.js|favicon-32x32\.png)$/.test(
        path,
      ),
  })
  app.get('/docs', (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .send(page),
  )
  app.get('/docs/start.js', (_request, reply) =>
    reply.type('text/javascript; charset=utf-8').header('cache-control', 'no-cache').send(start),
  )
}
