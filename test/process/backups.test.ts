// Backups by schedule and by command, with real processes.
import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import pg from 'pg'
import { instanceFolder } from '../support/data-folders.ts'
import {
  dataFolder,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  start,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { childrenOf, killHard } from '../support/processes.ts'

const timeout = 240_000

suite('backups', { timeout }, () => {
  let data: string
  let parent: string
  let place: string
  let service: RunningService
  const folders: string[] = []

  const query = async <T extends pg.QueryResultRow>(statement: string): Promise<T[]> => {
    const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
    await client.connect()
    try {
      return (await client.query<T>(statement)).rows
    } finally {
      await client.end()
    }
  }
  const goodRuns = () =>
    query<{ name: string; cause: string }>('select name, cause from backup_run where is_verified order by id')
  const newFolder = async () => {
    const folder = await dataFolder()
    folders.push(folder)
    return folder
  }
  const archives = async () => (await readdir(place)).toSorted()

  before(async () => {
    data = await instanceFolder()
    parent = await mkdtemp(join(tmpdir(), 'kontor-backups-'))
    // The service may give root up.
    await chmod(parent, 0o755)
    place = join(parent, 'backups')
    service = await serve(data, { KONTOR_BACKUP: place })
  })
  after(async () => {
    await stop(service)
    for (const folder of [data, ...folders]) await removeDataFolder(folder)
    await rm(parent, { recursive: true, force: true })
  })

  test('the first backup is made at once, by another process; it can be verified and restored, also from a pipe', async () => {
    await waitUntil(async () => (await goodRuns()).length === 1)
    const { name } = (await goodRuns())[0]!
    assert.deepEqual(await archives(), [name])
    await waitUntil(() => service.stdout().includes('"msg":"backed up"'))
    const line = service
      .stdout()
      .split('\n')
      .find((one) => one.includes('"msg":"backed up"'))!
    const { backup } = JSON.parse(line)
    assert.deepEqual([backup.place, backup.name, backup.removed], [place, name, 0])

    const verified = await run(['backup', '--verify', join(place, name)], {})
    assert.deepEqual([verified.code, verified.stdout], [0, ''], verified.stderr)
    assert.match(verified.stderr, /^verified: \d+ records and 0 files\n$/)
    const copy = await newFolder()
    const restoring = start(['restore', '-'], { KONTOR_DATA: copy })
    restoring.child.stdin!.end(await readFile(join(place, name)))
    assert.equal(await restoring.ended, 0, restoring.stderr())
    const exported = await run(['export'], { KONTOR_DATA: copy })
    assert.match(exported.stdout, /"admin@localhost"/)

    const piped = start(['backup', '-'], { KONTOR_DATA: data })
    const checking = start(['backup', '--verify', '-'], {})
    piped.child
      .stdout!.removeAllListeners('data')
      .setEncoding('latin1')
      .pipe(checking.child.stdin!.setDefaultEncoding('latin1'))
    assert.deepEqual([await piped.ended, await checking.ended], [0, 0], piped.stderr() + checking.stderr())
    assert.match(piped.stderr(), /^backed up: all tables and 0 files, \d+\.\d MB, not verified: /)
    assert.match(checking.stderr(), /^verified: \d+ records and 0 files\n$/)
    const [last] = await query<{ place: string; is_verified: boolean; error: string }>(
      'select place, is_verified, error from backup_run order by id desc limit 1',
    )
    assert.deepEqual(last, { place: '-', is_verified: false, error: '' })
  })

  test('a reader that goes away, a damaged archive and missing files are one line', async () => {
    const broken = start(['backup', '-'], { KONTOR_DATA: data })
    broken.child.stdout!.destroy()
    assert.equal(await broken.ended, 1)
    assert.match(
      broken.stderr(),
      /^kontor: standard output was closed before the archive was complete\nkontor: no archive was written\n$/,
    )
    const file = join(parent, 'office.tar.gz')
    const made = await run(['backup', file], { KONTOR_DATA: data })
    assert.deepEqual([made.code, made.stdout], [0, ''], made.stderr)
    assert.match(made.stderr, /^backed up: .*, verified\n$/)
    assert.equal((await goodRuns()).at(-1)?.cause, 'command')
    const bytes = await readFile(file)
    await writeFile(file, bytes.subarray(0, bytes.length >> 1))
    const half = await run(['backup', '--verify', file], {})
    assert.equal(half.code, 1)
    assert.match(half.stderr, /^kontor: .*ends too early\nkontor: the archive is not valid\n$/)
    for (const words of [['--verify', join(parent, 'none')], ['--verify'], ['--scheduled']])
      assert.equal((await run(['backup', ...words], { KONTOR_DATA: data })).code, 2, words.join(' '))
  })

  test('a backup whose processes are killed is never taken for one, and is made again', async () => {
    const before = await archives()
    // The export waits for this lock, so that the backup is killed in the middle.
    const client = new pg.Client({ host: join(data, 'postgres'), user: 'kontor', database: 'kontor' })
    await client.connect()
    await client.query('begin')
    await client.query('lock table contact_category in access exclusive mode')
    await query(
      `update backup_run set started_at = started_at - interval '2 days', ended_at = ended_at - interval '2 days'`,
    )
    await query(`select graphile_worker.add_job('back-up', job_key => 'back-up')`)
    await waitUntil(async () => (await archives()).some((name) => name.startsWith('.')))
    const [partial] = (await archives()).filter((name) => name.startsWith('.'))
    const [child] = childrenOf(service.pid, '--scheduled')
    assert.ok(child, 'the process of the backup')
    killHard(service.pid)
    await service.ended
    // It ends with the service.
    await waitUntil(() => !existsSync(`/proc/${child}`))
    await client.query('rollback')
    await client.end()
    assert.ok((await archives()).includes(partial!))
    const [killed] = await query<{ ended_at: Date | null; is_verified: boolean }>(
      'select ended_at, is_verified from backup_run order by id desc limit 1',
    )
    assert.deepEqual(killed, { ended_at: null, is_verified: false })

    service = await serve(data, { KONTOR_BACKUP: place })
    await waitUntil(async () => (await goodRuns()).length === 3)
    await waitUntil(async () => (await archives()).length === before.length + 1)
    assert.ok((await archives()).every((name) => name.startsWith('kontor-')))
    // After the new one has been recorded, the killed one is forgotten.
    await waitUntil(async () => (await query('select from backup_run where ended_at is null')).length === 0)
  })
})
