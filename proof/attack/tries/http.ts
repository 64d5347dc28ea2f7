// Tries with requests that no client sends.
import { headOf, type Response } from '../send.ts'
import { recordOf, type Try } from './try.ts'

const brokenRequests: readonly string[] = [
  'GARBAGE\r\n\r\n',
  'GET\r\n\r\n',
  'GET / HTTP/9.9\r\n\r\n',
  'GET /\r\n\r\n',
  'GET / HTTP/1.1\r\n\r\n',
  'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  `GET /${'x'.repeat(100_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'X: 1\r\n'.repeat(5000)}\r\n`,
  'GET / HTTP/1.1\r\nHost : a\r\n\r\n',
  'GET / HTTP/1.1\nHost: a\n\n',
  'GET / HTTP/1.1\r\nHost: a\r\n X: folded\r\n\r\n',
  'GET http://evil.example/office HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //evil.example/%2f.. HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'OPTIONS * HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example:443\r\n\r\n',
  'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcde',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n',
  'POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n',
  `POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(100_000)}\r\na\r\n0\r\n\r\n`,
  `POST /restapi/v1/contacts HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n${'1\r\na\r\n'.repeat(2000)}0\r\n${'T: 1\r\n'.repeat(5000)}\r\n`,
  'GET /healthz HTTP/1.1\r\nHost: a\r\nUpgrade: h2c\r\nConnection: Upgrade, HTTP2-Settings\r\nHTTP2-Settings: x\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a\r\nExpect: 200-maybe\r\n\r\n',
  'GET /healthz\0 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /healthz HTTP/1.1\r\nHost: a\0b\r\n\r\n',
]

const paths: readonly string[] = [
  '/office/assets/',
  '/office/assets',
  '/office/assets/%00',
  '/office/assets/..%2f..%2fpackage.json',
  '/office/../package.json',
  '/office/%2e%2e/package.json',
  '/office/assets/%',
  '/docs/assets/',
  '/docs/assets/%2e%2e/package.json',
  '/%00',
  '/%',
  '/%FF',
  '//',
  '/restapi/v1/%00',
  '/restapi/v1/contacts/%00',
  '/restapi/v1/contacts/search/email/%00',
  '/restapi/v1/contacts/search/email/%',
  '/office/api/%00',
  '/office/api/contacts/%FF',
  '/newsletter/confirm/%00',
  '/newsletter/confirm/%FF',
  `/newsletter/confirm/${'x'.repeat(10_000)}`,
]

export const httpTries: readonly Try[] = [
  {
    name: 'broken HTTP',
    async run({ raw, check, send, expect }) {
      for (const bytes of brokenRequests) {
        const connection = await raw()
        connection.write(bytes)
        const text = await connection.closed(400)
        check(!/^HTTP\/1\.1 5/.test(text), `${JSON.stringify(bytes.slice(0, 80))}: ${text.slice(0, 60)}`)
      }
      // A second request that hides in the body of the first one.
      const smuggled = await raw()
      smuggled.write(
        `${headOf('POST /restapi/v1/contacts', { 'Content-Length': 40 })}${headOf('GET /healthz').slice(0, 40)}`,
      )
      check((await smuggled.closed(1000)).split('HTTP/1.1 ').length === 2, 'one request has two responses')
      expect(await send({ method: 'GET', path: '/readyz' }), [200], 'a request afterwards')
    },
  },
  {
    name: 'paths, methods and conditional headers that mean nothing',
    async run({ send, accounts, check }) {
      const own = { ...accounts.of('admin').office, ...accounts.of('admin').interface }
      const answers: Response[] = []
      for (const path of paths)
        for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'OPTIONS', 'PROPFIND', 'TRACE'])
          answers.push(await send({ method, path, headers: own }))
      const files = [
        '/office',
        '/docs/assets/guide.css',
        '/restapi/v1/openapi.json',
        '/restapi/v1/events',
        '/docs',
      ]
      for (const path of files)
        for (const [name, value] of [
          ['range', 'bytes=99999999999-'],
          ['range', 'bytes=a-b'],
          ['range', 'bytes=0-1,2-3,4-5,9-1'],
          ['if-match', '"nothing"'],
          ['if-match', '*'],
          ['if-none-match', '"'.repeat(1000)],
          ['if-modified-since', 'x'],
          ['accept-encoding', 'identity;q=0, *;q=0'],
        ] as const)
          answers.push(await send({ method: 'GET', path, headers: { ...own, [name]: value } }))
      const opened = answers.filter(({ text }) => text.includes('"devDependencies"'))
      check(opened.length === 0, 'a file outside the folder was served')
    },
  },
  {
    name: 'other hosts and forged headers of a proxy',
    async run({ office, send, api, expect, check, accounts }) {
      for (const host of ['evil.example', 'kontor.example.evil.example', '[::1', 'a b', ''])
        expect(
          await send({ method: 'GET', path: '/office', headers: { host } }),
          host === '' ? [200, 400, 421] : [400, 421],
          `Host ${host}`,
        )
      const forged = {
        forwarded: 'for=203.0.113.7;proto=https;host=evil.example',
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'https',
        'x-forwarded-host': 'evil.example',
      }
      expect(await api('admin', 'GET', '/users/crmUsers', undefined, forged), [200], 'forged headers')
      const sessions = await office('admin', 'GET', '/sessions', undefined, forged)
      check(!sessions.text.includes('203.0.113.7'), 'a forged address is believed')
      const page = await send({
        method: 'GET',
        path: '/',
        headers: { ...forged, ...accounts.of('admin').office },
      })
      check(!String(page.headers.location ?? '').includes('evil'), 'a redirect leads to another host')
    },
  },
  {
    name: 'records of a user who may see nothing',
    async run({ office, api, expect }) {
      for (const path of [
        '/contacts',
        '/companies',
        '/leads',
        '/tasks',
        '/users',
        '/tokens',
        '/change-log',
        '/settings',
      ])
        for (const suffix of ['', '/1', '/export'])
          expect(await office('powerless', 'GET', path + suffix), [400, 403, 404], path + suffix)
      for (const path of ['/contacts/1', '/companies/1', '/contacts/search/category/1'])
        expect(await api('powerless', 'GET', path), [403], path)
      expect(
        await api('powerless', 'POST', '/contacts', { lastName: 'x', email: 'x@attack.example' }),
        [403],
        'a contact',
      )
      const { csrfToken } = recordOf(await office('powerless', 'GET', '/session'))
      expect(
        await office('stranger', 'GET', '/session', undefined, { 'x-csrf-token': csrfToken }),
        [401],
        'no cookie',
      )
    },
  },
]
