// Integration interface: letters filed in one request and read back, look-ups, and its OpenAPI document.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { withoutGenerators } from '../../../test/support/generators.ts'
import { testInstance } from '../../../test/support/test-instance.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor

type Call = { body?: unknown; token?: string; headers?: Record<string, string> }
async function call(
  method: 'GET' | 'POST' | 'PUT',
  path: string,
  { body, token = kontor.token, headers = {} }: Call = {},
) {
  const answer = await kontor.app.inject({
    method,
    url: `/integration/v1${path}`,
    headers: {
      authorization: `token ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(answer.headers['content-type']).startsWith('application/json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    text: answer.body,
    json: isJson ? answer.json() : undefined,
  }
}
const file = (body: unknown, options: Call = {}) => call('POST', '/letters', { body, ...options })
const fields = (answer: { json: { details: { field: string }[] } }) =>
  answer.json.details.map(({ field }) => field)
const counts = async () =>
  Promise.all(
    (['task', 'contact', 'lead', 'attachment', 'logbook_entry', 'email_address'] as const).map(
      async (table) => (await db.selectFrom(table).select('id').execute()).length,
    ),
  )

const base64 = (text: string) => Buffer.from(text).toString('base64')
let number = 0
const letterOf = (parts: object = {}) => ({
  messageId: `<letter-${++number}@mail.example>`,
  from: 'Lindner, Sabine <s@lindner.example>',
  to: 'undisclosed-recipients:;',
  cc: 'b@c.example',
  subject: 'Anfrage',
  receivedAt: '2026-03-05T09:30:00+01:00',
  body: '1 &lt; 2',
  isHtml: true,
  ...parts,
})

test('a letter is filed with a new contact, a new lead and attachments, and read back', async () => {
  const letter = letterOf({ subject: `${'ä'.repeat(300)}` })
  const answer = await file({
    letter,
    contact: { email: 's@lindner.example', lastName: 'Lindner', firstName: 'Sabine' },
    lead: { comment: 'Bitte anrufen' },
    attachments: [
      { name: 'Plan ü.txt', contentType: 'text/plain', base64: base64('eins') },
      { name: 'Plan ü.txt', base64: base64('zwei') },
    ],
  })
  assert.equal(answer.status, 201, answer.text)
  const [{ taskId, taskNr, clientId, contactId, leadId, attachments }] = answer.json
  assert.equal(taskNr, `T-${String(taskId).padStart(6, '0')}`)
  assert.equal(clientId, 1)
  assert.deepEqual(
    attachments.map(({ name, size }: { name: string; size: number }) => [name, size]),
    [
      ['Plan ü.txt', 4],
      ['Plan ü (2).txt', 4],
    ],
  )
  assert.equal((await kontor.call('GET', `/contacts/${contactId}`)).json[0].email, 's@lindner.example')
  const [lead] = (await kontor.call('GET', `/leads/search/cid/${contactId}`)).json
  assert.deepEqual([lead.leadId, lead.name], [leadId, `${'ä'.repeat(254)}…`])
  const log = await db
    .selectFrom('logbook_entry')
    .select(['task_id', 'text'])
    .where('lead_id', '=', leadId)
    .orderBy('id')
    .execute()
  assert.deepEqual(log, [
    { task_id: null, text: 'Bitte anrufen' },
    { task_id: taskId, text: `${'ä'.repeat(254)}…` },
  ])
  const letters = await call('GET', `/tasks/${taskId}/letters`)
  assert.deepEqual(letters.json, [
    {
      direction: 'received',
      messageId: letter.messageId.slice(1, -1),
      from: letter.from,
      to: letter.to,
      cc: letter.cc,
      subject: letter.subject,
      body: letter.body,
      isHtml: true,
      at: letters.json[0].at,
    },
  ])
  assert.equal(new Date(letters.json[0]!.at).getTime(), Date.parse(letter.receivedAt))
  assert.deepEqual((await call('GET', `/tasks/${taskId}/attachments`)).json, attachments)
  const content = await call('GET', `/attachments/${attachments[1].id}/content`)
  assert.deepEqual([content.status, content.text], [200, 'zwei'])
  assert.match(String(content.headers['content-disposition']), /^attachment; filename="Plan _ \(2\)\.txt"/)
})

test('the same letter twice is 200 with the same ids, also ten at once', async () => {
  const body = {
    letter: letterOf(),
    contact: { email: 'zehn@gleich.example', lastName: 'Gleich' },
    lead: { name: 'Einmal' },
    attachments: [{ name: 'a.txt', base64: base64('x') }],
  }
  const before = await counts()
  const answers = await Promise.all(Array.from({ length: 10 }, () => file(body)))
  assert.deepEqual(answers.map(({ status }) => status).toSorted(), [...Array(9).fill(200), 201])
  assert.equal(new Set(answers.map(({ text }) => text)).size, 1)
  assert.deepEqual(
    (await counts()).map((count, index) => count - before[index]!),
    [1, 1, 1, 1, 1, 1],
  )
  // With another lead, it is filed there; and POST /mail/crmlead knows it.
  const { json } = await kontor.call('POST', '/leads/createLead', {
    body: { leadContact: answers[0]!.json[0].contactId },
  })
  const elsewhere = await file({ letter: body.letter, lead: { id: json[0].leadId } })
  assert.equal(elsewhere.status, 201, elsewhere.text)
  const imported = await kontor.call('POST', `/mail/crmlead/${json[0].leadId}`, {
    body: { subject: 'x', messageId: body.letter.messageId },
  })
  assert.equal(imported.json[0].taskId, elsewhere.json[0].taskId)
})

test('different letters of one new contact at once make one contact', async () => {
  const contact = { email: 'paar@neu.example', lastName: 'Paar' }
  const answers = await Promise.all(Array.from({ length: 8 }, () => file({ letter: letterOf(), contact })))
  assert.deepEqual(
    answers.map(({ status }) => status),
    Array(8).fill(201),
  )
  assert.equal(new Set(answers.map(({ json }) => json[0].contactId)).size, 1)
  // The sender alone is recognised.
  const { json } = await file({ letter: letterOf({ from: 'PAAR@neu.example' }) })
  assert.equal(json[0].contactId, answers[0]!.json[0].contactId)
})

test('all or nothing: a fault leaves no contact, lead, task or file', async () => {
  const before = await counts()
  const contact = { email: 'nichts@bleibt.example', lastName: 'Nichts' }
  const attachments = [{ name: 'a.txt', base64: base64('x') }]
  for (const [part, field] of [
    [{ lead: { categoryId: 4711 } }, 'lead.categoryId'],
    [{ lead: { id: 4711 } }, 'lead.id'],
    [{ lead: { ownerId: 4711 } }, 'lead.ownerId'],
    [{ contact: { id: 4711 } }, 'contact.id'],
    [{ clientId: 4711 }, 'clientId'],
  ] as const) {
    const answer = await file({ letter: letterOf(), contact, attachments, ...part })
    assert.deepEqual([answer.status, fields(answer)], [400, [field]], answer.text)
  }
  const stranger = await file({ letter: letterOf({ from: 'fremd@x.example' }), lead: { name: 'x' } })
  assert.deepEqual([stranger.status, fields(stranger)], [400, ['contact']])
  const quotas = kontor.settings.attachmentQuotas
  const { task } = quotas
  quotas.task = 3
  const full = await file({
    letter: letterOf(),
    contact,
    attachments: [...attachments, { name: 'b', base64: base64('1234') }],
  })
  quotas.task = task
  assert.equal(full.status, 413, full.text)
  assert.deepEqual(await counts(), before)
})

test('wrong requests are 400 and name each field', async () => {
  const wrong = {
    letter: {
      from: 'niemand',
      to: 5,
      cc: 'x',
      messageId: 'a\r\nBcc: x@y.de',
      receivedAt: 'gestern',
      isHtml: 'ja',
      body: 5,
      bcc: 'x',
    },
    contact: { email: 'x', lastName: ' ' },
    lead: [],
    attachments: [
      { name: '../../etc/passwd', base64: base64('x') },
      { name: 'a\\b', base64: 'kein base64' },
      { name: 'C:/x', base64: '' },
      { name: '..', base64: 'x' },
      { name: 'a\u0000b', base64: base64('x') },
    ],
  }
  assert.deepEqual(
    [...new Set(fields(await file(wrong)))].toSorted(),
    [
      ...['from', 'to', 'cc', 'messageId', 'receivedAt', 'isHtml', 'body', 'bcc'].map(
        (one) => `letter.${one}`,
      ),
      'contact.email',
      'contact.lastName',
      'lead',
      ...[0, 1, 2, 3, 4].map((index) => `attachments[${index}].name`),
      ...[1, 2, 3].map((index) => `attachments[${index}].base64`),
    ].toSorted(),
  )
  assert.deepEqual(fields(await file({ letter: { from: '' } })), ['letter.subject'])
  assert.deepEqual(fields(await file({ letter: letterOf(), contact: {} })), [
    'contact.email',
    'contact.lastName',
  ])
  assert.deepEqual(fields(await file({ letter: letterOf(), contact: { id: 1, title: 'x' } })), [
    'contact.title',
  ])
  assert.deepEqual(fields(await file({})), ['letter'])
  assert.equal((await file('{')).status, 400)
  const many = Array.from({ length: 51 }, () => ({ name: 'a', base64: base64('x') }))
  assert.deepEqual(fields(await file({ letter: letterOf(), attachments: many })), ['attachments'])
})

test('a body over the limit is 413; 10 MiB of files are stored unchanged', async () => {
  const large = Buffer.alloc(10 * 2 ** 20, 'Kontor ').toString('base64')
  const answer = await file({ letter: letterOf(), attachments: [{ name: 'gross.bin', base64: large }] })
  assert.equal(answer.status, 201, answer.text)
  const content = await call('GET', `/attachments/${answer.json[0].attachments[0].id}/content`)
  assert.equal(Buffer.from(content.text).toString('base64') === large, true)
  assert.equal((await file({ letter: letterOf({ body: 'x'.repeat(17 * 2 ** 20) }) })).status, 413)
})

test('Idempotency-Key: the first response is repeated, and marked', async () => {
  const body = {
    letter: { from: 'a@b.example', subject: 'Ohne Message-ID' },
    attachments: [{ name: 'a', base64: base64('x') }],
  }
  const headers = { 'idempotency-key': 'letter-1' }
  const first = await file(body, { headers })
  const before = await counts()
  const again = await file(body, { headers })
  assert.deepEqual(
    [again.status, again.text, again.headers['idempotency-replayed']],
    [201, first.text, 'true'],
  )
  assert.deepEqual(await counts(), before)
  const other = await file({ letter: letterOf() }, { headers })
  assert.deepEqual([other.status, other.headers['x-kontor-conflict']], [409, 'key-reused'])
})

test('rights: new contacts need 090300:add, reading needs task:access, and other clients see nothing', async () => {
  const plain = await kontor.addUser()
  const contact = { email: 's@lindner.example', lastName: 'Lindner' }
  assert.equal((await file({ letter: letterOf(), contact }, plain)).status, 403)
  const { status, json } = await file(
    { letter: letterOf(), attachments: [{ name: 'a', base64: base64('x') }] },
    plain,
  )
  assert.equal(status, 201)
  const [{ taskId, attachments }] = json
  await db.insertInto('client').values({ name: 'Nord' }).execute()
  const north = await kontor.addUser({ clientIds: [2], rights: ['task'] })
  for (const path of [
    `/tasks/${taskId}/letters`,
    `/tasks/${taskId}/attachments`,
    `/attachments/${attachments[0].id}/content`,
  ]) {
    assert.equal((await call('GET', path, plain)).status, 403, path)
    assert.equal((await call('GET', path, { token: north.token })).status, 404, path)
    assert.equal((await call('GET', path, { token: 'x' })).status, 401, path)
    assert.equal((await call('GET', path)).status, 200, path)
  }
  assert.equal((await file({ letter: letterOf(), clientId: 1 }, north)).status, 403)
  assert.deepEqual(
    [(await call('PUT', '/letters')).status, (await call('GET', '/nothing')).status],
    [405, 404],
  )
})

test('look-ups of categories, forms and templates', async () => {
  await db.insertInto('contact_category').values({ name: 'Presse' }).execute()
  await db.insertInto('communication_template').values({ name: 'Willkommen' }).execute()
  await db
    .insertInto('newsletter_form')
    .values([
      { name: 'Website', client_id: 1 },
      { name: 'Nord', client_id: 2 },
    ])
    .execute()
  const names = async (path: string) =>
    (await call('GET', path)).json.map(({ name }: { name: string }) => name)
  assert.deepEqual(await names('/contactCategories'), ['Presse'])
  assert.ok((await names('/communicationTemplates')).includes('Willkommen'))
  assert.deepEqual(await names('/newsletterForms'), ['Website'])
})

test('its OpenAPI document has no faults', { skip: withoutGenerators }, async () => {
  const { lintByRedocly } = await import('../../../tools/generators/redocly.js')
  const { json } = await call('GET', '/openapi.json')
  assert.deepEqual(await lintByRedocly(json, 'spec'), [])
})

test('its OpenAPI document has its address, and CORS is that of the interface', async () => {
  const document = await call('GET', '/openapi.json')
  assert.equal(document.json.servers[0].url, '/integration/v1')
  assert.deepEqual(Object.keys(document.json.paths['/letters'].post.responses).slice(0, 2), ['200', '201'])
  const office = await kontor.signIn()
  const { json } = await office.call('POST', '/tokens', {
    userId: 1,
    label: 'Outlook',
    operations: ['fileLetter'],
    origins: ['https://mail.example'],
  })
  const origin = 'https://mail.example'
  const preflight = await kontor.app.inject({
    method: 'OPTIONS',
    url: '/integration/v1/letters',
    headers: { origin, 'access-control-request-method': 'POST' },
  })
  assert.deepEqual([preflight.statusCode, preflight.headers['access-control-allow-origin']], [204, origin])
  const { token } = json[0]
  const answer = await file({ letter: letterOf() }, { token, headers: { origin } })
  assert.deepEqual([answer.status, answer.headers['access-control-allow-origin']], [201, origin])
  assert.equal((await call('GET', '/contactCategories', { token, headers: { origin } })).status, 403)
})
