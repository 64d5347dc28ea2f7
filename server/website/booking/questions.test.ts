// Questions of an event's own: asked by GET /terms and the form, answered with a booking, read by staff.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { openQuestions } from '../../../test/support/questions.ts'
import type { OfficeSession } from '../../../test/support/test-instance.ts'
import { hiddenFields, type Website } from '../../../test/support/website.ts'

let site: Website
let office: OfficeSession
let key: string
let ids: number[]
const questions = [
  { kind: 'text', textDe: 'Kostenstelle', isRequired: true },
  {
    kind: 'choice',
    textDe: 'Wie haben Sie von uns erfahren?',
    textEn: 'How did you hear about us?',
    choicesDe: 'Suche\nEmpfehlung\n',
    choicesEn: 'Search\nRecommendation',
  },
  { kind: 'checkbox', textDe: 'Ich habe die Voraussetzungen gelesen', isRequired: true },
]
before(async () => {
  ;({ site, office, key, ids } = await openQuestions(questions))
})
beforeEach(() =>
  sql`delete from booking; delete from order_link; delete from booking_order; delete from outbox_mail; delete from message;
    delete from email_address; delete from contact`.execute(site.kontor.db),
)
after(() => site.kontor.close())

const ben = { firstName: 'Ben', lastName: 'Öztürk', email: 'ben@kontor.example' }
const answer = (index: number, text: string) => ({ questionId: ids[index]!, answer: text })
function book(answers: object[] | undefined, dateId = 10) {
  const invoiceTo = { street: 'S', zip: '20457', city: 'Hamburg', country: 'DE' }
  const body = { dateId, seats: [ben], orderer: ben, invoiceTo, isConsumer: false, accepted: [], answers }
  return site.post('/bookings', body, { key })
}
const answersInOffice = async () =>
  (await office.call('GET', '/orders')).json.map((one: { entered: object }) => one.entered)

test('`GET /terms` has the questions in the language asked for', async () => {
  const inEnglish = (await site.get('/terms?dateId=10&language=en')).json.questions
  assert.deepEqual(inEnglish, [
    {
      id: ids[0],
      kind: 'text',
      text: 'Kostenstelle',
      choices: [],
      isRequired: true,
      isPerParticipant: false,
    },
    {
      id: ids[1],
      kind: 'choice',
      text: 'How did you hear about us?',
      choices: ['Search', 'Recommendation'],
      isRequired: false,
      isPerParticipant: false,
    },
    {
      id: ids[2],
      kind: 'checkbox',
      text: 'Ich habe die Voraussetzungen gelesen',
      choices: [],
      isRequired: true,
      isPerParticipant: false,
    },
  ])
  const german = (await site.get('/terms?dateId=10')).json.questions[1]
  assert.deepEqual(
    [german.text, german.choices],
    ['Wie haben Sie von uns erfahren?', ['Suche', 'Empfehlung']],
  )
  assert.deepEqual((await site.get('/terms?dateId=20')).json.questions, [])
})

test('the answers are with the order, choices in German', async () => {
  const { status, text } = await book([answer(0, ' K 17 '), answer(1, 'Recommendation'), answer(2, 'yes')])
  assert.equal(status, 201, text)
  const [entered] = await answersInOffice()
  assert.deepEqual(entered.answers, {
    Kostenstelle: 'K 17',
    'Wie haben Sie von uns erfahren?': 'Empfehlung',
    'Ich habe die Voraussetzungen gelesen': '✓',
  })
})

test('a wrong or missing answer is 400 that names it, and books nothing', async () => {
  for (const [answers, pointers] of [
    [undefined, ['/answers', '/answers']],
    [[answer(0, 'K 17'), answer(2, 'no')], ['/answers/1/answer']],
    [[answer(0, ' '), answer(2, 'yes')], ['/answers/0/answer']],
    [[answer(0, 'K 17'), answer(1, 'Fernsehen'), answer(2, 'yes')], ['/answers/1/answer']],
    [[{ questionId: 999, answer: 'x' }, answer(0, 'K 17'), answer(2, 'yes')], ['/answers/0/questionId']],
  ] as const) {
    const { status, json } = await book(answers as object[] | undefined)
    assert.deepEqual(
      [status, json.errors?.map(({ pointer }: { pointer: string }) => pointer)],
      [400, pointers],
    )
  }
  // Questions of another event.
  assert.equal((await book([answer(0, 'K 17')], 20)).status, 400)
  assert.equal((await book(undefined, 20)).status, 201)
  assert.equal((await answersInOffice()).length, 1)
})

test('the form asks them, names missing answers beside the field, and keeps entries', async () => {
  const form = await site.open('/book/10')
  assert.match(form.text, /\|Fragen zu dieser Veranstaltung\|Kostenstelle\|/)
  assert.match(
    form.text,
    /Wie haben Sie von uns erfahren\? \(freiwillig\)\|Bitte wählen\|Suche\|Empfehlung\|/,
  )
  const fields = {
    ...hiddenFields(form.body),
    step: 'book',
    seatCount: '1',
    kind: 'business',
    self: 'yes',
    'orderer.firstName': 'Ben',
    'orderer.lastName': 'Öztürk',
    'orderer.email': 'ben@kontor.example',
    'invoiceTo.street': 'S',
    'invoiceTo.zip': '20457',
    'invoiceTo.city': 'Hamburg',
    'invoiceTo.country': 'DE',
    [`answers.${ids[1]}`]: 'Suche',
  }
  const wrong = await site.send('/book/10', fields)
  assert.equal(wrong.status, 422)
  assert.match(wrong.text, /Kostenstelle: Diese Angabe fehlt\./)
  assert.match(wrong.text, /Ich habe die Voraussetzungen gelesen: Diese Angabe fehlt\./)
  assert.match(wrong.body, new RegExp(`<input id="answers.${ids[0]}"[^>]*aria-invalid="true"`))
  assert.match(wrong.body, /<option value="Suche" selected/)
  const done = await site.send('/book/10', {
    ...fields,
    [`answers.${ids[0]}`]: 'K 17',
    [`answers.${ids[2]}`]: 'yes',
  })
  assert.equal(done.status, 303, done.text)
  const [entered] = await answersInOffice()
  assert.deepEqual(Object.values(entered.answers), ['K 17', 'Suche', '✓'])
  assert.match(
    (await site.open('/book/10', 'en')).text,
    /\|Questions about this event\|.*\|Please choose\|Search\|Recommendation\|/,
  )
})

test('a choice has two choices, and as many in English', async () => {
  const { version } = (await office.call('GET', '/events/2')).json[0]
  for (const [question, field] of [
    [{ kind: 'choice', textDe: 'x', choicesDe: 'nur eine' }, 'questions[0].choicesDe'],
    [{ kind: 'choice', textDe: 'x', choicesDe: 'a\nb', choicesEn: 'a' }, 'questions[0].choicesEn'],
    [{ kind: 'text', textDe: ' ' }, 'questions[0].textDe'],
    [{ kind: 'number', textDe: 'x' }, 'questions[0].kind'],
  ] as const) {
    const { status, json } = await office.call('PATCH', '/events/2', { version, questions: [question] })
    assert.deepEqual([status, json.details[0].field], [400, field])
  }
})
