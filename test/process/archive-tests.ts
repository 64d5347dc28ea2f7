// Tests of the archive of the embedded database, for each place where it can be: base backups, restore to a time, and faults.
import assert from 'node:assert/strict'
import { cp, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer, text } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { openArchived, type Place, timeout, until } from '../support/archived-instance.ts'
import { run, serve, start, stop } from '../support/kontor-process.ts'

/** The tests of both kinds of archives, which build on each other. Returns what further tests of a kind use. */
export function testArchive(kind: 'folder' | 'bucket', openPlace: () => Promise<Place>) {
  let place: Place
  let kontor: Awaited<ReturnType<typeof openArchived>>
  /** Times of the database: before the base backup, between the two contacts, after both. */
  let times: Record<'early' | 'between' | 'late', string>

  before(
    async () => {
      place = await openPlace()
      kontor = await openArchived(place)
      const early = await kontor.now()
      const { code, stderr } = await run(['base-backup'], kontor.env)
      assert.equal(code, 0, stderr)
      await kontor.addContact('Anna')
      await kontor.query(`with added as (insert into task (client_id, kind, subject)
        select min(id), 'todo', 'Unterlagen' from client returning id)
      insert into attachment (task_id, filename, size, sha256) select id, 'scan.pdf', 1, '' from added`)
      const between = await kontor.now()
      await kontor.addContact('Berta')
      const late = await kontor.now()
      await kontor.archiveLog()
      times = { early, between, late }
    },
    { timeout },
  )

  after(async () => {
    await kontor?.close()
    await place?.close()
  })

  test('a restore to a time has the earlier writes, and not the later ones', {
    timeout,
  }, async () => {
    const folder = await kontor.newFolder()
    const { code, stderr } = await kontor.restoreTo(times.between, folder)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /restored: base backup \S+ and the log until /)
    assert.match(
      stderr,
      /1 of 1 stored files are missing in \S+files; copy them from a backup:\n {2}crm\/\d+\/scan\.pdf\n/,
    )
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna'])
    assert.deepEqual(
      (await readdir(folder)).filter((name) => name.startsWith('postgres.new')),
      [],
    )
    const again = await kontor.restoreTo(times.between, folder)
    assert.equal(again.code, 1)
    assert.match(again.stderr, /postgres exists: use another KONTOR_DATA/)

    // The restored instance works, but not with the archive of the former one.
    await cp(join(kontor.data, 'files'), join(folder, 'files'), { recursive: true })
    const keyless = await run(['serve'], { ...kontor.env, KONTOR_DATA: folder, KONTOR_PORT: '0' })
    assert.equal(keyless.code, 2)
    assert.match(keyless.stderr, /but there is no key file .*copy the key file of this instance there/)
    await cp(join(kontor.data, 'secret-key'), join(folder, 'secret-key'))
    const env = { ...kontor.env, KONTOR_DATA: folder }
    const restored = await serve(folder, env)
    try {
      const doctor = async () => (await run(['doctor'], env)).stdout
      await kontor.query(`select pg_logical_emit_message(true, 'test', 'content'), pg_switch_wal()`, folder)
      await until(async () =>
        /failed +archive +segment 00000002\S+ of the log could not/.test(await doctor()),
      )
      assert.match(await readFile(join(folder, 'postgres.log'), 'utf8'), /log of another database: use a new/)
    } finally {
      await stop(restored)
    }
  })

  // The archive does not matter for these.
  if (kind === 'folder') {
    test('a restore to the latest time, and to one with another zone', { timeout }, async () => {
      const all = await kontor.newFolder()
      assert.equal((await kontor.restoreTo('latest', all)).code, 0)
      assert.deepEqual(await kontor.contactsIn(all), ['Anna', 'Berta'])
      const late = await kontor.newFolder()
      const inZone = new Date(Date.parse(times.late) + 3_600_000).toISOString().replace('Z', '+01:00')
      const { code, stderr } = await kontor.restoreTo(inZone, late)
      assert.equal(code, 0, stderr)
      assert.deepEqual(await kontor.contactsIn(late), ['Anna', 'Berta'])
    })

    test('times that cannot be restored are reported, and nothing is left', { timeout }, async () => {
      const folder = await kontor.newFolder()
      for (const [time, code, message] of [
        [times.early, 1, /is before the end of the first base backup \(/],
        ['2999-01-01T00:00:00Z', 1, /is in the future/],
        [await kontor.now(), 1, /the archive ends before .*--to-time latest restores all that it has/],
        ['yesterday', 2, /--to-time must be a time with its zone/],
        ['2026-11-23T10:00:00', 2, /--to-time must be a time with its zone/],
        ['2026-13-23T10:00:00Z', 2, /--to-time must be a time with its zone/],
      ] as const) {
        const result = await kontor.restoreTo(time, folder)
        assert.deepEqual(
          [result.code, message.test(result.stderr)],
          [code, true],
          `${time}: ${result.stderr}`,
        )
      }
      assert.deepEqual(
        (await readdir(folder)).filter((name) => name.startsWith('postgres') && name !== 'postgres.log'),
        [],
      )
      const none = await run(['restore', '--to-time', 'latest'], { KONTOR_DATA: folder })
      assert.match(none.stderr, /--to-time requires KONTOR_ARCHIVE or --archive/)
      assert.match(
        (await kontor.restoreTo('latest', folder, 'x.tar')).stderr,
        /unknown|excess|too many|excludes/,
      )
      const without = await run(['base-backup'], { KONTOR_DATA: kontor.data })
      assert.match(without.stderr, /requires KONTOR_ARCHIVE/)
    })
  }

  test('a missing or damaged segment or copy of the data is not restored', {
    timeout,
  }, async () => {
    const { archive } = place
    await kontor.archiveLog()
    await kontor.addContact('Cäcilie')
    await kontor.archiveLog()
    const segment = (await kontor.listSegments()).at(-2)!
    const base = (await kontor.listBase()).at(-1)
    const folder = await kontor.newFolder()
    for (const [name, missing, damaged] of [
      [
        segment,
        new RegExp(`lacks the segment ${segment.slice(4, 28)}`),
        new RegExp(`segment ${segment.slice(4, 28)} of the log cannot be read`),
      ],
      [`base/${base}/data.tar.gz`, /base backup \S+ lacks its data/, /the base backup is damaged/],
    ] as const) {
      const content = await buffer((await archive.read(name))!)
      await archive.remove(name)
      const without = await kontor.restoreTo('latest', folder)
      assert.equal(without.code, 1)
      assert.match(without.stderr, missing)
      await place.write(name, content.subarray(0, content.length >> 1))
      const cut = await kontor.restoreTo('latest', folder)
      assert.equal(cut.code, 1)
      assert.match(cut.stderr, damaged)
      await place.write(name, content)
    }
    assert.deepEqual(await readdir(folder), ['postgres.log'])
    assert.equal((await kontor.restoreTo('latest', folder)).code, 0)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna', 'Berta', 'Cäcilie'])
  })

  test('after kill -9 neither a base backup nor a restore is taken for complete', { timeout }, async () => {
    const { listBase, completeBackups } = kontor
    const [complete, known] = [await completeBackups(), await listBase()]
    const goOn = place.stallBaseBackup()
    const making = start(['base-backup'], kontor.env)
    await until(place.isMakingBaseBackup)
    making.child.kill('SIGKILL')
    await making.ended
    goOn()
    const partial = (await listBase()).filter((name) => !known.includes(name))
    assert.deepEqual(await completeBackups(), complete)

    const folder = await kontor.newFolder()
    const restoring = start(['restore', '--to-time', times.between, '--archive', place.url], {
      ...place.env,
      KONTOR_DATA: folder,
    })
    await until(async () => (await readdir(folder)).some((name) => name.startsWith('postgres.new')))
    await wait(300)
    restoring.child.kill('SIGKILL')
    await restoring.ended
    assert.ok(!(await readdir(folder)).includes('postgres'))
    const { code, stderr } = await kontor.restoreTo(times.between, folder)
    assert.equal(code, 0, stderr)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna'])

    const elsewhere = await run(['base-backup'], { ...kontor.env, KONTOR_ARCHIVE: `${place.url}/other` })
    assert.equal(elsewhere.code, 1)
    assert.match(elsewhere.stderr, /runs without this KONTOR_ARCHIVE/)

    const next = await run(['base-backup', '--keep', '5'], kontor.env)
    assert.equal(next.code, 0, next.stderr)
    assert.ok((await listBase()).every((name) => !partial.includes(name)))
    assert.equal((await completeBackups()).length, complete.length + 1)
  })

  test('an archive that fails is reported, and the service goes on', { timeout }, async () => {
    const { service, query, addContact } = kontor
    const metric = async (name: string) => {
      const metrics = await (await fetch(`${service.url}/metrics`)).text()
      return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(metrics)?.[1])
    }
    assert.equal(await metric('kontor_archive_failing'), 0)
    assert.ok((await metric('kontor_archive_last_archived_timestamp_seconds')) > 1e9)
    await place.takeAway()
    try {
      await query('select pg_switch_wal()')
      await addContact('Dora')
      await query('select pg_switch_wal()')
      await until(async () => (await metric('kontor_archive_failing')) === 1)
      const { code, stdout } = await run(['doctor'], kontor.env)
      assert.equal(code, 1)
      assert.match(stdout, /failed +archive +segment \S+ of the log could not be archived/)
      assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
      await addContact('Emil')
    } finally {
      await place.bringBack()
    }
    await kontor.archiveLog()
    assert.equal(await metric('kontor_archive_failing'), 0)
    assert.match(
      (await run(['doctor'], kontor.env)).stdout,
      /ok +archive +the last segment of the log arrived/,
    )
  })

  test('old base backups are removed with the log that only they need', { timeout }, async () => {
    const { code, stderr } = await run(['base-backup', '--keep', '1'], kontor.env)
    assert.equal(code, 0, stderr)
    assert.match(stderr, /^base backup (\S+); removed \d+ old ones\n$/)
    const [base, ...others] = await kontor.listBase()
    assert.deepEqual(others, [])
    const { startSegment } = JSON.parse(await text((await place.archive.read(`base/${base}/backup.json`))!))
    const segments = await kontor.listSegments()
    assert.ok(segments.length > 0 && segments.every((name) => name >= `wal/${startSegment}`), segments.join())
    await kontor.archiveLog()
    const folder = await kontor.newFolder()
    assert.equal((await kontor.restoreTo('latest', folder)).code, 0)
    assert.deepEqual(await kontor.contactsIn(folder), ['Anna', 'Berta', 'Cäcilie', 'Dora', 'Emil'])
    assert.equal((await run(['base-backup', '--keep', '0'], kontor.env)).code, 2)
  })

  return { kontor: () => kontor, place: () => place }
}
