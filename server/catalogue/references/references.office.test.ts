// Catalogues, categories, trainers, locations and files in the back office.
import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['catalogue'] })
const reader = await kontor.signIn({ rights: [] })

// biome-ignore lint/suspicious/noExplicitAny: records of every shape
type Any = any
const record = async (method: string, path: string, body?: unknown): Promise<Any> => {
  const { status, json, text } = await office.call(method, path, body)
  assert.equal(status, 200, text)
  return json[0]
}
const errorFields = ({ json }: Any) => json.details.map((one: Any) => one.field)
const category = (name: string, input: object = {}) =>
  record('POST', '/catalogue-categories', { name: name, ...input })
const move = (one: Any, input: object) =>
  office.call('PATCH', `/catalogue-categories/${one.id}`, { version: one.version, ...input })

test('categories form a tree: all fields are returned, and a category moves with its subcategories', async () => {
  const [a, b] = [
    await record('POST', '/catalogues', { name: ' A ' }),
    await record('POST', '/catalogues', { name: 'B' }),
  ]
  assert.equal(a.name, 'A')
  const given = {
    language: 'de',
    description: '<p>Text</p>',
    footerDescription: '<p>unten<script></script></p>',
    color: '#00aa00',
    fontIcon: 'star',
    imageFileName: 'bild.png',
    imageFileId: 3,
    isProtected: true,
  }
  const top = await category('Oben', { ...given, catalogueId: a.id })
  for (const [field, value] of Object.entries(given))
    assert.equal(top[field], field === 'footerDescription' ? '<p>unten</p>' : value, field)
  const middle = await category('Mitte', { parentId: top.id })
  const below = await category('Unten', { parentId: middle.id })
  assert.deepEqual([middle.catalogueId, below.catalogueId], [a.id, a.id])
  const other = await category('Anders', { catalogueId: b.id })
  assert.equal((await move(middle, { parentId: other.id })).status, 200)
  assert.deepEqual(
    await Promise.all(
      [middle, below].map(async ({ id }) => (await record('GET', `/catalogue-categories/${id}`)).catalogueId),
    ),
    [b.id, b.id],
  )
  assert.deepEqual(
    errorFields(await move(await record('GET', `/catalogue-categories/${below.id}`), { catalogueId: a.id })),
    ['catalogueId'],
  )
  const now = await record('GET', `/catalogue-categories/${middle.id}`)
  assert.equal((await move(now, { parentId: 0 })).json[0].parentId, 0)
})

test('moves that would form a circle are rejected, also two concurrent ones; so is a stale move', async () => {
  const top = await category('1')
  const below = await category('2', { parentId: top.id })
  const lowest = await category('3', { parentId: below.id })
  for (const parent of [top, below, lowest]) {
    const answer = await move(await record('GET', `/catalogue-categories/${top.id}`), {
      parentId: parent.id,
    })
    assert.deepEqual([answer.status, ...errorFields(answer)], [400, 'parentId'])
  }
  for (let round = 0; round < 5; round++) {
    const [one, two] = [await category('x'), await category('y')]
    const answers = await Promise.all([move(one, { parentId: two.id }), move(two, { parentId: one.id })])
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 400])
  }
  const first = await move(below, { name: 'neu' })
  assert.equal(first.status, 200)
  assert.equal((await move(below, { name: 'neuer' })).headers['x-kontor-conflict'], 'stale')
})

test('a record in use is not deleted, and the error names the records that use it', async () => {
  const catalog = await record('POST', '/catalogues', { name: 'K' })
  const top = await category('Oben', { catalogueId: catalog.id })
  const below = await category('Unten "A"', { parentId: top.id })
  const event = await record('POST', '/events', { title: 'Seminar', categoryIds: [below.id] })
  const deleteConflict = async (path: string) => {
    const { status, json } = await office.call('DELETE', path)
    return `${status} ${json.message}`
  }
  assert.equal(
    await deleteConflict(`/catalogues/${catalog.id}`),
    '409 The catalogue has categories: "Oben · Unten \'A\'" (2).',
  )
  assert.equal(
    await deleteConflict(`/catalogue-categories/${top.id}`),
    '409 The category has subcategories: "Unten \'A\'" (1).',
  )
  assert.equal(
    await deleteConflict(`/catalogue-categories/${below.id}`),
    '409 The category is used by events: "Seminar" (1).',
  )
  await record('PATCH', `/events/${event.id}`, { version: event.version, categoryIds: [] })
  for (const path of [
    `/catalogue-categories/${below.id}`,
    `/catalogue-categories/${top.id}`,
    `/catalogues/${catalog.id}`,
  ])
    assert.equal((await office.call('DELETE', path)).status, 200, path)
  assert.equal((await office.call('DELETE', `/catalogues/${catalog.id}`)).status, 404)
})

