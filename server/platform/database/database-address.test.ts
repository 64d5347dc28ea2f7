import assert from 'node:assert/strict'
import { test } from 'node:test'
import { primaryOf } from '../cluster/server-choice.ts'
import { checkDatabaseUrl, parseDatabaseUrl } from './database-address.ts'
import { openServerLink } from './server-link.ts'

test('the URL of one server is passed on as it is', () => {
  for (const url of ['postgres://u:p@db/kontor', 'postgresql://u@localhost/kontor?host=%2Frun&port=5433']) {
    assert.equal(checkDatabaseUrl(url), undefined)
    assert.deepEqual(parseDatabaseUrl(url), {
      hosts: [],
      config: { connectionString: url },
      mustWrite: false,
    })
  }
})

test('a URL may list several servers, with or without ports', () => {
  const url = 'postgres://u:a%2Cb@one,two:5433,[2001:db8::1]:5434/kontor?sslmode=verify-full'
  assert.equal(checkDatabaseUrl(url), undefined)
  assert.deepEqual(parseDatabaseUrl(url), {
    hosts: [
      { host: 'one', port: 5432 },
      { host: 'two', port: 5433 },
      { host: '2001:db8::1', port: 5434 },
    ],
    config: { connectionString: 'postgres://u:a%2Cb@one/kontor?sslmode=verify-full&uselibpqcompat=true' },
    mustWrite: true,
  })
})

test('target_session_attrs says whether a read-only server is of use', () => {
  const mustWrite = (url: string) => parseDatabaseUrl(url).mustWrite
  assert.equal(mustWrite('postgres://u@a,b/kontor?target_session_attrs=any'), false)
  assert.equal(mustWrite('postgres://u@a,b/kontor?target_session_attrs=primary'), false)
  assert.equal(mustWrite('postgres://u@a/kontor?sslmode=disable&target_session_attrs=read-write'), true)
})

test('an invalid URL is described without repeating it', () => {
  const cases = {
    'mysql://u:secret@a/kontor': 'must begin with postgres:// or postgresql://',
    'postgres://u:secret@a,/kontor': 'must list servers as host:port, separated by commas',
    'postgres://u:secret@a:99999,b/kontor': 'must list servers as host:port, separated by commas',
    'postgres://u:secret@a,b:x/kontor': 'must list servers as host:port, separated by commas',
    'postgres://u:secret@a/kontor?target_session_attrs=standby':
      'target_session_attrs must be any, primary or read-write: Kontor writes',
    'postgres://u:secret@a/kontor?sslmode=prefer':
      'sslmode must be disable, require, verify-ca or verify-full',
    'postgres://u:secret@a/kontor?sslmode=verify-ca':
      'sslmode=verify-ca requires sslrootcert, the certificate of the authority',
    'postgres://u:secret@a/kontor?sslrootcert=system':
      'sslrootcert requires sslmode: disable, require, verify-ca or verify-full',
    [`postgres://u:secret@a/kontor?sslmode=verify-full&sslcert=${import.meta.filename}`]:
      'sslcert and sslkey require each other',
    'postgres://u:secret@a,b/kontor?sslmode=verify-full&sslrootcert=/missing/ca.crt':
      'sslrootcert: /missing/ca.crt cannot be read (ENOENT)',
  }
  for (const [url, message] of Object.entries(cases)) assert.equal(checkDatabaseUrl(url), message)
})

test('a link over several servers requires a choice between them', () => {
  const address = parseDatabaseUrl('postgres://kontor@a:5432,b:5432/kontor')
  assert.throws(() => openServerLink(address), /requires a choice/)
  assert.equal(openServerLink(address, { choice: primaryOf(address) }).server(), undefined)
})
