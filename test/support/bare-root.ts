// A root with nothing but the essential packages of a Debian release, in which a program runs without a network: what a newcomer's
// machine lacks is missing there too. Linux; requires root and debootstrap.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { needs } from './programs.ts'

const cache = join(import.meta.dirname, '../../node_modules/.cache')

/** Runs a program to its end. @throws Error with what it has printed if it fails */
export function mustRun(program: string, args: readonly string[], env = process.env): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, {
    encoding: 'utf8',
    env,
    maxBuffer: 64 * 2 ** 20,
  })
  if (status === 0) return stdout
  throw new Error(`${program} ${args.join(' ')}: ${error?.message ?? status}\n${stdout}${stderr}`)
}

/** Why there can be no bare root here; false: there can. */
export function bareRootSkip(): string | false {
  if (process.getuid?.() !== 0) return 'requires root'
  const missing = needs('debootstrap', 'unshare', 'nsenter', 'ip')
  if (missing) return missing
  if (spawnSync('unshare', ['--mount', '--pid', '--net', '--fork', 'true']).status !== 0)
    return 'namespaces are not allowed here'
  return false
}

/** The mirror that apt of this machine uses. */
function mirror(): string {
  const targets = mustRun('apt-get', ['indextargets', '--format', '$(REPO_URI)', 'Created-By: Packages'])
  const [first] = targets.split('\n').filter((uri) => /\/debian\/?$/.test(uri))
  if (first === undefined) throw new Error('apt has no mirror of Debian')
  return first
}

/** The packed root of a release, made once and kept beside the other caches. */
async function packedRoot(suite: string): Promise<string> {
  const packed = join(cache, `bare-root-${suite}.tar`)
  if (existsSync(packed)) return packed
  await mkdir(cache, { recursive: true })
  const folder = await mkdtemp(join(tmpdir(), 'kontor-debootstrap-'))
  try {
    mustRun('debootstrap', ['--variant=minbase', suite, join(folder, 'root'), mirror()])
    await rm(join(folder, 'root/var/cache/apt'), { recursive: true, force: true })
    await rm(join(folder, 'root/var/lib/apt/lists'), { recursive: true, force: true })
    mustRun('tar', ['--numeric-owner', '-C', join(folder, 'root'), '-cf', `${packed}.${process.pid}`, '.'])
    await rename(`${packed}.${process.pid}`, packed)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  return packed
}

export type RunOptions = {
  /** `uid:gid`; root by default. */
  user?: string
  env?: Record<string, string>
  /** The root is mounted read-only; these folders can be written, those in memory are empty. */
  readOnly?: { writable: readonly string[]; inMemory: readonly string[] }
  /** The folder in which the program starts. */
  cwd?: string
  /** The program has the network of the machine, to install packages. */
  withNetwork?: boolean
}

export type BareRoot = {
  folder: string
  /** Starts a program in the root, which sees its own processes alone and reaches nothing but itself. */
  start(program: string, args: readonly string[], options?: RunOptions): ChildProcess
  /** Runs a program to its end. */
  run(
    program: string,
    args: readonly string[],
    options?: RunOptions,
  ): { status: number | null; stdout: string; stderr: string }
  remove(): Promise<void>
}

const path = 'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The variables of a program, for env(1): nothing of this process. */
const variables = (env: Record<string, string>): string[] => [
  path,
  ...Object.entries({ LC_ALL: 'C.UTF-8', ...env }).map(([name, value]) => `${name}=${value}`),
]

/** The command that runs a program in a folder as root of the file system. */
function inside(
  folder: string,
  program: string,
  args: readonly string[],
  { user, env = {}, readOnly, cwd = '/', withNetwork = false }: RunOptions,
): string[] {
  const mounts = [
    ...(withNetwork ? [] : ['ip link set lo up']),
    'mount --bind "$R" "$R"',
    ...(readOnly?.writable ?? []).map((path) => `mount --bind "$R${path}" "$R${path}"`),
    ...(readOnly ? ['mount -o remount,bind,ro "$R"'] : []),
    ...(readOnly?.inMemory ?? []).map((path) => `mount -t tmpfs -o mode=1777 kontor "$R${path}"`),
    'mount -t proc proc "$R/proc"',
    'mount -t tmpfs -o mode=755 kontor "$R/dev"',
    'for name in null zero full random urandom tty; do touch "$R/dev/$name"; mount --bind "/dev/$name" "$R/dev/$name"; done',
    'mkdir -m 1777 "$R/dev/shm"; ln -s /proc/self/fd "$R/dev/fd"',
    // chroot(8) has no option for the folder, and its users need not be known here.
    `exec chroot ${user ? `--userspec=${user} --groups=` : ''} "$R" /usr/bin/env -i "$@"`,
  ]
  return [
    'unshare',
    '--mount',
    '--pid',
    ...(withNetwork ? [] : ['--net']),
    '--ipc',
    '--fork',
    '--kill-child=SIGKILL',
    'sh',
    '-ec',
    `R='${folder}'\n${mounts.join('\n')}`,
    'sh',
    ...variables(env),
    '/bin/sh',
    '-c',
    'cd "$0" && exec "$@"',
    cwd,
    program,
    ...args,
  ]
}

/** A root in a folder that exists, such as an unpacked image. */
export function rootIn(folder: string): BareRoot {
  return {
    folder,
    start(program, args, options = {}) {
      const [file, ...rest] = inside(folder, program, args, options)
      return spawn(file!, rest)
    },
    run(program, args, options = {}) {
      const [file, ...rest] = inside(folder, program, args, options)
      return spawnSync(file!, rest, { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 })
    },
    // Processes that were just killed may still write.
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 50, retryDelay: 100 }),
  }
}

