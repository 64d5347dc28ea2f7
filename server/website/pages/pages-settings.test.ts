// The settings of the pages for visitors: errors by field, and changes that the next read sees, in every process.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { linkTo } from '../../../test/support/servers/connections.ts'
import { type OfficeSession, type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { inTransaction, openDb, openPool } from '../../platform/database/database.ts'
import { openCaches } from '../../platform/instance/instance.ts'
import { createWebsiteKey, revokeWebsiteKey } from '../key.sql.ts'
import { pagesSettingsOf } from './pages-settings-cache.ts'

let kontor: TestInstance
let office: OfficeSession
/** Another process of the service: own caches and connections, the same database. */
let other: Parameters<typeof pagesSettingsOf>[0]
before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn({ admin: true })
  const db = openDb(openPool(linkTo(kontor.connection), 2))
  other = { db, barrier: openCaches(linkTo(kontor.connection), db, kontor.settings).barrier }
})
after(async () => {
  await other.barrier.close()
  await other.db.destroy()
  await kontor.close()
})

const actor = { userId: null, via: 'test' }
const createKey = (input: { isSecret?: boolean; clientId?: number } = {}) =>
  inTransaction(kontor.db, actor, async (tx) => {
    const shown = { name: 'Website', catalogueIds: [], origins: [], hidesSeats: false }
    return (await createWebsiteKey(tx, { clientId: 1, isSecret: false, ...shown, ...input })).id
  })
const revoke = (id: number) => inTransaction(kontor.db, actor, (tx) => revokeWebsiteKey(tx, id))

const read = async () => (await office.call('GET', '/website-pages')).json[0]
const patch = async (change: object) =>
  office.call('PATCH', '/website-pages', { version: (await read()).version, ...change })
