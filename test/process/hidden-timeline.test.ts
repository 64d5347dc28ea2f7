// Servers that do not tell their timeline, as some services do not.
import assert from 'node:assert/strict'
import { dirname } from 'node:path'
import { test } from 'node:test'
import pg from 'pg'
import { primaryOf, standbyOf } from '../../server/platform/cluster/server-choice.ts'
import { openPool } from '../../server/platform/database/database.ts'
import { parseDatabaseUrl } from '../../server/platform/database/database-address.ts'
import { openServerLink, type ServerLink } from '../../server/platform/database/server-link.ts'
import {
  adminToken,
  call,
  dataFolder,
  removeDataFolder,
  run,
  serve,
  stop,
  waitUntil,
} from '../support/kontor-process.ts'
import { secretKeyFile } from '../support/secret-key.ts'
import { type ProxiedServer, startPrimaryAndStandby, urlAs } from '../support/standby.ts'

test('a server that does not tell its timeline is used with a warning, but not as one of several', {
  timeout: 300_000,
}, async (t) => {
  const { primary, standby, filesFolder, stop: stopServers } = await startPrimaryAndStandby()
  const pools: pg.Pool[] = []
  const owner = new pg.Client(primary.embedded.ownerConnection)
  t.after(async () => {
    await Promise.all([owner, ...pools].map((one) => one.end()))
    await stopServers()
  })
  const open = (hosts: ProxiedServer[], primaryLink?: ServerLink) => {
    const address = parseDatabaseUrl(urlAs('kontor_app', ...hosts))
    const choice = primaryLink ? standbyOf(address, primaryLink) : primaryOf(address)
    const link = openServerLink(address, { choice })
    const pool = openPool(link, 1)
    pools.push(pool)
    return { link, pool }
  }
  await owner.connect()
  const told = open([primary])
  await told.pool.query('select 1')
  assert.equal(told.link.server()?.timeline, '00000001')
  await owner.query('revoke execute on function pg_walfile_name(pg_lsn) from public')

  // A process that knows its server's timeline does not go on without it.
  told.link.closeAll()
  await waitUntil(() => told.pool.totalCount === 0, 'the connection is closed')
  await assert.rejects(told.pool.query('select 1'), /does not tell its timeline any more/)
  await owner.query('grant execute on function pg_walfile_name(pg_lsn) to public')
  await told.pool.query('select 1')
  await owner.query('revoke execute on function pg_walfile_name(pg_lsn) from public')

  await assert.rejects(open([primary, standby]).pool.query('select 1'), /as each of several servers must/)
  const hidden = open([primary])
  await hidden.pool.query('select 1')
  assert.equal(hidden.link.server()?.timeline, '')
  const onStandby = new pg.Client(standby.embedded.ownerConnection)
  await onStandby.connect()
  const revoked = `select not has_function_privilege('kontor_app', 'pg_walfile_name(pg_lsn)', 'execute') as is`
  await waitUntil(async () => (await onStandby.query(revoked)).rows[0].is, 'the standby has it')
  await onStandby.end()
  const replica = open([standby], hidden.link)
  await assert.rejects(replica.pool.query('select 1'), /the replica does not tell its timeline/)

  const data = await dataFolder()
  t.after(() => removeDataFolder(data))
  const settings = {
    KONTOR_DATABASE_URL: urlAs('kontor_app', primary),
    KONTOR_DATABASE_OWNER_URL: urlAs('kontor', primary),
    KONTOR_FILES: filesFolder,
    KONTOR_SECRET_KEY_FILE: secretKeyFile(dirname(filesFolder)),
  }
  const service = await serve(data, settings)
  t.after(() => service.child.kill('SIGKILL'))
  const warning =
    /"level":40,.*the database server does not tell its timeline: a former primary is not rejected/
  await waitUntil(() => warning.test(service.stdout()), 'the warning')
  const token = await adminToken(data, settings)
  assert.equal((await call(service.url, token, 'GET', '/events')).status, 200)
  const metrics = await (await fetch(`${service.url}/metrics`)).text()
  assert.match(metrics, /^kontor_database_server_info\{system="\d+",timeline=""\} 1$/m)
  const examined = await run(['doctor'], { KONTOR_DATA: data, ...settings })
  assert.match(
    examined.stdout,
    /^warning +servers +the server: a primary that does not tell its timeline: a former one is not rejected$/m,
  )
  assert.equal(await stop(service), 0)
})
