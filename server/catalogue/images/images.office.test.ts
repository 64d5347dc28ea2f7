// Images of events, trainers and locations in the back office, and their sizes.
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import { type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { resizeImagesJob } from './resize-job.ts'

let kontor: TestInstance
let office: Awaited<ReturnType<TestInstance['signIn']>>
before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn({ rights: ['catalogue'] })
  await sql`
    insert into event (id, title) values (1, 'Einführung in R'), (2, 'Recht'), (3, 'Groß');
    insert into trainer (id, first_name, last_name) values (1, 'Ada', 'Lovelace');
    insert into contact (id, contact_type, last_name) values (50, 'location', 'Hafenhaus'), (51, 'person', 'Niemand');
    insert into location (contact_id) values (50)`.execute(kontor.db)
})
after(() => kontor.close())

const photo = (width: number, height: number, format: 'jpeg' | 'png' | 'webp' | 'gif' | 'avif' = 'jpeg') =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .toFormat(format)
    .toBuffer()

const upload = (of: string, content: Buffer | string, altText = 'Ein Bild') =>
  office.upload(`/images/${of}?altText=${encodeURIComponent(altText)}`, content)
const errorOf = ({
  status,
  json,
}: {
  status: number
  json: { details: { field: string; code: string }[] }
}) => [status, json.details[0]!.field, json.details[0]!.code] as const

async function runJob(): Promise<void> {
  while (await resizeImagesJob.run(kontor, new AbortController().signal));
}

type Rendition = { format: string; width: number; height: number; path: string; bytes: Buffer }
async function renditions(
  column: 'event_id' | 'trainer_id' | 'location_id',
  id: number,
): Promise<Rendition[]> {
  const { rows } = await sql<Omit<Rendition, 'bytes'> & { size: number; sha256: Buffer }>`
    select r.format, r.width, r.height, r.path, r.size::int as size, r.sha256 from image_rendition r
    join image i on i.id = r.image_id where i.${sql.ref(column)} = ${id} order by r.format desc, r.width`.execute(
    kontor.db,
  )
  return Promise.all(
    rows.map(async ({ size, sha256, ...row }) => {
      const found = await kontor.files.read({ path: row.path, size, sha256 })
      return { ...row, bytes: await buffer(found!.content) }
    }),
  )
}
const sizes = (list: Rendition[]) => list.map(({ format, width, height }) => `${format} ${width}×${height}`)

test('an image is resized to widths of 320, 640 and 1280 in WebP and JPEG', async () => {
  const uploaded = await upload('event/1', await photo(2000, 1000), ' Kurven in R ')
  assert.equal(uploaded.status, 200, uploaded.text)
  const [image] = uploaded.json
  assert.deepEqual(
    [image.altText, image.mediaType, image.width, image.height, image.isResized],
    ['Kurven in R', 'image/jpeg', 2000, 1000, false],
  )
  await runJob()
  const made = await renditions('event_id', 1)
  assert.deepEqual(sizes(made), [
    ...['webp 320×160', 'webp 640×320', 'webp 1280×640'],
    ...['jpeg 320×160', 'jpeg 640×320', 'jpeg 1280×640'],
  ])
  for (const { format, width, bytes, path } of made) {
    const found = await sharp(bytes).metadata()
    assert.deepEqual([found.format, found.width], [format, width])
    assert.match(path, /^images\/\d+\/einfuehrung-in-r-\d+\.[0-9a-f]{16}\.(webp|jpg)$/)
  }
  assert.equal((await office.call('GET', '/images/event/1')).json[0].isResized, true)
})

test('an image is never enlarged', async () => {
  await upload('event/2', await photo(500, 300, 'png'))
  await runJob()
  assert.deepEqual(sizes(await renditions('event_id', 2)), [
    ...['webp 320×192', 'webp 500×300'],
    ...['jpeg 320×192', 'jpeg 500×300'],
  ])
})

