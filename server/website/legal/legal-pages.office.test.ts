// Legal pages of clients in the back office, and starting texts, which are drafts until their gaps are filled.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type OfficeSession, type TestInstance, testInstance } from '../../../test/support/test-instance.ts'
import { sanitizeHtml } from '../../platform/ground/html.ts'
import { startingText, startingTextNames } from './starting-texts.ts'

let kontor: TestInstance
let staff: OfficeSession
before(async () => {
  kontor = await testInstance()
  await sql
    .raw(
      `update client set name = 'Akademie' where id = 1; insert into client (id, name) values (2, 'Nordlicht & Co');
      insert into letterhead (client_id, address_lines, phone, email) values (2, E'Hafen 1\\n20457 Hamburg', '+49 40 1', 'a@nordlicht.example')`,
    )
    .execute(kontor.db)
  staff = await kontor.signIn({ admin: true })
})
after(() => kontor.close())

const codes = ({
  status,
  json,
}: {
  status: number
  json: { details?: { field: string; code: string }[] }
}) => [status, ...(json.details ?? []).map(({ field, code }) => `${field} ${code}`)]
/** Whether it is there, a draft, or missing. */
const readiness = async (name: string) => {
  const found = (await staff.call('GET', '/website-readiness')).json.find(
    ({ item }: { item: string }) => item === name,
  )
  return { ...found, state: found.isDone ? 'done' : found.isDraft ? 'draft' : 'missing' }
}

test('each starting text has gaps in both languages, and stays as it is when it is saved', () => {
  for (const name of startingTextNames) {
    const { title, titleEn, body, bodyEn } = startingText(name, {})
    assert.ok(title !== '' && titleEn !== '' && title !== titleEn, name)
    for (const text of [body, bodyEn]) {
      assert.match(text, /\[\[[^\]]+\]\]/, name)
      assert.equal(sanitizeHtml(text), text, name)
    }
  }
})

test('a starting text has what the letterhead says, and is a draft until its gaps are filled', async () => {
  assert.deepEqual(
    [(await readiness('imprint')).state, (await readiness('imprint')).startingText],
    ['missing', 'imprint'],
  )
  await sql`insert into letterhead (client_id, address_lines) values (1, 'Weg 1')`.execute(kontor.db)
  const made = await staff.call('POST', '/starting-texts', { name: 'imprint' })
  const { path } = made.json[0]
  assert.match(path, /^\/legal-pages\/\d+$/)
  assert.deepEqual(codes(await staff.call('POST', '/starting-texts', { name: 'imprint' })), [
    400,
    'kind website.samePage',
  ])
  const [page] = (await staff.call('GET', path)).json
  assert.match(page.body, /^<p>Akademie<br \/>Weg 1<\/p>/)
  assert.equal(page.isDraft, true)
  assert.equal((await readiness('imprint')).state, 'draft')
  assert.equal((await kontor.app.inject({ url: '/legal/imprint' })).statusCode, 404)
  const filled = (text: string) => text.replaceAll(/\[\[[^\]]*\]\]/g, 'x')
  // The English text has gaps, still.
  await staff.call('PATCH', path, { version: page.version, body: filled(page.body) })
  assert.equal((await readiness('imprint')).state, 'draft')
  const [half] = (await staff.call('GET', path)).json
  await staff.call('PATCH', path, { version: half.version, bodyEn: filled(page.bodyEn) })
  assert.equal((await readiness('imprint')).state, 'done')
  assert.match((await kontor.app.inject({ url: '/legal/imprint' })).body, /<p>Akademie<br \/>Weg 1<\/p>/)
})

test('terms made from a starting text are not shown before they are switched on, and a draft of them counts as none', async () => {
  const made = await staff.call('POST', '/starting-texts', { name: 'terms', clientId: 2 })
  const { path } = made.json[0]
  const [terms] = (await staff.call('GET', path)).json
  assert.deepEqual([terms.clientId, terms.isActive, terms.audience], [2, false, 'everyone'])
  assert.match(terms.body, /bei Nordlicht &amp; Co, Hafen 1<br \/>20457 Hamburg\./)
  // Those of another client do not count for the first one.
  assert.equal((await readiness('terms')).state, 'missing')
  await staff.call('PATCH', path, { version: terms.version, clientId: 0, isActive: true })
  assert.equal((await readiness('terms')).state, 'draft')
  const [active] = (await staff.call('GET', path)).json
  await staff.call('PATCH', path, { version: active.version, body: '<p>Recht.</p>', bodyEn: '' })
  assert.equal((await readiness('terms')).state, 'done')
})

test('errors of a legal page name their field', async () => {
  for (const url of ['www.example.org', 'javascript:alert(1)', 'https://'])
    assert.deepEqual(codes(await staff.call('POST', '/legal-pages', { kind: 'privacy', url })), [
      400,
      'url website.pageUrl',
    ])
  assert.deepEqual(codes(await staff.call('POST', '/legal-pages', { kind: 'privacy', clientId: 99 })), [
    400,
    'clientId website.noClient',
  ])
  assert.equal((await staff.call('POST', '/legal-pages', { kind: 'terms' })).status, 400)
  const script = await staff.call('POST', '/legal-pages', {
    kind: 'privacy',
    body: '<p>a</p><script>1</script>',
  })
  assert.equal(script.json[0].body, '<p>a</p>')
})

test('the checklist names the client whose dates are shown and who lacks a text', async () => {
  await sql
    .raw(
      `insert into website_key (id, client_id, name, key, hash, further_client_ids) values (9, 1, 'x', 'pk_x', sha256('pk_x'), '{2}');
      update website_pages set key_id = 9; delete from legal_page;
      insert into legal_page (client_id, kind, url) values (1, 'imprint', 'https://a.example')`,
    )
    .execute(kontor.db)
  const { state, clientName, clientId } = await readiness('imprint')
  assert.deepEqual([state, clientName, clientId], ['missing', 'Nordlicht & Co', 2])
})
