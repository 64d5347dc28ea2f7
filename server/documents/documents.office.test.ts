// Documents of dates, letterheads, invoice confirmations: their content, their structure, and the rights to print them.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { after, suite, test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import { pdfFacts, pdfStructure, pdfText, withoutPoppler } from '../../test/support/pdf.ts'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
const office = await kontor.signIn({ rights: ['100100', '090300', '100400', 'booking', 'catalogue'] })
const admin = await kontor.signIn()

const print = async (path: string, session = office) => {
  const { statusCode, headers, rawPayload } = await kontor.app.inject({
    url: `/office/api${path}`,
    headers: { cookie: session.cookie },
  })
  assert.deepEqual([statusCode, headers['content-type']], [200, 'application/pdf'], rawPayload.toString())
  return rawPayload
}

const contact = async (values: object) =>
  (
    await db
      .insertInto('contact')
      .values({ contact_type: 'person', last_name: 'x', ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id

const { id: eventId } = await db
  .insertInto('event')
  .values({ title: 'Führen & Fördern' })
  .returning('id')
  .executeTakeFirstOrThrow()

async function newDate(values: object = {}): Promise<number> {
  const date = {
    event_id: eventId,
    participants_max: 50,
    start_date: '2026-06-11',
    end_date: '2026-06-12',
    start_time: '09:00',
    end_time: '17:00',
    ...values,
  }
  return (await db.insertInto('event_date').values(date).returning('id').executeTakeFirstOrThrow()).id
}

const book = async (dateId: number, contactId: number | null, values: object = {}) =>
  db
    .insertInto('booking')
    .values({ contact_id: contactId, date_id: dateId, status: 'booked', ...values })
    .execute()

const names = [
  ['Łukasz', 'Zażółć'],
  ['Αλέξανδρος', 'Παπαδόπουλος'],
  ['Олександр', 'Шевченко'],
  ['Ağrı', 'Öztürk'],
  ['Maximiliane Charlotte', 'Müller-Lüdenscheidt-Schwarzenberg-Rottenburg'],
] as const

/** A date with a trainer, a room, names of many scripts, a seat without a name, and notes. */
async function fullDate(): Promise<number> {
  const dateId = await newDate()
  const location = await contact({ contact_type: 'location', last_name: 'Haus am See' })
  await db.insertInto('location').values({ contact_id: location }).execute()
  await db.insertInto('date_location').values({ date_id: dateId, contact_id: location }).execute()
  const { id: roomId } = await db
    .insertInto('room')
    .values({ location_id: location, name: 'Saal 3' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('date_room').values({ date_id: dateId, room_id: roomId }).execute()
  const { id: trainerId } = await db
    .insertInto('trainer')
    .values({ first_name: 'Tilda', last_name: 'Lehr' })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('date_trainer')
    .values({ date_id: dateId, trainer_id: trainerId, position: 0, is_main: true })
    .execute()
  for (const [first_name, last_name] of names)
    await book(dateId, await contact({ first_name, last_name, company: 'Nordlicht' }), {
      dietary_notes: first_name === 'Ağrı' ? 'vegan' : '',
    })
  const company = await contact({ contact_type: 'company', last_name: 'Werft AG' })
  const { id: orderId } = await db
    .insertInto('booking_order')
    .values({ company_id: company })
    .returning('id')
    .executeTakeFirstOrThrow()
  await book(dateId, null, { order_id: orderId })
  await book(dateId, await contact({ last_name: 'Storniert' }), { status: 'cancelled' })
  return dateId
}

/** A PNG of one colour. */
function png(width: number, height: number): Buffer {
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.length)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  const pixels = Buffer.alloc(height * (1 + width * 3), 90)
  for (let row = 0; row < height; row++) pixels[row * (1 + width * 3)] = 0
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(pixels)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

suite('documents of a date', { skip: withoutPoppler }, () => {
  test('the sign-in sheet has a page for each day, with trainer, times, room, and a line for each seat', async () => {
    const dateId = await fullDate()
    const file = await print(`/dates/${dateId}/documents/sign-in-sheet?language=de`)
    const facts = pdfFacts(file)
    assert.deepEqual(
      [facts['Pages'], facts['Tagged'], facts['Title']],
      ['2', 'yes', 'Anwesenheitsliste Führen & Fördern'],
    )
    const first = pdfText(file, 1)
    for (const part of [
      'Donnerstag, 11. Juni 2026',
      '09:00–17:00',
      'Saal 3',
      'Tilda Lehr',
      'vormittags',
      'nachmittags',
      'Łukasz Zażółć',
      'Αλέξανδρος Παπαδόπουλος',
      'Олександр Шевченко',
      'Werft AG',
      'Seite 1 von 1',
    ])
      assert.ok(first.includes(part), `${part} in ${first}`)
    assert.equal(first.includes('Storniert'), false)
    assert.match(pdfText(file, 2), /Freitag, 12\. Juni 2026/)
    const only = await print(`/dates/${dateId}/documents/sign-in-sheet?language=en&day=2026-06-12`)
    assert.equal(pdfFacts(only)['Pages'], '1')
    assert.match(pdfText(only), /Sign-in sheet[\s\S]*Friday,? 12 June 2026/)
  })

  test('documents are tagged: title, language, headings, tables with head cells, alternative texts', async () => {
    const file = await print(`/dates/${await fullDate()}/documents/trainer-folder?language=en`)
    const structure = pdfStructure(file)
    for (const pattern of [
      /^Document/,
      /\n {2}H1 \(block\)\n {4}"Trainer’s folder"/,
      /\n {2}H2 \(block\)\n {4}"Programme"/,
      /\n {2}Table \(block\)\n {4}TR/,
      /TH[\s\S]{0,40}\/Scope \/Column[\s\S]{0,20}"Phone"/,
      /TH[\s\S]{0,40}\/Scope \/Row[\s\S]{0,20}"Trainer"/,
      /TD\n\s+"Łukasz Zażółć"/,
    ])
      assert.match(structure, pattern)
    assert.match(file.toString('latin1'), /\/Lang \(en\)/)
  })

  test('a date without trainer, room, days and participants names the open points', async () => {
    const dateId = await newDate({ start_date: null, end_date: null })
    const text = pdfText(await print(`/dates/${dateId}/documents/trainer-folder?language=de`))
    assert.match(text, /Trainer noch offen/)
    assert.match(text, /Raum noch offen/)
    assert.match(text, /Noch niemand ist gebucht/)
    for (const kind of ['sign-in-sheet', 'participants', 'badges', 'table-cards'])
      assert.equal(pdfFacts(await print(`/dates/${dateId}/documents/${kind}`))['Pages'], '1')
  })

  test('with 40 participants each page of a table has its head, and no name is lost', async () => {
    const dateId = await newDate()
    for (let index = 0; index < 40; index++)
      await book(dateId, await contact({ first_name: 'Vorname', last_name: `Person${index}x` }))
    const file = await print(`/dates/${dateId}/documents/participants?language=de`)
    const pages = Number(pdfFacts(file)['Pages'])
    assert.ok(pages >= 2)
    for (let page = 1; page <= pages; page++) {
      assert.match(pdfText(file, page), /Nr\. Name/)
      assert.match(pdfText(file, page), new RegExp(`Seite ${page} von ${pages}`))
    }
    const text = pdfText(file)
    for (let index = 0; index < 40; index++) assert.match(text, new RegExp(`Person${index}x`))
  })

  test('badges begin at the chosen label; table cards have the name on both sides', async () => {
    const dateId = await fullDate()
    const pages = async (query: string) =>
      Number(pdfFacts(await print(`/dates/${dateId}/documents/badges?${query}`))['Pages'])
    assert.deepEqual(
      [await pages('label=L4785'), await pages('label=L4785&firstLabel=7'), await pages('label=3475')],
      [1, 2, 1],
    )
    const wrong = await office.call('GET', `/dates/${dateId}/documents/badges?label=3427&firstLabel=9`)
    assert.deepEqual(
      [wrong.status, wrong.json.details[0].field, wrong.json.details[0].params],
      [400, 'firstLabel', { count: 8 }],
    )
    const badges = pdfText(await print(`/dates/${dateId}/documents/badges?label=3425`))
    for (const [first] of names) assert.match(badges, new RegExp(first))
    const cards = await print(`/dates/${dateId}/documents/table-cards?format=A4`)
    assert.equal(pdfFacts(cards)['Pages'], String(names.length))
    assert.equal(pdfFacts(await print(`/dates/${dateId}/documents/table-cards?format=A5`))['Pages'], '3')
  })

  test('the letterhead is on documents: logo with alternative text, address, foot, colour', async () => {
    const { json } = await admin.call('GET', '/letterheads/1')
    const letterhead = {
      addressLines: 'Hafenstraße 12\n20457 Hamburg',
      phone: '+49 40 123',
      email: 'info@nord.example',
      website: 'nord.example',
      footerLines: 'HRB 12345\nIBAN DE00 0000',
      accentColor: '#0b5c6b',
      signatory: 'Dr. Anna Nord',
      logo: png(40, 20).toString('base64'),
    }
    const preview = await admin.call('POST', '/letterheads/1/preview?language=de', letterhead)
    assert.equal(preview.status, 200, preview.text)
    const shown = pdfText(Buffer.from(preview.json[0].pdf, 'base64'))
    for (const part of ['Hafenstraße 12', 'nord.example', 'HRB 12345', 'IBAN DE00 0000', 'Dr. Anna Nord'])
      assert.ok(shown.includes(part), `${part} in ${shown}`)
    assert.equal((await admin.call('GET', '/letterheads/1')).json[0].logo, '', 'a preview writes nothing')
    const changed = await admin.call('PATCH', '/letterheads/1', { version: json[0].version, ...letterhead })
    assert.equal(changed.status, 200, changed.text)
    assert.equal((await admin.call('PATCH', '/letterheads/1', { version: json[0].version })).status, 409)
    const file = await print(`/dates/${await fullDate()}/documents/participants?language=de`)
    assert.match(pdfText(file), /HRB 12345/)
    assert.match(file.toString('latin1'), /\/Alt \((Logo von Kontor|\xfe\xff)/)
    assert.match(file.toString('latin1'), /\/Subtype \/Image/)
  })
})

test('a logo must be a PNG or JPEG, of a bounded size', async () => {
  const [{ version }] = (await admin.call('GET', '/letterheads/1')).json
  const code = async (logo: Buffer) => {
    const { status, json } = await admin.call('PATCH', '/letterheads/1', {
      version,
      logo: logo.toString('base64'),
    })
    return [status, json.details?.[0]?.field, json.details?.[0]?.code]
  }
  const wrong = [400, 'logo', 'documents.notAnImage']
  assert.deepEqual(await code(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), wrong)
  assert.deepEqual(await code(png(20, 20).subarray(0, 40)), wrong, 'cut off')
  assert.deepEqual(await code(png(4001, 1)), wrong)
  assert.deepEqual((await code(Buffer.alloc(1_100_000, 1)))[0], 400)
  assert.deepEqual((await code(png(300, 100)))[0], 200)
  const jpeg = readFileSync(new URL('../../test/support/pixel.jpg', import.meta.url))
  const [{ version: next }] = (await admin.call('GET', '/letterheads/1')).json
  const answer = await admin.call('PATCH', '/letterheads/1', { version: next, logo: jpeg.toString('base64') })
  assert.equal(answer.status, 200, answer.text)
})

test('rights: bookings to print documents of a date, administrators for letterheads', async () => {
  const dateId = await newDate()
  for (const [rights, expected] of [
    [['090300', '100100', 'catalogue'], 403],
    [['booking:access'], 200],
  ] as const) {
    const session = await kontor.signIn({ rights: [...rights] })
    for (const path of [`/dates/${dateId}/documents/participants`, `/dates/${dateId}/certificates`])
      assert.equal((await session.call('GET', path)).status, expected, path)
    assert.equal((await session.call('GET', '/letterheads/1')).status, 403)
  }
  assert.equal((await office.call('GET', '/dates/99999/documents/participants')).status, 404)
  assert.equal((await office.call('GET', `/dates/${dateId}/documents/novel`)).status, 400)
})
