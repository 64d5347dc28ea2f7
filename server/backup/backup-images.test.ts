// kontor backup and restore of images.
import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { resizeImagesJob } from '../catalogue/images/resize-job.ts'
import { backup } from './backup.ts'
import { restore } from './restore.ts'

async function resizeAll(kontor: TestInstance): Promise<void> {
  while (await resizeImagesJob.run(kontor, new AbortController().signal));
}

const renditionsOf = async ({ db }: TestInstance) =>
  (
    await sql<{ path: string; sha256: string }>`
      select path, encode(sha256, 'hex') as sha256 from image_rendition order by path`.execute(db)
  ).rows

test('a backup has the images; their sizes are made again after a restore, at the same addresses', async (t) => {
  const source = await testInstance()
  const target = await testInstance()
  const folder = await mkdtemp(join(tmpdir(), 'kontor-images-'))
  t.after(async () => {
    await source.close()
    await target.close()
    await rm(folder, { recursive: true, force: true })
  })
  const office = await source.signIn({ rights: ['catalogue'] })
  await sql`insert into event (id, title) values (7, 'Bilder')`.execute(source.db)
  const content = await sharp({ create: { width: 700, height: 300, channels: 3, background: '#336699' } })
    .png()
    .toBuffer()
  const { status, text } = await office.upload('/images/event/7?altText=Balken', content)
  assert.equal(status, 200, text)
  await resizeAll(source)
  const made = await renditionsOf(source)
  assert.equal(made.length, 6)

  const archive = join(folder, 'kontor.tar')
  assert.equal((await backup(source, archive)).files, 1)
  await sql`truncate client, app_user, contact restart identity cascade`.execute(target.owner)
  await restore((_migrations, work) => work({ db: target.owner, files: target.files }), archive)
  const { rows } = await sql<{ path: string; alt_text: string }>`select path, alt_text from image`.execute(
    target.db,
  )
  assert.equal(rows[0]!.alt_text, 'Balken')
  assert.ok((await readFile(join(target.files.name, rows[0]!.path))).equals(content))
  await resizeAll(target)
  assert.deepEqual(await renditionsOf(target), made)
})
