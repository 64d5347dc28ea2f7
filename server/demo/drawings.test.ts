// The demo's drawn images: every event and trainer has one in all sizes, each a few kB.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { resizeImagesJob } from '../catalogue/images/resize-job.ts'
import { addDrawings } from './add-drawings.ts'
import { categories } from './categories.ts'
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

test('each event of the demo is in the category of a topic', () => {
  const drawn = new Set(drawTopics().keys())
  const names = new Map(
    categories.map(({ eventcat_id, eventcatname_name }) => [eventcat_id, eventcatname_name]),
  )
  for (const { event_title, event_catalog_categories } of demoDataSet('2026-11-30').events)
    assert.ok(
      event_catalog_categories.some(({ eventcat_id }) => drawn.has(names.get(eventcat_id)!)),
      event_title,
    )
})

test('events and trainers get their drawings in all sizes, once', async (t) => {
  const kontor = await testInstance()
  t.after(() => kontor.close())
  await sql`
    insert into catalogue_category (id, name) values (1, 'Excel'), (2, 'Pflege');
    insert into event (id, title) values (1, 'Tabellen'), (2, 'Pflege kompakt'), (3, 'Pivot'), (4, 'Ohne Thema');
    insert into event_in_category (event_id, category_id) values (1, 1), (2, 2), (3, 1);
    insert into trainer (id, first_name, last_name, salutation) values (1, 'Ada', 'Lovelace', 'ms'), (2, 'Konrad', 'Zuse', 'mr')`.execute(
    kontor.db,
  )
  await addDrawings(kontor)
  const { rows } = await sql<{ event: number | null; alt: string; sizes: string; largest: number }>`
    select i.event_id as event, i.alt_text || ' / ' || i.alt_text_en as alt,
      string_agg(r.format || ' ' || r.width, ', ' order by r.format, r.width) as sizes, max(r.size)::int as largest
    from image i join image_rendition r on r.image_id = i.id group by i.id order by i.id`.execute(kontor.db)
  const ofEvent = 'jpeg 320, jpeg 640, jpeg 1280, webp 320, webp 640, webp 1280'
  const table = 'Tabelle mit farbigen Zellen / Table with coloured cells'
  assert.deepEqual(
    rows.map(({ event, alt, sizes }) => [event, alt, sizes]),
    [
      [1, table, ofEvent],
      [2, 'Herz mit einer Pulslinie / Heart with a line of the pulse', ofEvent],
      [3, table, ofEvent],
      [null, 'Gezeichnetes Porträt: Ada Lovelace / Drawn portrait: Ada Lovelace', 'jpeg 320, webp 320'],
      [null, 'Gezeichnetes Porträt: Konrad Zuse / Drawn portrait: Konrad Zuse', 'jpeg 320, webp 320'],
    ],
  )
  for (const { alt, largest } of rows) assert.ok(largest < 40_000, `${alt}: ${largest} bytes`)
  const { rows: files } = await sql<{ path: string; size: number; sha256: Buffer }>`
    select path, size::int as size, sha256 from image union all select path, size::int, sha256 from image_rendition`.execute(
    kontor.db,
  )
  assert.equal(files.length, 3 * 7 + 2 * 3)
  for (const file of files) assert.ok(await kontor.files.holds(file), file.path)
  assert.equal(await resizeImagesJob.run(kontor, new AbortController().signal), false)
  const imagesOf = async () => (await sql`select id, path from image order by id`.execute(kontor.db)).rows
  const before = await imagesOf()
  await addDrawings(kontor)
  assert.deepEqual(await imagesOf(), before)
})
