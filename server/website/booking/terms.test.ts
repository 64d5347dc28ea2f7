// GET /terms: documents in their newest versions, which are kept, and the steps of cancellation.
import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { importDataSet } from '../../exchange/import.ts'

let site: Website
let admin: Awaited<ReturnType<Website['kontor']['signIn']>>
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
  admin = await site.kontor.signIn({ admin: true })
  await sql`
    insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true) on conflict do nothing;
    insert into event (id, title, is_published) values (1, 'R', true), (2, 'Free', true);
    insert into cancellation_step (event_id, days_before, fee_percent) values (1, 0, 100), (1, 42, 0), (1, 14, 50);
    insert into event_date (id, event_id, start_date, participants_max, status, is_published) values
      (10, 1, '2027-03-01', 3, 'open', true), (11, 2, '2027-03-01', 3, 'open', true), (12, 1, '2027-03-01', 3, 'open', false)`.execute(
    site.kontor.db,
  )
})
after(() => site.kontor.close())

const terms = async (query: string) => (await site.get(`/terms?${query}`)).json
const create = async (body: object) => {
  const { status, json, text } = await admin.call('POST', '/terms-documents', body)
  assert.equal(status, 200, text)
  return json[0]
}

test('`GET /terms?dateId=`: documents to accept, with versions and texts; cancellation terms as steps', async () => {
  assert.deepEqual(await terms('dateId=11'), {
    documents: [],
    cancellation: [],
    withdrawalException: '',
    questions: [],
    hasNewsletter: false,
    takesVouchers: false,
    provider: 'Kontor',
    isConfirmedByMail: false,
  })
  const general = await create({
    title: 'AGB',
    body: '<p onclick="x()">Erste <script>alert(1)</script>Fassung</p>',
    mustBeAccepted: true,
    isActive: true,
    position: 2,
  })
  assert.deepEqual([general.textVersion, general.body], [1, '<p>Erste Fassung</p>'])
  await create({
    title: 'Widerrufsbelehrung',
    body: '<p>Frist</p>',
    titleEn: 'Withdrawal',
    bodyEn: '<p>Period</p>',
    audience: 'consumers',
    mustBeAccepted: false,
    isActive: true,
    position: 1,
  })
  await create({ title: 'Entwurf', body: '<p>…</p>', isActive: false })

  const german = await terms('dateId=10')
  assert.deepEqual(german, {
    documents: [
      {
        id: 2,
        version: 1,
        title: 'Widerrufsbelehrung',
        html: '<p>Frist</p>',
        language: 'de',
        audience: 'consumers',
        mustBeAccepted: false,
      },
      {
        id: 1,
        version: 1,
        title: 'AGB',
        html: '<p>Erste Fassung</p>',
        language: 'de',
        audience: 'everyone',
        mustBeAccepted: true,
      },
    ],
    cancellation: [
      { daysBefore: 42, feePercent: '0.00' },
      { daysBefore: 14, feePercent: '50.00' },
      { daysBefore: 0, feePercent: '100.00' },
    ],
    withdrawalException: '',
    questions: [],
    hasNewsletter: false,
    takesVouchers: false,
    provider: 'Kontor',
    isConfirmedByMail: false,
  })
  const english = await terms('dateId=10&language=en')
  assert.deepEqual(
    english.documents.map((one: { title: string; language: string }) => [one.title, one.language]),
    [
      ['Withdrawal', 'en'],
      ['AGB', 'de'],
    ],
  )
})

test('another text is another version, and the one before stays; another order is none', async () => {
  const [stored] = (await admin.call('GET', '/terms-documents/1')).json
  const change = async (body: object, version: number) =>
    (await admin.call('PATCH', '/terms-documents/1', { ...body, version })).json[0]
  const moved = await change({ position: 3 }, stored.version)
  assert.equal(moved.textVersion, 1)
  const changed = await change({ body: '<p>Zweite Fassung</p>' }, moved.version)
  assert.equal(changed.textVersion, 2)
  const { documents } = await terms('dateId=10')
  assert.deepEqual([documents[1].version, documents[1].html], [2, '<p>Zweite Fassung</p>'])
  const { rows } = await sql<{ body: string }>`
    select body from terms_version where document_id = 1 order by version`.execute(site.kontor.db)
  assert.deepEqual(
    rows.map(({ body }) => body),
    ['<p>Erste Fassung</p>', '<p>Zweite Fassung</p>'],
  )
})

test('a date that the key does not show, and bad parameters, are named', async () => {
  const refused = async (query: string) => {
    const { status, json } = await site.get(`/terms?${query}`)
    return [status, ...json.errors.map(({ pointer }: { pointer: string }) => pointer)]
  }
  assert.deepEqual(await refused('dateId=12'), [400, '/dateId'])
  assert.deepEqual(await refused('dateId=x'), [400, '/dateId'])
  assert.deepEqual(await refused(''), [400, '/dateId'])
  assert.deepEqual(await refused('dateId=10&language=fr'), [400, '/language'])
})

test('a data set brings documents, of which the database makes versions', async () => {
  const { db } = site.kontor
  const load = async (body: string) => {
    const termsDocuments = [50, 51].map((id) => ({ id, title: `D${id}`, body, isActive: false }))
    await importDataSet(db, Readable.from([Buffer.from(JSON.stringify({ termsDocuments }))]))
  }
  await load('<p>1</p>')
  await load('<p>1</p>')
  await load('<p>2</p>')
  const { rows } = await sql`
    select document_id as id, version, body from terms_version where document_id >= 50 order by 1, 2`.execute(
    db,
  )
  assert.deepEqual(
    rows,
    [50, 51].flatMap((id) => [1, 2].map((version) => ({ id, version, body: `<p>${version}</p>` }))),
  )
})