test('EXIF and GPS are removed, after the orientation has been applied', async () => {
  const content = await sharp({ create: { width: 800, height: 400, channels: 3, background: '#aa3333' } })
    .withExif({
      IFD0: { Artist: 'Paula Privat' },
      IFD3: {
        GPSLatitudeRef: 'N',
        GPSLatitude: '53/1 33/1 0/1',
        GPSLongitudeRef: 'E',
        GPSLongitude: '9/1 59/1 0/1',
      },
    })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer()
  assert.ok(content.includes('Paula Privat'))
  assert.equal((await sharp(content).metadata()).orientation, 6)
  const { json } = await upload('trainer/1', content)
  assert.deepEqual([json[0].width, json[0].height], [400, 800])
  await runJob()
  const made = await renditions('trainer_id', 1)
  assert.deepEqual(sizes(made), ['webp 320×640', 'webp 400×800', 'jpeg 320×640', 'jpeg 400×800'])
  for (const { bytes } of made) {
    const { exif, xmp, iptc, icc, orientation } = await sharp(bytes).metadata()
    assert.deepEqual(
      [exif, xmp, iptc, icc, orientation ?? 1],
      [undefined, undefined, undefined, undefined, 1],
    )
    assert.ok(!bytes.includes('Paula Privat') && !bytes.includes('GPS'))
  }
})

test('PNG, WebP, AVIF and GIF are taken; transparency becomes white in JPEG', async () => {
  for (const format of ['webp', 'avif', 'gif'] as const) {
    const { status, text, json } = await upload('location/50', await photo(40, 30, format))
    assert.equal(status, 200, text)
    assert.equal(json[0].mediaType, `image/${format}`)
  }
  const clear = { r: 0, g: 0, b: 0, alpha: 0 }
  await upload(
    'location/50',
    await sharp({ create: { width: 40, height: 30, channels: 4, background: clear } })
      .png()
      .toBuffer(),
  )
  await runJob()
  const made = await renditions('location_id', 50)
  assert.deepEqual(sizes(made), ['webp 40×30', 'jpeg 40×30'])
  assert.deepEqual([...(await sharp(made[1]!.bytes).raw().toBuffer()).subarray(0, 3)], [255, 255, 255])
  assert.equal((await sharp(made[0]!.bytes).metadata()).hasAlpha, true)
})

test('a file that is no image by its content is rejected under every name: SVG, TIFF, a page, a truncated image', async () => {
  const tiff = await sharp(await photo(20, 20))
    .tiff()
    .toBuffer()
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'
  for (const content of [
    svg,
    `<?xml version="1.0"?>${svg}`,
    '<!doctype html><img>',
    'text',
    tiff,
    '%PDF-1.7\n',
  ])
    assert.deepEqual(errorOf(await upload('event/3', content)), [400, 'body', 'image.unknownFormat'])
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const
  const whole = sharp({ create: { width: 300, height: 300, channels: 3, background: '#fff', noise } })
  for (const format of ['jpeg', 'png', 'webp', 'gif', 'avif'] as const) {
    const content = await whole.clone().toFormat(format).toBuffer()
    const cut = content.subarray(0, Math.floor(content.length * 0.7))
    assert.deepEqual(errorOf(await upload('event/3', cut)), [400, 'body', 'image.damaged'], format)
  }
  assert.deepEqual((await office.call('GET', '/images/event/3')).json, [])
})

test('an image with too many pixels is rejected before it is decoded', async () => {
  const bomb = await sharp({ create: { width: 16_000, height: 8_000, channels: 3, background: '#000' } })
    .png({ compressionLevel: 9 })
    .toBuffer()
  assert.ok(bomb.length < 2_000_000)
  assert.deepEqual(errorOf(await upload('event/3', bomb)), [400, 'body', 'image.tooManyPixels'])
})

test('an alternative text is required', async () => {
  const content = await photo(10, 10)
  for (const path of ['/images/event/3', '/images/event/3?altText=', '/images/event/3?altText=%20']) {
    const { status, json } = await office.upload(path, content)
    assert.deepEqual([status, json.details[0].field], [400, 'altText'], path)
  }
  const [image] = (await office.call('GET', '/images/event/1')).json
  const blank = await office.call('PATCH', '/images/event/1', { version: image.version, altText: ' ' })
  assert.deepEqual([blank.status, blank.json.details[0].field], [400, 'altText'])
})

test('the alternative text is changed for the image that its author has seen', async () => {
  const { version } = (await office.call('GET', '/images/event/1')).json[0]
  const change = (altText: string) => office.call('PATCH', '/images/event/1', { version, altText })
  assert.equal((await change('Streudiagramm')).json[0].altText, 'Streudiagramm')
  await upload('event/1', await photo(700, 350), 'Neues Bild')
  const late = await change('Von gestern')
  assert.deepEqual([late.status, late.json.code], [409, 'image.replaced'])
})

