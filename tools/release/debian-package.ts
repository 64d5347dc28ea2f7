// The Debian package, by dpkg-deb: the tree of the release, the unit of deploy/, and the files of debian/.
import { execFileSync } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { contentOf, type Entry, moved, writeEntries } from './entries.ts'
import { home } from './image.ts'
import { root, type Source } from './source.ts'

const own = join(import.meta.dirname, 'debian')

/** 0.3.0-rc.1 comes before 0.3.0: dpkg has another character for that. */
export const debianVersion = (version: string): string => version.replaceAll('-', '~')

/** The version of gcc whose libstdc++ has a version of symbols. */
const gccOf: readonly [symbols: number, gcc: string][] = [
  [21, '5'],
  [22, '6'],
  [24, '7'],
  [25, '8'],
  [26, '9'],
  [28, '10'],
  [29, '11'],
  [30, '12'],
]

/** The libraries of the system that the programs of the tree need, in the versions that they were linked with. */
export async function requiredLibraries(tree: readonly Entry[]): Promise<string> {
  let [libc, libstdcpp] = [0, 0]
  for (const entry of tree.filter(({ path }) =>
    /^node_modules\/.*(\/bin\/[^.]+|\.node|\.so[.\d]*)$/.test(path),
  )) {
    if (!('file' in entry)) continue
    const text = (await contentOf(entry)).toString('latin1')
    if (!text.startsWith('\x7fELF')) continue
    const newest = (symbols: RegExp) =>
      Math.max(0, ...[...text.matchAll(symbols)].map(([, minor]) => Number(minor)))
    libc = Math.max(libc, newest(/\0GLIBC_2\.(\d+)(?=[.\0])/g))
    libstdcpp = Math.max(libstdcpp, newest(/\0GLIBCXX_3\.4\.(\d+)\0/g))
  }
  const gcc = gccOf.find(([symbols]) => symbols >= libstdcpp)?.[1]
  if (libc === 0 || gcc === undefined) throw new Error(`of no known C library: ${libc}, ${libstdcpp}`)
  return `libc6 (>= 2.${libc}), libstdc++6 (>= ${gcc}), libgcc-s1 (>= 3.4)`
}

const fill = (text: string, values: Record<string, string>): string =>
  text.replace(/@([A-Z]+)@/g, (_, name) => values[name]!)

/** @param compression of dpkg-deb, such as `-Zxz` */
export async function buildDebianPackage(
  source: Source,
  tree: readonly Entry[],
  file: string,
  compression: readonly string[],
): Promise<void> {
  const read = (name: string) => readFile(join(own, name), 'utf8')
  const sizes = await Promise.all(tree.map(async (entry) => (await contentOf(entry)).length))
  const control = fill(await read('control'), {
    VERSION: debianVersion(source.version),
    LIBRARIES: await requiredLibraries(tree),
    SIZE: String(Math.ceil(sizes.reduce((sum, size) => sum + Math.ceil(size / 4096) * 4, 0))),
  })
  const units = source.files.filter((path) => /^deploy\/kontor\.(service|socket)$/.test(path))
  const script = async (name: string): Promise<Entry> => ({
    path: `DEBIAN/${name}`,
    content: await read(name),
    mode: 0o755,
  })
  const unit = async (path: string): Promise<Entry> => ({
    path: `usr/lib/systemd/system/${basename(path)}`,
    // Where the package has the programs.
    content: (await readFile(join(root, path), 'utf8')).replaceAll('/opt/kontor/', `/${home}/`),
    mode: 0o644,
  })
  const text = (path: string, content: string, mode = 0o644): Entry => ({ path, content, mode })
  const entries: Entry[] = [
    text('DEBIAN/control', control),
    text('DEBIAN/conffiles', '/etc/kontor/kontor.env\n'),
    text('DEBIAN/templates', await read('templates')),
    ...(await Promise.all(['postinst', 'prerm', 'postrm'].map(script))),
    // Passwords are in it: the package's scripts let the service's account read it, too.
    text('etc/kontor/kontor.env', await read('kontor.env'), 0o600),
    text('usr/bin/kontor', await read('kontor.sh'), 0o755),
    ...(await Promise.all(units.map(unit))),
    { path: 'usr/share/doc/kontor/copyright', link: `../../../lib/kontor/LICENSE`, mode: 0o777 },
    ...moved(tree, home),
  ]
  const folder = await mkdtemp(join(tmpdir(), 'kontor-package-'))
  try {
    // It is packed as the root of the file system, and mkdtemp lets nobody else enter it.
    await chmod(folder, 0o755)
    await writeEntries(entries, folder, source.seconds)
    execFileSync('dpkg-deb', ['--root-owner-group', ...compression, '--build', folder, file], {
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { ...process.env, SOURCE_DATE_EPOCH: String(source.seconds) },
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
