// Rows 1 and 2: a contact by its e-mail address, a contact made.
import { isDeepStrictEqual } from 'node:util'
import { startCeiling } from './ceilings.ts'
import { compare, type Effort, type Row } from './compare.ts'
import type { Instance } from './instance.ts'
import { get, prefix, type Service, serveBeside } from './kontor.ts'
import type { Requests } from './load.ts'
import { emailOf } from './seed.ts'

const asked = 5000

const searchPath = (n: number): string => `${prefix}/contacts/search/email/${encodeURIComponent(emailOf(n))}`

/** Addresses spread over all contacts, in no order that an index has. */
const searchPaths = (persons: number): string[] =>
  Array.from({ length: Math.min(asked, persons) }, (_, index) => searchPath(1 + ((index * 7919) % persons)))

export const newContact: Requests = {
  method: 'POST',
  paths: [`${prefix}/contacts`],
  body: JSON.stringify({
    salutation: 'ms',
    firstName: 'Jana',
    lastName: 'Köhler',
    email: 'jana.koehler.{n}@nordlicht.example',
    company: 'Nordlicht Maschinenbau GmbH',
    street: 'Hafenstraße',
    houseNumber: '12a',
    zip: '20457',
    city: 'Hamburg',
    country: 'DE',
    phone: { countryCode: '49', areaCode: '40', number: '66969123' },
  }),
}

/** Keeps the service's own answers where the ceiling's one statement finds them. @returns the size of one */
async function keepAnswers(instance: Instance, service: Service, paths: readonly string[]): Promise<number> {
  const { client, token } = instance
  await client.query('create schema bench')
  await client.query('create table bench.answer (contact_id integer primary key, body text not null)')
  const bodies: string[] = []
  for (let start = 0; start < paths.length; start += 50) {
    const page = paths.slice(start, start + 50)
    bodies.push(
      ...(await Promise.all(page.map(async (path) => (await get(service, path, token)).toString()))),
    )
  }
  const ids = bodies.map((body) => (JSON.parse(body) as { id: number }[])[0]!.id)
  await client.query('insert into bench.answer select * from unnest($1::int[], $2::text[])', [ids, bodies])
  await client.query('vacuum (analyze) bench.answer')
  return Buffer.byteLength(bodies[0]!)
}

/** Row 1. */
export async function compareSearch(
  instance: Instance,
  service: Service,
  persons: number,
  effort: Effort,
): Promise<Row> {
  const paths = searchPaths(persons)
  const bytes = await keepAnswers(instance, service, paths)
  const ceiling = await startCeiling('contact', { connection: instance.connection })
  const [one, other] = await Promise.all(
    [service, ceiling].map((target) => get(target, paths[1]!, instance.token)),
  )
  if (!isDeepStrictEqual(one, other)) throw new Error('the ceiling sends other bytes than the service')
  const requests: Requests = { method: 'GET', paths }
  const { token } = instance
  const row = await compare(
    'contact by e-mail',
    bytes,
    { address: service.address, token, requests },
    { address: ceiling.address, token, requests },
    effort,
  )
  await ceiling.stop()
  return row
}

async function postOnce(service: { address: string }, token: string): Promise<number> {
  const response = await fetch(service.address + newContact.paths[0], {
    method: 'POST',
    headers: { authorization: `token ${token}`, 'content-type': 'application/json' },
    body: newContact.body!.replace('{n}', `first-${performance.now()}`),
    signal: AbortSignal.timeout(60_000),
  })
  const body = await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`POST /contacts answers ${response.status}`)
  return body.byteLength
}

/** How many rows of each kind there are, so that product and ceiling can be held against each other. */
async function countRows(instance: Instance): Promise<number[]> {
  const tables = ['contact', 'address', 'email_address', 'phone', 'contact_identity', 'contact_in_category']
  const { rows } = await instance.client.query(
    `select ${tables.map((table) => `(select count(*)::int from ${table}) as ${table}`).join(', ')}`,
  )
  return Object.values(rows[0]) as number[]
}

/** Row 2. */
export async function compareCreation(instance: Instance, service: Service, effort: Effort): Promise<Row> {
  const ceiling = await startCeiling('create', { connection: instance.connection })
  const before = await countRows(instance)
  const bytes = await postOnce(service, instance.token)
  const between = await countRows(instance)
  await postOnce(ceiling, instance.token)
  const after = await countRows(instance)
  const made = (from: number[], to: number[]) => to.map((count, table) => count - from[table]!)
  if (!isDeepStrictEqual(made(before, between), made(between, after)))
    throw new Error('the ceiling makes other rows than the service')
  const { token } = instance
  const row = await compare(
    'contact creation',
    bytes,
    { address: service.address, token, requests: newContact },
    { address: ceiling.address, token, requests: newContact },
    effort,
  )
  await ceiling.stop()
  return row
}

/** Both rows against another checkout of Kontor on the same database: whether a change was worth it. */
export async function compareCheckouts(
  instance: Instance,
  service: Service,
  other: string,
  persons: number,
  effort: Effort,
): Promise<Row[]> {
  const beside = await serveBeside(instance.data, instance.connection, other)
  const { token } = instance
  const rows: Row[] = []
  const search: Requests = { method: 'GET', paths: searchPaths(persons) }
  for (const [name, requests] of [
    ['contact by e-mail', search] as const,
    ['contact creation', newContact] as const,
  ])
    rows.push(
      await compare(
        name,
        0,
        { address: service.address, token, requests },
        { address: beside.address, token, requests },
        effort,
      ),
    )
  await beside.stop()
  return rows
}
