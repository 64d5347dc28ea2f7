// The files of a release, as they lie in the unpacked archive.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { type Entry, fileMode, filesBelow } from './entries.ts'
import { packageFiles, type ShippedPackage } from './packages.ts'
import { root, type Source } from './source.ts'

/** Files of the commit for the service and its operators. */
const shipped =
  /^(LICENSE|SECURITY\.md|CHANGELOG\.md|README(\.\w+)?\.md|bin\/|migrations\/|generated\/.*\.(json|bin)$|server\/|website\/|docs\/.*\.md$|docs\/guide\/|deploy\/|office\/verify\/style\.css$)/
const leftOut = /(\.test\.tsx?|\.d\.ts|\/\.gitkeep)$/

export const isShipped = (file: string): boolean => shipped.test(file) && !leftOut.test(file)

/** The file that tells the version; `npm` has no business here. */
function describePackage({ version }: Source): string {
  const { name, description, license, type, dependencies } = JSON.parse(
    readFileSync(join(root, 'package.json'), 'utf8'),
  )
  return `${JSON.stringify({ name, version, description, license, private: true, type, dependencies }, null, 2)}\n`
}

/** Tells the service what it is, where there is no git. */
const describeRelease = ({ version, commit, seconds }: Source): string =>
  `${JSON.stringify({ version, commit, date: new Date(seconds * 1000).toISOString() }, null, 2)}\n`

/** @param texts further files, by their names */
export async function buildTree(
  source: Source,
  packages: readonly ShippedPackage[],
  texts: Record<string, string>,
): Promise<Entry[]> {
  const dist = join(root, 'office/dist')
  if (!existsSync(join(dist, 'index.html'))) throw new Error('the back office is not built: npm run build')
  const own = source.files.filter(isShipped).map((path) => ({
    path,
    file: join(root, path),
    mode: fileMode(statSync(join(root, path)).mode),
  }))
  const generated = {
    'package.json': describePackage(source),
    'release.json': describeRelease(source),
    ...texts,
  }
  return [
    ...own,
    ...(await filesBelow(dist, 'office/dist', (path) => !path.startsWith('.') && !path.endsWith('.map'))),
    ...(await packageFiles(packages)),
    ...Object.entries(generated).map(([path, content]) => ({ path, content, mode: 0o644 })),
    { path: 'kontor', link: 'bin/kontor', mode: 0o777 },
  ]
}
