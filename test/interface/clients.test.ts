// Clients that generators make of the OpenAPI document: compiled, and run against an instance.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { exampleEvent } from '../../server/catalogue/contract/event.example.ts'
import { importDataSet } from '../../server/exchange/import.ts'
import { openApiDocument } from '../../server/openapi-documents.ts'
import { compiler } from '../../tools/install-generators.ts'
import { withoutGenerators } from '../support/generators.ts'
import { type TestInstance, testInstance } from '../support/test-instance.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The steps of each client with an instance that has three events and a contact. */
type Run = (
  baseUrl: string,
  token: string,
) => Promise<{
  several: number[]
  lastName: string | undefined
  missing: { status: number; code: number | undefined }
  etag: string | null
  unchanged: number
  titles: unknown
}>

const programs = {
  'hey-api': `
import { createClient, createConfig } from './hey-api/client/index.ts'
import { getContact, getEvents } from './hey-api/index.ts'

export const run = async (baseUrl: string, token: string) => {
  const client = createClient(createConfig({ baseUrl, auth: 'token ' + token }))
  const several = await getEvents({ client, query: { eventId: [1, 3], prices: true } })
  const single = await getContact({ client, path: { contactId: 1 }, query: { loadAllAddresses: 1 } })
  const missing = await getContact({ client, path: { contactId: 999 } })
  const etag = several.response?.headers.get('etag') ?? null
  const headers = { 'If-None-Match': etag ?? '' }
  const unchanged = await getEvents({ client, query: { eventId: [1, 3], prices: true }, headers })
  const titles = await getEvents({ client, query: { fields: ['event_title'] } })
  return {
    several: (several.data ?? []).map(({ event_id }) => event_id),
    lastName: single.data?.[0]?.lastName,
    missing: { status: missing.response?.status ?? 0, code: missing.error?.code },
    etag,
    unchanged: unchanged.response?.status ?? 0,
    titles: titles.data,
  }
}

// @ts-expect-error ids are integers
void getEvents({ query: { eventId: ['1'] } }).catch(() => {})
`,
  'openapi-typescript': `
import createClient from 'openapi-fetch'
import type { paths } from './api.ts'

export const run = async (baseUrl: string, token: string) => {
  const client = createClient<paths>({ baseUrl, headers: { Authorization: 'token ' + token } })
  // Sends lists by repeating the name.
  const query = { eventId: [1, 3], prices: true }
  const several = await client.GET('/events', { params: { query } })
  const single = await client.GET('/contacts/{contactId}', {
    params: { path: { contactId: 1 }, query: { loadAllAddresses: 1 } },
  })
  const missing = await client.GET('/contacts/{contactId}', { params: { path: { contactId: 999 } } })
  const etag = several.response.headers.get('etag')
  const header = { 'If-None-Match': etag ?? '' }
  const unchanged = await client.GET('/events', { params: { query, header } })
  const titles = await client.GET('/events', { params: { query: { fields: ['event_title'] } } })
  return {
    several: (several.data ?? []).map(({ event_id }) => event_id),
    lastName: single.data?.[0]?.lastName,
    missing: { status: missing.response.status, code: missing.error?.code },
    etag,
    unchanged: unchanged.response.status,
    titles: titles.data,
  }
}

// @ts-expect-error the parameter is called eventId
const misnamed: paths['/events']['get']['parameters']['query'] = { eventIds: [1] }
void misnamed
`,
}

let kontor: TestInstance | undefined
let folder: string
let baseUrl: string
before(async () => {
  if (withoutGenerators) return
  kontor = await testInstance()
  const events = [1, 2, 3].map((event_id) => ({
    ...exampleEvent,
    event_id,
    event_identifier: `E${event_id}`,
    event_title: `Event ${event_id}`,
    event_catalog_categories: [],
    dates: [],
  }))
  await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify({ events }))]), {})
  const created = await kontor.call('POST', '/contacts', {
    body: { email: 'a@b.example', lastName: 'Köhler' },
  })
  assert.equal(created.json[0].id, 1)
  baseUrl = `${await kontor.app.listen({ port: 0, host: '127.0.0.1' })}/restapi/v1`

  folder = await mkdtemp(join(tmpdir(), 'kontor-clients-'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  const document = JSON.parse(JSON.stringify(openApiDocument()))
  const { writeClient } = await import('../../tools/generators/hey-api.js')
  await writeClient(document, join(folder, 'hey-api'))
  const { typesOf } = await import('../../tools/generators/openapi-typescript.js')
  await writeFile(join(folder, 'api.ts'), await typesOf(document))
  for (const [name, program] of Object.entries(programs)) await writeFile(join(folder, `${name}.ts`), program)
  const compilerOptions = {
    strict: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    rewriteRelativeImportExtensions: true,
    skipLibCheck: false,
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    rootDir: '.',
    outDir: 'js',
  }
  const files = Object.keys(programs).map((name) => `${name}.ts`)
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'module' }))
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch(({ stdout, stderr }) =>
    assert.fail(`the clients do not compile:\n${stdout}${stderr}`),
  )
})
after(async () => {
  await kontor?.close()
  if (folder) await rm(folder, { recursive: true, force: true })
})

for (const name of Object.keys(programs))
  test(`a client made by ${name} compiles, sends lists, reads records, errors and 304`, {
    skip: withoutGenerators,
  }, async () => {
    const { run } = (await import(pathToFileURL(join(folder, 'js', `${name}.js`)).href)) as { run: Run }
    const { etag, titles, ...found } = await run(baseUrl, kontor!.token)
    assert.deepEqual(found, {
      several: [1, 3],
      lastName: 'Köhler',
      missing: { status: 404, code: 404 },
      unchanged: 304,
    })
    assert.ok(etag)
    assert.deepEqual(
      titles,
      [1, 2, 3].map((id) => ({ event_title: `Event ${id}` })),
    )
  })
