// `kontor key`: keys of websites on the command line.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { instanceFolder } from '../support/data-folders.ts'
import {
  queryDatabase,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'

let data: string
let service: RunningService
before(async () => {
  data = await instanceFolder()
  service = await serve(data)
})
after(async () => {
  await stop(service)
  await removeDataFolder(data)
})

const kontorKey = (...args: string[]) => run(['key', ...args], { KONTOR_DATA: data })

/** The rows of `kontor key list`, by the name of their key. */
async function list(): Promise<Map<string, string>> {
  const { stdout } = await kontorKey('list')
  const rows = stdout.trim().split('\n').slice(1)
  return new Map(rows.map((row) => [/Page|Server/.exec(row)![0], row]))
}

test('Keys: publishable, `pk_…`, made in the office (*Website*) and by `kontor key create --client 1 [--catalogs 1,2] [--origins https://www.example.org,…]`, which prints the key alone; `kontor key list|revoke`', async () => {
  const origins = ['--origins', 'https://www.example.org', '--hide-seats']
  const page = await kontorKey('create', '--client', '1', '--name', 'Page', ...origins)
  assert.equal(page.stderr, '')
  assert.match(page.stdout, /^pk_[\w-]{43}\n$/)
  const server = await kontorKey('create', '--client', '1', '--name', 'Server', '--server')
  assert.match(server.stdout, /^sk_[\w-]{43}\n$/)
  await queryDatabase(
    data,
    `insert into website_key_use (key_id, day, requests)
      select id, current_date - age, 7 from website_key, unnest('{2,40}'::int[]) as age where name = 'Page'`,
  )
  const before = await list()
  assert.match(
    before.get('Page')!,
    new RegExp(`${page.stdout.trim()} .*https://www\\.example\\.org +hidden .* 7$`),
  )
  assert.match(before.get('Server')!, /\(secret\) .* shown .* 0$/)

  const id = /^\d+/.exec(before.get('Page')!)![0]
  assert.equal((await kontorKey('revoke', id)).code, 0)
  assert.match((await list()).get('Page')!, /\d{4}-\d\d-\d\d +\d{4}-\d\d-\d\d +7$/)
})

test('errors of a new key are named by field', async () => {
  const { code, stderr } = await kontorKey(
    'create',
    '--client',
    '9',
    '--catalogs',
    '7',
    '--origins',
    'example',
  )
  assert.equal(code, 2)
  for (const field of ['clientId', 'catalogueIds', 'origins'])
    assert.match(stderr, new RegExp(`${field} must be`))
})
