// A user, a token and a key of one client learn nothing of another client, and change nothing of it. Every endpoint of the five
// registries answers the same, byte by byte, whether or not the other clients have records: `full` has records of every kind of all
// clients, `alone` has those of client 3 only. A new endpoint is tested as soon as its registry lists it; a new table fails the tests of
// the tables below.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import type { TSchema } from 'typebox'
import { integrationEndpoints, integrationPrefix } from '../server/integration.ts'
import { endpoints } from '../server/interface.ts'
import { officeEndpoints } from '../server/office.ts'
import { publicFiles, publicPages, websitePages } from '../server/pages.ts'
import { userRights } from '../server/platform/ground/rights.ts'
import type { Endpoint } from '../server/platform/http/endpoint.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from '../server/website.ts'
import { sampleValue } from './support/sample-value.ts'
import {
  idOffset,
  idsOfOthers,
  instanceOfClients,
  ownClient,
  rowsOfOthers,
  tablesOfClients,
} from './support/two-clients.ts'

const full = await instanceOfClients(true)
const alone = await instanceOfClients(false)
const worlds = [full, alone] as const
setTimeout(() => process.exit(1), 280_000).unref()
after(async () => {
  for (const { kontor } of worlds) await kontor.close()
})
const others = await idsOfOthers(full.kontor.owner)

const user = { name: 'Own', rights: [...userRights], clientIds: [ownClient], crm: true }
const sessions = await Promise.all(worlds.map(({ kontor }) => kontor.signIn(user)))
const tokens = await Promise.all(worlds.map(({ kontor }) => kontor.addUser(user)))

/** The tables of the records that parameters and fields name. */
const tableOfName: Readonly<Record<string, string>> = {
  attachmentId: 'attachment',
  bookingId: 'booking',
  bookingIds: 'booking',
  certificateId: 'certificate',
  confirmationId: 'invoice_confirmation',
  dateId: 'event_date',
  deliveryId: 'webhook_delivery',
  formid: 'newsletter_form',
  formId: 'newsletter_form',
  importId: 'contact_import',
  keyId: 'website_key',
  leadId: 'lead',
  leadid: 'lead',
  leadCategory: 'lead_category',
  linkedDateId: 'event_date',
  linkedDateIds: 'event_date',
  linkId: 'attendance_link',
  messageId: 'message',
  moduleDateIds: 'event_date',
  orderId: 'booking_order',
  partId: 'booking',
  participantId: 'booking',
  replyId: 'outbox_mail',
  sourceDateId: 'event_date',
  taskId: 'task',
  tcpId: 'booking',
  webhookId: 'webhook',
}

/** Of the records in paths such as `/dates/{id}`. */
const tableOfPath: Readonly<Record<string, string>> = {
  dates: 'event_date',
  bookings: 'booking',
  orders: 'booking_order',
  withdrawals: 'withdrawal',
  'newsletter-forms': 'newsletter_form',
  'outbox-mails': 'outbox_mail',
  'lead-categories': 'lead_category',
  'saved-views': 'saved_view',
  leads: 'lead',
  tasks: 'task',
  certificates: 'certificate',
  imports: 'contact_import',
  messages: 'message',
}

/** Of parameters that are no ids. */
const textOfName: Readonly<Record<string, string>> = {
  cause: 'booked',
  contactid: '21',
  emailaddress: 'jana@zuhause.example',
  filename: 'a.csv',
  key: 'x',
  kind: 'participant-list',
  list: 'booking-statuses',
  owner: 'event',
  searchPeriod: 'all',
  clientId: '1',
  letterheadId: '1',
  contactId: '21',
  companyId: '11',
  trainerId: '7',
  locationId: '31',
  event: '1',
  slug: '1',
  name: 'x',
  problem: 'not-found',
  secret: 'x'.repeat(43),
}

/** Parameters that only say how a list is shown. */
const isOfThePage: ReadonlySet<string> = new Set(['page', 'perPage', 'sort', 'order', 'language'])

/** Whose records a request names. */
type Whose = 'others' | 'own'

function valueOfParameter(path: string, name: string, whose: Whose): string {
  const table = name === 'id' ? tableOfPath[path.split('/')[1]!] : tableOfName[name]
  if (table === undefined) return textOfName[name] ?? '1'
  const id = others[table] ?? 1
  return String(whose === 'others' ? id : id + idOffset)
}

const fill = (path: string, whose: Whose): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name) => valueOfParameter(path, name, whose))

