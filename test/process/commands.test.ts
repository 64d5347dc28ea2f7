// The commands, beside a running service and without one (decision 12).
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { instanceFolder } from '../support/data-folders.ts'
import {
  adminToken,
  call,
  dataFolder,
  processesIn,
  queryDatabase,
  type RunningService,
  removeDataFolder,
  run,
  serve,
  stop,
} from '../support/kontor-process.ts'

const timeout = 600_000
let data: string
let service: RunningService
let admin: string
const kontor = (args: string[], input = '') => run(args, { KONTOR_DATA: data }, input)

before(async () => {
  data = await instanceFolder()
  service = await serve(data)
  admin = await adminToken(data)
})
after(async () => {
  await stop(service)
  await removeDataFolder(data)
})

const events = async (token: string) => (await call(service.url, token, 'GET', '/events')).status

test('kontor doctor reports errors, beside the service', { timeout }, async () => {
  const healthy = await kontor(['doctor'])
  assert.deepEqual([healthy.code, healthy.stderr], [0, ''])
  assert.match(healthy.stdout, /^ok +settings +valid$/m)
  assert.match(healthy.stdout, /^ok +schema +PostgreSQL [\d.]+, schema up to date$/m)
  assert.match(healthy.stdout, /^ok +clock +/m)
  assert.match(healthy.stdout, /^ok +files +\S+ can be written$/m)
  assert.match(healthy.stdout, /^warning +mail +no server is set/m)
  const mail = { KONTOR_SMTP_URL: 'smtp://127.0.0.1:1', KONTOR_MAIL_FROM: 'a@b.example' }
  const other = await dataFolder()
  const broken = await run(['doctor'], {
    ...{ KONTOR_DATA: data, KONTOR_FILES: other, KONTOR_URL: 'https://kontor.example' },
    ...mail,
  })
  assert.equal(broken.code, 1)
  assert.match(broken.stdout, /^failed +files +\S+ is not the place of this instance’s files/m)
  assert.match(broken.stdout, /^failed +mail +127\.0\.0\.1:1: connect ECONNREFUSED/m)
  await removeDataFolder(other)
})

// First and not concurrently: writes of other tests, and the time of a token's last use, would make the exports differ.
test('import and export beside the service, export to a file and to a broken pipe', { timeout }, async () => {
  const set = JSON.stringify({ clients: [{ id: 7, name: 'Akademie Süd' }] })
  const good = await kontor(['import', '-'], set)
  assert.equal(good.code, 0, good.stderr)
  assert.equal(good.stdout, '')
  assert.match(good.stderr, /^imported: .*1 clients/)
  const bad = await kontor(['import', '-'], '{"clients":[{"id":0,"name":1}],"nothing":[]}')
  assert.equal(bad.code, 1)
  assert.equal(bad.stdout, '')
  for (const line of [
    /^\/clients\/0\/id: /m,
    /^\/clients\/0\/name: /m,
    /^\/nothing: /m,
    /^kontor: 3 errors; /m,
  ])
    assert.match(bad.stderr, line)

  const contact = (fields: object) => JSON.stringify({ contacts: [{ id: 4, ...fields }] })
  assert.equal((await kontor(['import', '-'], contact({ firstName: 'Max', lastName: 'Klein' }))).code, 0)
  const partial = await kontor(['import', '-'], contact({ lastName: 'Groß' }))
  assert.equal(partial.code, 1)
  assert.match(partial.stderr, /^\/contacts\/0: exists and would lose firstName, .*--merge .*--replace /)
  const dryRun = await kontor(['import', '--merge', '--dry-run', '-'], contact({ lastName: 'Groß' }))
  assert.deepEqual(
    [dryRun.code, dryRun.stdout],
    [0, 'contacts: 0 new, 1 changed, 0 unchanged\n  4/lastName: "Klein" → "Groß"\n'],
  )
  assert.equal((await kontor(['import', '--merge', '-'], contact({ lastName: 'Groß' }))).code, 0)
  assert.match((await kontor(['export'])).stdout, /"firstName":"Max","lastName":"Groß"/)
  assert.equal((await kontor(['import', '--merge', '--replace', '-'], contact({}))).code, 2)

  const file = join(data, 'export.json')
  writeFileSync(file, 'earlier')
  assert.equal((await kontor(['export', file])).code, 0)
  const text = readFileSync(file, 'utf8')
  assert.match(text, /Akademie Süd/)
  assert.equal((await kontor(['export'])).stdout, text)
  assert.deepEqual(
    readdirSync(data).filter((name) => name.includes('partial')),
    [],
  )
  const failed = await kontor(['export', join(data, 'nowhere/x.json')])
  assert.equal(failed.code, 1)
  assert.match(failed.stderr, /^kontor: ENOENT[^\n]*\n$/)
  assert.equal((await kontor(['import', file])).code, 0)

  const program = join(import.meta.dirname, '../../bin/kontor')
  const piped = execFileSync('sh', ['-c', `"${program}" export 2>&1 | head -c 1`], {
    env: { PATH: process.env['PATH'], KONTOR_DATA: data },
    encoding: 'utf8',
  })
  assert.equal(piped, '{')
})

