import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { brotliDecompressSync, gunzipSync, zstdDecompressSync } from 'node:zlib'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
await sql`insert into event (title, description) select 'Seminar ' || i, repeat('Text ', 100) from generate_series(1, 20) i`.execute(
  kontor.db,
)

const get = async (headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await kontor.app.inject({
    method,
    url: '/restapi/v1/events',
    headers: { authorization: `token ${kontor.token}`, ...headers },
  })
  const { etag, vary, 'content-encoding': encoding, 'content-length': length } = answer.headers
  return { status: answer.statusCode, etag: String(etag), vary, encoding, length, bytes: answer.rawPayload }
}
const plain = await get()

test('11.6 the response is compressed as Accept-Encoding prefers', async () => {
  assert.equal(plain.encoding, undefined)
  assert.equal(JSON.parse(plain.bytes.toString()).length, 20)
  for (const [name, decompress] of [
    ['gzip', gunzipSync],
    ['br', brotliDecompressSync],
    ['zstd', zstdDecompressSync],
  ] as const) {
    const answer = await get({ 'accept-encoding': name })
    assert.deepEqual([answer.status, answer.encoding], [200, name])
    assert.ok(answer.bytes.length < plain.bytes.length / 2)
    assert.deepEqual(decompress(answer.bytes), plain.bytes)
    assert.match(String(answer.vary), /accept-encoding/i)
    assert.equal(Number(answer.length), answer.bytes.length)
  }
  for (const [accept, encoding] of [
    ['gzip, deflate, br, zstd', 'zstd'],
    ['gzip;q=1, br;q=0.5', 'gzip'],
    ['GZIP', 'gzip'],
    ['identity', undefined],
    ['deflate', undefined],
    ['', undefined],
    ['br;q=0, *', 'zstd'],
    ['gzip;q=0', undefined],
  ] as const)
    assert.equal((await get({ 'accept-encoding': accept })).encoding, encoding, accept)
  assert.equal((await get({ 'accept-encoding': 'identity;q=0, deflate' })).status, 406)
})

test('11.6 the ETag is strong, differs by encoding and content, and If-None-Match gives 304', async () => {
  const zipped = await get({ 'accept-encoding': 'gzip' })
  assert.match(plain.etag, /^"[^"]+"$/)
  assert.match(zipped.etag, /^"[^"]+"$/)
  assert.notEqual(plain.etag, zipped.etag)
  assert.equal((await get()).etag, plain.etag)
  for (const match of [plain.etag, '*', `"other", ${plain.etag}`, `W/${plain.etag}`]) {
    const answer = await get({ 'if-none-match': match })
    assert.deepEqual([answer.status, answer.bytes.length, answer.etag], [304, 0, plain.etag], match)
  }
  for (const match of ['"other"', zipped.etag, plain.etag.slice(1, -1), ''])
    assert.equal((await get({ 'if-none-match': match })).status, 200, match)
  const head = await get({}, 'HEAD')
  assert.deepEqual([head.status, head.etag, head.bytes.length], [200, plain.etag, 0])
  await sql`update event set title = 'Neu' where title = 'Seminar 3'`.execute(kontor.db)
  const after = await get({ 'if-none-match': plain.etag })
  assert.equal(after.status, 200)
  assert.notEqual(after.etag, plain.etag)
})

test('11.6 401 comes before 304', async () => {
  const answer = await kontor.call('GET', '/events', { token: null, headers: { 'if-none-match': '*' } })
  assert.equal(answer.status, 401)
})

test('texts of the back office are compressed if they are worth it', async () => {
  const { cookie } = await kontor.signIn()
  const ask = (url: string, accept?: string) =>
    kontor.app.inject({
      url: `/office/api${url}`,
      headers: { cookie, ...(accept === undefined ? {} : { 'accept-encoding': accept }) },
    })
  const whole = await ask('/start')
  assert.equal(whole.headers['content-encoding'], undefined)
  const zipped = await ask('/start', 'gzip')
  assert.deepEqual([zipped.headers['content-encoding'], zipped.headers.vary], ['gzip', 'Accept-Encoding'])
  assert.equal(Number(zipped.headers['content-length']), zipped.rawPayload.length)
  assert.ok(zipped.rawPayload.length < whole.rawPayload.length / 2)
  assert.deepEqual(gunzipSync(zipped.rawPayload), whole.rawPayload)
  assert.equal((await ask('/start', 'identity;q=0, deflate')).statusCode, 200)
  assert.equal((await ask('/session', 'gzip')).headers['content-encoding'], undefined)
})
