// The base of the image: files of Debian packages, which apt of this machine finds and verifies. Nothing is run, so that it takes
// neither root nor a container.
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { type Entry, fileMode } from './entries.ts'

/** The C and C++ libraries that Node needs, a shell for PostgreSQL and the launcher, and the certificates that check TLS to a server. */
const wanted = [
  'base-files',
  'busybox',
  'ca-certificates',
  'dash',
  'libc6',
  'libcrypt1',
  'libgcc-s1',
  'libstdc++6',
  'netbase',
  'tzdata',
]

/** Programs of busybox that the launcher, the health check or an operator in a container needs. */
const applets =
  'cat chmod cp date df dirname du env find grep head hostname id ls mkdir mv ps pwd readlink rm sed sleep sort tail tar uname wc wget which'

/** The folders of the system that are one with their namesakes below /usr. */
const merged = ['bin', 'lib', 'lib64', 'sbin']

const unused =
  /^usr\/share\/(doc\/(?!.*\/copyright$)|man|info|locale|lintian|bug|menu)|^usr\/share\/zoneinfo\/(right|posix)\//

export type DebianPackage = { name: string; version: string; architecture: string; control: string }

async function download(folder: string): Promise<string[]> {
  // apt's own account may not write here.
  execFileSync('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', ...wanted], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return (await readdir(folder)).toSorted().map((name) => join(folder, name))
}

/** Where a file lies in a system whose /bin is /usr/bin. */
function pathOf(name: string): string {
  const path = name.replace(/^\.?\/+/, '').replace(/\/$/, '')
  return merged.includes(path.split('/')[0]!) ? `usr/${path}` : path
}

async function filesOf(file: string): Promise<Entry[]> {
  const archive = spawn('dpkg-deb', ['--fsys-tarfile', file], { stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(archive, 'close')
  const reader = extract()
  const read = pipeline(archive.stdout, reader)
  const entries: Entry[] = []
  for await (const part of reader) {
    const { name, type, mode, linkname } = part.header
    const path = pathOf(name)
    const content = await buffer(part)
    if (unused.test(path)) continue
    if (type === 'file') entries.push({ path, mode: fileMode(mode), content })
    else if (type === 'symlink') entries.push({ path, mode: 0o777, link: linkname })
    else if (type === 'link') {
      const target = entries.find((one) => one.path === pathOf(linkname))
      if (target) entries.push({ ...target, path })
    }
  }
  await read
  const [code] = await ended
  if (code !== 0) throw new Error(`dpkg-deb failed (${code}): ${file}`)
  return entries
}

function describe(file: string): DebianPackage {
  const control = execFileSync('dpkg-deb', ['--field', file], { encoding: 'utf8' })
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(control)![1]!
  return { name: field('Package'), version: field('Version'), architecture: field('Architecture'), control }
}

/** The work of the packages' scripts: the certificates in one file, and the links of busybox. */
function configured(entries: readonly Entry[]): Entry[] {
  const certificates = entries
    .filter(({ path }) => /^usr\/share\/ca-certificates\/.*\.crt$/.test(path))
    .toSorted((one, other) => (one.path < other.path ? -1 : 1))
    .map((one) => ('content' in one ? one.content.toString() : ''))
  const text = (path: string, content: string): Entry => ({ path, content, mode: 0o644 })
  const names = new Set(entries.map(({ path }) => path))
  return [
    text('etc/ssl/certs/ca-certificates.crt', certificates.join('')),
    text('etc/nsswitch.conf', 'passwd: files\ngroup: files\nhosts: files dns\n'),
    ...(names.has('usr/bin/sh') ? [] : [{ path: 'usr/bin/sh', link: 'dash', mode: 0o777 }]),
    ...applets.split(' ').map((name) => ({ path: `usr/bin/${name}`, link: 'busybox', mode: 0o777 })),
    ...merged.map((name) => ({ path: name, link: `usr/${name}`, mode: 0o777 })),
  ]
}

/** @throws Error if apt does not find a package */
export async function debianBase(): Promise<{ packages: DebianPackage[]; entries: Entry[] }> {
  const folder = await mkdtemp(join(tmpdir(), 'kontor-debian-'))
  try {
    await mkdir(folder, { recursive: true })
    const files = await download(folder)
    const packages = files.map(describe)
    const entries = (await Promise.all(files.map(filesOf))).flat()
    // Where scanners of images look for packages that no dpkg has installed.
    const status = packages.map(({ name, control }) => ({
      path: `var/lib/dpkg/status.d/${name}`,
      content: control,
      mode: 0o644,
    }))
    return { packages, entries: [...entries, ...configured(entries), ...status] }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