type Node = TSchema & {
  type?: string
  items?: Node
  anyOf?: Node[]
  properties?: Record<string, Node>
  required?: string[]
}

/** A value of a schema whose ids are those of records of others. */
function bodyOf(schema: Node, name: string, path: string, onlyRequired: boolean): unknown {
  if (schema.anyOf) return bodyOf(schema.anyOf[0]!, name, path, onlyRequired)
  if (schema.type === 'object') {
    const names = Object.keys(schema.properties ?? {}).filter(
      (one) => !onlyRequired || schema.required?.includes(one),
    )
    return Object.fromEntries(
      names.map((one) => [one, bodyOf(schema.properties![one]!, one, path, onlyRequired)]),
    )
  }
  if (schema.type === 'array') return [bodyOf(schema.items!, name, path, onlyRequired)]
  const table = tableOfName[name] ?? (/^ids?$/.test(name) ? tableOfPath[path.split('/')[1]!] : undefined)
  if (schema.type === 'integer' && table) return others[table] ?? 1
  if (schema.type === 'integer' && textOfName[name] && /Id$/.test(name)) return Number(textOfName[name])
  if (/[eE]mail$/.test(name)) return 'jana@zuhause.example'
  try {
    return sampleValue(name, schema)
  } catch {
    return 'x'
  }
}

type Call = { method: string; path: string; headers: Record<string, string>; payload?: string | undefined }
/** A request to each of the worlds. */
type Request = { what: string; isWrite: boolean; calls: readonly [Call, Call] }

type Scheme = 'interface' | 'integration' | 'office'
const prefixes = { interface: '/restapi/v1', integration: integrationPrefix, office: '/office/api' } as const

function requestsOf(endpoint: Endpoint, scheme: Scheme): Request[] {
  const { method, path } = endpoint
  const requests: Request[] = []
  const add = (target: string, body?: unknown) => {
    const payload = endpoint.upload
      ? 'Vorname;Nachname;E-Mail\nA;B;a@b.example\n'
      : body === undefined
        ? undefined
        : JSON.stringify(body)
    const calls = [0, 1].map((world): Call => {
      const authentication: Record<string, string> =
        scheme === 'office'
          ? { cookie: sessions[world]!.cookie, 'x-csrf-token': sessions[world]!.csrfToken }
          : { authorization: `token ${tokens[world]!.token}` }
      const type = endpoint.upload ? 'application/octet-stream' : 'application/json'
      return {
        method,
        path: prefixes[scheme] + target,
        headers: { ...authentication, ...(payload === undefined ? {} : { 'content-type': type }) },
        payload,
      }
    }) as [Call, Call]
    requests.push({
      what: `${scheme} ${method} ${target} ${payload ?? ''}`,
      isWrite: method !== 'GET',
      calls,
    })
  }
  const targets = [...new Set([fill(path, 'others'), fill(path, 'own')])]
  const query = (endpoint.query ?? endpoint.input) as Node | undefined
  for (const target of targets) {
    if (method !== 'GET') {
      const body = (endpoint.body ?? endpoint.input) as Node | undefined
      if (!body) add(target)
      else for (const onlyRequired of [true, false]) add(target, bodyOf(body, '', path, onlyRequired))
      continue
    }
    const required = (query?.required ?? []).map(
      (name) => [name, bodyOf(query!.properties![name]!, name, path, true)] as const,
    )
    const withQuery = (more: (readonly [string, unknown])[]) => {
      const parameters = new URLSearchParams(
        [...required, ...more].map(([name, value]): [string, string] => [name, String(value)]),
      )
      return parameters.size > 0 ? `${target}?${parameters}` : target
    }
    add(withQuery([]))
    for (const [name, schema] of Object.entries(query?.properties ?? {}))
      if (!query!.required?.includes(name) && !isOfThePage.has(name))
        add(withQuery([[name, name === 'q' ? 'excel' : bodyOf(schema, name, path, true)]]))
  }
  return requests
}

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

const measured = ['x-total-count', 'location', 'x-kontor-conflict', 'content-disposition']

