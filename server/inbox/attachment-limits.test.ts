// Quotas of attachments, and the operator's scan of uploaded files.
import assert from 'node:assert/strict'
import { chmod, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import type { Settings } from '../platform/settings/settings.ts'

const octets = { 'content-type': 'application/octet-stream' }

async function instanceWith(settings: Partial<Settings>): Promise<TestInstance> {
  const kontor = await testInstance({ settings })
  await kontor.db.insertInto('client').values({ name: 'Akademie Nord' }).execute()
  return kontor
}

async function newTask({ db }: TestInstance): Promise<number> {
  const row = { client_id: 1, kind: 'todo', subject: 'x' } as const
  return (await db.insertInto('task').values(row).returning('id').executeTakeFirstOrThrow()).id
}

const uploadTo = (kontor: TestInstance, taskId: number, payload: string, token = kontor.token) =>
  kontor.call('POST', `/attachment/crm/${taskId}/a.txt`, { payload, token, headers: octets })

const messageOf = ({ status, json }: { status: number; json: { message: string } }) => [status, json.message]

test('beyond a quota of attachments an upload is 413 and leaves nothing behind', async (t) => {
  const megabyte = 2 ** 20
  const kontor = await instanceWith({
    attachmentQuotas: { task: 2 * megabyte, user: 3 * megabyte, all: 4 * megabyte },
  })
  t.after(() => kontor.close())
  const [first, second] = [await newTask(kontor), await newTask(kontor)]
  const one = 'x'.repeat(megabyte)
  for (let count = 0; count < 2; count++) assert.equal((await uploadTo(kontor, first, one)).status, 200)
  assert.deepEqual(messageOf(await uploadTo(kontor, first, 'x')), [
    413,
    'The attachments of the task would be larger than 2 MiB.',
  ])
  assert.equal((await uploadTo(kontor, second, one)).status, 200)
  assert.deepEqual(messageOf(await uploadTo(kontor, second, 'x')), [
    413,
    'You would upload more than 3 MiB of attachments within 24 hours.',
  ])
  const other = await kontor.addUser({ admin: true })
  assert.equal((await uploadTo(kontor, second, one, other.token)).status, 200)
  assert.deepEqual(messageOf(await uploadTo(kontor, await newTask(kontor), 'x', other.token)), [
    413,
    'All attachments would be larger than 4 MiB. Ask the administrator.',
  ])
  assert.deepEqual(await readdir(join(kontor.files.name, '.incoming')), [])
  assert.equal((await readdir(join(kontor.files.name, 'crm', String(first)))).length, 2)
})

test('the quota of a user is that of the last 24 hours', async (t) => {
  const kontor = await instanceWith({ attachmentQuotas: { task: 0, user: 10, all: 0 } })
  t.after(() => kontor.close())
  const task = await newTask(kontor)
  assert.equal((await uploadTo(kontor, task, '0123456789')).status, 200)
  kontor.clock.set('2026-06-16T09:59:00Z')
  assert.equal((await uploadTo(kontor, task, '1')).status, 413)
  kontor.clock.set('2026-06-16T10:01:00Z')
  assert.equal((await uploadTo(kontor, task, '1')).status, 200)
})

test('concurrent uploads do not exceed a quota', async (t) => {
  const kontor = await instanceWith({ attachmentQuotas: { task: 0, user: 0, all: 35 } })
  t.after(() => kontor.close())
  const tasks = await Promise.all(Array.from({ length: 8 }, () => newTask(kontor)))
  const answers = await Promise.all(tasks.map((task) => uploadTo(kontor, task, '0123456789')))
  assert.equal(answers.filter(({ status }) => status === 200).length, 3)
  assert.equal(answers.filter(({ status }) => status === 413).length, 5)
})

test('KONTOR_SCAN: a file that the command rejects is 400, and 503 if the command fails; both leave nothing behind', async (t) => {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-scan-'))
  t.after(() => rm(folder, { recursive: true }))
  const script = join(folder, 'scan it.sh')
  await writeFile(
    script,
    '#!/bin/sh\n[ "$1" = --quiet ] || exit 9\ngrep -q harmful "$2" && exit 1\ngrep -q broken "$2" && exit 2\nexit 0\n',
  )
  await chmod(script, 0o755)
  const kontor = await instanceWith({ scanCommand: [script, '--quiet'] })
  t.after(() => kontor.close())
  const task = await newTask(kontor)
  assert.equal((await uploadTo(kontor, task, 'good')).status, 200)
  const rejected = await uploadTo(kontor, task, 'a harmful file')
  assert.deepEqual(
    [rejected.status, rejected.json.details],
    [400, [{ field: 'body', message: 'was rejected by the scan of uploaded files' }]],
  )
  const failed = await uploadTo(kontor, task, 'a broken scan')
  assert.deepEqual([failed.status, failed.headers['retry-after']], [503, '60'])
  const office = await kontor.signIn()
  assert.equal((await office.upload('/imports/upload/people.csv', 'Name\nharmful')).status, 400)
  assert.deepEqual(await readdir(join(kontor.files.name, '.incoming')), [])
  assert.equal((await readdir(join(kontor.files.name, 'crm', String(task)))).length, 1)
})

test('KONTOR_SCAN: without the command uploads are 503', async (t) => {
  const kontor = await instanceWith({ scanCommand: ['/no/such/program'] })
  t.after(() => kontor.close())
  assert.equal((await uploadTo(kontor, await newTask(kontor), 'good')).status, 503)
})