test('websites show the sizes of the image before until those of the new one are made', async () => {
  await upload('event/1', await photo(1000, 500))
  assert.ok((await renditions('event_id', 1)).some(({ width }) => width === 1280))
  await runJob()
  assert.deepEqual(sizes(await renditions('event_id', 1)).slice(0, 3), [
    'webp 320×160',
    'webp 640×320',
    'webp 1000×500',
  ])
})

test('the job is idempotent: two at once, or again after a kill, make the same files once', async () => {
  await upload('event/1', await photo(900, 450))
  await sql`update image_resize set attempts = 3`.execute(kontor.db)
  const signal = new AbortController().signal
  await Promise.all([resizeImagesJob.run(kontor, signal), resizeImagesJob.run(kontor, signal)])
  const first = await renditions('event_id', 1)
  assert.equal(first.length, 6)
  // As if the process had been killed after its claim: nothing until the claim ends, then again.
  await sql`insert into image_resize (image_id, attempts, next_attempt_at) select id, 1, now() + interval '2 minutes' from image where event_id = 1`.execute(
    kontor.db,
  )
  assert.equal(await resizeImagesJob.run(kontor, signal), false)
  assert.ok((await resizeImagesJob.dueAfterMs!(kontor))! > 60_000)
  await sql`update image_resize set next_attempt_at = now()`.execute(kontor.db)
  await runJob()
  assert.deepEqual(await renditions('event_id', 1), first)
})

test('an image whose file is missing is tried again later, and does not hold up others', async () => {
  await upload('event/1', await photo(90, 45))
  const { rows } = await sql<{ path: string }>`
    update image set path = 'images/1/gone.jpeg' where event_id = 1 returning path`.execute(kontor.db)
  assert.equal(rows.length, 1)
  await upload('event/2', await photo(80, 40))
  await runJob()
  assert.deepEqual(sizes(await renditions('event_id', 2)), ['webp 80×40', 'jpeg 80×40'])
  const { rows: waiting } = await sql<{ attempts: number; later: boolean }>`
    select attempts, next_attempt_at > now() + interval '1 minute' as later from image_resize`.execute(
    kontor.db,
  )
  assert.deepEqual(waiting, [{ attempts: 1, later: true }])
})

test('an image is logged as a change of its event, trainer or location', async () => {
  await upload('trainer/1', await photo(60, 60), 'Ada')
  await upload('location/50', await photo(60, 60), 'Haus')
  const { rows } = await sql<{ subject: string; subject_id: number; contact_id: number | null }>`
    select distinct subject, subject_id, contact_id from change_log where table_name = 'image' order by 1, 2`.execute(
    kontor.db,
  )
  assert.deepEqual(rows, [
    { subject: 'contact', subject_id: 50, contact_id: 50 },
    { subject: 'event', subject_id: 1, contact_id: null },
    { subject: 'event', subject_id: 2, contact_id: null },
    { subject: 'trainer', subject_id: 1, contact_id: null },
  ])
})

test('the uploaded file is shown in the office, and only there', async () => {
  const content = await readFile(join(import.meta.dirname, '../../../test/support/pixel.jpg'))
  await upload('trainer/1', content)
  const { statusCode, headers, rawPayload } = await kontor.app.inject({
    url: '/office/api/images/trainer/1/content',
    headers: { cookie: office.cookie },
  })
  assert.equal(statusCode, 200)
  assert.equal(headers['content-type'], 'image/jpeg')
  assert.equal(headers['cache-control'], 'private, no-store')
  assert.ok(rawPayload.equals(content))
})

test('only users who may change the catalogue upload and remove; a missing image is 404', async () => {
  const reader = await kontor.signIn({ rights: [] })
  const content = await photo(10, 10)
  assert.equal((await reader.upload('/images/event/2?altText=x', content)).status, 403)
  assert.equal((await reader.call('DELETE', '/images/event/2')).status, 403)
  assert.equal((await reader.call('GET', '/images/event/2')).status, 200)
  for (const missing of ['event/999', 'trainer/999', 'location/999', 'location/51'])
    assert.equal((await upload(missing, content)).status, 404, missing)
  assert.equal((await upload('room/1', content)).status, 400)
  assert.equal((await office.call('DELETE', '/images/event/2')).status, 200)
  assert.deepEqual((await office.call('GET', '/images/event/2')).json, [])
  assert.equal((await office.call('DELETE', '/images/event/2')).status, 404)
  assert.deepEqual(await renditions('event_id', 2), [])
})
