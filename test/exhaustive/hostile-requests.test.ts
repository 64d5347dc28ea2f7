// No request of a client causes an error of the server: methods, paths, queries and conditions that make no sense.
import assert from 'node:assert/strict'
import { METHODS } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { after, before, test } from 'node:test'
import { endpoints } from '../../server/interface.ts'
import { officeEndpoints } from '../../server/office.ts'
import type { Endpoint } from '../../server/platform/http/endpoint.ts'
import { insertSamples } from '../support/samples.ts'
import { testInstance } from '../support/test-instance.ts'

const kontor = await testInstance()
const administrator = await kontor.signIn()
before(async () => {
  await insertSamples(kontor)
  await kontor.app.listen({ port: 0, host: '127.0.0.1' })
})
after(() => kontor.close())

/** Sends a request line as it is. @returns the status; 0: the connection was closed without a response */
async function statusOf(method: string, target: string): Promise<number> {
  const { port } = kontor.app.server.address() as AddressInfo
  const socket = connect(port, '127.0.0.1')
  socket.write(`${method} ${target} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n`)
  const text = Buffer.concat(await socket.toArray()).toString('latin1')
  return Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
}

const paths = [
  ...['/', '/office', '/office/', '/office/assets/', '/office/api/session', '/office/api/%00', '/docs'],
  ...['/docs/assets/%00', '/healthz', '/metrics', '/newsletter/confirm/%00', '/restapi/v1/events'],
  ...['/restapi/v1/contacts/%00', '/restapi/v1/events?eventId=%00&%00=1', '/office/api/contacts?q=%00'],
  ...['/nothing', '/%', '/%00', '/%ff', '//', '/..', '/?%', '*', 'x', 'http://[/', `/${'a/'.repeat(2000)}`],
]
const methods = [...METHODS, 'FETCH', 'get', 'Get', 'GE T', 'X'.repeat(100), '', '\u0000', '{}']

test('no method on any path, known to the parser or not, is an error of the server', async () => {
  const failed: string[] = []
  for (const path of paths)
    for (const method of methods) {
      const status = await statusOf(method, path)
      // node closes the connection of CONNECT.
      if (status >= 500 || (status === 0 && method !== 'CONNECT')) failed.push(`${method} ${path}: ${status}`)
    }
  assert.deepEqual(failed, [])
  assert.equal(await statusOf('TRACE', '/restapi/v1/events'), 405)
  assert.equal(await statusOf('FETCH', '/restapi/v1/events'), 405)
})

const conditions = {
  range: [
    'bytes=x',
    'bytes=9999999999999999999999-',
    'bytes=-0',
    'bytes=5-2',
    'lines=1-2',
    'bytes=0-0,'.repeat(500),
  ],
  'if-match': ['"x"', '*', '"', 'W/'],
  'if-none-match': ['*', '"', 'x, "y'],
  'if-modified-since': ['yesterday', 'Mon, 99 Foo 9999 99:99:99 GMT'],
  'if-unmodified-since': ['yesterday', 'Mon, 01 Jan 0001 00:00:00 GMT'],
  accept: ['', '*', ';q=2', 'a/b/c'],
  'accept-encoding': ['br;q=x', ',,,', 'identity;q=0, *;q=0'],
  'accept-language': ['', '-', ';q=9'],
}

test('no condition, range or preference of a read is an error of the server', async () => {
  const failed: string[] = []
  const send = async (url: string, headers: Record<string, string>) => {
    const { statusCode } = await kontor.app.inject({ method: 'GET', url, headers })
    if (statusCode >= 500) failed.push(`${url} ${JSON.stringify(headers)}: ${statusCode}`)
  }
  const withId = (path: string) => path.replace(/\{\w+\}/g, '102')
  const reads = [
    ...endpoints
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => ({
        url: `/restapi/v1${withId(path)}`,
        headers: { authorization: `token ${kontor.token}` },
      })),
    ...officeEndpoints
      .filter(({ method }) => method === 'GET')
      .map(({ path }) => ({ url: `/office/api${withId(path)}`, headers: { cookie: administrator.cookie } })),
    ...[
      '/docs',
      '/docs/assets/guide.css',
      '/docs/de/search',
      '/docs/en/reference',
      '/office',
      '/newsletter/confirm/x',
      '/restapi/v1/openapi.json',
    ].map((url) => ({ url, headers: {} })),
  ]
  for (const { url, headers } of reads) {
    for (let round = 0; round < 6; round++) {
      const chosen = Object.entries(conditions).map(([name, values]) => [
        name,
        values[round % values.length]!,
      ])
      await send(url, { ...headers, ...Object.fromEntries(chosen) })
    }
    for (const query of ['%00=%00', '%', 'perPage=1e9&page=-1', 'q[]=x&q[]=y', 'sort=%F0%9F%92%A9', '&&==&'])
      await send(`${url}?${query}`, headers)
  }
  assert.deepEqual(failed, [])
})

test('a body that is missing, or no object, is a bad request of every endpoint of the back office', async () => {
  const wrong: string[] = []
  for (const { method, path, body, upload } of officeEndpoints as readonly Endpoint[]) {
    if (body === undefined || upload) continue
    for (const payload of ['', 'null', '[]', '"text"', '1']) {
      const { statusCode, json } = await kontor.app.inject({
        method: method as 'POST',
        url: `/office/api${path.replaceAll(/\{\w+\}/g, '102')}`,
        headers: {
          cookie: administrator.cookie,
          'x-csrf-token': administrator.csrfToken,
          'content-type': 'application/json',
        },
        payload,
      })
      const fields = (json().details as { field: string }[] | undefined)?.map(({ field }) => field)
      if (statusCode !== 400 || !fields?.includes('body'))
        wrong.push(`${method} ${path} ${payload}: ${statusCode} ${fields}`)
    }
  }
  assert.deepEqual(wrong, [])
})