test('GET /events shows a renamed category at once', async () => {
  const one = await category('Alt')
  const event = await record('POST', '/events', {
    title: 'Seminar',
    categoryIds: [one.id],
    prices: [{ netPrice: 1, grossPrice: 1 }],
  })
  await record('POST', `/events/${event.id}/publish`, { version: event.version, isPublished: true })
  const name = async () =>
    (await kontor.call('GET', `/events?eventId=${event.id}`)).json[0].event_catalog_categories[0]
      .eventcatname_name
  assert.equal(await name(), 'Alt')
  await move(one, { name: 'Neu' })
  assert.equal(await name(), 'Neu')
})

test('trainers are created, linked to a person, found and changed, and not deleted while they have dates', async () => {
  const person = await db
    .insertInto('contact')
    .values({ contact_type: 'person', last_name: 'Roth' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const company = await db
    .insertInto('contact')
    .values({ contact_type: 'company', last_name: 'AG' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const created = await record('POST', '/trainers', {
    identifier: 'R1',
    title: 'Dr.',
    firstName: 'Ute',
    lastName: 'Roth',
    descriptionHtml: '<p onclick="x">Profil</p>',
    contactId: person.id,
  })
  assert.deepEqual(
    [created.name, created.descriptionHtml, created.contactId],
    ['Dr. Ute Roth', '<p>Profil</p>', person.id],
  )
  const errorFieldsOf = async (body: object) =>
    errorFields(await office.call('POST', '/trainers', { lastName: 'x', ...body }))
  assert.deepEqual(await errorFieldsOf({ identifier: 'R1' }), ['identifier'])
  assert.deepEqual(await errorFieldsOf({ contactId: company.id }), ['contactId'])
  assert.deepEqual(await errorFieldsOf({ lastName: '' }), ['lastName'])
  assert.deepEqual(
    (await office.call('GET', '/trainers?q=ute+rot')).json.map((one: Any) => one.id),
    [created.id],
  )
  const changed = await record('PATCH', `/trainers/${created.id}`, {
    version: created.version,
    company: 'Roth KG',
    contactId: 0,
  })
  assert.deepEqual([changed.company, changed.contactId], ['Roth KG', 0])
  assert.equal(
    (await office.call('PATCH', `/trainers/${created.id}`, { version: created.version, company: '' })).status,
    409,
  )
  const event = await record('POST', '/events', { title: 'Seminar' })
  const date = await db
    .insertInto('event_date')
    .values({ event_id: event.id, start_date: '2026-07-01' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('date_trainer')
    .values({ date_id: date.id, position: 0, trainer_id: created.id })
    .execute()
  const rejected = await office.call('DELETE', `/trainers/${created.id}`)
  assert.deepEqual(
    [rejected.status, rejected.json.message],
    [409, 'The trainer has dates: "Seminar 2026-07-01" (1).'],
  )
  await db.deleteFrom('event_date').where('id', '=', date.id).execute()
  assert.equal((await office.call('DELETE', `/trainers/${created.id}`)).status, 200)
})

test('locations are created with their address, changed field by field, and found', async () => {
  const given = {
    name: 'Hotel Nord',
    street: 'Kai',
    houseNumber: '3',
    addition: 'Hof',
    zip: '20457',
    city: 'Hamburg',
    country: 'Deutschland',
    phone: '+49 40 1',
    link: 'https://nord.example',
    additionalField: 'Saal 2',
  }
  const created = await record('POST', '/locations', given)
  for (const [field, value] of Object.entries(given)) assert.equal(created[field], value, field)
  // The country code of a contact has no +.
  const parts = { country_code: '49', number: '40 1' }
  await db.updateTable('phone').set(parts).where('contact_id', '=', created.id).execute()
  const { phone, version } = await record('GET', `/locations/${created.id}`)
  assert.equal(phone, given.phone)
  const changed = await record('PATCH', `/locations/${created.id}`, {
    version,
    ...given,
    city: 'Bremen',
    phone: '',
  })
  assert.deepEqual([changed.city, changed.zip, changed.phone], ['Bremen', '20457', ''])
  const log = (
    await office.call('GET', `/changes?subject=contact&subjectId=${created.id}&afterId=${version}`)
  ).status
  assert.equal(log, 403, 'the change log of contacts needs the right to contacts')
  assert.deepEqual(
    (await office.call('GET', '/locations?q=nord+brem')).json.map((one: Any) => one.id),
    [created.id],
  )
  assert.equal(
    (await office.call('PATCH', `/locations/${created.id}`, { version: created.version, name: 'x' })).status,
    409,
  )
  assert.deepEqual(errorFields(await office.call('POST', '/locations', { name: '' })), ['name'])
  assert.equal((await office.call('GET', '/locations/2147483647')).status, 404)
  assert.equal((await office.call('DELETE', `/locations/${created.id}`)).status, 200)
})

test('links of trainers, locations and files have http, https, mailto or tel', async () => {
  const script = 'javascript:alert(1)'
  for (const [path, body, field] of [
    ['/trainers', { lastName: 'A', imageUrl: script }, 'imageUrl'],
    ['/locations', { name: 'A', link: script }, 'link'],
    ['/files', { name: 'A', path: script }, 'path'],
    ['/files', { name: 'A', path: ' ' }, 'path'],
  ] as const) {
    const answer = await office.call('POST', path, body)
    assert.deepEqual([answer.status, errorFields(answer)], [400, [field]], path)
  }
})

test('files are stored byte for byte, downloaded, described, and deleted if nothing uses them', async () => {
  const bytes = Buffer.from(Uint8Array.from({ length: 70_000 }, (_, at) => at % 256))
  const [file] = (await office.upload('/files/upload/Bild%20%C3%BC.png?accessRight=participants', bytes)).json
  assert.deepEqual(
    [file.name, file.accessRight, file.size, file.isStored],
    ['Bild ü.png', 'participants', 70_000, true],
  )
  assert.ok((await readFile(join(kontor.files.name, file.path))).equals(bytes))
  const answer = await kontor.app.inject({
    method: 'GET',
    url: `/office/api/files/${file.id}/content?inline=true`,
    headers: { cookie: office.cookie },
  })
  assert.ok(answer.rawPayload.equals(bytes))
  assert.match(String(answer.headers['content-disposition']), /^inline; .*Bild%20%C3%BC\.png/)
  assert.equal(answer.headers['content-type'], 'image/png')
  const html = (await office.upload('/files/upload/x.html?accessRight=public', '<script>1</script>')).json[0]
  const shown = await office.call('GET', `/files/${html.id}/content?inline=true`)
  assert.match(String(shown.headers['content-disposition']), /^attachment/)
  assert.equal(shown.headers['content-type'], 'application/octet-stream')

  assert.equal((await office.upload('/files/upload/a.pdf?accessRight=nonsense', 'x')).status, 400)
  assert.equal((await office.upload('/files/upload/..%2fa.pdf?accessRight=public', 'x')).status, 400)
  assert.equal((await office.upload('/files/upload/a.pdf?accessRight=public', '')).status, 400)
  assert.equal((await reader.upload('/files/upload/a.pdf?accessRight=public', 'x')).status, 403)
  assert.deepEqual(await readdir(join(kontor.files.name, '.incoming')), [])

  const event = await record('POST', '/events', { title: 'Seminar', fileIds: [file.id] })
  assert.equal(
    (await office.call('DELETE', `/files/${file.id}`)).json.message,
    'The file is used: "Seminar" (1).',
  )
  const changed = await record('PATCH', `/files/${file.id}`, {
    version: file.version,
    accessRight: 'public',
    description: 'neu',
  })
  assert.deepEqual([changed.accessRight, changed.description, changed.path], ['public', 'neu', file.path])
  assert.deepEqual(
    errorFields(
      await office.call('PATCH', `/files/${file.id}`, { version: changed.version, path: 'anders' }),
    ),
    ['path'],
  )
  const elsewhere = await record('POST', '/files', {
    name: 'Fern',
    path: 'https://a.example/f.pdf',
    accessRight: 'public',
  })
  assert.equal((await office.call('GET', `/files/${elsewhere.id}/content`)).status, 404)
  await record('PATCH', `/events/${event.id}`, { version: event.version, fileIds: [elsewhere.id] })
  assert.equal((await office.call('DELETE', `/files/${file.id}`)).status, 200)
  assert.deepEqual(
    (await office.call('GET', '/file-access-rights')).json.map((one: Any) => one.id),
    ['public', 'participants', 'internal'],
  )
})

test('every user can read; writing needs the right 100100', async () => {
  for (const name of ['catalogues', 'catalogue-categories', 'trainers', 'locations', 'files']) {
    assert.equal((await reader.call('GET', `/${name}`)).status, 200, name)
    for (const [method, path] of [
      ['POST', `/${name}`],
      ['PATCH', `/${name}/1`],
      ['DELETE', `/${name}/1`],
    ] as const)
      assert.equal(
        (await reader.call(method, path, method === 'DELETE' ? undefined : {})).status,
        403,
        `${method} ${name}`,
      )
  }
})
