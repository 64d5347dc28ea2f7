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
<script src="/docs/start.js"></script>
</body>
</html>
`

/** Serves the OpenAPI document below the prefix and Swagger UI at /docs, with all assets from this server. */
export function serveDocs(app: FastifyInstance, prefix: string, document: unknown): void {
  const text = JSON.stringify(document)
  // Browsers send no body with a GET, so the page offers the query parameters only.
  const start = `SwaggerUIBundle({
  url: '${prefix}/openapi.json',
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

  app.route({
    method: ['GET', 'HEAD'],
    url: `${prefix}/openapi.json`,
    handler: (_request, reply) =>
      reply.type('application/json; charset=utf-8').header('cache-control', 'no-cache').send(text),
  })
  serveFolder(app, {
    root: assets,
    prefix: '/docs/assets/',
    allowedPath: (path) => /^\/(swagger-ui\.css|swagger-ui-bundle\.js|favicon-32x32\.png)$/.test(path),
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
