// Feedback: the page of a link, anonymity, results, questions.
import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestInstance, testInstance } from '../../test/support/test-instance.ts'
import { inTransaction, systemActor } from '../platform/database/database.ts'
import { feedbackLink } from './feedback-link.ts'

let kontor: TestInstance
let office: Awaited<ReturnType<TestInstance['signIn']>>
const run = (text: string) => sql.raw(text).execute(kontor.db)

before(async () => {
  kontor = await testInstance({ start: '2026-06-15T10:00:00Z' })
  office = await kontor.signIn()
  await run(`insert into event (id, title) values (1, 'Recht'), (2, 'Führung');
    insert into event_date (id, event_id, start_date, end_date, status) values (1, 1, '2026-06-10', '2026-06-12', 'completed'),
      (2, 1, '2026-06-14', '2026-06-16', 'running'), (3, 1, '2026-05-01', '2026-05-15', 'completed'), (4, 2, '2026-06-12', null, 'completed');
    insert into trainer (id, first_name, last_name) values (1, 'Tilda', 'Trainiert');
    insert into date_trainer (date_id, position, trainer_id, is_main) values (1, 1, 1, true), (4, 1, 1, true);
    insert into contact (id, contact_type, first_name, last_name) select n, 'person', 'P' || n, 'Person' from generate_series(1, 6) n;
    insert into booking (id, contact_id, date_id, status) select 10 * d + n, n, d, 'attended' from generate_series(1, 4) d, generate_series(1, 5) n`)
})
after(() => kontor.close())
beforeEach(() => run('delete from feedback_invitation; delete from feedback_response'))

const linkOf = (bookingId: number) =>
  inTransaction(kontor.db, systemActor, (tx) => feedbackLink(tx, bookingId))
const open = (path: string, language = 'de') =>
  kontor.app.inject({ method: 'GET', url: path, headers: { 'accept-language': language } })
const answer = (path: string, fields: Record<string, string>) =>
  kontor.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
    payload: new URLSearchParams(fields).toString(),
  })
const responses = async () =>
  (
    await sql<{ booking_id: number | null; given_on: string; answers: object }>`
      select booking_id, given_on::text, answers from feedback_response order by given_on, answers::text`.execute(
      kontor.db,
    )
  ).rows
const results = async (path: string) => (await office.call('GET', `${path}/feedback`)).json[0]

test('a participant answers once, without a name', async () => {
  const path = await linkOf(11)
  const page = await open(path)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /Feedback: Recht/)
  assert.match(page.body, /Wie zufrieden sind Sie insgesamt\?/)
  assert.ok(!page.body.includes('<script'))
  assert.match((await open(path, 'en-GB')).body, /How satisfied are you overall\?/)
  assert.match((await answer(path, {})).body, /mindestens eine Frage/)
  assert.match((await answer(path, { q1: '9', q5: 'x', q6: ' ' })).body, /mindestens eine Frage/)
  const sent = await answer(path, { q1: '5', q2: '9', q5: '0', q6: ' Alles <b>gut</b> ', name: 'anonymous' })
  assert.match(sent.body, /Vielen Dank/)
  assert.deepEqual(await responses(), [
    { booking_id: null, given_on: '2026-06-15', answers: { 1: 5, 5: 0, 6: 'Alles <b>gut</b>' } },
  ])
  assert.match((await answer(path, { q1: '1' })).body, /schon gegeben/)
  assert.match((await open(path)).body, /schon gegeben/)
  assert.match((await open(await linkOf(11))).body, /schon gegeben/, 'whatever link of the booking')
  assert.equal((await responses()).length, 1)
})

test('the same link sent twice at once is one answer', async () => {
  const path = await linkOf(11)
  await Promise.all([1, 2, 3].map((value) => answer(path, { q1: String(value) })))
  assert.equal((await responses()).length, 1)
})

test('no stored data tells the author of an anonymous answer', async () => {
  await answer(await linkOf(11), { q1: '4' })
  const { rows } = await sql<{
    columns: string[]
  }>`select array_agg(column_name::text order by column_name) as columns
    from information_schema.columns where table_name in ('feedback_invitation', 'feedback_response') group by table_name
    order by table_name`.execute(kontor.db)
  assert.deepEqual(
    rows.map(({ columns }) => columns),
    [
      ['booking_id', 'hash', 'id', 'is_answered'],
      ['answers', 'booking_id', 'date_id', 'given_on', 'id'],
    ],
  )
  const { rows: logged } =
    await sql`select from change_log where table_name like 'feedback_%' and table_name <> 'feedback_question'`.execute(
      kontor.db,
    )
  assert.equal(logged.length, 0)
})

test('participants who want it are stored with their name', async () => {
  await answer(await linkOf(12), { q7: 'Mehr Pausen', name: 'named' })
  assert.equal((await responses())[0]!.booking_id, 12)
  const { questions } = await results('/dates/1')
  assert.deepEqual(questions[0].texts, [{ text: 'Mehr Pausen', name: 'P2 Person' }])
})

