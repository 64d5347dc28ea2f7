// A user, a token and a key of one client learn nothing of another client, and change nothing of it. Every endpoint of the five
// registries answers the same, byte by byte, whether or not the other clients have records: `full` has records of every kind of all
// clients, `alone` has those of client 3 only. A new endpoint is tested as soon as its registry lists it.
// `clients-tables.test.ts` finds a new table without a policy.
import assert from 'node:assert/strict'
import { AsyncLocalStorage } from 'node:async_hooks'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { integrationEndpoints } from '../../server/integration.ts'
import { endpoints } from '../../server/interface.ts'
import { officeEndpoints } from '../../server/office.ts'
import { publicFiles, publicPages, websitePages } from '../../server/pages.ts'
import { userRights } from '../../server/platform/ground/rights.ts'
import type { Endpoint } from '../../server/platform/http/endpoint.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from '../../server/website.ts'
import {
  bodyOf,
  type Call,
  fill,
  type Node,
  type Request,
  requestsOf,
  type Scheme,
} from '../support/client-requests.ts'
import { idsOfOthers, instanceOfClients, ownClient, rowsOfOthers } from '../support/two-clients.ts'

const full = await instanceOfClients(true)
const alone = await instanceOfClients(false)
const worlds = [full, alone] as const
after(async () => {
  for (const { kontor } of worlds) await kontor.close()
})
const others = await idsOfOthers(full.kontor.owner)

const user = { name: 'Own', rights: [...userRights], clientIds: [ownClient], crm: true }
const sessions = await Promise.all(worlds.map(({ kontor }) => kontor.signIn(user)))
const headersOf = (world: number, scheme: Scheme): Record<string, string> =>
  scheme === 'office'
    ? { cookie: sessions[world]!.cookie, 'x-csrf-token': sessions[world]!.csrfToken }
    : { authorization: `token ${tokens[world]!.token}` }
const tokens = await Promise.all(worlds.map(({ kontor }) => kontor.addUser(user)))

/** Without what differs between two instances in any case: secrets, times of the machine, versions, which number all changes. */
const normalized = (text: string): string =>
  text
    .replaceAll(/"version":\d+/g, '"version":0')
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'uuid')
    .replaceAll(/\d{4}-?\d\d-?\d\dT\d\d:?\d\d:?\d\d[.\d]*(Z|[+-]\d\d:\d\d)/g, 'time')
    .replaceAll(/SEQUENCE:\d+/g, 'SEQUENCE')
    .replaceAll(/Request id: [\w-]+/g, 'Request id')
    .replaceAll(/"(logId|secret|link|url|requestId|token|key|address)":("[^"]*"|\d+)/g, '"$1":""')
    .replaceAll(/[\w-]{43}/g, 'secret')

let statementCount = 0
/**
 * The statements of a request that run in the role of its clients, which stand for its time: a machine under load blurs that. Others
 * fill caches, such as the read model, for whoever asks first.
 */
const statementsOf = new AsyncLocalStorage<string[]>()
const inRole = new WeakSet<pg.Client>()
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
  const [statement] = input as [string | { text: string }]
  const text = typeof statement === 'string' ? statement : statement.text
  if (text.includes('enter_clients')) inRole.add(this)
  else if (/^(commit|rollback)$/.test(text)) inRole.delete(this)
  else if (inRole.has(this) && !/pg_(constraint|class)/.test(text)) statementsOf.getStore()?.push(text)
  return (query as (...all: unknown[]) => unknown).apply(this, input)
} as typeof query

const measured = ['x-total-count', 'location', 'x-kontor-conflict', 'content-disposition']

async function send({ calls }: Request): Promise<[string, string]> {
  const answers: string[] = []
  for (const [world, { method, path, headers, payload }] of calls.entries()) {
    const statements: string[] = []
    const {
      statusCode,
      headers: sent,
      body,
      rawPayload,
    } = await statementsOf.run(
      statements,
      async () =>
        await worlds[world]!.kontor.app.inject({
          method: method as 'GET',
          url: path,
          headers,
          ...(payload === undefined ? {} : { payload }),
        }),
    )
    const isText = /json|text|\/xml|\+xml|calendar/.test(String(sent['content-type'] ?? ''))
    const shown = measured.map((name) => `${name}: ${sent[name] ?? ''}`).join('\n')
    statementCount += statements.length
    answers.push(
      `${statements.length} statements\n${statusCode}\n${shown}\n${isText ? normalized(body) : `a file of ${rawPayload.length} bytes`}`,
    )
  }
  return answers as [string, string]
}