async function send({ calls }: Request): Promise<[string, string]> {
  const answers: string[] = []
  for (const [world, { method, path, headers, payload }] of calls.entries()) {
    const {
      statusCode,
      headers: sent,
      body,
    } = await worlds[world]!.kontor.app.inject({
      method: method as 'GET',
      url: path,
      headers,
      ...(payload === undefined ? {} : { payload }),
    })
    const isText = /json|text|xml|calendar/.test(String(sent['content-type'] ?? ''))
    const shown = measured.map((name) => `${name}: ${sent[name] ?? ''}`).join('\n')
    answers.push(`${statusCode}\n${shown}\n${isText ? normalized(body) : `a file`}`)
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
    if (/^5/.test(withOthers)) leaks.push(`${request.what}\n  failed: ${withOthers.slice(0, 200)}`)
    if (!request.isWrite || !/^2/.test(withOthers)) continue
    const now = await rowsOfOthers(full.kontor.owner)
    const changed = Object.keys(now).filter((table) => now[table] !== before[table])
    if (changed.length > 0) leaks.push(`${request.what}\n  changed rows of the others: ${changed.join(', ')}`)
    before = now
  }
  if (leaks.length > 0)
    (await import('node:fs')).appendFileSync('/tmp/w/clients/leaks.txt', leaks.join('\n') + '\n')
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
    .flatMap((endpoint) => requestsOf(endpoint, scheme))

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
          fill(path.replace('/public/v1', ''), whose).replace(
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
      websiteRequest('POST', `/public/v1${path}`, bodyOf(body as Node, '', path, onlyRequired)),
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

const shared = 'of contacts, companies and the catalogue, which all clients share'
const ofInstance = 'of the instance: only administrators see the rows, or no endpoint shows them'
const ofUsers = 'of users, whom administrators manage; a request reads those of its own user'
const searched =
  'search/candidates.sql.ts selects by client: a policy would keep the search from using its index'

/** Tables without a policy, and why client 3 may see all of their rows, or sees none. */
const withoutPolicy: Readonly<Record<string, string>> = {
  address: shared,
  address_type: shared,
  app_user: ofUsers,
  article: shared,
  backup_run: ofInstance,
  booking_question: shared,
  booking_status: shared,
  bounced_address: shared,
  cache_invalidation: ofInstance,
  cancellation_step: shared,
  catalogue: shared,
  catalogue_category: shared,
  catalogue_change: ofInstance,
  catalogue_file: shared,
  challenge_secret: ofInstance,
  client: ofInstance,
  communication_template: ofInstance,
  company_link: shared,
  contact: shared,
  contact_category: shared,
  contact_identity: shared,
  contact_in_category: shared,
  contact_merge: shared,
  date_format: shared,
  date_status: shared,
  duplicate_dismissal: shared,
  duplicate_pair: shared,
  email_address: shared,
  event: shared,
  event_file: shared,
  event_in_category: shared,
  event_price: shared,
  event_slug: shared,
  feedback_question: shared,
  file_access_right: shared,
  files_folder: ofInstance,
  group_discount_step: shared,
  hotel_quota_status: shared,
  idempotency_key: ofUsers,
  image: shared,
  image_rendition: shared,
  image_resize: shared,
  invitation: ofUsers,
  known_device: ofUsers,
  lead_status: shared,
  location: shared,
  location_data: shared,
  mailbox: ofInstance,
  migration: ofInstance,
  module_type: shared,
  newsletter_service: shared,
  newsletter_subscription: shared,
  phone: shared,
  room: shared,
  search_entry: searched,
  search_pending: searched,
  search_word: searched,
  security_event: ofInstance,
  series_sort: shared,
  session: ofUsers,
  setting: ofInstance,
  sign_in_failure: ofInstance,
  stored_file: shared,
  terms_document: ofInstance,
  terms_version: ofInstance,
  token: ofUsers,
  trainer: shared,
  trainer_absence: shared,
  trainer_data: shared,
  travel_time: shared,
  used_challenge: ofInstance,
  user_client: ofUsers,
  user_right: ofUsers,
  voucher: ofInstance,
  webhook_cursor: ofInstance,
  website_pages: ofInstance,
}

test('every table keeps clients apart, or is shared', async () => {
  const tables = await tablesOfClients(full.kontor.owner)
  const { rows } = await sql<{ name: string; refersTo: string }>`
    select c.relname as name, coalesce((select string_agg(distinct f.confrelid::regclass::text, ',') from pg_constraint f
      where f.contype = 'f' and f.conrelid = c.oid), '') as "refersTo"
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not c.relrowsecurity order by 1`.execute(
    full.kontor.owner,
  )
  assert.ok(tables.length > 50)
  assert.deepEqual(
    rows.map(({ name }) => name),
    Object.keys(withoutPolicy),
  )
})
