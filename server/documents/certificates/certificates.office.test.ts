// Certificates of attendance: entitlement, numbers, signatures, the code on paper, withdrawing and replacing.
import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { pdfFacts, pdfPicture, pdfText, withoutPoppler } from '../../../test/support/pdf.ts'
import { decodeQR } from '../../../test/support/qr.ts'
import { testInstance } from '../../../test/support/test-instance.ts'
import { renderDocument } from '../documents.ts'
import type { DateCertificates, OfficeCertificate } from './certificates.schema.ts'
import { fromPayload, type SignedContent, signedBytes } from './content.ts'

// 2026-06-15, a Monday, 12:00 in Berlin.
const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['090300', 'booking', 'catalogue'] })
const admin = await kontor.signIn()

const newEvent = async (values: object = {}) =>
  (
    await db
      .insertInto('event')
      .values({ title: 'Führen & Fördern', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
const eventId = await newEvent({ certificate_text_de: '- Ziele klären\n- Fördern', objectives: '<p>Mut</p>' })

const newDate = async (values: object = {}): Promise<number> => {
  const days = { start_date: '2026-06-11', end_date: '2026-06-12', start_time: '09:00', end_time: '17:00' }
  return (
    await db
      .insertInto('event_date')
      .values({ event_id: eventId, participants_max: 400, ...days, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id
}

let count = 0
const book = async (dateId: number, status = 'attended', person: object = {}): Promise<number> => {
  const contact = await db
    .insertInto('contact')
    .values({ contact_type: 'person', first_name: 'Łukasz', last_name: `Żółć ${++count}`, ...person })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await db
    .insertInto('booking')
    .values({ contact_id: contact.id, date_id: dateId, status })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const mark = (bookingId: number, day: string, half: string, attended: boolean) =>
  db.insertInto('attendance').values({ booking_id: bookingId, day, half, attended }).execute()

const issue = async (dateId: number, body: object = {}): Promise<DateCertificates> => {
  const answer = await office.call('POST', `/dates/${dateId}/certificates`, body)
  assert.equal(answer.status, 200, answer.text)
  return answer.json[0]
}
const listOf = async (dateId: number): Promise<OfficeCertificate[]> =>
  (await office.call('GET', `/certificates?dateId=${dateId}&sort=id&order=asc`)).json
const print = async (path: string) =>
  (await kontor.app.inject({ url: `/office/api${path}`, headers: { cookie: office.cookie } })).rawPayload

/** The content of a code, if the key of the client has signed it. */
async function check(link: string): Promise<SignedContent> {
  const [fingerprint, payload, signature] = link.split('#')[1]!.split('.').map(decodeURIComponent)
  const { public_key } = await db
    .selectFrom('signing_key')
    .select('public_key')
    .where('fingerprint', '=', fingerprint!)
    .executeTakeFirstOrThrow()
  const key = createPublicKey({
    key: { kty: 'OKP', crv: 'Ed25519', x: public_key.toString('base64url') },
    format: 'jwk',
  })
  const text = Buffer.from(payload!, 'base64url').toString()
  assert.ok(verify(null, signedBytes('certificate', text), key, Buffer.from(signature!, 'base64url')))
  return fromPayload(text)
}

test('participants who attended enough get a certificate, absent people none; printed again, it is the same', async () => {
  const dateId = await newDate()
  const half = await book(dateId, 'booked')
  await mark(half, '2026-06-11', 'morning', true)
  for (const [day, part] of [
    ['2026-06-11', 'afternoon'],
    ['2026-06-12', 'morning'],
    ['2026-06-12', 'afternoon'],
  ] as const)
    await mark(half, day, part, false)
  const [all, absent, open] = [await book(dateId), await book(dateId, 'absent'), await book(dateId, 'booked')]
  await book(dateId, 'cancelled')
  const { participants } = await issue(dateId)
  const of = (id: number) => participants.find(({ bookingId }) => bookingId === id)!
  assert.deepEqual(
    [half, all, absent, open].map((id) => [of(id).obstacle, of(id).attendedHalfDays, of(id).minutes]),
    [
      ['', 1, 240],
      ['', 4, 960],
      ['absent', 0, null],
      ['open', 0, null],
    ],
  )
  assert.deepEqual(
    participants.map(({ number }) => number !== ''),
    participants.map(({ obstacle }) => obstacle === ''),
  )
  const before = await listOf(dateId)
  assert.equal(before.length, 2)
  const again = await issue(dateId)
  assert.deepEqual(again.participants, participants)
  const stated = await check(before.find(({ bookingId }) => bookingId === half)!.link)
  assert.deepEqual(
    [stated.attended, stated.halfDayCount, stated.minutes, stated.startDate, stated.endDate, stated.issuedOn],
    [1, 4, 240, '2026-06-11', '2026-06-12', '2026-06-15'],
  )
  assert.deepEqual(
    [stated.title, stated.issuer, stated.text],
    ['Führen & Fördern', 'Kontor', '- Ziele klären\n- Fördern'],
  )
})

test('an event can ask for a share of the hours', async () => {
  const dateId = await newDate({ event_id: await newEvent({ certificate_percent: 75 }) })
  const [three, two] = [await book(dateId, 'booked'), await book(dateId, 'booked')]
  for (const [index, [day, half]] of (
    [
      ['2026-06-11', 'morning'],
      ['2026-06-11', 'afternoon'],
      ['2026-06-12', 'morning'],
      ['2026-06-12', 'afternoon'],
    ] as const
  ).entries()) {
    await mark(three, day, half, index < 3)
    await mark(two, day, half, index < 2)
  }
  const { participants } = await issue(dateId)
  assert.deepEqual(
    participants.map(({ bookingId, obstacle }) => [bookingId === three, obstacle]),
    [
      [true, ''],
      [false, 'tooLittle'],
    ],
  )
})

test('a date that is not over, or does not take place, has none; a series has the half days of its modules', async () => {
  const obstacles = async (dateId: number) =>
    (await issue(dateId)).participants.map(({ obstacle }) => obstacle)
  const running = await newDate({ start_date: '2026-06-15', end_date: '2026-06-16' })
  await book(running)
  assert.deepEqual(await obstacles(running), ['notOver'])
  const cancelled = await newDate({ status: 'cancelled' })
  await book(cancelled)
  assert.deepEqual(await obstacles(cancelled), ['cancelled'])
  const [series, module] = [await newDate(), await newDate()]
  const { id: moduleId } = await db
    .insertInto('series_module')
    .values({ date_id: series })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('series_module_date')
    .values({ series_module_id: moduleId, linked_date_id: module })
    .execute()
  const bookingId = await book(series, 'booked')
  const { contact_id } = await db
    .selectFrom('booking')
    .select('contact_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await db
    .insertInto('booking')
    .values({ contact_id, date_id: module, status: 'attended', series_booking_id: bookingId })
    .execute()
  const { participants } = await issue(series)
  assert.deepEqual(
    participants.map(({ attendedHalfDays, obstacle }) => [attendedHalfDays, obstacle]),
    [[4, '']],
  )
})

test('numbers have no gaps for a client and a year, also with concurrent issues and failed transactions', async () => {
  const { id: clientId } = await db
    .insertInto('client')
    .values({ name: 'Haus Süd' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const dates = await Promise.all(Array.from({ length: 6 }, () => newDate({ client_id: clientId })))
  for (const dateId of dates) for (let index = 0; index < 4; index++) await book(dateId)
  const staff = { rights: ['090300', 'booking', 'catalogue'], clientIds: [1, clientId] }
  const [one, other] = [await kontor.signIn(staff), await kontor.signIn(staff)]
  const answers = await Promise.all(
    [...dates, ...dates].map((dateId, index) =>
      (index % 2 ? one : other).call('POST', `/dates/${dateId}/certificates`, {}),
    ),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const failed = db.transaction().execute(async (tx) => {
    const key = await tx
      .selectFrom('signing_key')
      .select('id')
      .where('client_id', '=', clientId)
      .executeTakeFirstOrThrow()
    await sql`insert into certificate (client_id, year, issued_at, content, signing_key_id)
      values (${clientId}, 2026, now(), '{}', ${key.id})`.execute(tx)
    throw new Error('rolled back')
  })
  await assert.rejects(failed, /rolled back/)
  const last = await newDate({ client_id: clientId })
  await book(last)
  assert.equal((await one.call('POST', `/dates/${last}/certificates`, {})).status, 200)
  const rows = await db
    .selectFrom('certificate')
    .select(['number', 'serial'])
    .where('client_id', '=', clientId)
    .orderBy('serial')
    .execute()
  assert.deepEqual(
    rows.map(({ serial }) => serial),
    Array.from({ length: 25 }, (_, index) => index + 1),
  )
  assert.equal(rows[0]!.number, '2026-000001')
  // Each year begins anew.
  kontor.clock.set('2027-01-04T10:00:00Z')
  const next = await newDate({ client_id: clientId })
  await book(next)
  assert.equal(
    (await (await kontor.signIn()).call('POST', `/dates/${next}/certificates`, {})).json[0].participants[0]
      .number,
    '2027-000001',
  )
  kontor.clock.set('2026-06-15T10:00:00Z')
})

test('a corrected name: the certificate is replaced, the new one refers to the old one, which is withdrawn', async () => {
  const dateId = await newDate()
  const bookingId = await book(dateId, 'attended', { last_name: 'Meyer' })
  await issue(dateId)
  const [old] = await listOf(dateId)
  const { contact_id } = await db
    .selectFrom('booking')
    .select('contact_id')
    .where('id', '=', bookingId)
    .executeTakeFirstOrThrow()
  await db.updateTable('contact').set({ last_name: 'Maier' }).where('id', '=', contact_id!).execute()
  assert.equal(
    (await office.call('GET', `/dates/${dateId}/certificates`)).json[0].participants[0].isOutdated,
    true,
  )
  assert.equal((await check(old!.link)).name, 'Łukasz Meyer', 'as issued')
  const answer = await office.call('POST', `/certificates/${old!.id}/replace`, { reason: 'Name berichtigt' })
  assert.equal(answer.status, 200, answer.text)
  const [replaced, now] = await listOf(dateId)
  assert.deepEqual(
    [replaced!.withdrawalReason, replaced!.replacedBy, now!.replaces, now!.name, now!.withdrawnAt],
    ['Name berichtigt', now!.number, old!.number, 'Łukasz Maier', ''],
  )
  assert.equal((await check(now!.link)).replaces, old!.number)
  const twice = await office.call('POST', `/certificates/${old!.id}/withdraw`, { reason: 'x' })
  assert.deepEqual([twice.status, twice.json.code], [409, 'documents.isWithdrawn'])
  assert.equal((await office.call('POST', `/certificates/${now!.id}/withdraw`, { reason: ' ' })).status, 400)
  // A withdrawn one is issued anew only when somebody asks for it.
  await office.call('POST', `/certificates/${now!.id}/withdraw`, { reason: 'Irrtum' })
  assert.equal(
    (await office.call('GET', `/dates/${dateId}/certificates`)).json[0].participants[0].certificateId,
    0,
  )
  assert.equal((await office.call('GET', `/dates/${dateId}/certificates/pdf`)).status, 409)
})

test('the database keeps issued certificates', async () => {
  const [certificate] = await db.selectFrom('certificate').select('id').limit(1).execute()
  const { id } = certificate!
  for (const change of [
    db.updateTable('certificate').set({ content: '{"name":"Somebody"}' }).where('id', '=', id),
    db.updateTable('certificate').set({ serial: 99 }).where('id', '=', id),
    db.updateTable('certificate').set({ token: 'x' }).where('id', '=', id),
    db.deleteFrom('certificate').where('id', '=', id),
  ])
    await assert.rejects(change.execute(), /is kept/)
})

test('the code on the printed page has the signed content', { skip: withoutPoppler }, async () => {
  const dateId = await newDate()
  const ids = [
    await book(dateId),
    await book(dateId, 'attended', { last_name: 'Παπαδόπουλος', first_name: 'Αλέξανδρος' }),
  ]
  await issue(dateId)
  const file = await print(`/dates/${dateId}/certificates/pdf?language=de`)
  assert.equal(pdfFacts(file)['Pages'], '2')
  const certificates = await listOf(dateId)
  assert.equal(certificates.length, ids.length)
  for (const page of [1, 2]) {
    const text = pdfText(file, page)
    const link = decodeQR(pdfPicture(file, page, 200))
    const stated = await check(link)
    assert.ok(text.includes(stated.number) && text.includes(stated.name), `${stated.number} in ${text}`)
    assert.ok(text.includes('Teilnahmebescheinigung') && text.includes('Ziele klären'))
    assert.ok(text.includes('16 Stunden, 4 von 4 Halbtagen'))
    assert.ok(certificates.some((one) => one.link === link))
  }
  const english = pdfText(await print(`/certificates/${certificates[0]!.id}/pdf?language=en`))
  assert.ok(english.includes('Certificate of attendance') && english.includes(certificates[0]!.number))
  const again = await print(`/dates/${dateId}/certificates/pdf?language=de`)
  assert.ok(file.equals(again), 'the same bytes')
})

test('a tampered code is not valid', async () => {
  const [certificate] = (await admin.call('GET', '/certificates?isWithdrawn=false'))
    .json as OfficeCertificate[]
  const [address, code] = certificate!.link.split('#')
  const [fingerprint, payload, signature] = code!.split('.')
  const forged = Buffer.from(payload!, 'base64url').toString().replace('Łukasz', 'Lukas')
  const link = `${address}#${[fingerprint, Buffer.from(forged).toString('base64url'), signature].join('.')}`
  await assert.rejects(check(link))
})

test('keys: rotation keeps the old one for checking; no answer, export or log entry has the secret', async () => {
  const dateId = await newDate()
  await book(dateId)
  await issue(dateId)
  const [before] = await listOf(dateId)
  const rotated = await admin.call('POST', '/clients/1/signing-keys')
  assert.equal(rotated.status, 200, rotated.text)
  assert.deepEqual(
    rotated.json.map(({ retiredAt }: { retiredAt: string }) => retiredAt === ''),
    [true, false],
  )
  assert.equal((await office.call('POST', '/clients/1/signing-keys')).status, 403)
  const later = await newDate()
  await book(later)
  await issue(later)
  const [after] = await listOf(later)
  assert.notEqual(before!.link.split('#')[1]!.slice(0, 16), after!.link.split('#')[1]!.slice(0, 16))
  await check(before!.link)
  await check(after!.link)
  const seeds = await db.selectFrom('signing_secret').select('seed').execute()
  const log = JSON.stringify(await db.selectFrom('change_log').select(['before', 'after']).execute())
  const texts = [log, rotated.text, (await admin.call('GET', '/changes?subject=client&subjectId=1')).text]
  for (const { seed } of seeds)
    for (const form of ['hex', 'base64', 'base64url'] as const)
      for (const text of texts) assert.equal(text.includes(seed.toString(form)), false)
})

test('a message attaches the certificate of a booking: issued if need be, the same number each time', async () => {
  const dateId = await newDate()
  const [bookingId, absent] = [await book(dateId), await book(dateId, 'absent')]
  const context = {
    db,
    secrets: kontor.secrets,
    settings: kontor.settings,
    actor: { userId: null, via: 'test' },
    now: kontor.clock.now(),
    today: '2026-06-15',
  }
  const first = await renderDocument(context, { kind: 'certificate', bookingId, language: 'en' })
  const second = await renderDocument(context, { kind: 'certificate', bookingId, language: 'en' })
  assert.ok(first.content.equals(second.content))
  assert.match(first.fileName, /^Certificate of attendance 2026-\d{6}\.pdf$/)
  await assert.rejects(
    renderDocument(context, { kind: 'certificate', bookingId: absent, language: 'de' }),
    /no certificate/,
  )
  const list = await renderDocument(context, { kind: 'participants', dateId, language: 'de' })
  assert.equal(list.fileName, 'Teilnehmerliste Führen & Fördern.pdf')
})

test('rights: issuing and withdrawing need 100100, keys administrators', async () => {
  const reader = await kontor.signIn({ rights: ['090300:access', 'booking:access'] })
  const dateId = await newDate()
  await book(dateId)
  assert.equal((await reader.call('POST', `/dates/${dateId}/certificates`, {})).status, 403)
  assert.equal((await reader.call('GET', '/certificates')).status, 200)
  const [{ id }] = (await reader.call('GET', '/certificates')).json
  for (const action of ['withdraw', 'replace'])
    assert.equal((await reader.call('POST', `/certificates/${id}/${action}`, { reason: 'x' })).status, 403)
  assert.equal((await reader.call('GET', '/clients/1/signing-keys')).status, 403)
  assert.equal((await office.call('GET', '/certificates/99999')).status, 404)
})

/** Names as the extracted text has them: without marks of direction, which the program adds. */
const extracted = (file: Uint8Array): string => pdfText(file).replace(/\p{Bidi_Control}/gu, '')

const names = [
  ['محمد', 'الهاشمي'],
  ['کریم‌زاده', 'پروین'],
  ['שרה', 'לוי'],
  ['小明', '王'],
  ['小明', '李'],
  ['太郎さん', '山田'],
  ['민준', '김'],
  ['น้ำใส', 'สมชาย'],
  ['श्रीमती', 'क्षत्रिय'],
  ['Քրիստինե', 'Հակոբյան'],
  ['გიორგი', 'ბერიძე'],
  ['አበበ', 'ቢቂላ'],
  ['முருகன்', 'தமிழ்'],
  ['ਗੁਰਪ੍ਰੀਤ', 'ਸਿੰਘ'],
] as const

test('certificates and lists show names in any script, and their text is the name', {
  skip: withoutPoppler,
}, async () => {
  const dateId = await newDate()
  for (const [first_name, last_name] of names) await book(dateId, 'attended', { first_name, last_name })
  await issue(dateId)
  assert.equal((await listOf(dateId)).length, names.length)
  for (const path of ['certificates/pdf?language=de', 'documents/sign-in-sheet?language=de'])
    for (const [first, last] of names)
      assert.ok(
        extracted(await print(`/dates/${dateId}/${path}`)).includes(`${first} ${last}`),
        `${path} ${last}`,
      )
  for (const kind of ['participants', 'badges', 'table-cards', 'trainer-folder']) {
    const text = extracted(await print(`/dates/${dateId}/documents/${kind}?language=de`))
    for (const [, last] of names) assert.ok(text.includes(last), `${kind} ${last}`)
    assert.equal(text.includes('?'), false, kind)
  }
})

test('nothing is issued if no font has a character of a certificate; the error names both', async () => {
  const dateId = await newDate()
  await book(dateId, 'attended')
  await book(dateId, 'attended', { first_name: 'Ada', last_name: '\u{1f600}' })
  const { status, json } = await office.call('POST', `/dates/${dateId}/certificates`, {})
  assert.deepEqual(
    [status, json.code, json.params],
    [409, 'documents.notPrintable', { characters: '\u{1f600} (U+1F600)', text: 'Ada \u{1f600}' }],
  )
  assert.deepEqual(await listOf(dateId), [])
  const [key] = await db.selectFrom('certificate').select('number').orderBy('id', 'desc').execute()
  await db.updateTable('contact').set({ last_name: 'Lovelace' }).where('first_name', '=', 'Ada').execute()
  await issue(dateId)
  const numbers = (await listOf(dateId)).map(({ number }) => Number(number.split('-')[1]))
  assert.equal(numbers.length, 2)
  if (key) assert.equal(Math.min(...numbers), Number(key.number.split('-')[1]) + 1, 'no number is lost')
})

test('rare Chinese characters and emoji that no font has are named, and nothing is issued; those that one has are printed', {
  skip: withoutPoppler,
}, async () => {
  for (const [last_name, characters] of [
    ['𨋢', '𨋢 (U+282E2)'],
    ['陳㚬文', '㚬 (U+36AC)'],
    ['Kim 👩‍💻', '👩 (U+1F469), 💻 (U+1F4BB)'],
    ['Weiß 🇩🇪', '🇩 (U+1F1E9), 🇪 (U+1F1EA)'],
  ]) {
    const dateId = await newDate()
    await book(dateId, 'attended', { first_name: '', last_name: last_name! })
    const { status, json, text } = await office.call('POST', `/dates/${dateId}/certificates`, {})
    assert.equal(status, 409, text)
    assert.deepEqual([json.code, json.params.characters], ['documents.notPrintable', characters])
    assert.deepEqual(await listOf(dateId), [])
  }
  const dateId = await newDate()
  for (const last_name of ['葉啟田', '峯', '堃', '灣龜', '𠮷野家', '㗎'])
    await book(dateId, 'attended', { first_name: 'A', last_name })
  await issue(dateId)
  const text = extracted(await print(`/dates/${dateId}/certificates/pdf?language=de`))
  assert.equal(text.includes('?'), false)
  for (const name of ['葉啟田', '峯', '堃', '灣龜', '𠮷野家', '㗎']) assert.ok(text.includes(name), name)
})
