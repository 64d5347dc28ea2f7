// Images in the records of the public interface, and GET /files/{id}/{name}.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import sharp from 'sharp'
import type { OfficeSession } from '../../test/support/test-instance.ts'
import { openWebsite, type Website } from '../../test/support/website.ts'
import { resizeImagesJob } from '../catalogue/images/resize-job.ts'

const publicUrl = 'https://kontor.example'
let site: Website
let office: OfficeSession
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z', settings: { publicUrl } })
  office = await site.kontor.signIn({ rights: ['catalogue'] })
  await sql`
    insert into event (id, title, description_link) values (1, 'R', 'https://www.example.org/r'), (2, 'Plain', '');
    update event set is_published = true;
    insert into trainer (id, first_name, last_name, image_url) values (1, 'Ada', 'Lovelace', 'https://img.example/ada.jpg'), (2, 'Emmy', 'Noether', '');
    insert into contact (id, contact_type, last_name) values (50, 'location', 'Hafenhaus');
    insert into location (contact_id) values (50);
    insert into event_date (id, event_id, title, start_date, participants_max, is_published) values
      (10, 1, '', '2027-03-01', 10, true), (20, 2, '', '2027-04-01', 10, true);
    insert into date_location values (10, 50);
    insert into date_trainer (date_id, position, trainer_id, is_listed) values (10, 1, 1, true), (10, 2, 2, true)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const photo = (width = 800, height = 600) =>
  sharp({ create: { width, height, channels: 3, background: '#3366aa' } })
    .jpeg()
    .toBuffer()

async function upload(of: string, altText: string, content?: Buffer): Promise<void> {
  const { status, text } = await office.upload(
    `/images/${of}?altText=${encodeURIComponent(altText)}`,
    content ?? (await photo()),
  )
  assert.equal(status, 200, text)
  while (await resizeImagesJob.run(site.kontor, new AbortController().signal));
}
const get = async (path: string) => {
  const { status, json, text } = await site.get(path)
  assert.equal(status, 200, text)
  return json
}
/** A file as a browser gets it: by its address alone. */
const fetchFile = (
  url: string,
  { method = 'GET', headers = {} }: { method?: 'GET' | 'HEAD'; headers?: Record<string, string> } = {},
) => site.kontor.app.inject({ method, url: url.replace(publicUrl, ''), headers })

type Told = { data: { type: string; id: number; change: string; reason: string }[]; next: string }
const newest = async (): Promise<string> => ((await get('/changes')) as Told).next
const toldSince = async (cursor: string): Promise<string[]> =>
  ((await get(`/changes?since=${cursor}`)) as Told).data.map(
    ({ type, id, reason }) => `${type} ${id} ${reason}`,
  )

test('an event without an image has null; an image appears with its sizes, absolute addresses and alternative text', async () => {
  assert.equal((await get('/events/1')).image, null)
  await upload('event/1', 'A scatter plot')
  const { image } = await get('/events/1')
  assert.deepEqual([image.alt, image.width, image.height], ['A scatter plot', 640 + 160, 600])
  assert.deepEqual(
    image.sources.map(({ type, width, height }: Record<string, unknown>) => [type, width, height]),
    ['image/webp', 'image/jpeg'].flatMap((type) => [
      [type, 320, 240],
      [type, 640, 480],
      [type, 800, 600],
    ]),
  )
  assert.equal(image.url, image.sources.at(-1).url)
  for (const { url } of image.sources)
    assert.match(url, /^https:\/\/kontor\.example\/public\/v1\/files\/\d+\/r-\d+\.[0-9a-f]{16}\.(webp|jpg)$/)
  const { event } = await get('/dates/10?availability=any')
  assert.deepEqual(event.image, image)
  assert.deepEqual((await get('/dates?availability=any')).data[0].event.image, image)
})

test('trainers and locations have images; a linked one of a trainer is given until there is one', async () => {
  const linked = {
    alt: 'Ada Lovelace',
    altEn: '',
    url: 'https://img.example/ada.jpg',
    width: null,
    height: null,
    sources: [],
  }
  const before = await get('/dates/10?availability=any')
  assert.deepEqual(
    before.trainers.map(({ image }: { image: unknown }) => image),
    [linked, null],
  )
  assert.equal(before.location.image, null)
  await upload('trainer/1', 'Ada at her desk')
  await upload('trainer/2', 'Emmy at the board')
  await upload('location/50', 'The house at the harbour')
  const { trainers, location } = await get('/dates/10?availability=any')
  assert.deepEqual(
    [...trainers, location].map(({ image }) => [image.alt, image.sources.length]),
    [
      ['Ada at her desk', 6],
      ['Emmy at the board', 6],
      ['The house at the harbour', 6],
    ],
  )
})

test('a changed alternative text, a replaced and a removed image are shown at once, and told by /changes', async () => {
  const start = await newest()
  const { version } = (await office.call('GET', '/images/event/1')).json[0]
  await office.call('PATCH', '/images/event/1', { version, altText: 'A line' })
  assert.equal((await get('/events/1')).image.alt, 'A line')
  assert.deepEqual(await toldSince(start), ['date 10 event', 'event 1 content'])

  const { image: earlier } = await get('/events/1')
  await upload('event/1', 'A line', await photo(900, 300))
  const { image } = await get('/events/1')
  assert.deepEqual([image.width, image.height], [900, 300])
  assert.ok(image.sources.every(({ url }: { url: string }) => !JSON.stringify(earlier).includes(url)))

  const afterwards = await newest()
  await upload('trainer/2', 'Emmy again')
  await office.call('DELETE', '/images/location/50')
  assert.deepEqual(await toldSince(afterwards), ['date 10 location'])
  const { location, trainers } = await get('/dates/10?availability=any')
  assert.deepEqual([location.image, trainers[1].image.alt], [null, 'Emmy again'])
  const last = await newest()
  await office.call('DELETE', '/images/trainer/2')
  assert.deepEqual(await toldSince(last), ['date 10 trainer'])
})

test('every address in the answer exists: no image has one before its sizes are made', async () => {
  const content = await photo(400, 300)
  const { image: before } = await get('/events/1')
  assert.equal((await office.upload('/images/event/1?altText=New', content)).status, 200)
  const { image } = await get('/events/1')
  assert.deepEqual(image, { ...before, alt: 'New' })
  assert.equal((await fetchFile(image.url)).statusCode, 200)
  await upload('event/1', 'New', content)
})

test('`GET /files/{id}/{name}`: public files and images, with a version in the address and `immutable`, without a key, for every page, with a strong ETag', async () => {
  const { sources } = (await get('/events/1')).image
  for (const { url, type, width } of sources) {
    const { statusCode, headers, rawPayload } = await fetchFile(url, {
      headers: { origin: 'https://any.example' },
    })
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], type)
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['access-control-allow-origin'], '*')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(Number(headers['content-length']), rawPayload.length)
    assert.equal((await sharp(rawPayload).metadata()).width, width)
    assert.match(String(headers.etag), /^"[0-9a-f]{64}"$/)
    const again = await fetchFile(url, { headers: { 'if-none-match': String(headers.etag) } })
    assert.deepEqual([again.statusCode, again.rawPayload.length], [304, 0])
    assert.equal(again.headers['cache-control'], 'public, max-age=31536000, immutable')
    const head = await fetchFile(url, { method: 'HEAD' })
    assert.deepEqual(
      [head.statusCode, head.headers['content-length'], head.rawPayload.length],
      [200, headers['content-length'], 0],
    )
  }
  assert.equal((await fetchFile(`${sources[0].url}?key=pk_wrong`)).statusCode, 200)
})

test('another version, another name, the uploaded file, and images of withdrawn events are 404', async () => {
  const { url } = (await get('/events/1')).image
  const { rows } = await sql<{ path: string }>`select path from image where event_id = 1`.execute(
    site.kontor.db,
  )
  const [, id, original] = rows[0]!.path.split('/')
  const wrong = [
    url.replace(/[0-9a-f]{16}/, '0'.repeat(16)),
    url.replace('/r-', '/s-'),
    url.replace(`/files/${id}/`, '/files/999/'),
    `/public/v1/files/${id}/${original}`,
    `/public/v1/files/${id}/..%2f${id}%2f${original}`,
  ]
  for (const one of wrong) {
    const { statusCode, headers } = await fetchFile(one)
    assert.deepEqual(
      [statusCode, headers['content-type']],
      [404, 'application/problem+json; charset=utf-8'],
      one,
    )
    assert.doesNotMatch(String(headers['cache-control']), /immutable/)
  }
  assert.equal((await fetchFile('/public/v1/files/none/x.jpg')).statusCode, 400)
  await sql`update event set is_published = false where id = 1`.execute(site.kontor.db)
  assert.equal((await fetchFile(url)).statusCode, 404)
  await sql`update event set is_published = true where id = 1`.execute(site.kontor.db)
  assert.equal((await fetchFile(url)).statusCode, 200)
})

test('files that everybody may see are listed and served; those of participants and staff never', async () => {
  const addFile = async (name: string, accessRight: string): Promise<number> => {
    const { json } = await office.upload(
      `/files/upload/${encodeURIComponent(name)}?accessRight=${accessRight}`,
      name,
    )
    return json[0].id
  }
  const programme = await addFile('Programm März.pdf', 'public')
  const page = await addFile('page.html', 'public')
  const secret = await addFile('secret.pdf', 'internal')
  const handout = await addFile('handout.pdf', 'participants')
  const alone = await addFile('alone.pdf', 'public')
  const values = [programme, page, secret, handout].map((id) => `(1, ${id})`).join()
  await sql.raw(`insert into event_file (event_id, file_id) values ${values}`).execute(site.kontor.db)
  await sql`insert into date_file (date_id, file_id) values (20, ${programme})`.execute(site.kontor.db)
  const { files } = await get('/events/1')
  assert.deepEqual(
    files.map(({ id, name, type, size }: Record<string, unknown>) => [id, name, type, size]),
    [
      [programme, 'Programm März.pdf', 'application/pdf', 18],
      [page, 'page.html', 'application/octet-stream', 9],
    ],
  )
  assert.deepEqual((await get('/dates/20?availability=any')).files, [files[0]])
  const [pdf, html] = await Promise.all(files.map(({ url }: { url: string }) => fetchFile(url)))
  assert.equal(pdf.body, 'Programm März.pdf')
  assert.match(String(pdf.headers['content-disposition']), /^inline; .*Programm%20M%C3%A4rz\.pdf$/)
  // A page of others would have the rights of this server's pages.
  assert.match(String(html.headers['content-disposition']), /^attachment;/)
  assert.match(String(html.headers['content-security-policy']), /^sandbox;/)

  const { rows } = await sql<{ id: number; name: string; version: string }>`
    select f.id, f.name, left(encode(s.sha256, 'hex'), 16) as version from catalogue_file f join stored_file s on s.file_id = f.id
    where f.id in (${secret}, ${handout}, ${alone})`.execute(site.kontor.db)
  for (const { id, name, version } of rows)
    assert.equal(
      (await fetchFile(`/public/v1/files/${id}/${name.replace('.pdf', `.${version}.pdf`)}`)).statusCode,
      404,
      name,
    )

  await sql`update catalogue_file set access_right = 'internal' where id = ${programme}`.execute(
    site.kontor.db,
  )
  assert.equal((await fetchFile(files[0].url)).statusCode, 404)
  assert.equal((await get('/events/1')).files.length, 1)
  await sql`update file_access_right set for_public = false where access_right = 'public'`.execute(
    site.kontor.db,
  )
  assert.deepEqual((await get('/events/1')).files, [])
  assert.equal((await fetchFile(files[1].url)).statusCode, 404)
  await sql`update file_access_right set for_public = true where access_right = 'public'`.execute(
    site.kontor.db,
  )
})

test('JSON-LD, the feed and the sitemap have the image', async () => {
  const { url } = (await get('/events/1')).image
  const course = JSON.parse((await site.get('/events/1/schema.json')).text)
  assert.equal(course.image, url)
  assert.equal(course.hasCourseInstance[0].image, url)
  assert.match(
    course.hasCourseInstance[0].instructor[0].image,
    /^https:\/\/kontor\.example\/public\/v1\/files\//,
  )
  assert.ok((await site.get('/feed.atom?availability=any')).text.includes(`href="${url}"`))
  assert.ok((await site.get('/sitemap.xml')).text.includes(`<image:loc>${url}</image:loc>`))
})

test('the data set of a backup has the images, and a copy of the store their sizes, too', async () => {
  const { rows } = await sql<{ table: string; count: number }>`
    select 'image' as "table", count(*)::int from image union all select 'image_rendition', count(*)::int from image_rendition`.execute(
    site.kontor.db,
  )
  const { measureFiles } = await import('../platform/files/copy-files.ts')
  const attachments = await sql<{ count: number }>`
    select (select count(*) from attachment)::int + (select count(*) from stored_file)::int as count`.execute(
    site.kontor.db,
  )
  const total = rows.reduce((sum, { count }) => sum + count, attachments.rows[0]!.count)
  assert.equal((await measureFiles(site.kontor.db)).count, total)
})

test('an address may ask for ten times as many files as a key may send requests', async (t) => {
  const rates = { token: 0, catalogue: 0, website: 1, websiteWrite: 0, session: 0, address: 0, newsletter: 0 }
  const { kontor } = await openWebsite({ settings: { rates } })
  t.after(() => kontor.close())
  const ask = (remoteAddress: string) =>
    kontor.app.inject({ url: '/public/v1/files/1/none.jpg', remoteAddress })
  for (let count = 1; count <= 10; count++) assert.equal((await ask('192.0.2.1')).statusCode, 404)
  const { statusCode, headers, json } = await ask('192.0.2.1')
  assert.deepEqual([statusCode, json().type], [429, '/problems/too-many-requests'])
  assert.ok(Number(headers['retry-after']) > 0)
  assert.equal((await ask('192.0.2.2')).statusCode, 404)
})
