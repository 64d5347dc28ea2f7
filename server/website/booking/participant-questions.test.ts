// Questions that each participant answers: in the form, by the interface, on the pages of an order and of a seat; read by staff.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openQuestions } from '../../../test/support/questions.ts'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { hiddenFields, type Website } from '../../../test/support/website.ts'
import { createSeatLink } from '../../bookings/orders/seat-link.ts'
import { inTransaction, systemActor } from '../../platform/database/database.ts'

let site: Website
let office: OfficeSession
let key: string
let size: number
let knows: number
let group: number
before(async () => {
  const opened = await openQuestions([
    {
      kind: 'choice',
      textDe: 'Größe',
      textEn: 'Size',
      choicesDe: 'klein\ngroß',
      choicesEn: 'small\nlarge',
      isRequired: true,
      isPerParticipant: true,
    },
    { kind: 'checkbox', textDe: 'Klettert zum ersten Mal', isPerParticipant: true },
    { kind: 'text', textDe: 'Name der Gruppe' },
  ])
  ;({ site, office, key } = opened)
  ;[size, knows, group] = opened.ids as [number, number, number]
})
beforeEach(() =>
  sql`delete from seat_link; delete from booking; delete from order_link; delete from booking_order; delete from outbox_mail;
    delete from message; delete from email_address; delete from contact`.execute(site.kontor.db),
)
after(() => site.kontor.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const cara = { firstName: 'Cara', lastName: 'Nolte', email: 'cara@kontor.example' }
const answered = (person: object, ...answers: [number, string][]) => ({
  ...person,
  answers: answers.map(([questionId, answer]) => ({ questionId, answer })),
})
function book(seats: object[], more: object = {}) {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId: 10, seats, orderer: ben, invoiceTo, isConsumer: false, accepted: [], ...more }
  return site.post('/bookings', body, { key })
}
type Row = {
  id: number
  version: number
  lastName: string
  enteredAs: string
  answers: Record<string, string>
}
const rows = async (): Promise<Row[]> => (await office.call('GET', '/bookings?sort=id&order=asc')).json
const answers = async () => (await rows()).map((row) => row.answers)

test('each person that is named answers them, and staff read them at the booking, in German', async () => {
  const seats = [
    answered(ben, [size, 'large'], [knows, 'yes']),
    { later: true },
    answered(cara, [size, 'klein']),
  ]
  const { status, text } = await book(seats, { answers: [{ questionId: group, answer: 'Nordwand' }] })
  assert.equal(status, 201, text)
  assert.deepEqual(await answers(), [
    { Größe: 'groß', 'Klettert zum ersten Mal': '✓' },
    {},
    { Größe: 'klein' },
  ])
  const { text: file } = await office.call('GET', '/bookings/export?format=csv&language=de')
  assert.match(file, /Größe: groß/)
})

test('a missing or misplaced answer is 400 that names it, and books nothing', async () => {
  for (const [seats, more, pointers] of [
    [[ben, answered(cara, [size, 'klein'])], {}, ['/seats/0/answers']],
    [[answered(ben, [size, 'riesig'])], {}, ['/seats/0/answers/0/answer']],
    [[answered(ben, [size, 'klein'], [group, 'x'])], {}, ['/seats/0/answers/1/questionId']],
    [
      [answered(ben, [size, 'klein'])],
      { answers: [{ questionId: knows, answer: 'yes' }] },
      ['/answers/0/questionId'],
    ],
  ] as const) {
    const { status, json } = await book([...seats], more)
    assert.deepEqual(
      [status, json.errors.map(({ pointer }: { pointer: string }) => pointer)],
      [400, pointers],
    )
  }
  assert.deepEqual(await rows(), [])
})

