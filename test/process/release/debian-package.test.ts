// The Debian package on a machine that has nothing else: installed, upgraded, removed and purged by dpkg. No systemd runs in the
// root, so that the service is started here with what its unit says.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import {
  appendFileSync,
  chmodSync,
  copyFileSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, suite, test } from 'node:test'
import { parseEnv } from 'node:util'
import { type BareRoot, bareRoot, fetchInside, mustRun, runBeside } from '../../support/bare-root.ts'
import { removeDataFolder } from '../../support/kontor-process.ts'
import { needs } from '../../support/programs.ts'
import { makeArtefact, releaseSkip, type ServiceInRoot, serveIn } from '../../support/release.ts'
import { readReleased } from '../../upgrades/released-database.ts'
import { releasedFolder } from '../../upgrades/released-folder.ts'

const olderVersion = '0.2.9'
const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'))
const port = 8123
const settings = '/etc/kontor/kontor.env'
const unitFile = 'usr/lib/systemd/system/kontor.service'
const data = '/var/lib/kontor'
const wanted = 'etc/systemd/system/multi-user.target.wants/kontor.service'
const email = 'maria@kontor.example'

suite('the Debian package', { skip: releaseSkip() }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'kontor-package-'))
  let older: string
  let current: string
  let root: BareRoot

  const path = (inside: string) => join(root.folder, inside)
  /** With links of the root, which `existsSync` would follow on this machine. */
  const isThere = (inside: string) => lstatSync(path(inside), { throwIfNoEntry: false }) !== undefined

  /** Runs dpkg without a question. @returns what it has printed */
  function dpkg(
    args: readonly string[],
    env: Record<string, string> = { DEBIAN_FRONTEND: 'noninteractive' },
  ) {
    // Nothing here outlives a power failure.
    const { status, stdout, stderr } = root.run('dpkg', ['--force-unsafe-io', ...args], { env })
    assert.equal(status, 0, stdout + stderr)
    return stdout + stderr
  }

  function install(file: string, ...options: string[]): string {
    const copy = path('tmp/kontor.deb')
    copyFileSync(file, copy)
    try {
      return dpkg([...options, '--install', '/tmp/kontor.deb'])
    } finally {
      rmSync(copy)
    }
  }

  /** `uid:gid` of an account of the root. */
  function accountOf(name: string): string {
    const line = readFileSync(path('etc/passwd'), 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`${name}:`))
    return line!.split(':').slice(2, 4).join(':')
  }

  /** Rights and owner of a file or folder. */
  function rightsOf(inside: string): [mode: string, owner: string] {
    const { mode, uid, gid } = statSync(path(inside))
    return [(mode & 0o7777).toString(8), `${uid}:${gid}`]
  }

  /** Starts the service as systemd would: program, account, variables, and which folders it can write. */
  function serve(): Promise<ServiceInRoot> {
    const lines = readFileSync(path(unitFile), 'utf8').matchAll(/^(\w+)=(.*)$/gm)
    const unit = Object.fromEntries([...lines].map(([, name, value]) => [name!, value!]))
    const [program, ...args] = unit['ExecStart']!.split(' ')
    assert.equal(unit['EnvironmentFile'], `-${settings}`)
    assert.deepEqual([unit['ProtectSystem'], unit['PrivateTmp']], ['strict', 'yes'])
    return serveIn(root, program!, args, {
      user: accountOf(unit['User']!),
      env: {
        ...parseEnv(unit['Environment']!.replaceAll(' ', '\n')),
        ...parseEnv(readFileSync(path(settings), 'utf8')),
      } as Record<string, string>,
      cwd: unit['WorkingDirectory']!,
      readOnly: {
        writable: [`/var/lib/${unit['StateDirectory']}`, `/var/cache/${unit['CacheDirectory']}`],
        inMemory: ['/tmp'],
      },
    })
  }

  /** Serves while a test asks. */
  async function whileServing(work: (service: ServiceInRoot) => void): Promise<void> {
    const service = await serve()
    try {
      assert.equal(fetchInside(service.pid, `${service.url}/readyz`).status, 200)
      work(service)
    } catch (error) {
      await service.stop()
      throw error
    }
    assert.equal(await service.stop(), 0, service.log())
  }

  /** Runs `kontor` as root would beside the service. */
  function kontor(service: ServiceInRoot, ...args: string[]): string {
    const { status, stdout, stderr } = runBeside(service.child, '/usr/bin/kontor', args)
    assert.equal(status, 0, stderr)
    return stdout.trim()
  }

  const findContact = (service: ServiceInRoot, token: string, address: string) =>
    fetchInside(
      service.pid,
      `${service.url}/restapi/v1/contacts/search/email/${encodeURIComponent(address)}`,
      { authorization: `token ${token}` },
    )

  function createContact(service: ServiceInRoot, token: string): void {
    const { status, text } = fetchInside(
      service.pid,
      `${service.url}/restapi/v1/contacts`,
      { authorization: `token ${token}` },
      { lastName: 'Musterfrau', email },
    )
    assert.equal(status, 200, text)
  }

  let token = ''
  const assertHasContact = (service: ServiceInRoot, address = email) => {
    const { status, text } = findContact(service, token, address)
    assert.equal(status, 200, text)
    assert.ok(text.includes(address), text)
  }

  before(async () => {
    older = makeArtefact(join(folder, 'older'), 'package', { version: olderVersion })
    current = makeArtefact(join(folder, 'current'), 'package')
    root = await bareRoot()
  })

  after(async () => {
    rmSync(folder, { recursive: true })
    await root?.remove()
  })

  test('installs the account, the settings, the folders and the enabled unit', () => {
    install(older)
    const account = accountOf('kontor')
    const [uid, gid] = account.split(':')
    assert.ok(Number(uid) > 0 && Number(uid) < 1000, account)
    assert.match(
      readFileSync(path('etc/passwd'), 'utf8'),
      /^kontor:.*:\/var\/lib\/kontor:\/usr\/sbin\/nologin$/m,
    )
    assert.deepEqual(rightsOf(settings), ['640', `0:${gid}`])
    assert.deepEqual(rightsOf(data), ['700', account])
    assert.deepEqual(rightsOf('/var/cache/kontor'), ['700', account])
    assert.ok(isThere(wanted))
    const { status, stdout } = root.run('kontor', ['--version'], { user: '1000:1000' })
    assert.equal(status, 0)
    assert.match(stdout, new RegExp(`^${olderVersion} `))
  })

  test('changes no folder of the system', () => {
    const listed = mustRun('dpkg-deb', ['--contents', current])
    const folders = listed.split('\n').filter((line) => line.startsWith('d'))
    assert.deepEqual(
      folders.filter((line) => !line.startsWith('drwxr-xr-x root/root ')),
      [],
    )
  })

  test('depends on every package whose libraries it loads', () => {
    // Not the libraries of PostgreSQL's languages, such as Python, which Kontor never loads.
    const programs = "find /usr/lib/kontor -type f \\( -name '*.node' -o -path '*linux-x64*/bin/*' \\)"
    const { stdout } = root.run('sh', ['-c', `ldd $(${programs}) 2>/dev/null`])
    assert.deepEqual(
      stdout.split('\n').filter((line) => line.includes('not found')),
      [],
    )
    const libraries = new Set(
      [...stdout.matchAll(/=> (\/(?!usr\/lib\/kontor)\S+)/g)].map(([, file]) => file!),
    )
    assert.ok(libraries.size >= 4, [...libraries].join(' '))
    const owners = root.run('dpkg', ['--search', ...libraries])
    const packages = new Set([...owners.stdout.matchAll(/^([^:]+):/gm)].map(([, name]) => name!))
    const declared = mustRun('dpkg-deb', ['--field', current, 'Depends'])
    for (const name of packages)
      assert.match(declared, new RegExp(`(^|, )${name.replaceAll('+', '\\+')} \\(`))
  })

  test('systemd accepts the unit', { skip: needs('systemd-analyze') }, () => {
    const own = readFileSync(join(import.meta.dirname, '../../../deploy/kontor.service'), 'utf8')
    assert.equal(readFileSync(path(unitFile), 'utf8'), own.replaceAll('/opt/kontor/', '/usr/lib/kontor/'))
    const complaints = () =>
      spawnSync('systemd-analyze', ['verify', '--man=no', `--root=${root.folder}`, `/${unitFile}`], {
        encoding: 'utf8',
      })
        .stderr.split('\n')
        // A bare Debian has no systemd, to which the target belongs, and no kill(1), which the package recommends.
        .filter((line) => line.startsWith('kontor.') && !/sysinit\.target not found|\/bin\/kill/.test(line))
    assert.deepEqual(complaints(), [])
    const program = path('usr/lib/kontor/bin/kontor')
    chmodSync(program, 0o644)
    const found = complaints()
    chmodSync(program, 0o755)
    assert.match(found.join('\n'), /not executable/)
  })

  test('serves as the unit starts it, and `kontor` of root has the settings of the service', async () => {
    const lines = [
      `KONTOR_PORT=${port}`,
      'KONTOR_STOP_DELAY="0"',
      'KONTOR_DATABASE_MEMORY=64MiB',
      // As systemd reads it.
      '  KONTOR_URL="https://kontor.example"  ',
    ]
    appendFileSync(path(settings), `${lines.join('\n')}\n`)
    await whileServing((service) => {
      assert.equal(new URL(service.url).port, String(port))
      token = kontor(service, 'token', 'create', '--user', 'admin@localhost')
      createContact(service, token)
      assertHasContact(service)
      // Of another account.
      const { stdout, stderr } = runBeside(service.child, '/usr/bin/kontor', ['user', 'list'], {
        user: accountOf('kontor'),
      })
      assert.match(stdout, /admin@localhost/, stderr)
      assert.match(kontor(service, 'user', 'invite', 'admin@localhost'), /^https:\/\/kontor\.example\//m)
      // The unit ignores that the file is missing.
      renameSync(path(settings), path(`${settings}.away`))
      const listed = kontor(service, 'user', 'list')
      renameSync(path(`${settings}.away`), path(settings))
      assert.equal(listed, stdout.trim())
    })
  })

  test('an upgrade keeps a database that release 0.2.0 has begun, and the settings', async () => {
    const released = await releasedFolder('0.2.0')
    const [{ mark }] = (await readReleased('0.2.0')).tables['files_folder'] as [{ mark: string }]
    rmSync(path(data), { recursive: true })
    mustRun('cp', ['-a', released, path(data)])
    await removeDataFolder(released)
    mkdirSync(path(`${data}/files`))
    writeFileSync(path(`${data}/files/.kontor-files`), mark)
    mustRun('chown', ['-R', accountOf('kontor'), path(data)])
    // From here on the rights are the administrator's.
    chmodSync(path(settings), 0o600)
    const edited = readFileSync(path(settings), 'utf8')
    const contactOf020 = 'jana@zuhause.example'

    await whileServing((service) => {
      kontor(service, 'user', 'create', '--email', 'chef@kontor.example', '--name', 'Chef', '--admin')
      token = kontor(service, 'token', 'create', '--user', 'chef@kontor.example')
      createContact(service, token)
      assertHasContact(service, contactOf020)
      assert.match(
        install(current),
        new RegExp(`kontor \\(${version.replaceAll('-', '~')}\\) over \\(${olderVersion}`),
      )
      // Until systemd restarts it.
      assertHasContact(service)
    })
    assert.equal(readdirSync(path(`${data}/upgrades`)).length, 1)
    assert.equal(readFileSync(path(settings), 'utf8'), edited)
    assert.equal(rightsOf(settings)[0], '600')
    assert.ok(!existsSync(path(`${settings}.dpkg-new`)))

    await whileServing((service) => {
      const health = fetchInside(service.pid, `${service.url}/healthz`)
      assert.equal(JSON.parse(health.text).version, version)
      assertHasContact(service)
      assertHasContact(service, contactOf020)
    })
  })

  test('its removal keeps the data and the settings, and nothing else', () => {
    const edited = readFileSync(path(settings), 'utf8')
    dpkg(['--remove', 'kontor'])
    for (const gone of ['/usr/lib/kontor', '/usr/bin/kontor', '/usr/share/doc/kontor', unitFile])
      assert.ok(!isThere(gone), gone)
    assert.equal(readFileSync(path(settings), 'utf8'), edited)
    assert.equal(rightsOf(settings)[0], '600')
    assert.ok(isThere(`${data}/postgres/PG_VERSION`))
    assert.deepEqual(rightsOf(data), ['700', accountOf('kontor')])
  })

  test('its purge keeps the data if nobody answers, and a new installation serves them', async () => {
    const printed = dpkg(['--purge', 'kontor'])
    assert.match(printed, /the data stays in \/var\/lib\/kontor/)
    for (const gone of ['/etc/kontor', '/var/cache/kontor', wanted]) assert.ok(!isThere(gone), gone)
    install(current)
    assert.equal(rightsOf(settings)[0], '640')
    appendFileSync(path(settings), 'KONTOR_STOP_DELAY=0\nKONTOR_DATABASE_MEMORY=64MiB\n')
    await whileServing((service) => assertHasContact(service))
  })

  test('its purge deletes the data if told so in advance', () => {
    const answer = 'echo "kontor kontor/purge-data boolean true" | debconf-set-selections'
    assert.equal(root.run('sh', ['-c', answer]).status, 0)
    dpkg(['--purge', 'kontor'])
    for (const gone of [data, '/etc/kontor', '/var/cache/kontor', '/usr/lib/kontor'])
      assert.ok(!isThere(gone), gone)
    // The answer counts once.
    assert.doesNotMatch(readFileSync(path('var/cache/debconf/config.dat'), 'utf8'), /kontor/)
  })

  test('its purge asks whether the data is deleted', () => {
    for (const [answer, isDeleted] of [
      ['no', false],
      ['yes', true],
    ] as const) {
      // Without the programs, which this does not need.
      install(current, '--path-exclude=/usr/lib/kontor/*')
      writeFileSync(path(`${data}/file`), '')
      const { status, stdout, stderr } = root.run('sh', ['-c', `echo ${answer} | dpkg --purge kontor`], {
        env: { DEBIAN_FRONTEND: 'teletype' },
      })
      assert.equal(status, 0, stderr)
      assert.match(stdout + stderr, /Delete Kontor's data\? \[yes\/no\]/)
      assert.equal(isThere(data), !isDeleted, answer)
    }
  })
})
