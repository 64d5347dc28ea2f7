// Scalar's script is a text within a plugin for fastify. Loading it takes a second and 40 MB, which a thread gives back.
import { parentPort } from 'node:worker_threads'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

const app = Fastify()
app.register(scalar, { routePrefix: '/reference', configuration: { sources: [] } })
const { rawPayload } = await app.inject('/reference/js/scalar.js')
await app.close()
parentPort?.postMessage(rawPayload)