test('the form asks them for each person, the orderer included, and not for persons named later', async () => {
  const form = await site.open('/book/10?seats=2')
  assert.equal(form.text.match(/\|Größe\|Bitte wählen\|klein\|groß\|/g)?.length, 2)
  const fields = {
    ...hiddenFields(form.body),
    step: 'book',
    seatCount: '2',
    kind: 'business',
    self: 'yes',
    'orderer.firstName': 'Ben',
    'orderer.lastName': 'Öztürk',
    'orderer.email': ben.email,
    'invoiceTo.street': 'S',
    'invoiceTo.zip': '20457',
    'invoiceTo.city': 'Hamburg',
    'invoiceTo.country': 'DE',
  }
  const wrong = await site.send('/book/10', fields)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /\|Person 1, Größe: Diese Angabe fehlt\.\|/)
  assert.doesNotMatch(wrong.text, /Person 2, Größe: Diese/)
  assert.match(wrong.body, new RegExp(`<select id="seats\\[0\\].answers.${size}"[^>]*aria-invalid="true"`))
  const done = await site.send('/book/10', {
    ...fields,
    [`seats[0].answers.${size}`]: 'groß',
    [`seats[0].answers.${knows}`]: 'yes',
  })
  assert.equal(done.status, 303, done.text)
  assert.deepEqual(await answers(), [{ Größe: 'groß', 'Klettert zum ersten Mal': '✓' }, {}])
})

test('a person named later is asked then; another person answers anew, and answers alone can be changed', async () => {
  const { json } = await book([{ later: true }, answered(cara, [size, 'klein'])])
  const path = `${new URL(json.manageUrl).pathname}?part=names`
  const [first, second] = await rows()
  const page = await site.open(path)
  assert.match(page.text, /\|Größe\|Bitte wählen\|klein\|groß\|Klettert zum ersten Mal\|/)
  const named = {
    ...hiddenFields(page.body),
    [`firstName.${first!.id}`]: 'Ada',
    [`lastName.${first!.id}`]: 'Brandt',
    [`email.${first!.id}`]: 'ada@kontor.example',
    [`answer.${size}.${second!.id}`]: 'klein',
  }
  const wrong = await site.send(path, named)
  assert.equal(wrong.status, 422)
  assert.match(
    wrong.body,
    new RegExp(`<p class="error" id="answer.${size}.${first!.id}.error">Größe: Diese Angabe fehlt`),
  )
  assert.match(wrong.body, /value="Brandt"/)
  assert.deepEqual(await answers(), [{}, { Größe: 'klein' }])
  const done = await site.send(path, { ...named, [`answer.${size}.${first!.id}`]: 'groß' })
  assert.equal(done.status, 200, done.text)
  assert.deepEqual(await answers(), [{ Größe: 'groß' }, { Größe: 'klein' }])

  const again = await site.open(`${path}&lang=en`)
  const changed = { ...hiddenFields(again.body), [`answer.${size}.${second!.id}`]: 'large' }
  changed[`answer.${size}.${first!.id}`] = changed[`shown.answer.${size}.${first!.id}`]!
  assert.equal((await site.send(`${path}&lang=en`, changed)).status, 200)
  assert.deepEqual(await answers(), [{ Größe: 'groß' }, { Größe: 'groß' }])
  assert.deepEqual(
    (await rows()).map(({ lastName }) => lastName),
    ['Brandt', 'Nolte'],
  )
})

test('a person with another seat cannot get a second one by a change of answers', async () => {
  const { json } = await book([answered(ben, [size, 'klein']), answered(cara, [size, 'klein'])])
  const path = `${new URL(json.manageUrl).pathname}?part=names`
  const [first, second] = await rows()
  const { body } = await site.open(path)
  const fields = {
    ...hiddenFields(body),
    [`answer.${size}.${first!.id}`]: 'groß',
    [`firstName.${second!.id}`]: ben.firstName,
    [`lastName.${second!.id}`]: ben.lastName,
    [`email.${second!.id}`]: ben.email,
    [`answer.${size}.${second!.id}`]: 'klein',
  }
  assert.equal((await site.send(path, fields)).status, 200)
  const [one, other] = await rows()
  assert.deepEqual(
    [one!.lastName, other!.lastName, other!.enteredAs],
    ['Öztürk', '', 'Ben Öztürk, ben@kontor.example'],
  )
})

