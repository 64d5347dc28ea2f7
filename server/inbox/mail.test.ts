// Interface: POST /mail/participant/{participantId}, POST /mail/crmlead/{leadid}, POST /todo/import.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

await db.insertInto('client').values({ name: 'Akademie Nord' }).execute()
const north = await kontor.addUser({ clientIds: [2] })
const alone = await kontor.addUser({ clientIds: [] })
const [contactId, other] = (
  await db
    .insertInto('contact')
    .values(['Lindner', 'Kurz'].map((last_name) => ({ contact_type: 'person', last_name })))
    .returning('id')
    .execute()
).map((row) => row.id) as [number, number]
const [lead, leadOfNorth] = (
  await db
    .insertInto('lead')
    .values([{ client_id: 1 }, { client_id: 2 }])
    .returning('id')
    .execute()
).map((row) => row.id) as [number, number]
const { id: event_id } = await db
  .insertInto('event')
  .values({ title: 'PM' })
  .returning('id')
  .executeTakeFirstOrThrow()

async function addBooking(clientId: number | null, leadId: number | null): Promise<number> {
  const date = await db
    .insertInto('event_date')
    .values({ event_id, client_id: clientId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const values = { contact_id: contactId, date_id: date.id, status: 'booked', lead_id: leadId }
  return (await db.insertInto('booking').values(values).returning('id').executeTakeFirstOrThrow()).id
}

const mail = {
  subject: 'Rückfrage 🙂',
  mailBody: 'Guten Tag,\r\n\tein Text',
  mailFrom: '"Lindner, Sabine" <s@lindner.example>',
  mailTo: 'info@kontor.example, Anmeldung <anmeldung@kontor.example>',
}
const post = (path: string, body: object, token = kontor.token) => kontor.call('POST', path, { body, token })
const taskOf = (id: number) =>
  db.selectFrom('task').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const logOf = (taskId: number) =>
  db
    .selectFrom('logbook_entry')
    .select(['lead_id', 'booking_id', 'contact_id', 'text'])
    .where('task_id', '=', taskId)
    .execute()
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)

test('7.1 a mail to a lead creates a task and an entry in the logbook of the lead', async () => {
  const { status, json, text } = await post(`/mail/crmlead/${lead}`, { ...mail, cid: other })
  assert.equal(status, 200, text)
  const [{ leadId, taskNr, taskId }] = json
  assert.deepEqual(json, [{ leadId, taskNr, taskId }])
  assert.equal(leadId, lead)
  assert.equal(taskNr, `T-${String(taskId).padStart(6, '0')}`)
  const task = await taskOf(taskId)
  assert.deepEqual(
    [task.kind, task.client_id, task.contact_id, task.lead_id, task.created_by],
    ['mail', 1, other, lead, 1],
  )
  assert.deepEqual([task.subject, task.body, task.mail_from, task.mail_to], Object.values(mail))
  assert.deepEqual(await logOf(taskId), [
    { lead_id: lead, booking_id: null, contact_id: null, text: mail.subject },
  ])
})

test('7.1 a mail to a participant creates a task and an entry in the logbook of the booking', async () => {
  const plain = await addBooking(null, null)
  const answer = await post(`/mail/participant/${plain}`, mail)
  const [{ leadId, taskId }] = answer.json
  assert.equal(leadId, 0)
  const task = await taskOf(taskId)
  assert.deepEqual([task.contact_id, task.booking_id, task.client_id], [contactId, plain, 1])
  assert.deepEqual(await logOf(taskId), [
    { lead_id: null, booking_id: plain, contact_id: null, text: mail.subject },
  ])
  const withLead = await addBooking(null, lead)
  assert.equal((await post(`/mail/participant/${withLead}`, { ...mail, cid: other })).json[0].leadId, lead)
})

test('3.4 the task belongs to the client of the lead, else of the date, else to the default client', async () => {
  const both = await kontor.addUser({ clientIds: [1, 2] })
  const clientOf = async (participantId: number, token: string) =>
    (await taskOf((await post(`/mail/participant/${participantId}`, mail, token)).json[0].taskId)).client_id
  assert.equal(await clientOf(await addBooking(1, leadOfNorth), both.token), 2)
  assert.equal(await clientOf(await addBooking(2, null), both.token), 2)
  assert.equal(await clientOf(await addBooking(null, null), both.token), 1)
  // A participation of another client is unknown (decision 13.10).
  for (const { token } of [north, alone])
    assert.equal((await post(`/mail/participant/${await addBooking(1, null)}`, mail, token)).status, 404)
})

test('2.7 an unknown id in the path is 404, and so is a lead of another client', async () => {
  for (const path of [
    '/mail/crmlead/2147483647',
    '/mail/participant/2147483647',
    `/mail/crmlead/${leadOfNorth}`,
    `/mail/participant/${await addBooking(1, leadOfNorth)}`,
  ])
    assert.equal((await post(path, { ...mail, cid: 4711 })).status, 404, path)
  for (const id of ['0', 'x', '2147483648'])
    assert.deepEqual(fields(await post(`/mail/crmlead/${id}`, mail)), ['leadid'])
})

test('7.1 a given cid must exist', async () => {
  const part = await addBooking(null, null)
  for (const path of [`/mail/crmlead/${lead}`, `/mail/participant/${part}`]) {
    const answer = await post(path, { ...mail, cid: 4711 })
    assert.deepEqual([answer.status, fields(answer)], [400, ['cid']])
  }
  assert.deepEqual(fields(await post('/todo/import', { ...mail, cid: contactId })), ['cid'])
})

test('7.2 subject or mailBody is required, and addresses must be valid', async () => {
  const before = await db.selectFrom('task').select('id').execute()
  for (const body of [{}, { subject: '' }, { subject: ' ', mailBody: '\n' }, { mailFrom: 'a@b.de' }]) {
    assert.deepEqual(fields(await post('/todo/import', body)), ['subject'])
    assert.deepEqual(fields(await post('/mail/crmlead/4711', { ...body, cid: 4711 })), ['subject'])
  }
  const bad = { subject: 5, mailBody: 5, mailFrom: 'niemand', mailTo: 'a@b.de, c' }
  assert.deepEqual(new Set(fields(await post('/todo/import', bad))), new Set(Object.keys(bad)))
  assert.deepEqual(fields(await post('/todo/import', { subject: 'x'.repeat(65_536) })), ['subject'])
  assert.equal((await db.selectFrom('task').select('id').execute()).length, before.length)
  for (const good of ['', 'a@b.de', 'Jörg Böhm <j.böhm@müller.example>', '<a@b.de>', 'a@b.de, Eva <e@f.de>'])
    assert.equal((await post('/todo/import', { subject: 'x', mailFrom: good })).status, 200, good)
})

const headers = [
  'Müller, Jana <a@b.de>',
  'undisclosed-recipients:;',
  'Undisclosed recipients:',
  'Team: a@b.de, Jana <c@d.de>;',
  '"Müller, Jana (Vertrieb)" <a@b.de>; c@d.de;',
  'a@b.de (Müller, Jana)',
  'Jana\r\n <a@b.de>,\r\n\tc@d.de',
]

test('13.5 headers of mail are kept as they came', async () => {
  for (const header of headers) {
    const { status, json, text } = await post('/todo/import', {
      subject: 'x',
      mailFrom: header,
      mailTo: header,
    })
    assert.equal(status, 200, `${header}: ${text}`)
    const task = await taskOf(json[0].id)
    assert.deepEqual([task.mail_from, task.mail_to], [header, header])
  }
  for (const header of ['niemand', 'Jana Müller;', 'a@b.de, c', 'Jana <niemand>', 'x: y'])
    assert.deepEqual(
      fields(await post('/todo/import', { subject: 'x', mailFrom: header })),
      ['mailFrom'],
      header,
    )
  const before = process.cpuUsage()
  for (const part of ['<', '(', '"', ':', 'a:', '"\\', ' ', ';,'])
    await post('/todo/import', { subject: 'x', mailFrom: part.repeat(65_535 / part.length) })
  const { user } = process.cpuUsage(before)
  assert.ok(user < 5_000_000, `${user} µs`)
})

test('13.5 a long subject is shortened in the task and the logbook, and whole in the letter', async () => {
  const subject = '🙂'.repeat(300)
  const [{ taskId }] = (await post(`/mail/crmlead/${lead}`, { ...mail, subject })).json
  const shown = `${'🙂'.repeat(254)}…`
  const task = await taskOf(taskId)
  assert.deepEqual(
    [task.subject, task.whole_subject, (await logOf(taskId))[0]!.text],
    [shown, subject, shown],
  )
  const office = await kontor.signIn()
  const letter = await office.call('GET', `/tasks/${taskId}/mail-body`)
  assert.ok(letter.text.includes(`<title>${subject}</title>`))
  const exact = (await post('/todo/import', { subject: 'x'.repeat(255) })).json
  assert.deepEqual((await taskOf(exact[0].id)).whole_subject, '')
})

test('13.5 Message-ID, copy, moment and form of a letter are stored; wrong ones are 400', async () => {
  const extensions = {
    messageId: ' <einmal@b.example> ',
    mailCc: 'Eva, die Zweite <e@f.example>',
    receivedAt: '2026-03-05T09:30:00+01:00',
    isHtml: false,
  }
  const [{ taskId }] = (await post(`/mail/crmlead/${lead}`, { ...mail, ...extensions })).json
  const { message_id, mail_cc, received_at, mail_format } = await taskOf(taskId)
  assert.deepEqual(
    [message_id, mail_cc, new Date(received_at!).toISOString(), mail_format],
    ['einmal@b.example', extensions.mailCc, '2026-03-05T08:30:00.000Z', 'text'],
  )
  const wrong = {
    messageId: '<a@b>\r\nBcc: x',
    mailCc: 'niemand',
    receivedAt: '2026-02-30T09:30:00Z',
    isHtml: 1,
  }
  assert.deepEqual(
    new Set(fields(await post(`/mail/crmlead/${lead}`, { ...mail, ...wrong }))),
    new Set(Object.keys(wrong)),
  )
  for (const receivedAt of ['2026-03-05', '2026-03-05T09:30:00', '2026-03-05T25:00:00Z', 'gestern'])
    assert.deepEqual(fields(await post(`/mail/crmlead/${lead}`, { ...mail, receivedAt })), ['receivedAt'])
  assert.deepEqual(fields(await post('/todo/import', { ...mail, messageId: 'x' })), ['messageId'])
})

test('13.5 the same letter is filed once with a lead or a participant, also at the same time', async () => {
  const part = await addBooking(null, lead)
  const letter = { ...mail, messageId: '<gleich@b.example>' }
  const tasks: number[] = []
  for (const path of [`/mail/crmlead/${lead}`, `/mail/participant/${part}`]) {
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        // The angle brackets are no part of it.
        post(path, index % 2 ? letter : { ...letter, messageId: 'gleich@b.example' }),
      ),
    )
    assert.deepEqual(
      answers.map(({ status, text }) => [status, text]),
      answers.map(() => [200, answers[0]!.text]),
    )
    const { taskId } = answers[0]!.json[0]
    assert.equal((await logOf(taskId)).length, 1)
    tasks.push(taskId)
  }
  assert.equal(new Set(tasks).size, 2)
  const without = await Promise.all([1, 2].map(() => post(`/mail/crmlead/${lead}`, mail)))
  assert.equal(new Set(without.map(({ json }) => json[0].taskId)).size, 2)
})

