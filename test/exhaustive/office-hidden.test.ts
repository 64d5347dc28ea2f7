// No response of the back office shows a contact, a lead or a task to a user without the right to them; bookings show their participants. One exception: the recipient of an invoice
// confirmation belongs to the confirmation, which 100400 shows.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { officeEndpoints } from '../../server/office.ts'
import { insertSamples } from '../support/samples.ts'
import { type OfficeSession, testInstance } from '../support/test-instance.ts'

// The start page shows leads of the last days, which the database dates.
const kontor = await testInstance({ start: new Date().toISOString() })
after(() => kontor.close())

// A name that only contacts have, and records that refer to them.
const hiddenName = 'Quittenbaum'
// A name that only records of another client have.
const foreignName = 'Fremdling'
// Names that only a lead, and only a task has.
const leadName = 'Mirabelle'
const taskName = 'Schlehe'
const hiddenContacts = `
update contact set last_name = '${hiddenName} GmbH' where id = 101;
update contact set first_name = 'Zora', last_name = '${hiddenName}' where id = 102;
update email_address set email = '${hiddenName}@kontor.example', email_key = lower('${hiddenName}') || '@kontor.example' where contact_id = 102 and is_default;
update address set city = '${hiddenName}' where contact_id in (101, 102);
update lead set company_id = 101, owner_id = 1 where id = 11;
update task set contact_id = 102, lead_id = 11, booking_id = 41, assignee_id = 1 where id = 21;
insert into lead (id, client_id, name, company_id, region) values (12, 2, '${foreignName}', 101, '${foreignName}');
insert into lead_contact values (12, 102);
insert into task (id, client_id, kind, subject, contact_id, lead_id, booking_id, mail_from, body) values
  (22, 2, 'mail', '${foreignName}', 102, 12, 41, '${foreignName}', '${foreignName}');
insert into attachment (id, task_id, filename, size, sha256) values (1, 22, '${foreignName}', 1, sha256('x'));
insert into logbook_entry (lead_id, text) values (12, '${foreignName}');
insert into lead (id, client_id, name, region, sector) values (13, 1, '${leadName}', '${leadName}', '${leadName}');
insert into lead_contact values (13, 102);
update booking set lead_id = 13 where id = 41;
insert into task (id, client_id, kind, subject, contact_id, lead_id, mail_from, body) values
  (23, 1, 'mail', '${taskName}', 102, 13, '${taskName}', '${taskName}');
update task set assignee_id = 1 where id = 23;
insert into attachment (id, task_id, filename, size, sha256) values (2, 23, '${taskName}', 1, sha256('x'));
insert into logbook_entry (lead_id, text, task_id) values (13, 'Notiz', 23);
`

let withoutContacts: OfficeSession
let clerk: OfficeSession

before(async () => {
  await insertSamples(kontor)
  await sql.raw(hiddenContacts).execute(kontor.db)
  const others = ['100100', '100400', 'lead', 'task', 'catalogue', 'message', 'export', 'bulk', 'website']
  clerk = await kontor.signIn({ rights: ['090300:access', 'booking', ...others] })
  withoutContacts = await kontor.signIn({ rights: [...others, 'settings'] })
  const change = { name: 'Anfrage, dringend', contactIds: [102] }
  const { json } = await clerk.call('GET', '/leads/11')
  const answer = await clerk.call('PATCH', '/leads/11', { ...change, version: json[0].version })
  assert.equal(answer.status, 200, answer.text)
})

const ids: Record<string, number[]> = {
  leadId: [11, 12],
  taskId: [21, 22],
  contactId: [101, 102],
  dateId: [10],
  bookingId: [1, 10, 41, 101, 102],
  other: [1, 10, 41, 101, 102],
}
const queries = [
  '',
  `?q=${hiddenName}`,
  `?q=${foreignName}`,
  '?q=zora',
  '?subject=lead&subjectId=11',
  '?subject=task&subjectId=21',
  '?subject=date&subjectId=10',
  '?subject=contact&subjectId=102',
  '?contactId=102',
]
/** An endpoint with ids and queries in its path. */
function samplePaths(path: string, recordIds = ids, chosenQueries = queries): string[] {
  const parameter = /\{(\w+)\}/.exec(path)?.[1] ?? ''
  // A path without a parameter is asked once.
  const addresses = new Set(
    (recordIds[parameter] ?? recordIds['other']!).map((one) => path.replace(/\{\w+\}/g, String(one))),
  )
  return [...addresses].flatMap((address) => chosenQueries.map((query) => address + query))
}

