import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { serveFolder } from '../http/send-file.ts'

const placeholder = /__KONTOR_NONCE__/g

const contentSecurityPolicy = (nonce: string) =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    // Style attributes that libraries write are harmless; React sets styles by script.
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "frame-src 'self' blob:",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const notBuiltPage = `<!doctype html><html lang="en"><title>Kontor</title><p>The back office is not built yet: run <code>npm run build</code> and load this page again.</p></html>`

/**
 * Serves the back office below /office: the page, with a new nonce for every request, and assets, whose names contain a hash.
 * @param folder the output of `npm run build`
 */
export function serveOffice(app: FastifyInstance, folder: string): void {
  app.get('/office', async (_request, reply) => {
    const page = await readFile(join(folder, 'index.html'), 'utf8').catch(() => notBuiltPage)
    const nonce = randomBytes(16).toString('base64')
    return reply
      .type('text/html; charset=utf-8')
      .headers({
        'content-security-policy': contentSecurityPolicy(nonce),
      })
      .send(page.replace(placeholder, nonce))
  })
  if (!existsSync(folder)) return
  serveFolder(app, {
    root: folder,
    prefix: '/office/',
    wildcard: true,
    maxAge: '1y',
    immutable: true,
    preCompressed: true,
    allowedPath: (path) => !path.endsWith('.html') && !path.startsWith('/.'),
  })
}
