// A worker thread that receives webhooks, and counts messages and different ids.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort, workerData } from 'node:worker_threads'

/** Messages received, and how many different ones. */
export type ReceivedCounts = Int32Array<SharedArrayBuffer>

const counts = workerData as ReceivedCounts
const ids = new Set<unknown>()
const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => {
    ids.add(request.headers['webhook-id'])
    counts[0]! += 1
    counts[1] = ids.size
    response.writeHead(204).end()
  })
})
server.listen(0, '127.0.0.1', () =>
  parentPort!.postMessage(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`),
)