/** Sends requests to both worlds. @returns what client 3 learns or changes of the others */
async function findLeaks(requests: readonly Request[]): Promise<string[]> {
  const leaks: string[] = []
  let before = await rowsOfOthers(full.kontor.owner)
  for (const request of requests) {
    const [withOthers, without] = await send(request)
    if (withOthers !== without)
      leaks.push(
        `${request.what}\n  with the others: ${excerpt(withOthers, without)}\n  without: ${excerpt(without, withOthers)}`,
      )
    if (/^\d+ statements\n5/.test(withOthers))
      leaks.push(`${request.what}\n  failed: ${withOthers.slice(0, 200)}`)
    if (!request.isWrite || !/^\d+ statements\n2/.test(withOthers)) continue
    const now = await rowsOfOthers(full.kontor.owner)
    const changed = Object.keys(now).filter((table) => now[table] !== before[table])
    if (changed.length > 0) leaks.push(`${request.what}\n  changed rows of the others: ${changed.join(', ')}`)
    before = now
  }
  return leaks
}

/** Where a text differs from another one. */
function excerpt(text: string, other: string): string {
  let from = 0
  while (from < text.length && text[from] === other[from]) from++
  return JSON.stringify(text.slice(Math.max(0, from - 80), from + 120))
}

/** They end the session, or wait for a while. */
const notSent =
  /^(DELETE \/session|POST \/session|POST \/password|POST \/sessions|DELETE \/sessions|POST \/second-factor|POST \/duplicates\/scan)/

const sent = (scheme: Scheme, registry: readonly Endpoint[], reads: boolean) =>
  registry
    .filter(({ method, path }) => !(scheme === 'office' && notSent.test(`${method} ${path}`)))
    .filter(({ method }) => (method === 'GET') === reads)
    .flatMap((endpoint) => requestsOf(endpoint, scheme, others, headersOf))

const office = officeEndpoints as readonly Endpoint[]

const websiteRequest = (method: 'GET' | 'POST', path: string, body?: unknown): Request => ({
  what: `${method} ${path} ${body === undefined ? '' : JSON.stringify(body)}`,
  isWrite: method === 'POST',
  calls: worlds.map(({ key }) => ({
    method,
    path,
    headers: {
      authorization: `Bearer ${key}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    payload: body === undefined ? undefined : JSON.stringify(body),
  })) as unknown as [Call, Call],
})

test('every table of clients has rows of both', async () => {
  const rows = await rowsOfOthers(full.kontor.owner)
  const empty = Object.entries(rows).flatMap(([name, hash]) => (hash === '' ? [name] : []))
  assert.deepEqual(empty, ['saved_view'])
})

for (const [scheme, registry] of [
  ['interface', endpoints.filter(({ cached }) => !cached)],
  ['integration', integrationEndpoints],
  ['office', office],
] as const)
  test(`no endpoint of the ${scheme} shows what belongs to other clients`, async () => {
    assert.deepEqual(await findLeaks(sent(scheme, registry, true)), [])
  })

test('no endpoint of the public interface, and no page, shows to a key what belongs to other clients', async () => {
  const paths = [
    ...[...publicEndpoints, publicFileEndpoint].map(({ path }) => `/public/v1${path}`),
    ...[...websitePages, ...publicPages, ...publicFiles].map(({ path }) => path),
  ]
  const requests = paths
    // A random text, a cursor, and the signing keys of all clients, with which anybody checks certificates.
    .filter((path) => !/challenge|\/changes|^\/verify/.test(path))
    .flatMap((path) =>
      (['others', 'own'] as const).map((whose) =>
        websiteRequest(
          'GET',
          fill(others, path.replace('/public/v1', ''), whose).replace(
            /^/,
            path.startsWith('/public/v1') ? '/public/v1' : '',
          ),
        ),
      ),
    )
  assert.deepEqual(await findLeaks(requests), [])
})

test('nobody books a date of another client with a key', async () => {
  const requests = publicWrites.flatMap(({ path, body }) =>
    [true, false].map((onlyRequired) =>
      websiteRequest('POST', `/public/v1${path}`, bodyOf(others, body as Node, '', path, onlyRequired)),
    ),
  )
  assert.deepEqual(await findLeaks(requests), [])
})

for (const [scheme, registry] of [
  ['interface', endpoints],
  ['integration', integrationEndpoints],
  ['office', office],
] as const)
  test(`no endpoint of the ${scheme} changes what belongs to other clients`, async () => {
    assert.deepEqual(await findLeaks(sent(scheme, registry, false)), [])
  })

test('requests of both instances run the same number of statements', () => {
  // The tests above compare them; they are counted at all.
  assert.ok(statementCount > 2000, String(statementCount))
})

test('a leak is found: bookings without their policy', async () => {
  const { owner } = full.kontor
  await sql`alter table booking disable row level security`.execute(owner)
  const leaks = await findLeaks(
    sent(
      'office',
      office.filter(({ path }) => path === '/bookings'),
      true,
    ),
  )
  await sql`alter table booking enable row level security`.execute(owner)
  assert.ok(
    leaks.some((leak) => leak.startsWith('office GET /bookings \n')),
    leaks.join('\n'),
  )
})