test('answers are taken from the last day on, for as long as a setting says', async () => {
  assert.equal((await open(await linkOf(21))).statusCode, 410, 'the date goes on until tomorrow')
  assert.match((await open(await linkOf(21))).body, /Noch zu früh/)
  const path = await linkOf(31)
  assert.match((await open(path)).body, /beendet/)
  assert.match((await answer(path, { q1: '5' })).body, /beendet/)
  assert.equal((await office.call('PATCH', '/feedback-settings', { days: 31 })).status, 200)
  assert.equal((await open(path)).statusCode, 200)
  await run(`delete from setting where name = 'feedback_days'`)
  assert.equal((await open('/feedback/nothing')).statusCode, 404)
})

test('fewer than three anonymous answers of a date are not shown, neither there nor in sums', async () => {
  for (const [booking, value] of [
    [11, 5],
    [12, 4],
  ] as const)
    await answer(await linkOf(booking), { q1: String(value), q6: `Text ${booking}` })
  const hidden = await results('/dates/1')
  assert.deepEqual(
    [hidden.invitedCount, hidden.responseCount, hidden.hiddenDateCount, hidden.questions],
    [2, 2, 1, []],
  )
  await answer(await linkOf(13), { q1: '3', q5: '2' })
  await answer(await linkOf(41), { q1: '1' })
  const shown = await results('/dates/1')
  const [scale, choice, text] = shown.questions
  assert.deepEqual([scale.average, scale.counts, scale.answerCount], [4, [0, 0, 1, 1, 1], 3])
  assert.deepEqual(choice.counts, [0, 0, 1])
  assert.deepEqual(text.texts.map((one: { text: string }) => one.text).toSorted(), ['Text 11', 'Text 12'])
  const ofTrainer = await results('/trainers/1')
  assert.deepEqual([ofTrainer.responseCount, ofTrainer.hiddenDateCount], [4, 1])
  assert.equal(ofTrainer.questions[0].average, 4, 'the single answer to the other date is left out')
  assert.equal((await results('/events/1')).questions[0].average, 4)
  const csv = await office.call('GET', '/events/1/feedback/export?format=csv&language=de')
  assert.equal(csv.status, 200)
  assert.match(csv.text, /Wie zufrieden sind Sie insgesamt\?/)
  assert.equal(csv.text.trim().split('\n').length, 4)
  const xlsx = await office.call('GET', '/trainers/1/feedback/export?format=xlsx&language=en')
  assert.equal(xlsx.status, 200)
})

test('questions of an event: order, both languages, and answers stay', async () => {
  const questions = async (eventId = 0) =>
    (await office.call('GET', `/feedback-questions${eventId ? `?eventId=${eventId}` : ''}`)).json[0].questions
  assert.equal((await questions()).length, 7)
  assert.deepEqual(await questions(2), [])
  const save = (list: object[], eventId = 2) =>
    office.call('PATCH', '/feedback-questions', { eventId, questions: list })
  const own = [
    { kind: 'text', textDe: 'Was fehlt?' },
    {
      kind: 'choice',
      textDe: 'Tempo?',
      textEn: 'Pace?',
      choicesDe: ['zu schnell', 'gut'],
      choicesEn: ['too fast', 'good'],
    },
  ]
  const [saved] = (await save(own)).json
  const [text, choice] = saved.questions
  for (const booking of [41, 42, 43])
    await answer(await linkOf(booking), { [`q${choice.id}`]: '1', [`q${text.id}`]: 'x' })
  const page = await open(await linkOf(44), 'en')
  assert.match(page.body, /Pace\?/)
  assert.ok(!page.body.includes('overall'))
  await save([{ ...choice, textDe: 'Wie war das Tempo?' }])
  assert.deepEqual(
    (await questions(2)).map((one: { textDe: string }) => one.textDe),
    ['Wie war das Tempo?'],
  )
  const shown = await results('/dates/4')
  assert.deepEqual(
    shown.questions.map((one: { textDe: string; counts: number[] }) => [one.textDe, one.counts]),
    [
      ['Wie war das Tempo?', [0, 3]],
      ['Was fehlt?', []],
    ],
  )
  const fields = async (list: object[], eventId = 2) =>
    ((await save(list, eventId)).json.details ?? []).map(({ field }: { field: string }) => field)
  assert.deepEqual(await fields([{ ...choice, kind: 'text', choicesDe: [], choicesEn: [] }]), [
    'questions[0].kind',
  ])
  assert.deepEqual(await fields([{ kind: 'choice', textDe: 'x', choicesDe: ['a'] }]), [
    'questions[0].choicesDe',
  ])
  assert.deepEqual(await fields([{ id: 1, kind: 'scale', textDe: 'x' }]), ['questions[0].id'])
  assert.deepEqual(await fields([{ kind: 'text', textDe: ' ' }]), ['questions[0].textDe'])
  assert.deepEqual(await fields([], 0), ['questions'])
  assert.equal((await save([])).status, 200)
  assert.deepEqual(await questions(2), [], 'the event has the default set again')
  const reader = await kontor.signIn({ rights: ['090300:access', 'booking:access', 'export'] })
  assert.equal((await reader.call('PATCH', '/feedback-questions', { questions: [] })).status, 403)
})
