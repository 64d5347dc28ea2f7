// Tasks in the back office: list, record, mail body, logbook, attachments.
import assert from 'node:assert/strict'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { testInstance } from '../../test/support/test-instance.ts'

const kontor = await testInstance({ settings: { maxAttachmentBytes: 1000 } })
after(() => kontor.close())
const { db } = kontor

await db.insertInto('client').values({ name: 'Akademie Nord' }).execute()
const office = await kontor.signIn({ rights: ['090300', 'booking:access', 'lead', 'task'], name: 'Ina' })
const colleague = await kontor.signIn({ rights: ['090300', 'booking:access', 'lead', 'task'], name: 'Carl' })
const north = await kontor.signIn({ rights: ['090300', 'booking:access', 'lead', 'task'], clientIds: [2] })
const blind = await kontor.signIn({ rights: ['lead', 'task'] })

const { id: sabine } = await db
  .insertInto('contact')
  .values({ contact_type: 'person', first_name: 'Sabine', last_name: 'Lindner' })
  .returning('id')
  .executeTakeFirstOrThrow()
const [lead, leadOfNorth] = (
  await db
    .insertInto('lead')
    .values([
      { client_id: 1, name: 'Inhouse' },
      { client_id: 2, name: 'Fremd' },
    ])
    .returning('id')
    .execute()
).map(({ id }) => id) as [number, number]
const { id: event_id } = await db
  .insertInto('event')
  .values({ title: 'PM Grundlagen' })
  .returning('id')
  .executeTakeFirstOrThrow()
const { id: date_id } = await db
  .insertInto('event_date')
  .values({ event_id, start_date: '2026-09-01' })
  .returning('id')
  .executeTakeFirstOrThrow()
const { id: bookingId } = await db
  .insertInto('booking')
  .values({ contact_id: sabine, date_id, status: 'booked' })
  .returning('id')
  .executeTakeFirstOrThrow()

// biome-ignore lint/suspicious/noExplicitAny: a record of an answer
type Json = any
const createTask = async (body: object = {}, by = office): Promise<Json> => {
  const { status, json, text } = await by.call('POST', '/tasks', { subject: 'Anrufen', ...body })
  assert.equal(status, 200, text)
  return json[0]
}
const importMail = async (mailBody: string, path = `/mail/crmlead/${lead}`, more = {}) => {
  const body = { subject: 'Frage', mailBody, mailFrom: 's@lindner.example', ...more }
  return (await kontor.call('POST', path, { body })).json[0].taskId as number
}
const get = async (id: number, by = office) => (await by.call('GET', `/tasks/${id}`)).json[0]
const fields = ({ json }: { json: Json }) => json.details.map(({ field }: { field: string }) => field)
const ids = ({ json }: { json: Json }): number[] => json.map(({ id }: { id: number }) => id)

test('a to-do is created, assigned, done and reopened', async () => {
  const task = await createTask({
    text: 'Wegen Raum',
    assigneeId: colleague.userId,
    dueDate: '2026-06-20',
    contactId: sabine,
    leadId: lead,
    bookingId: bookingId,
  })
  const { id, version, createdAt, taskNr, ...rest } = task
  assert.match(taskNr, /^T-\d{6}$/)
  assert.deepEqual(rest, {
    kind: 'todo',
    clientId: 1,
    subject: 'Anrufen',
    hasMailBody: false,
    invitationAnswer: '',
    writtenAt: '',
    text: 'Wegen Raum',
    mailFrom: '',
    mailTo: '',
    mailCc: '',
    receivedAt: '',
    isAutomatic: false,
    senderAuthentication: '',
    authenticationResults: '',
    mailProblem: '',
    contactId: sabine,
    contactName: 'Sabine Lindner',
    leadId: lead,
    leadName: 'Inhouse',
    bookingId: bookingId,
    dateTitle: 'PM Grundlagen',
    startDate: '2026-09-01',
    dateId: date_id,
    assigneeId: colleague.userId,
    assigneeName: 'Carl',
    dueDate: '2026-06-20',
    isDone: false,
    doneAt: '',
    attachmentCount: 0,
    createdByName: 'Ina',
  })
  const done = (await office.call('PATCH', `/tasks/${id}`, { version, isDone: true, text: 'Erledigt' }))
    .json[0]
  assert.deepEqual(
    [done.isDone, new Date(done.doneAt).toISOString(), done.text],
    [true, '2026-06-15T10:00:00.000Z', 'Erledigt'],
  )
  const clear = { version: done.version, isDone: false, assigneeId: 0, dueDate: '', leadId: 0, contactId: 0 }
  const open = (await office.call('PATCH', `/tasks/${id}`, clear)).json[0]
  assert.deepEqual(
    [open.isDone, open.doneAt, open.assigneeId, open.dueDate, open.leadId, open.contactId],
    [false, '', 0, '', 0, 0],
  )
})

