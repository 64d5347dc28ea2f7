import type { FastifyInstance } from 'fastify'
import type { Db } from '../database/database.ts'
import type { RateLimits } from '../http/request/rate-limit.ts'
import type { Instance } from '../runtime/instance.ts'
import type { Settings } from '../runtime/settings.ts'

/** A file for visitors without an account, made for each request. */
export type PublicFile = {
  path: string
  /** The media type. */
  type: string
  read(visit: {
    db: Db
    now: Date
    settings: Settings
  }): Promise<{ content: string | Buffer; headers: Record<string, string> }>
}

/** Serves files at the root, which nobody keeps: what they say may change at any time. */
export function servePublicFiles(
  app: FastifyInstance,
  instance: Instance,
  rates: RateLimits,
  files: readonly PublicFile[],
): void {
  for (const { path, type, read } of files)
    app.route({
      method: ['GET', 'HEAD'],
      url: path,
      onRequest: async (request) => {
        rates.ofNetwork(request)
      },
      handler: async (_request, reply) => {
        await instance.barrier.ensureCurrent()
        const { content, headers } = await read({
          db: instance.db,
          now: instance.clock.now(),
          settings: instance.settingsCache.settings,
        })
        return reply
          .type(type)
          .headers({ 'cache-control': 'no-cache', 'referrer-policy': 'no-referrer', ...headers })
          .send(content)
      },
    })
}
