// The samples that keep a copy, with a catalogue of 6,000 changes: they wait when they are told to, and go on where they broke off.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { createClient, updateCopy } from '../../clients/typescript/src/index.ts'
import { needs } from '../support/programs.ts'
import { openWebsite, type Website } from '../support/website.ts'

const folder = join(import.meta.dirname, '../../docs/guide/samples/nightly-sync')
const dateCount = 6000
let site: Website
let key: string
let kontorUrl = ''
let proxy: Server
let proxyUrl = ''

/** The proxy in front of Kontor: refuses the requests of these numbers for a second, and fails from one on. */
let requestCount = 0
let refused: readonly number[] = []
let failsFrom = Number.POSITIVE_INFINITY
const pauses: number[] = []

before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'R', true);
    insert into event_date (id, event_id, title, start_date, participants_max, is_published, status)
      select i, 1, 'Date ' || i, date '2027-01-01' + i % 300, 10, true, 'open' from generate_series(1, ${sql.lit(dateCount)}) i`.execute(
    site.kontor.db,
  )
  key = await site.createKey()
  kontorUrl = await site.kontor.app.listen({ port: 0, host: '127.0.0.1' })
  let refusedAt = 0
  proxy = createServer(async (request, response) => {
    requestCount++
    if (refusedAt > 0) pauses.push(Date.now() - refusedAt)
    refusedAt = 0
    if (requestCount >= failsFrom) return response.writeHead(500).end('broken')
    if (refused.includes(requestCount)) {
      refusedAt = Date.now()
      return response.writeHead(429, { 'retry-after': '1' }).end()
    }
    const { authorization } = request.headers
    const answer = await fetch(kontorUrl + request.url, { headers: authorization ? { authorization } : {} })
    response
      .writeHead(answer.status, { 'content-type': answer.headers.get('content-type')! })
      .end(Buffer.from(await answer.arrayBuffer()))
  })
  await new Promise<void>((done) => {
    proxy.listen(0, '127.0.0.1', done)
  })
  proxyUrl = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`
})
after(async () => {
  proxy?.close()
  await site?.kontor.close()
})

const change = (seats: number) =>
  sql`update event_date set participants_max = ${seats}`.execute(site.kontor.owner)

type Copied = Record<string, { seats: { max: number } }>

/** Runs a sync: everything, 6,000 changes in which it breaks off, and the rest. @returns the copy */
async function tryOut(run: () => Promise<void>, read: () => Promise<Copied>, seats: number): Promise<void> {
  const runWith = async (of: { refused?: number[]; failsFrom?: number }) => {
    requestCount = 0
    pauses.length = 0
    refused = of.refused ?? []
    failsFrom = of.failsFrom ?? Number.POSITIVE_INFINITY
    await run()
    return requestCount
  }
  await runWith({ refused: [1, 5] })
  assert.equal(Object.keys(await read()).length, dateCount)
  assert.equal(pauses.length, 2)
  assert.ok(
    pauses.every((ms) => ms > 900 && ms < 10_000),
    pauses.join(),
  )

  await change(seats)
  await assert.rejects(runWith({ refused: [3], failsFrom: 22 }))
  const changed = Object.values(await read()).filter((date) => date.seats.max === seats)
  assert.equal(changed.length, 2000, 'the 20 pages before it broke off')
  assert.ok((await runWith({})) < 50, `${requestCount} requests for the rest`)
  const copy = await read()
  assert.ok(Object.values(copy).every((date) => date.seats.max === seats))
  assert.equal(Object.keys(copy).length, dateCount)
}

const languages = { js: process.execPath, php: 'php', py: 'python3' } as const
for (const [ending, program] of Object.entries(languages))
  test(`the nightly sync of the guide in .${ending}`, { skip: needs(program) }, async () => {
    const cwd = await mkdtemp(join(tmpdir(), 'kontor-sync-'))
    try {
      const file = `sample.${ending === 'js' ? 'mjs' : ending}`
      const source = await readFile(join(folder, `sample.${ending}`), 'utf8')
      const text = source.replaceAll('https://kontor.example', proxyUrl).replaceAll('pk_demo', key)
      await writeFile(join(cwd, file), text)
      await tryOut(
        async () => void (await promisify(execFile)(program, [file], { cwd })),
        async () => JSON.parse(await readFile(join(cwd, 'dates.json'), 'utf8')).dates,
        11 + Object.keys(languages).indexOf(ending),
      )
    } finally {
      await rm(cwd, { recursive: true, force: true })
    }
  })

test('`updateCopy` of the TypeScript client', async () => {
  const copy: Copied = {}
  let cursor: string | undefined
  await tryOut(
    async () => {
      await updateCopy(createClient({ baseUrl: proxyUrl, key, retries: 3 }), {
        readCursor: () => cursor,
        writeCursor(next) {
          cursor = next
        },
        put(copied) {
          if (copied.type === 'date') copy[copied.id] = copied.record
        },
        remove: (_type, id) => delete copy[id],
        keepOnly() {},
      })
    },
    async () => copy,
    20,
  )
})