test('references of a task must exist and belong to the client; all errors are reported at once', async () => {
  const wrong = {
    subject: 'x',
    assigneeId: north.userId,
    leadId: leadOfNorth,
    contactId: 4711,
    bookingId: 4711,
  }
  const answer = await office.call('POST', '/tasks', wrong)
  assert.equal(answer.status, 400)
  assert.deepEqual(fields(answer).sort(), ['assigneeId', 'bookingId', 'contactId', 'leadId'])
  const types = await office.call('POST', '/tasks', {
    subject: ' ',
    dueDate: 'x',
    assigneeId: -1,
    kind: 'mail',
  })
  assert.deepEqual(new Set(fields(types)), new Set(['subject', 'dueDate', 'assigneeId', 'kind']))
  assert.equal((await office.call('POST', '/tasks', { subject: 'x', clientId: 2 })).status, 403)
})

test('a task of another client is 404, and so are its mail body and its files', async () => {
  const id = await importMail('<p>Geheim</p>', `/mail/crmlead/${lead}`)
  const version = (await get(id)).version
  await office.upload(`/tasks/${id}/attachments/upload/a.txt`, 'Geheim')
  const [{ id: attachment }] = (await office.call('GET', `/tasks/${id}/attachments`)).json
  for (const [method, path, body] of [
    ['GET', `/tasks/${id}`],
    ['GET', `/tasks/${id}/mail-body`],
    ['GET', `/tasks/${id}/attachments`],
    ['GET', `/attachments/${attachment}/content`],
    ['GET', `/attachments/${attachment}/preview`],
    ['GET', `/tasks/${id}/logbook-entries`],
    ['POST', `/tasks/${id}/logbook-entries`, { target: 'lead', kind: 'note', text: 'x' }],
    ['PATCH', `/tasks/${id}`, { version, isDone: true }],
    ['GET', `/tasks/${id}/booking-options`],
  ] as const)
    assert.equal((await north.call(method, path, body)).status, 404, `${method} ${path}`)
  assert.equal((await north.upload(`/tasks/${id}/attachments/upload/b.txt`, 'x')).status, 404)
  assert.deepEqual(ids(await north.call('GET', `/tasks?ids=${id}`)), [])
})

test('without the right to see contacts, a task has no contact and none can be set', async () => {
  const { id, version } = await createTask({ contactId: sabine, bookingId: bookingId })
  const seen = await get(id, blind)
  assert.deepEqual([seen.contactId, seen.contactName], [0, ''])
  assert.ok(!ids(await blind.call('GET', '/tasks?q=sabine')).includes(id))
  assert.ok(ids(await office.call('GET', '/tasks?q=sabine')).includes(id))
  for (const change of [{ contactId: 0 }, { bookingId: 0 }])
    assert.equal((await blind.call('PATCH', `/tasks/${id}`, { version, ...change })).status, 403)
  assert.equal((await blind.call('GET', `/tasks/${id}/booking-options`)).status, 403)
  assert.equal((await blind.call('PATCH', `/tasks/${id}`, { version, isDone: true })).status, 200)
  assert.equal((await get(id)).contactId, sabine)
})

test('tasks need task:access, changes also task:edit; leads are named and written to only with their rights', async () => {
  const { id, version } = await createTask({ leadId: lead })
  const none = await kontor.signIn({ rights: ['090300', 'booking:access', 'lead'] })
  assert.equal((await none.call('GET', '/tasks')).status, 403)
  const reader = await kontor.signIn({ rights: ['task:access'] })
  assert.equal((await reader.call('PATCH', `/tasks/${id}`, { version, isDone: true })).status, 403)
  assert.equal((await reader.call('POST', '/tasks', { subject: 'A' })).status, 403)
  assert.equal((await reader.upload(`/tasks/${id}/attachments/upload/a.txt`, 'a')).status, 403)

  const withoutLeads = await kontor.signIn({ rights: ['task'] })
  const { leadId, leadName } = await get(id, withoutLeads)
  assert.deepEqual([leadId, leadName], [0, ''])
  assert.equal((await withoutLeads.call('PATCH', `/tasks/${id}`, { version, leadId: 0 })).status, 403)
  assert.equal((await withoutLeads.call('PATCH', `/tasks/${id}`, { version, isDone: true })).status, 200)
  assert.equal((await get(id)).leadId, lead)

  const note = { target: 'lead', kind: 'note', text: 'Notiz' }
  const leadReader = await kontor.signIn({ rights: ['task', 'lead:access'] })
  assert.equal((await leadReader.call('POST', `/tasks/${id}/logbook-entries`, note)).status, 403)
})

