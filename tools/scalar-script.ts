// The script of Scalar's reference, which is a text within a plugin for fastify.
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

export async function scalarScript(): Promise<Buffer> {
  const app = Fastify()
  app.register(scalar, { routePrefix: '/reference', configuration: { sources: [] } })
  const { rawPayload } = await app.inject('/reference/js/scalar.js')
  await app.close()
  return rawPayload
}