describe('kontor', { concurrency: 4 }, () => {
  test('help lists the commands and the settings; invalid arguments exit with 2', { timeout }, async () => {
    const help = await kontor(['--help'])
    assert.equal(help.code, 0)
    for (const word of [
      'serve',
      'demo',
      'user',
      'token',
      'import',
      'export',
      'KONTOR_PORT',
      'KONTOR_DATABASE_URL',
    ])
      assert.match(help.stdout, new RegExp(`^ +${word} `, 'm'))
    for (const words of [
      ['serve'],
      ['token', 'create'],
      ['user', 'create'],
      ['import'],
      ['export'],
      ['demo'],
    ]) {
      const { code, stdout } = await kontor([...words, '--help'])
      assert.equal(code, 0)
      assert.match(stdout, new RegExp(`^Usage: kontor ${words.join(' ')}`))
    }
    for (const words of [
      ['nothing'],
      ['token', 'create'],
      ['token', 'revoke', 'x'],
      ['import', '/nowhere'],
    ]) {
      const { code, stdout, stderr } = await kontor(words)
      assert.equal(code, 2, words.join(' '))
      assert.equal(stdout, '')
      assert.match(stderr, /^(error|kontor): [^\n]*\n$/)
    }
  })

  test('an invalid setting is one line and exit code 2', { timeout }, async () => {
    const settings: [string, string][] = [
      ['KONTOR_PORT', 'abc'],
      ['KONTOR_TIME_ZONE', 'Mars'],
      ['KONTOR_PROT', '1'],
      ['KONTOR_DATA', '/etc/passwd/data'],
      ['KONTOR_DATABASE_URL', 'mysql://kontor:sekret@127.0.0.1/x'],
    ]
    for (const [name, value] of settings) {
      const { code, stdout, stderr } = await run(['serve'], { KONTOR_DATA: data, [name]: value })
      assert.equal(code, 2, name)
      // Whether the folder can be written is known when the service has begun its log.
      assert.match(stdout, name === 'KONTOR_DATA' ? /^\{[^\n]*"msg":"Kontor [^"]* starts"\}\n$/ : /^$/)
      assert.match(stderr, new RegExp(`^kontor: ${name}\\b[^\n]*\n$`))
      assert.doesNotMatch(stderr, /sekret/)
    }
  })

  test('an unavailable database is one line without the password', { timeout }, async () => {
    for (const url of [
      'postgres://u:sekret@localhost:1/x',
      'postgres://u:sekret@nowhere.invalid/x',
      'postgres://u:sekret@[',
    ]) {
      const { code, stderr } = await run(['serve'], { KONTOR_DATA: data, KONTOR_DATABASE_URL: url })
      assert.equal(code, 1)
      assert.match(stderr, /^kontor: KONTOR_DATABASE_URL: [^\n]+\n$/)
      assert.doesNotMatch(stderr, /sekret/)
    }
  })

  test('actions of commands on accounts are told to them by mail, and are in the security log', {
    timeout,
  }, async () => {
    const mail = {
      KONTOR_SMTP_URL: 'smtp://mail.invalid',
      KONTOR_MAIL_FROM: 'office@kontor.example',
      KONTOR_URL: 'https://kontor.example',
    }
    const email = 'olga@kontor.example'
    assert.equal((await kontor(['user', 'create', '--email', email, '--name', 'Olga', '--admin'])).code, 0)
    assert.equal((await kontor(['export'])).code, 0)
    const withMail = (...args: string[]) => run(args, { KONTOR_DATA: data, ...mail })
    assert.equal((await withMail('token', 'create', '--user', email)).code, 0)
    const invited = await withMail('user', 'invite', email)
    const mails = await queryDatabase<{ event: string }>(
      data,
      `select data ->> 'event' as event from outbox_mail where recipient = '${email}' order by id`,
    )
    assert.deepEqual(
      mails.map(({ event }) => event),
      ['tokenCreated', 'invited'],
    )

    const secret = invited.stdout.trim().split('/').at(-1)
    const accepted = await fetch(`${service.url}/office/api/invitations/${secret}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ password: 'rotes Fahrrad 7' }),
    })
    assert.equal(accepted.status, 200)
    const cookie = accepted.headers.getSetCookie()[0]!.split(';')[0]!
    const log = await fetch(`${service.url}/office/api/security-events?perPage=1000`, { headers: { cookie } })
    const entries = (await log.json()) as { event: string; via: string; account: { name: string } }[]
    const ofOlga = entries.filter(({ account }) => account.name === 'Olga')
    assert.deepEqual(ofOlga.map(({ event, via }) => `${event} ${via}`).toSorted(), [
      'invited kontor user',
      'passwordSet office',
      'signedIn office',
      'tokenCreated kontor token',
      'userCreated kontor user',
    ])
    assert.ok(entries.some(({ event, via }) => event === 'dataExported' && via === 'kontor export'))
    assert.ok(entries.some(({ event, via }) => event === 'dataImported' && via === 'kontor import'))
  })

  test('users and tokens beside the service', { timeout }, async () => {
    const created = await kontor([
      'user',
      'create',
      '--email',
      'eva@kontor.example',
      '--name',
      'Eva',
      '--client',
      '1',
      '--rights',
      '090300',
    ])
    assert.match(created.stdout, /^\d+\n$/)
    const create = ['token', 'create', '--user', 'eva@kontor.example']
    const [plain, narrow, over] = await Promise.all([
      kontor([...create, '--label', 'plain']),
      kontor([...create, '--operations', 'getEvents']),
      kontor([...create, '--expires', '2020-01-01']),
    ])
    for (const { stdout, stderr } of [plain, narrow, over]) {
      assert.match(stdout, /^kontor_[\w-]{43}\n$/)
      assert.equal(stderr, '')
    }
    const token = plain.stdout.trim()
    assert.equal(await events(token), 200)
    assert.equal(await events(narrow.stdout.trim()), 200)
    assert.equal((await call(service.url, narrow.stdout.trim(), 'GET', '/users/crmUsers')).status, 403)
    assert.equal(await events(over.stdout.trim()), 401)

    const list = (await kontor(['token', 'list'])).stdout
    assert.ok(!list.includes(token))
    const id = /^(\d+) +eva@\S+ +plain/m.exec(list)![1]!
    assert.equal((await kontor(['token', 'revoke', id])).stdout, '')
    assert.equal(await events(token), 401)

    assert.equal((await kontor(['user', 'lock', 'eva@kontor.example'])).code, 0)
    assert.equal(await events(narrow.stdout.trim()), 401)
    assert.match((await kontor(['user', 'list'])).stdout, /eva@kontor\.example.*locked/)
    const refused = await kontor(create)
    assert.equal(refused.code, 2)
    assert.equal(refused.stdout, '')
    assert.equal((await kontor(['token', 'create', '--user', 'nobody@x.example'])).code, 2)
  })

  test('commands without a service start the database and stop it again', { timeout }, async () => {
    const other = await dataFolder()
    after(() => removeDataFolder(other))
    const env = { KONTOR_DATA: other }
    const [first, second] = await Promise.all([run(['user', 'list'], env), run(['token', 'list'], env)])
    assert.equal(first.code, 0, first.stderr)
    assert.equal(second.code, 0, second.stderr)
    assert.deepEqual(await processesIn(other), [])
  })

  test('the log is JSON with request ids, without secrets and personal data', { timeout }, async () => {
    const secret = 'sabine.geheim@personal.example'
    await call(service.url, admin, 'POST', '/contacts', { lastName: 'Geheimrat', email: secret })
    await call(service.url, admin, 'GET', `/contacts/search/email/${secret}`)
    await call(service.url, admin, 'POST', '/contacts', { lastName: 'Geheimrat', email: secret })
    await call(service.url, 'kontor_falsch', 'GET', '/events?eventId=Geheimrat')
    const answer = await call(service.url, admin, 'GET', '/nowhere/Geheimrat')
    await call(service.url, admin, 'POST', '/contacts', { lastName: 'Geheimrat', email: 'no address' })
    // Lines are written in batches, with a delay of at most a quarter of a second.
    for (
      let tries = 0;
      tries < 100 && !service.stdout().includes(answer.headers.get('x-request-id')!);
      tries++
    )
      await wait(20)
    await wait(300)
    const lines = service
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.ok(lines.some((line) => line.reqId === answer.headers.get('x-request-id') && line.status === 404))
    for (const word of [admin, secret, 'Geheimrat', 'kontor_falsch'])
      for (const text of [
        service.stdout(),
        service.stderr(),
        readFileSync(join(data, 'postgres.log'), 'utf8'),
      ])
        assert.ok(!text.includes(word), `${word} is not in a log`)
  })
})