test('of two users who finish a task at the same time, one gets a conflict', async () => {
  const { id, version } = await createTask()
  const answers = await Promise.all(
    [office, colleague].map((by) => by.call('PATCH', `/tasks/${id}`, { version, isDone: true })),
  )
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409])
  assert.equal(answers.find(({ status }) => status === 409)!.headers['x-kontor-conflict'], 'stale')
  const changes = (await office.call('GET', `/changes?subject=task&subjectId=${id}`)).json
  assert.equal(changes.filter(({ action }: Json) => action === 'update').length, 1)
})

test('the list filters and sorts by each of its fields', async () => {
  const more = { subject: 'Filter 50%' }
  const task = await createTask({
    ...more,
    assigneeId: office.userId,
    contactId: sabine,
    dueDate: '2026-06-01',
  })
  const other = await createTask({
    ...more,
    dueDate: '2026-07-01',
    leadId: lead,
    assigneeId: colleague.userId,
  })
  const mail = await importMail('x', `/mail/participant/${bookingId}`, more)
  const found = async (query: string) =>
    ids(await office.call('GET', `/tasks?q=filter+50%25&${query}`)).sort((a, b) => a - b)
  assert.deepEqual(await found(''), [task.id, other.id, mail])
  assert.deepEqual(await found('assignee=me'), [task.id])
  assert.deepEqual(await found('assignee=none'), [mail])
  assert.deepEqual(await found(`assigneeId=${colleague.userId}`), [other.id])
  assert.deepEqual(await found('kind=mail'), [mail])
  assert.deepEqual(await found('dueBy=2026-06-15'), [task.id])
  assert.deepEqual(await found(`contactId=${sabine}`), [task.id, mail])
  assert.deepEqual(await found(`leadId=${lead}`), [other.id])
  assert.deepEqual(await found(`bookingId=${bookingId}`), [mail])
  await office.call('PATCH', `/tasks/${task.id}`, { version: task.version, isDone: true })
  assert.deepEqual(await found('isDone=true'), [task.id])
  assert.deepEqual(await found('isDone=false'), [other.id, mail])
  assert.deepEqual(ids(await office.call('GET', `/tasks?q=${mail}&kind=mail`)), [mail], 'by its number')
  assert.deepEqual(ids(await office.call('GET', '/tasks?q=filter+50%25&sort=dueDate&order=asc')), [
    task.id,
    other.id,
    mail,
  ])
  assert.deepEqual(fields(await office.call('GET', '/tasks?assignee=you')), ['assignee'])
})

test('open tasks are counted', async () => {
  const [before] = (await colleague.call('GET', '/tasks/counts')).json
  await createTask({ assigneeId: colleague.userId, dueDate: '2026-06-14' })
  await createTask({ assigneeId: colleague.userId, dueDate: '2026-06-15' })
  await createTask()
  assert.deepEqual((await colleague.call('GET', '/tasks/counts')).json, [
    {
      mineCount: before.mineCount + 2,
      overdueCount: before.overdueCount + 1,
      unassignedCount: before.unassignedCount + 1,
    },
  ])
})

test('a mail body is a sanitised document with its own Content-Security-Policy', async () => {
  const id = await importMail(
    '<p onclick=x>Hallo</p><script>alert(1)</script><img src="https://evil.example/x.png">',
  )
  const task = await get(id)
  assert.deepEqual([task.hasMailBody, task.text], [true, ''])
  const { status, headers, text } = await office.call('GET', `/tasks/${id}/mail-body`)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  assert.match(String(headers['content-security-policy']), /^default-src 'none'.*img-src data:;.*sandbox/)
  assert.deepEqual(
    [headers['x-content-type-options'], headers['referrer-policy'], headers['cache-control']],
    ['nosniff', 'no-referrer', 'private, no-store'],
  )
  assert.match(text, /data-remote-images="1"/)
  assert.match(text, /<body><p>Hallo<\/p>/)
  assert.doesNotMatch(text, /evil|script|onclick/)
  const withImages = await office.call('GET', `/tasks/${id}/mail-body?allowRemote=1`)
  assert.match(String(withImages.headers['content-security-policy']), /img-src data: https: http:/)
  assert.match(withImages.text, /https:\/\/evil\.example\/x\.png/)
  const plain = await office.call(
    'GET',
    `/tasks/${await importMail('Zeile <1>\nhttps://x.example')}/mail-body?isDark=1`,
  )
  assert.match(plain.text, /Zeile &lt;1&gt;\n<a href="https:\/\/x\.example"/)
  assert.match(plain.text, /color-scheme: dark/)
  const changed = await office.call('PATCH', `/tasks/${id}`, { version: task.version, text: 'x' })
  assert.deepEqual(fields(changed), ['text'])
})

