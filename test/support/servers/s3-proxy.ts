import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A fault of the store. `limit`: how often; left out: always. */
export type Fault = {
  to: RegExp
  does:
    | 'never answers'
    | 'answers SlowDown'
    | 'ends a download early'
    | 'returns other bytes'
    | 'receives other bytes'
    | 'tells another checksum'
    | 'tells the checksum'
  limit?: number
}

/** A port that leads to an S3 server, and fails as told. Requests are seen as `METHOD path`. */
export type S3Proxy = { endpoint: string; faults: Fault[]; seen: string[]; close(): Promise<void> }

export async function openS3Proxy(port: number): Promise<S3Proxy> {
  const faults: Fault[] = []
  const seen: string[] = []
  const checksums = new Map<string, string>()

  const pass = async (from: IncomingMessage, to: ServerResponse, does: Fault['does'] | undefined) => {
    const body = await buffer(from)
    const path = from.url!.split('?')[0]!
    if (from.method === 'PUT') checksums.set(path, createHash('sha256').update(body).digest('base64'))
    if (does === 'receives other bytes') body[0]! ^= 1
    const upstream = request({
      port,
      host: '127.0.0.1',
      method: from.method!,
      path: from.url!,
      headers: from.headers,
    })
    // Also after its answer has begun.
    upstream.on('error', () => to.destroy())
    upstream.end(body)
    const [answer] = (await once(upstream, 'response')) as [IncomingMessage]
    const headers = { ...answer.headers }
    const checksum = checksums.get(path)
    if (does === 'tells the checksum' && checksum) headers['x-amz-checksum-sha256'] = checksum
    if (does === 'tells another checksum')
      headers['x-amz-checksum-sha256'] = createHash('sha256').update('other').digest('base64')
    to.writeHead(answer.statusCode!, headers)
    const content = await buffer(answer)
    if (does === 'ends a download early') {
      to.write(content.subarray(0, content.length / 2), () => to.destroy())
      return
    }
    if (does === 'returns other bytes') content[0]! ^= 1
    to.end(content)
  }

  const server = createServer((from, to) => {
    const line = `${from.method} ${from.url}`
    seen.push(line)
    const fault = faults.find(({ to: pattern, limit = 1 }) => pattern.test(line) && limit > 0)
    if (fault?.limit !== undefined) fault.limit--
    if (fault?.does === 'never answers') return void from.resume()
    if (fault?.does === 'answers SlowDown') {
      from.resume()
      to.writeHead(503, { 'content-type': 'application/xml' })
      return void to.end('<?xml version="1.0"?><Error><Code>SlowDown</Code></Error>')
    }
    pass(from, to, fault?.does).catch(() => to.destroy())
    return undefined
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    faults,
    seen,
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
