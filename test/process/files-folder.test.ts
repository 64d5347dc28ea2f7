// The folder of the files is the right one, or nothing is stored in it.
import assert from 'node:assert/strict'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
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
import { secretKeyFile } from '../support/secret-key.ts'

test('a share that is not mounted: uploads and readyz are 503, and the service does not start on its folder', {
  timeout: 600_000,
}, async (t) => {
  const [data, other] = [await instanceFolder(), await dataFolder()]
  t.after(() => Promise.all([removeDataFolder(data), removeDataFolder(other)]))
  const files = join(data, 'files')
  let service = await serve(data)
  t.after(() => service.child.kill('SIGKILL'))
  const token = await adminToken(data)
  const [{ id }] = (await call(service.url, token, 'POST', '/todo/import', { subject: 'x' })).json
  const upload = async (name: string) => {
    const answer = await call(
      service.url,
      token,
      'POST',
      `/attachment/crm/${id}/${name}`,
      Buffer.from('text'),
    )
    return answer.status
  }
  const readyStatus = async () => (await fetch(`${service.url}/readyz`)).status
  assert.deepEqual([await upload('a.txt'), await readyStatus()], [200, 200])

  // Another service on the same database, with a folder of its own.
  const database = `postgres://kontor@localhost/kontor?host=${encodeURIComponent(join(data, 'postgres'))}`
  const elsewhere = await run(['serve'], {
    KONTOR_DATA: other,
    KONTOR_DATABASE_URL: database,
    KONTOR_SECRET_KEY_FILE: secretKeyFile(data),
    KONTOR_PORT: '0',
  })
  assert.equal(elsewhere.code, 2)
  assert.match(
    elsewhere.stderr,
    /^kontor: KONTOR_FILES: \S+ is not the place of this instance’s files, or its share is not mounted: [^\n]+\n$/,
  )

  await rename(files, join(data, 'share'))
  await mkdir(join(files, '.incoming'), { recursive: true })
  assert.deepEqual([await upload('b.txt'), await readyStatus()], [503, 503])
  assert.deepEqual(await readdir(files, { recursive: true }), ['.incoming'])
  assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
  assert.equal(await stop(service), 0)
  const refused = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
  assert.deepEqual([refused.code, refused.stderr.split('\n').length], [2, 2])

  // The folder of another instance.
  await writeFile(join(files, '.kontor-files'), 'another\n')
  const wrong = await run(['serve'], { KONTOR_DATA: data, KONTOR_PORT: '0' })
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /is the place of another instance’s files/)
  await rm(files, { recursive: true })
  await rename(join(data, 'share'), files)
  const mark = (await readFile(join(files, '.kontor-files'), 'utf8')).trim()
  assert.ok(refused.stderr.includes(mark))
  service = await serve(data)
  assert.deepEqual([await upload('b.txt'), await readyStatus()], [200, 200])
  assert.equal(await stop(service), 0)

  // A new instance on the folder of another one would overwrite its files.
  const stolen = await run(['serve'], { KONTOR_DATA: other, KONTOR_FILES: files, KONTOR_PORT: '0' })
  assert.equal(stolen.code, 2)
  assert.match(stolen.stderr, /is the place of another instance’s files/)
})