test('a participant answers on the page of the seat, beside the notes', async () => {
  await book([answered(cara, [size, 'klein'])])
  const [row] = await rows()
  const path = await inTransaction(site.kontor.db, systemActor, (tx) => createSeatLink(tx, row!.id))
  const page = await site.open(path)
  assert.match(
    page.text,
    /\|Fragen zu dieser Veranstaltung\|Größe\|Bitte wählen\|klein\|groß\|Klettert zum ersten Mal\|/,
  )
  assert.match(page.body, /<option value="klein" selected>/)
  const fields = { ...hiddenFields(page.body), dietaryNotes: 'vegan', accessibilityNotes: '' }
  const wrong = await site.send(path, { ...fields, [`answer.${size}.${row!.id}`]: '' })
  assert.equal(wrong.status, 422)
  assert.match(wrong.body, />vegan<\/textarea>/)
  const answersSent = { [`answer.${size}.${row!.id}`]: 'groß', [`answer.${knows}.${row!.id}`]: 'yes' }
  const saved = await site.send(path, { ...fields, ...answersSent })
  assert.match(saved.text, /Ihre Angaben sind gespeichert/)
  assert.match(saved.body, /name="answer[^>]* checked>/)
  assert.deepEqual(await answers(), [{ Größe: 'groß', 'Klettert zum ersten Mal': '✓' }])
})

test('staff who replace the participant end the answers', async () => {
  await book([answered(cara, [size, 'klein'])])
  const [{ id, version }] = (await rows()) as [Row]
  const participant = { firstName: 'Dora', lastName: 'Lenz', email: 'dora@kontor.example' }
  const { status, text } = await office.call('PATCH', `/bookings/${id}`, {
    version,
    participant,
    messages: {},
  })
  assert.equal(status, 200, text)
  assert.deepEqual(await answers(), [{}])
})

test('staff correct them; answers to former questions stay, and a wrong answer or an outdated version changes nothing', async () => {
  await book([answered(ben, [size, 'klein'], [knows, 'yes'])])
  await sql`update booking set answers = answers || '{"Früher gefragt": "ja"}'`.execute(site.kontor.db)
  const [{ id, version }] = (await rows()) as [Row]
  const asked = await office.call('GET', `/bookings/${id}/answers`)
  assert.deepEqual(asked.json, [
    { questionId: size, kind: 'choice', text: 'Größe', choices: ['klein', 'groß'], answer: 'klein' },
    { questionId: knows, kind: 'checkbox', text: 'Klettert zum ersten Mal', choices: [], answer: 'yes' },
  ])
  const change = async (answer: [number, string][], more: object = {}) =>
    office.call('PATCH', `/bookings/${id}/answers`, {
      version,
      answers: answer.map(([questionId, text]) => ({ questionId, answer: text })),
      ...more,
    })
  for (const [answer, field] of [
    [[[size, 'riesig']], 'answers[0].answer'],
    [
      [
        [size, 'groß'],
        [group, 'Nordwand'],
      ],
      'answers[1].questionId',
    ],
  ] as [[number, string][], string][]) {
    const { status, json } = await change(answer)
    assert.deepEqual([status, json.details[0].field], [400, field])
  }
  const changed = await change([[size, 'groß']])
  assert.equal(changed.status, 200, changed.text)
  assert.deepEqual(changed.json[0].answers, { Größe: 'groß', 'Früher gefragt': 'ja' })
  assert.equal((await change([[size, 'klein']])).status, 409)
  assert.equal((await change([], { version: changed.json[0].version })).status, 200)
  assert.deepEqual(await answers(), [{ 'Früher gefragt': 'ja' }])
  assert.equal((await office.call('GET', '/bookings/999999/answers')).status, 404)
  const reader = await site.kontor.signIn({ rights: ['090300', 'booking:access', 'export'] })
  assert.equal((await reader.call('GET', `/bookings/${id}/answers`)).status, 200)
  assert.equal((await reader.call('PATCH', `/bookings/${id}/answers`, { version, answers: [] })).status, 403)
})