/** An account of every bare root; its home is /home/user. */
export const ordinaryUser = '1000:1000'

/** A new root of a Debian release: `bookworm` is 12, `trixie` is 13. */
export async function bareRoot(suite = 'bookworm'): Promise<BareRoot> {
  const packed = await packedRoot(suite)
  const folder = await mkdtemp(join(tmpdir(), 'kontor-bare-root-'))
  mustRun('chmod', ['755', folder])
  mustRun('tar', ['--numeric-owner', '-C', folder, '-xf', packed])
  // initdb wants an account that has a name.
  mustRun('chroot', [folder, 'useradd', '--uid', ordinaryUser.split(':')[0]!, '--create-home', 'user'])
  return rootIn(folder)
}

/** The process of the program that `start` has started. */
export function programOf(started: ChildProcess): number {
  const [pid] = readFileSync(`/proc/${started.pid}/task/${started.pid}/children`, 'utf8').split(' ')
  return Number(pid)
}

/**
 * Ends everything that `start` has started, at once. Ending `unshare` is not enough: a program that has changed its user is not told when
 * its parent dies.
 */
export async function killStarted(started: ChildProcess): Promise<void> {
  if (started.exitCode !== null || started.signalCode !== null) return
  const closed = once(started, 'close')
  const program = programOf(started)
  if (program > 0) process.kill(program, 'SIGKILL')
  else started.kill('SIGKILL')
  await closed
}

/** Runs a program to its end beside one that `start` has started: it sees the same files, processes and network. */
export function runBeside(
  started: ChildProcess,
  program: string,
  args: readonly string[],
  { user = '0:0', env = {} }: Pick<RunOptions, 'user' | 'env'> = {},
): { status: number | null; stdout: string; stderr: string } {
  const [uid, gid] = user.split(':')
  const namespaces = ['--mount', '--pid', '--net', '--ipc', '--root', `--setuid=${uid}`, `--setgid=${gid}`]
  // nsenter would start it in a folder of this machine.
  const inRoot = ['/bin/sh', '-c', 'cd / && exec "$0" "$@"', program, ...args]
  const command = ['/usr/bin/env', '-i', ...variables(env), ...inRoot]
  return spawnSync('nsenter', [`--target=${programOf(started)}`, ...namespaces, ...command], {
    encoding: 'utf8',
  })
}

/** The answer to a request within the network of a process: GET, or POST of a body as JSON. */
export function fetchInside(
  pid: number,
  url: string,
  headers: Record<string, string> = {},
  body?: unknown,
): { status: number; text: string } {
  const request =
    body === undefined
      ? { headers }
      : {
          method: 'POST',
          headers: { 'content-type': 'application/json', ...headers },
          body: JSON.stringify(body),
        }
  const script =
    `const request = ${JSON.stringify(request)}\n` +
    "const answer = await fetch(process.argv[1], { ...request, redirect: 'manual', signal: AbortSignal.timeout(60_000) })\n" +
    'console.log(JSON.stringify({ status: answer.status, text: await answer.text() }))'
  const { status, stdout, stderr } = spawnSync(
    'nsenter',
    [`--target=${pid}`, '--net', process.execPath, '--input-type=module', '-e', script, url],
    { encoding: 'utf8', maxBuffer: 64 * 2 ** 20 },
  )
  if (status !== 0) throw new Error(`${url}: ${stderr}`)
  return JSON.parse(stdout)
}