const hidden = new RegExp(`${hiddenName}|zora`, 'i')

test('no response shows a contact', async () => {
  const seen = new Set<string>()
  for (const { id, method, path, public: open } of officeEndpoints) {
    if (method !== 'GET' || open) continue
    for (const url of samplePaths(path)) {
      const { text } = await withoutContacts.call('GET', url)
      // Error responses may repeat the query.
      assert.doesNotMatch(text.replaceAll(`q=${hiddenName}`, ''), hidden, `GET ${url}: ${text.slice(0, 400)}`)
      if (!seen.has(id) && hidden.test((await clerk.call('GET', url)).text)) seen.add(id)
    }
  }
  for (const path of ['/leads/board', '/start', '/contacts/{contactId}', '/bookings/{bookingId}', '/changes'])
    assert.ok(seen.has(`GET ${path}`), `GET ${path} should show a contact to a clerk`)
})

test('no response shows a lead or a task of another client', async () => {
  const ours = await kontor.signIn({
    rights: ['090300:access', '100100', '100400', 'lead', 'task', 'booking'],
  })
  const theirs = await kontor.signIn({
    rights: ['090300:access', 'lead', 'task', 'booking:access'],
    clientIds: [2],
  })
  const seen = new Set<string>()
  for (const { id, method, path, public: open } of officeEndpoints) {
    if (method !== 'GET' || open) continue
    for (const url of samplePaths(path)) {
      const { text } = await ours.call('GET', url)
      assert.doesNotMatch(
        text.replaceAll(`q=${foreignName}`, ''),
        /Fremdling/,
        `GET ${url}: ${text.slice(0, 400)}`,
      )
      if (!seen.has(id) && /Fremdling/.test((await theirs.call('GET', url)).text)) seen.add(id)
    }
  }
  for (const path of [
    '/contacts/{contactId}/timeline',
    '/start',
    '/tasks/{taskId}/mail-body',
    '/lead-options',
  ])
    assert.ok(seen.has(`GET ${path}`), `GET ${path} should show records of the own client`)
})

const hiddenIds: Record<string, number[]> = {
  leadId: [13],
  taskId: [23],
  contactId: [102],
  dateId: [10],
  bookingId: [41],
  other: [2, 13, 23],
}
const hiddenQueries = [
  '',
  ...[leadName, taskName].map((name) => `?q=${name}`),
  ...['lead&subjectId=13', 'task&subjectId=23', 'booking&subjectId=41'].map((one) => `?subject=${one}`),
]

test('without its right, no response shows a lead or a task', async () => {
  const others = ['090300', '100100', '100400']
  for (const [otherRight, name, paths] of [
    [
      'task',
      leadName,
      [
        '/leads/board',
        '/start',
        '/lead-options',
        '/contacts/{contactId}/timeline',
        '/changes',
        '/tasks/{taskId}',
      ],
    ],
    [
      'lead',
      taskName,
      [
        '/tasks/{taskId}/mail-body',
        '/contacts/{contactId}/timeline',
        '/changes',
        '/leads/{leadId}/logbook-entries',
      ],
    ],
  ] as const) {
    const without = await kontor.signIn({ rights: [...others, otherRight] })
    const hiddenText = name === taskName ? /Schlehe|T-000023/ : /Mirabelle/
    const seen = new Set<string>()
    for (const { id, method, path, public: open } of officeEndpoints) {
      if (method !== 'GET' || open) continue
      for (const url of samplePaths(path, hiddenIds, hiddenQueries)) {
        const { text } = await without.call('GET', url)
        assert.doesNotMatch(text.replaceAll(`q=${name}`, ''), hiddenText, `GET ${url}: ${text.slice(0, 400)}`)
        if (!seen.has(id) && hiddenText.test((await clerk.call('GET', url)).text)) seen.add(id)
      }
    }
    for (const path of paths) assert.ok(seen.has(`GET ${path}`), `GET ${path} should show it with the right`)
    assert.deepEqual((await without.call('GET', `/search?q=${name}`)).json, [])
  }
})

test('no list and no search finds a record by its hidden contacts', async () => {
  for (const path of ['/leads', '/tasks', '/search']) {
    assert.notEqual((await clerk.call('GET', `${path}?q=${hiddenName}`)).json.length, 0, path)
    assert.deepEqual((await withoutContacts.call('GET', `${path}?q=${hiddenName}`)).json, [], path)
  }
})
