// npm run release: the artefacts of a version in release/, with the same bytes in each run.
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Command, Option } from 'commander'
import { releaseSbom } from './bill-of-materials.ts'
import { type DebianPackage, debianBase } from './debian-base.ts'
import { buildDebianPackage, debianVersion } from './debian-package.ts'
import { type Entry, moved } from './entries.ts'
import { buildImage } from './image.ts'
import { bundledPackages, thirdPartyLicences } from './licences.ts'
import { shippedPackages } from './packages.ts'
import { readSource, root, type Source } from './source.ts'
import { sign, writeSums } from './sums.ts'
import { packTar } from './tar.ts'
import { buildTree } from './tree.ts'

const kinds = ['archive', 'package', 'image'] as const
type Kind = (typeof kinds)[number]

type Options = {
  out: string
  only: readonly Kind[]
  fast?: boolean
  twice?: boolean
  version?: string
  allowChanges?: boolean
}

/** @returns the files of the release */
async function build(source: Source, folder: string, { only, fast }: Options): Promise<string[]> {
  const { version, seconds } = source
  const level = fast ? 1 : 9
  const own = shippedPackages()
  const packages = [...own, ...(await bundledPackages())]
  const base: { packages: DebianPackage[]; entries: Entry[] } = only.includes('image')
    ? await debianBase()
    : { packages: [], entries: [] }
  const tree = await buildTree(source, own, {
    'THIRD-PARTY-LICENSES.txt': await thirdPartyLicences(packages),
    'sbom.cdx.json': await releaseSbom(source, packages),
  })
  const name = `kontor-${version}-linux-x64`
  const files: string[] = []
  const write = async (file: string, work: (path: string) => Promise<unknown>) => {
    const path = join(folder, file)
    await work(path)
    files.push(path)
    console.log(`${path}: ${((await stat(path)).size / 1e6).toFixed(1)} MB`)
  }
  const compression = fast ? ['-Zgzip', '-z1'] : ['-Zxz', '-z6', '--threads-max=1']
  const makers: Record<Kind, () => Promise<void>> = {
    archive: () => write(`${name}.tar.gz`, (path) => packTar(moved(tree, name), path, seconds, level)),
    package: () =>
      write(`kontor_${debianVersion(version)}_amd64.deb`, (path) =>
        buildDebianPackage(source, tree, path, compression),
      ),
    image: () => write(`${name}.oci.tar`, (path) => buildImage(source, base.entries, tree, path, level)),
  }
  for (const kind of kinds) if (only.includes(kind)) await makers[kind]()
  await write(`kontor-${version}.cdx.json`, async (path) =>
    writeFile(path, await releaseSbom(source, packages, base.packages)),
  )
  return files
}

/** Builds again. @throws Error naming the files that have become others */
async function compareWithSecondRun(source: Source, sums: string, options: Options): Promise<void> {
  const again = await mkdtemp(join(tmpdir(), 'kontor-release-'))
  try {
    const others = await writeSums(again, await build(source, again, options))
    const [first, second] = await Promise.all([sums, others].map((file) => readFile(file, 'utf8')))
    const changed = first!.split('\n').filter((line) => !second!.includes(line))
    if (changed.length > 0) throw new Error(`a second run writes other bytes:\n${changed.join('\n')}`)
    console.log('a second run writes the same bytes')
  } finally {
    await rm(again, { recursive: true, force: true })
  }
}

async function release(options: Options): Promise<void> {
  const source = readSource(options)
  await mkdir(options.out, { recursive: true })
  const sums = await writeSums(options.out, await build(source, options.out, options))
  if (options.twice) await compareWithSecondRun(source, sums, options)
  const key = process.env['KONTOR_RELEASE_KEY']
  if (key) await sign(sums, key)
  else {
    await rm(`${sums}.asc`, { force: true })
    console.log('not signed: KONTOR_RELEASE_KEY names no key of gpg')
  }
}

const command = new Command('release')
  .option('--out <folder>', 'where the files are written', join(root, 'release'))
  .addOption(new Option('--only <kinds...>', 'these artefacts alone').choices(kinds).default(kinds))
  .option('--version <version>', 'another version than that of package.json, for tests of upgrades')
  .option('--allow-changes', 'release files that are not committed; the name of the commit says so')
  .option('--fast', 'compress quickly, for tests')
  .option('--twice', 'build again, and compare the bytes')

try {
  await release(command.parse().opts<Options>())
} catch (error) {
  console.error(`release: ${(error as Error).message}`)
  process.exitCode = 1
}
