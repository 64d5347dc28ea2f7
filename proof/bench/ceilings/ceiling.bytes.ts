// Ceiling of rows 1 to 3 and 11: a bare node:http server that sends a response from memory.
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { CeilingOptions } from './options.ts'

/** Starts a bare server on any free port, and prints its address when it is ready. */
export async function listen(handle: RequestListener): Promise<Server> {
  const server = createServer((request, response) => {
    if (request.url === '/readyz') response.end('{}')
    else handle(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

/** Sends the same bytes from memory; with an ETag: 304 if the request has it. */
export async function startRepeated({ answers, etag }: CeilingOptions['repeated']): Promise<Server> {
  if (etag !== undefined)
    return listen((request, response) => {
      response.writeHead(request.headers['if-none-match'] === etag ? 304 : 500, { etag }).end()
    })
  const responses = new Map(
    Object.entries(answers).map(([path, { file, headers }]) => {
      const body = readFileSync(file)
      return [path, { body, headers: { ...headers, 'content-length': body.length } }]
    }),
  )
  return listen((request, response) => {
    const { body, headers } = responses.get(request.url!)!
    response.writeHead(200, headers).end(body)
  })
}
