// TLS to the database server, by the parameters of libpq. PgBouncer is the server, because the embedded one has a socket only.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { openPool } from '../../server/platform/database/database.ts'
import { checkDatabaseUrl, parseDatabaseUrl } from '../../server/platform/database/database-address.ts'
import { openServerLink } from '../../server/platform/database/server-link.ts'
import { startEmbedded } from '../../server/platform/postgres/embedded-postgres.ts'
import { instanceFolder } from '../support/data-folders.ts'
import { dataFolder, removeDataFolder } from '../support/kontor-process.ts'
import { startPgBouncer, withoutPgBouncer } from '../support/servers/pgbouncer.ts'

/** An authority, and certificates by it for the server 127.0.0.1 and for a client; and another authority. */
function createCertificates(folder: string): void {
  const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
  const keyOf = (name: string) => [
    '-newkey',
    'ec',
    '-pkeyopt',
    'ec_paramgen_curve:P-256',
    '-nodes',
    '-keyout',
    `${name}.key`,
  ]
  for (const name of ['ca', 'other'])
    openssl('req', '-x509', ...keyOf(name), '-out', `${name}.crt`, '-subj', `/CN=${name}`, '-days', '2')
  writeFileSync(join(folder, 'server.ext'), 'subjectAltName = IP:127.0.0.1')
  writeFileSync(join(folder, 'client.ext'), 'extendedKeyUsage = clientAuth')
  for (const name of ['server', 'client']) {
    openssl('req', ...keyOf(name), '-out', `${name}.csr`, '-subj', `/CN=${name}`)
    openssl(
      ...['x509', '-req', '-in', `${name}.csr`, '-CA', 'ca.crt', '-CAkey', 'ca.key', '-CAcreateserial'],
      ...['-out', `${name}.crt`, '-days', '2', '-extfile', `${name}.ext`],
    )
  }
  for (const name of ['server.key', 'server.crt', 'ca.crt']) chmodSync(join(folder, name), 0o644)
  chmodSync(folder, 0o755)
}

test('sslmode and its certificates have the meaning of libpq', {
  timeout: 120_000,
  skip: withoutPgBouncer,
}, async (t) => {
  const [folder, certificates] = [await instanceFolder(), await dataFolder()]
  createCertificates(certificates)
  const server = await startEmbedded(folder, { durable: false })
  const pooler = await startPgBouncer(server.connection, 'session', certificates)
  t.after(async () => {
    await pooler.stop()
    await server.stop()
    await Promise.all([folder, certificates].map(removeDataFolder))
  })
  const file = (name: string) => join(certificates, name)
  const client = { sslcert: file('client.crt'), sslkey: file('client.key') }
  const answerOf = async (parameters: Record<string, string>, host = '127.0.0.1') => {
    const url = new URL(pooler.urlAs('kontor_app:app-password'))
    url.hostname = host
    url.search = new URLSearchParams(parameters).toString()
    assert.equal(checkDatabaseUrl(url.href), undefined)
    const pool = openPool(openServerLink(parseDatabaseUrl(url.href)), 1)
    try {
      return await pool.query('select').then(
        () => 'ok',
        (error) =>
          /^(SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE)$/.test(error.code)
            ? 'unknown authority'
            : (error.code ?? error.message),
      )
    } finally {
      await pool.end()
    }
  }
  const ca = { sslrootcert: file('ca.crt') }
  const other = { sslrootcert: file('other.crt') }
  assert.equal(await answerOf({ sslmode: 'require', ...client }), 'ok')
  assert.equal(await answerOf({ sslmode: 'require', ...client, ...other }), 'unknown authority')
  assert.equal(await answerOf({ sslmode: 'verify-ca', ...client, ...ca }, 'localhost'), 'ok')
  assert.equal(await answerOf({ sslmode: 'verify-full', ...client, ...ca }), 'ok')
  assert.equal(
    await answerOf({ sslmode: 'verify-full', ...client, ...ca }, 'localhost'),
    'ERR_TLS_CERT_ALTNAME_INVALID',
  )
  assert.equal(
    await answerOf({ sslmode: 'verify-full', ...client, sslrootcert: 'system' }),
    'unknown authority',
  )
  assert.notEqual(
    await answerOf({ sslmode: 'verify-full', ...ca }),
    'ok',
    'without a certificate of the client',
  )
  assert.notEqual(await answerOf({ sslmode: 'disable' }), 'ok')
})
