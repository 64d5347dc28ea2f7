import { existsSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { anyOrigin } from '../http/public/cors.ts'
import { serveFolder } from '../http/send-file.ts'

/**
 * Serves the widget for websites as /widget/v1.js, to pages of any origin. Browsers keep it for ten minutes.
 * @param folder where `npm run build` writes it
 */
export function serveWidget(app: FastifyInstance, folder: string): void {
  if (!existsSync(folder)) return
  serveFolder(app, {
    root: folder,
    prefix: '/widget/',
    wildcard: true,
    maxAge: '10m',
    preCompressed: true,
    setHeaders: (reply) => void reply.headers(anyOrigin),
  })
}
