import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())

const get = async (url: string, headers: Record<string, string> = {}) => {
  const response = await kontor.app.inject({ method: 'GET', url, headers })
  return { status: response.statusCode, headers: response.headers, text: response.body }
}
const file = '/docs/assets/guide.css'

test('a folder, a path out of it and a NUL character are 404', async () => {
  for (const folder of ['/docs/assets/', '/office/', '/office/assets/'])
    for (const path of [
      '',
      '%00',
      '%00.js',
      'x%00.css',
      '%2e%2e/%2e%2e/package.json',
      '..%2fpackage.json',
      '.%2f',
    ]) {
      if (folder + path === '/office/') continue
      const { status, text } = await get(folder + path)
      assert.equal(status, 404, folder + path)
      assert.equal(JSON.parse(text).message, 'There is nothing on this path.')
    }
})

test('a range outside the file is 416, and If-Match of another version is 412', async () => {
  const { headers, text } = await get(file)
  assert.equal((await get(file, { range: 'bytes=0-3' })).text, text.slice(0, 4))
  for (const range of ['bytes=99999999-', 'bytes=x']) {
    const outside = await get(file, { range })
    assert.deepEqual([outside.status, JSON.parse(outside.text).code], [416, 416], range)
    assert.equal(outside.headers['content-range'], `bytes */${headers['content-length']}`)
  }
  assert.equal((await get(file, { 'if-match': String(headers['etag']) })).status, 200)
  for (const condition of [
    { 'if-match': '"x"' },
    { 'if-unmodified-since': 'Mon, 01 Jan 2001 00:00:00 GMT' },
  ]) {
    const failed = await get(file, condition)
    assert.deepEqual([failed.status, JSON.parse(failed.text).code], [412, 412])
  }
})
