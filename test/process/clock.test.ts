// Time is the database's: a process with a wrong clock neither deletes nor rejects what is still valid.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'

/** The clock of a process, set ahead by this many hours. */
const clockAhead = (hours: number): string => {
  const program = `
    const now = Date.now
    globalThis.Date = class extends Date {
      constructor(...parts) { if (parts.length > 0) super(...parts); else super(Date.now()) }
      static now() { return now() + ${hours} * 3600000 }
    }`
  return `--import=data:text/javascript,${encodeURIComponent(program)}`
}

test('a process whose clock is 25 hours ahead: keys, sessions and days are those of the database', {
  timeout: 600_000,
}, async (t) => {
  const [data, otherData] = [await instanceFolder(), await dataFolder()]
  t.after(() => Promise.all([removeDataFolder(data), removeDataFolder(otherData)]))
  const right = await serve(data)
  const databaseUrl = `postgres://kontor@localhost/kontor?host=${encodeURIComponent(join(data, 'postgres'))}`
  const wrong = await serve(otherData, {
    KONTOR_DATABASE_URL: databaseUrl,
    KONTOR_FILES: join(data, 'files'),
    KONTOR_SECRET_KEY_FILE: join(data, 'secret-key'),
    NODE_OPTIONS: clockAhead(25),
  })
  const token = await adminToken(data)
  const contact = await call(right.url, token, 'POST', '/contacts', {
    lastName: 'Anders',
    email: 'a@kontor.example',
  })
  const body = { leadContact: contact.json[0].id, subject: 'Only once' }
  const createLead = (url: string, key: string) =>
    call(url, token, 'POST', '/leads/createLead', body, { 'idempotency-key': key })
  const first = await createLead(right.url, 'first')
  assert.equal(first.status, 200, JSON.stringify(first.json))
  const second = await createLead(wrong.url, 'second')
  assert.equal(second.status, 200)
  for (const { url } of [wrong, right, wrong]) {
    assert.deepEqual((await createLead(url, 'first')).json, first.json)
    assert.deepEqual((await createLead(url, 'second')).json, second.json)
  }
  const database = new pg.Client(databaseUrl)
  await database.connect()
  const { rows } = await database.query(
    `select count(*)::int as leads, bool_and(abs(extract(epoch from now() - created_at)) < 60) as "areNow" from lead`,
  )
  await database.end()
  assert.deepEqual(rows, [{ leads: 2, areNow: true }])

  const invited = await run(['user', 'invite', 'admin@localhost'], { KONTOR_DATA: data })
  const secret = /invitation\/([\w-]+)/.exec(invited.stdout)![1]
  const answer = await fetch(`${right.url}/office/api/invitations/${secret}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ password: 'a long password of words' }),
  })
  assert.equal(answer.status, 200)
  const cookie = answer.headers.get('set-cookie')!.split(';')[0]!
  for (const { url } of [wrong, right, wrong])
    assert.equal((await fetch(`${url}/office/api/session`, { headers: { cookie } })).status, 200)
  assert.equal(await stop(wrong), 0)
  assert.equal(await stop(right), 0)
})