test('7.3 a to-do belongs to the default client, and its id is that of the task', async () => {
  const { json } = await post('/todo/import', mail, north.token)
  assert.deepEqual(Object.keys(json[0]), ['id', 'clientId'])
  assert.equal(json[0].clientId, 2)
  const task = await taskOf(json[0].id)
  assert.deepEqual([task.kind, task.client_id, task.created_by], ['todo', 2, north.id])
  assert.deepEqual(await logOf(task.id), [])
  assert.equal((await post('/todo/import', mail, alone.token)).status, 403)
})

test('2.5 a mail of 10 MiB is stored unchanged; one character more is 400', async () => {
  const mailBody = 'ü'.repeat(1024 * 1024) + 'x'.repeat(9 * 1024 * 1024)
  const { status, json } = await post('/todo/import', { mailBody })
  assert.equal(status, 200)
  assert.ok((await taskOf(json[0].id)).body === mailBody)
  assert.deepEqual(fields(await post('/todo/import', { mailBody: `${mailBody}x` })), ['mailBody'])
})

test('7.1 a hundred concurrent imports have a hundred numbers', async () => {
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      post(`/mail/crmlead/${lead}`, { ...mail, subject: `Nr. ${index}` }),
    ),
  )
  const numbers = new Set(answers.map((answer) => answer.json[0].taskNr))
  assert.equal(numbers.size, 100)
})
