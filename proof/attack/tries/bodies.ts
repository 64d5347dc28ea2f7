// Tries with bodies that are too large, too many, too slow or something else than they say.
import { setTimeout as wait } from 'node:timers/promises'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { headOf, type RawConnection } from '../send.ts'
import { atOnce, otherAddress, recordOf, type Try, type TryContext } from './try.ts'

const manyKeys = (count: number) => `{${Array.from({ length: count }, (_, index) => `"k${index}":1`).join()}}`
const json = { 'content-type': 'application/json' }
const mebibyte = 1024 * 1024
const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

/** Sends raw requests whose bodies never end; after some seconds all of them must have been answered with 408. */
async function stall(context: TryContext, count: number, head: string, seconds: number): Promise<void> {
  const open = await atOnce(count, () => context.raw(otherAddress))
  for (const connection of open) connection.write(head)
  const answers = await Promise.all(open.map((connection) => connection.closed(seconds * 1000)))
  const unanswered = answers.filter((text) => !/^HTTP\/1\.1 408 /.test(text)).length
  context.check(unanswered === 0, `${unanswered} of ${count} stalled bodies were not answered with 408`)
}

export const bodyTries: readonly Try[] = [
  {
    name: '1.5 million keys from a stranger, three bodies at once',
    async run({ send, expect }) {
      const body = manyKeys(1_500_000)
      const answers = await atOnce(3, () =>
        send({ method: 'POST', path: '/office/api/session', headers: json, body }).catch(() => undefined),
      )
      for (const answer of answers) if (answer) expect(answer, [413], 'a large body')
    },
  },
  {
    name: '1.5 million keys with a token, three bodies at once',
    heavy: true,
    async run({ api, expect, accounts, send }) {
      const body = manyKeys(1_500_000)
      const headers = { ...json, ...accounts.of('admin').interface }
      const answers = await atOnce(3, () =>
        send({ method: 'POST', path: '/restapi/v1/contacts', headers, body }).catch(() => undefined),
      )
      for (const answer of answers) if (answer) expect(answer, [413], 'a body of many keys')
      expect(await api('admin', 'GET', '/contacts/search/category/1'), [200], 'a read afterwards')
    },
  },
  {
    name: 'as many values as a body may have, twenty at once',
    heavy: true,
    async run({ accounts, send, expect }) {
      const headers = { ...json, ...accounts.of('admin').interface }
      const elements = `[${Array(24_000).fill('{"a":1}').join()}]`
      const body = `{"contactId":1,"elements":${elements}}`
      const answers = await atOnce(20, () =>
        send({ method: 'POST', path: '/restapi/v1/invoiceConfirm', headers, body }),
      )
      for (const answer of answers) expect(answer, [400, 413], 'a body of many values')
    },
  },
  {
    name: 'deep nesting',
    async run({ accounts, send, expect }) {
      const headers = { ...json, ...accounts.of('admin').interface }
      for (const [open, close] of [
        ['[', ']'],
        ['{"a":', '}'],
      ] as const)
        for (const depth of [33, 1000, 100_000]) {
          const body = `${open.repeat(depth)}1${close.repeat(depth)}`
          expect(
            await send({ method: 'POST', path: '/restapi/v1/contacts', headers, body }),
            [400],
            `${depth} levels`,
          )
        }
    },
  },
  {
    name: 'compressed bodies that unpack to gigabytes',
    heavy: true,
    async run({ accounts, api, send, expect }) {
      // Members of one gzip stream are decoded one after the other: four gibibytes.
      const gzip = Buffer.concat(Array(64).fill(gzipSync(Buffer.alloc(64 * mebibyte))))
      const bombs = { gzip, br: brotliCompressSync(Buffer.alloc(1024 * mebibyte), quickly) }
      const own = accounts.of('admin').interface
      const task = recordOf(await api('admin', 'POST', '/todo/import', { subject: 'Bombe' })).id
      const file = { ...own, 'content-type': 'application/octet-stream' }
      for (const [encoding, body] of Object.entries(bombs))
        for (const [path, headers] of [
          ['/restapi/v1/contacts', { ...own, ...json }],
          [`/restapi/v1/attachment/crm/${task}/bomb.bin`, file],
          ['/office/api/session', json],
        ] as const) {
          const call = { method: 'POST', path, headers: { ...headers, 'content-encoding': encoding }, body }
          // The service closes the connection while the body is still being sent.
          const answer = await send(call).catch(() => undefined)
          if (answer) expect(answer, [413], `${path} as ${encoding}`)
        }
    },
  },
  {
    name: 'forty sign-ins whose bodies never end',
    run: (context) =>
      stall(
        context,
        40,
        `${headOf('POST /office/api/session', { 'Content-Type': 'application/json', 'Content-Length': 5000 })}{"email":`,
        20,
      ),
  },
  {
    name: 'forty uploads whose bodies never end',
    long: true,
    async run(context) {
      const { accounts, api } = context
      const task = recordOf(await api('admin', 'POST', '/todo/import', { subject: 'Nie fertig' })).id
      const head = headOf(`POST /restapi/v1/attachment/crm/${task}/never.bin`, {
        Authorization: accounts.of('admin').interface['authorization']!,
        'Content-Type': 'application/octet-stream',
        'Content-Length': 100_000_000,
      })
      await stall(context, 40, head + 'x'.repeat(60_000), 60)
    },
  },
  {
    name: 'slow headers on two hundred connections',
    async run({ raw, send, expect }) {
      const open: RawConnection[] = await atOnce(200, () => raw(otherAddress))
      for (const connection of open)
        connection.write('GET /restapi/v1/events HTTP/1.1\r\nHost: localhost\r\n')
      for (let second = 0; second < 4; second++) {
        for (const connection of open) connection.write(`X-${second}: 1\r\n`)
        expect(await send({ method: 'GET', path: '/readyz' }), [200], 'another client')
        await wait(1000)
      }
    },
  },
  {
    name: 'more connections than an address may have',
    async run({ raw, send, check, expect }) {
      const open = await atOnce(1200, () => raw(otherAddress).catch(() => undefined))
      for (const connection of open) connection?.write(headOf('GET /healthz'))
      await wait(1500)
      const answered = open.filter((connection) => connection?.text().startsWith('HTTP/1.1 200')).length
      check(answered <= 1000 && answered >= 500, `${answered} of 1200 connections were answered`)
      if (otherAddress) expect(await send({ method: 'GET', path: '/readyz' }), [200], 'another address')
    },
  },
]
