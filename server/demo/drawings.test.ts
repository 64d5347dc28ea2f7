// The demo's drawn images: every event and trainer has one in all sizes, each a few kB.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { resizeImagesJob } from '../catalogue/images/resize-job.ts'
import { importDataSet } from '../exchange/import.ts'
import { prepareDataSet } from '../exchange/input-records.ts'
import { addDrawings } from './add-drawings.ts'
import { demoDataSet } from './data-set.ts'
import { drawTopics } from './drawings.ts'
import { topics } from './topics.ts'

test('each topic has a drawing of its own, with texts in both languages', () => {
  const drawings = [...drawTopics().values()]
  assert.equal(drawings.length, topics.length)
  for (const property of ['svg', 'altText', 'altTextEn'] as const)
    assert.equal(new Set(drawings.map((drawing) => drawing[property])).size, topics.length, property)
  for (const { svg } of drawings) assert.doesNotMatch(svg, /§|NaN|undefined|href|<script/)
})

test('events and trainers of the demo have drawn images in all sizes, added once', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await importDataSet(kontor.db, await prepareDataSet(demoDataSet('2026-11-30')), { via: 'test' })
  await addDrawings(kontor)
  const { rows } = await sql<{ kind: string; images: number; sizes: string; largest: number }>`
    select case when i.event_id is null then 'trainer' else 'event' end as kind, count(distinct i.id)::int as images,
      string_agg(distinct r.format || ' ' || r.width, ', ') as sizes, max(r.size)::int as largest
    from image i join image_rendition r on r.image_id = i.id group by 1 order by 1`.execute(kontor.db)
  assert.deepEqual(
    rows.map(({ kind, images, sizes }) => [kind, images, sizes]),
    [
      ['event', 120, 'jpeg 1280, jpeg 320, jpeg 640, webp 1280, webp 320, webp 640'],
      ['trainer', 60, 'jpeg 320, webp 320'],
    ],
  )
  for (const { kind, largest } of rows) assert.ok(largest < 40_000, `${kind}: ${largest} bytes`)
  const { rows: files } = await sql<{ path: string; size: number; sha256: Buffer }>`
    select path, size::int as size, sha256 from image union all select path, size::int, sha256 from image_rendition`.execute(
    kontor.db,
  )
  assert.equal(files.length, 120 * 7 + 60 * 3)
  for (const file of files) assert.ok(await kontor.files.holds(file), file.path)
  // Nothing is left to be resized, nor in the folder of incoming files.
  assert.equal(await resizeImagesJob.run(kontor, new AbortController().signal), false)
  const imagesOf = async () => (await sql`select id, path from image order by id`.execute(kontor.db)).rows
  const before = await imagesOf()
  await addDrawings(kontor)
  assert.deepEqual(await imagesOf(), before)
})