test('a note is added to the logbook of the lead, the booking or the contact', async () => {
  const { id } = await createTask({ leadId: lead, contactId: sabine })
  const note = (target: string, by = office) =>
    by.call('POST', `/tasks/${id}/logbook-entries`, { target, kind: 'call', text: ' Rief zurück. ' })
  assert.equal((await note('lead')).status, 200)
  assert.equal((await note('contact')).status, 200)
  assert.deepEqual(fields(await note('booking')), ['target'])
  assert.deepEqual(fields(await note('contact', blind)), ['target'])
  const [entry] = (await office.call('GET', `/leads/${lead}/logbook-entries`)).json
  assert.deepEqual([entry.kind, entry.text, entry.taskId], ['call', 'Rief zurück.', id])
  assert.equal((await office.call('GET', `/tasks/${id}/logbook-entries`)).json.length, 2)
})

test('a task is linked to a booking of its contact', async () => {
  const { id, version } = await createTask({ contactId: sabine })
  const list = (await office.call('GET', `/tasks/${id}/booking-options`)).json
  assert.deepEqual(list, [
    {
      id: bookingId,
      dateId: date_id,
      dateTitle: 'PM Grundlagen',
      startDate: '2026-09-01',
      status: 'booked',
    },
  ])
  const changed = await office.call('PATCH', `/tasks/${id}`, { version, bookingId: bookingId })
  assert.equal(changed.json[0].dateTitle, 'PM Grundlagen')
})

test('attachments are uploaded, listed and downloaded unchanged; only harmless types have a preview', async () => {
  const { id } = await createTask()
  const page = '<html><script>alert(1)</script></html>'
  for (const [name, bytes] of [
    ['Bild.PNG', 'png'],
    ['Anlage ü.pdf', '%PDF'],
    ['Text.txt', Buffer.from('Größe', 'latin1')],
    ['Seite.html', page],
    ['Bild.svg', '<svg onload="alert(1)"/>'],
    ['Seite.html', 'zwei'],
  ] as const)
    assert.equal(
      (await office.upload(`/tasks/${id}/attachments/upload/${encodeURIComponent(name)}`, bytes)).status,
      200,
    )
  const list = (await office.call('GET', `/tasks/${id}/attachments`)).json
  assert.deepEqual(
    list.map(({ fileName, previewType }: Json) => [fileName, previewType]),
    [
      ['Bild.PNG', 'image'],
      ['Anlage ü.pdf', 'pdf'],
      ['Text.txt', 'text'],
      ['Seite.html', ''],
      ['Bild.svg', ''],
      ['Seite (2).html', ''],
    ],
  )
  assert.equal((await get(id)).attachmentCount, 6)
  const file = (index: number, how: string) => office.call('GET', `/attachments/${list[index].id}/${how}`)
  const download = await file(3, 'content')
  assert.equal(download.text, page)
  assert.match(String(download.headers['content-disposition']), /^attachment; filename="Seite.html"/)
  assert.equal(download.headers['content-type'], 'application/octet-stream')
  const types = await Promise.all([0, 1, 2].map((index) => file(index, 'preview')))
  assert.deepEqual(
    types.map(({ headers }) => headers['content-type']),
    ['image/png', 'application/pdf', 'text/plain; charset=utf-8'],
  )
  assert.equal(types[2]!.text, 'Größe')
  for (const { headers } of types) {
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  }
  for (const index of [3, 4]) assert.equal((await file(index, 'preview')).status, 404)
  assert.equal((await office.upload(`/tasks/${id}/attachments/upload/x.txt`, 'x'.repeat(1001))).status, 413)
  assert.equal((await office.upload(`/tasks/${id}/attachments/upload/..%2Fx.txt`, 'x')).status, 400)
  await rm(join(kontor.files.name, 'crm', String(id), 'Text.txt'))
  for (const how of ['content', 'preview']) assert.equal((await file(2, how)).status, 404)
})
