// E-mail addresses are compared by the ASCII form of their domain, in the server and by the migration of stored keys.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../../test/support/test-instance.ts'
import { comparisonKey, emailKey } from './text.ts'

const kontor = await testInstance()
after(() => kontor.close())

test('13.5 an internationalised domain equals its ASCII form; the local part is no domain', () => {
  for (const [one, other] of [
    ['jana@müller.de', 'Jana@XN--MLLER-KVA.de'],
    ['jana@MU\u0308LLER.de', 'jana@xn--mller-kva.de'],
    ['a@bücher.straße.example', 'a@xn--bcher-kva.xn--strae-oqa.example'],
    ['a@例え。テスト', 'a@xn--r8jz45g.xn--zckzah'],
    [' A@Köln.de ', 'a@xn--kln-sna.de'],
  ] as const)
    assert.equal(emailKey(one), emailKey(other))
  assert.equal(emailKey('jörg@müller.de'), 'jörg@xn--mller-kva.de')
  for (const [one, other] of [
    ['müller@a.de', 'xn--mller-kva@a.de'],
    ['a@straße.de', 'a@strasse.de'],
    // Parts of a URL are no part of a domain.
    ['a@ü.de/x', 'a@ü.de'],
    ['a@ü.de:80', 'a@ü.de'],
    ['a@ü%41.de', 'a@üa.de'],
  ] as const)
    assert.notEqual(emailKey(one), emailKey(other))
  for (const ascii of ['A@B.de', 'a@1.2', 'x', '', 'a@b@c.de'])
    assert.equal(emailKey(ascii), comparisonKey(ascii))
})

test('the migration gives stored addresses the same keys', async () => {
  const migration = readFileSync(
    join(import.meta.dirname, '../../../migrations/0032-mail-add-in.sql'),
    'utf8',
  )
  const functions = migration.slice(0, migration.indexOf('-- The search finds'))
  const addresses = [
    'jana@müller.de',
    'Jörg@MÜLLER.DE',
    'a@bücher.straße.example',
    'a@例え。テスト',
    'a@中国互联网络信息中心.example',
    'a@почта.рф',
    'a@ü.de/x',
    'a@äöüäöüßéèà-1.sub.österreich.at',
    'plain@a.example',
  ]
  await kontor.db.connection().execute(async (db) => {
    await sql.raw(functions).execute(db)
    for (const address of addresses) {
      const { rows } = await sql<{ key: string }>`
        select pg_temp.ascii_key(${address}, ${comparisonKey(address)}) as key`.execute(db)
      assert.equal(rows[0]!.key, emailKey(address))
    }
  })
})