const save = async (change: object) => {
  const answer = await patch(change)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const codes = ({ status, json }: Awaited<ReturnType<typeof patch>>) => [
  status,
  ...json.details.map(({ field, code }: { field: string; code: string }) => `${field} ${code}`),
]

/** The page of both processes, which is the same. */
async function shown() {
  const [here, there] = await Promise.all(
    [kontor, other].map(async (instance) => {
      await instance.barrier.ensureCurrent()
      return pagesSettingsOf(instance).get()
    }),
  )
  assert.deepEqual(there, here)
  return here
}

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const setLogo = (logo: Buffer | null, color = '#0b5c6b') =>
  sql`insert into letterhead (client_id, logo, accent_color) values (1, ${logo}, ${color})
    on conflict (client_id) do update set logo = excluded.logo, accent_color = excluded.accent_color`.execute(
    kontor.db,
  )

test('only administrators see or change the settings', async () => {
  const plain = await kontor.signIn({ rights: ['090300', 'booking'] })
  assert.equal((await plain.call('GET', '/website-pages')).status, 403)
  assert.equal((await plain.call('PATCH', '/website-pages', { version: 0, font: 'serif' })).status, 403)
})

test('the pages are off until a key is chosen', async () => {
  const { id: _id, version: _version, ...settings } = await read()
  assert.deepEqual(settings, {
    keyId: 0,
    addressForm: 'formal',
    font: 'system',
    startPage: 'dates',
    intro: '',
    introEn: '',
    formText: '',
    formTextEn: '',
    bookedText: '',
    bookedTextEn: '',
    vatExemption: '',
    vatExemptionEn: '',
    vatNote: '',
    vatNoteEn: '',
    paymentText: '',
    paymentTextEn: '',
    areOn: false,
    clientId: 0,
    clientName: '',
  })
  assert.equal(await shown(), undefined)
})

test('a change is seen by the next read, in two processes', async () => {
  const keyId = await createKey()
  const saved = await save({
    keyId,
    addressForm: 'informal',
    font: 'serif',
    startPage: 'office',
    intro: ' Willkommen ',
    introEn: 'Welcome',
    formText: 'Bitte',
  })
  assert.deepEqual([saved.areOn, saved.clientId], [true, 1])
  const { key, keyText, ...settings } = (await shown())!
  assert.match(keyText, /^pk_/)
  assert.deepEqual([key.id, key.clientId, key.isSecret], [keyId, 1, false])
  assert.deepEqual(settings, {
    addressForm: 'informal',
    font: 'serif',
    startPage: 'office',
    intro: { de: 'Willkommen', en: 'Welcome' },
    formText: { de: 'Bitte', en: '' },
    vatExemption: { de: '', en: '' },
    vatNote: { de: '', en: '' },
    paymentText: { de: '', en: '' },
    frame: {
      clientId: 1,
      provider: (await sql<{ name: string }>`select name from client where id = 1`.execute(kontor.db))
        .rows[0]!.name,
      accentColor: '',
      logo: undefined,
      addressForm: 'informal',
      font: 'serif',
      legal: {},
      hasList: true,
    },
  })
  for (const font of ['rounded', 'system', 'serif']) {
    await save({ font })
    assert.equal((await shown())!.font, font)
  }
})

test('colour and logo are those of the letterhead of the key’s client', async () => {
  await save({ keyId: await createKey() })
  await setLogo(png)
  const first = (await shown())!.frame
  assert.equal(first.accentColor, '#0b5c6b')
  assert.deepEqual(first.logo?.bytes, png)
  assert.equal(first.logo?.mediaType, 'image/png')
  await setLogo(Buffer.from('ffd8ffe000104a464946', 'hex'), '#7a3e00')
  const second = (await shown())!.frame
  assert.deepEqual([second.accentColor, second.logo?.mediaType], ['#7a3e00', 'image/jpeg'])
  assert.notEqual(second.logo?.version, first.logo?.version)
  await setLogo(null)
  assert.equal((await shown())!.frame.logo, undefined)
  await sql`update client set name = 'Renamed' where id = 1`.execute(kontor.db)
  assert.equal((await shown())!.key.clientName, 'Renamed')
})

test('without its key, the pages are off at once: revoked, deleted, with its client', async () => {
  const revoked = await createKey()
  await save({ keyId: revoked })
  await sql`update website_key set hides_seats = true where id = ${revoked}`.execute(kontor.db)
  assert.equal((await shown())!.key.hidesSeats, true)
  await revoke(revoked)
  assert.equal(await shown(), undefined)
  assert.deepEqual([(await read()).keyId, (await read()).areOn], [revoked, false])
  await save({ intro: 'The other settings can be changed, though' })

  const deleted = await createKey()
  await save({ keyId: deleted })
  assert.ok(await shown())
  await sql`delete from website_key where id = ${deleted}`.execute(kontor.owner)
  assert.equal(await shown(), undefined)
  assert.equal((await read()).keyId, 0)

  await sql`insert into client (id, name) values (7, 'Another')`.execute(kontor.db)
  assert.equal((await save({ keyId: await createKey({ clientId: 7 }) })).clientName, 'Another')
  assert.ok(await shown())
  await sql`delete from client where id = 7`.execute(kontor.owner)
  assert.equal(await shown(), undefined)

  await save({ keyId: await createKey() })
  assert.ok(await shown())
  await save({ keyId: 0 })
  assert.equal(await shown(), undefined)
})

test('errors are named by their fields', async () => {
  const revoked = await createKey()
  await revoke(revoked)
  for (const keyId of [revoked, await createKey({ isSecret: true }), 9999])
    assert.deepEqual(codes(await patch({ keyId })), [400, 'keyId website.pagesKey'])
  for (const change of [{ addressForm: 'Du' }, { font: 'Arial' }, { intro: 'x'.repeat(2001) }, { keyId: -1 }])
    assert.equal((await patch(change)).status, 400, Object.keys(change)[0]!)
})

test('a change from an older version is a conflict; the changes have their author', async () => {
  const { version } = await read()
  await save({ intro: 'A' })
  const { status, headers } = await office.call('PATCH', '/website-pages', { version, intro: 'B' })
  assert.deepEqual([status, headers['x-kontor-conflict']], [409, 'stale'])
  assert.equal((await read()).intro, 'A')
  const { json } = await office.call('GET', '/changes?subject=website_pages&subjectId=1')
  assert.deepEqual([json[0].after, json[0].actor.id], [{ intro: 'A' }, office.userId])
})
