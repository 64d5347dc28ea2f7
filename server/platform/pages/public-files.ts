import type { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/database.ts'
import type { Files } from '../files/files.ts'
import { dateIn } from '../ground/clock.ts'
import type { Language } from '../ground/language.ts'
import { routePath } from '../http/public/public-endpoint.ts'
import type { RateLimits } from '../http/request/rate-limit.ts'
import type { Instance } from '../instance/instance.ts'
import type { Secrets } from '../secrets/secrets.ts'
import type { Settings } from '../settings/settings.ts'
import { pageLanguage, searchParamsOf } from './public-pages.ts'

export type PublicFileRequest = {
  db: Db
  files: Files
  secrets: Secrets
  now: Date
  today: string
  settings: Settings
  language: Language
  params: Record<string, string>
}

/** A file for visitors without an account, made for each request. */
export type PublicFile = {
  /** For example `/seat/{secret}/files/{kind}/{id}`; only this pattern is logged. */
  path: string
  /** The headers have its media type. @throws Failure 404 */
  read(request: PublicFileRequest): Promise<{
    content: string | Buffer | Readable
    headers: Record<string, string> & { 'content-type': string }
  }>
}

/** Serves files at the root, which nobody keeps: their content may change at any time. */
export function servePublicFiles(
  app: FastifyInstance,
  instance: Instance,
  rates: RateLimits,
  files: readonly PublicFile[],
): void {
  for (const { path, read } of files)
    app.route({
      method: ['GET', 'HEAD'],
      url: routePath(path),
      onRequest: async (request) => {
        rates.ofNetwork(request)
      },
      handler: async (request, reply) => {
        await instance.barrier.ensureCurrent()
        const { settings } = instance.settingsCache
        const now = instance.clock.now()
        const { content, headers } = await read({
          db: instance.db,
          files: instance.files,
          secrets: instance.secrets,
          now,
          today: dateIn(settings.timeZone, now),
          settings,
          language: pageLanguage(searchParamsOf(request), request),
          params: request.params as Record<string, string>,
        })
        return reply
          .headers({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', ...headers })
          .send(content)
      },
    })
}
