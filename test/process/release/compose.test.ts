// deploy/compose.yaml: the validator accepts it, and its settings and roles fit each other.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { chmodSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { mustRun } from '../../support/bare-root.ts'
import { freePorts } from '../../support/free-port.ts'
import { dataFolder, removeDataFolder, serve, stop } from '../../support/kontor-process.ts'

const deploy = join(import.meta.dirname, '../../../deploy')
const compose = readFileSync(join(deploy, 'compose.yaml'), 'utf8')
const programs = globSync('/usr/lib/postgresql/*/bin').toSorted().at(-1)
const installed = (name: string) => spawnSync('which', [name]).status === 0

const temporaryFolder = (): string => mkdtempSync(join(tmpdir(), 'kontor-compose-'))

test('the compose file is one', {
  skip: installed('docker-compose') ? false : 'docker-compose is not installed',
}, (t) => {
  const validate = (file: string) =>
    spawnSync('docker-compose', ['--file', file, 'config', '--quiet'], { encoding: 'utf8' })
  const { status, stderr } = validate(join(deploy, 'compose.yaml'))
  assert.equal(status, 0, stderr)
  const folder = temporaryFolder()
  t.after(() => rmSync(folder, { recursive: true }))
  const wrong = join(folder, 'compose.yaml')
  writeFileSync(wrong, compose.replace('healthcheck:', 'health:'))
  assert.notEqual(validate(wrong).status, 0)
})

const skip =
  process.getuid?.() !== 0
    ? 'requires root'
    : programs !== undefined && installed('psql')
      ? false
      : 'postgresql is not installed'

test('the service works with the roles and passwords that the compose file makes', { skip }, async (t) => {
  const folder = temporaryFolder()
  chmodSync(folder, 0o755)
  const cluster = join(folder, 'cluster')
  mkdirSync(cluster)
  mustRun('chown', ['postgres', cluster])
  const [port] = await freePorts(1)
  const postgres = (command: string) => mustRun('su', ['postgres', '-s', '/bin/sh', '-c', command])
  postgres(`${programs}/initdb -D ${cluster} --auth-local=trust --auth-host=scram-sha-256 --encoding=UTF8`)
  const options = `-p ${port} -k ${cluster} -c listen_addresses=127.0.0.1 -c fsync=off`
  postgres(`${programs}/pg_ctl -D ${cluster} -w -l ${cluster}/log -o '${options}' start`)
  const data = await dataFolder()
  t.after(async () => {
    await removeDataFolder(data)
    postgres(`${programs}/pg_ctl -D ${cluster} -m immediate stop`)
    rmSync(folder, { recursive: true })
  })
  for (const name of ['owner', 'application'])
    writeFileSync(join(folder, `${name}-password`), `${name}'s \\"own\n`)
  mustRun(join(deploy, 'compose/roles.sh'), [], {
    ...process.env,
    SECRETS: folder,
    PGHOST: cluster,
    PGPORT: String(port),
  })
  const lines = compose.matchAll(/^ +(KONTOR_DATABASE_\w+): (.*)$/gm)
  const env = Object.fromEntries(
    [...lines].map(([, name, value]) => [
      name,
      value!.replace('@database/', `@127.0.0.1:${port}/`).replace('/run/secrets', folder),
    ]),
  )
  assert.equal(Object.keys(env).length, 4)
  const service = await serve(data, env)
  assert.equal((await fetch(`${service.url}/readyz`)).status, 200)
  // No warning about a role with more rights than it needs.
  assert.doesNotMatch(service.stderr() + service.stdout(), /superuser|owns the tables/)
  assert.equal(await stop(service), 0)
})
