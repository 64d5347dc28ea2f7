// Builds the back office into office/dist if its sources have changed; otherwise prints nothing.
import { copyFile, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { hashOf, officeSources } from './office-sources.ts'
import { slim } from './slim.ts'

const root = join(import.meta.dirname, '..')
const office = join(root, 'office')
const dist = join(office, 'dist')
const builtFrom = join(dist, '.built')

/** Writes compressed files beside the text files of a folder, which the server sends instead. */
async function compress(folder: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const path = join(folder, name)
      const bytes = await readFile(path)
      await writeFile(`${path}.br`, await promisify(brotliCompress)(bytes, brotli))
      await writeFile(`${path}.gz`, await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** The files of the project in a build, and the folders of the packages that it contains. */
function modulesOf(built: Awaited<ReturnType<typeof import('vite').build>>[]) {
  const modules = built
    .flat()
    .flatMap((one) => ('output' in one ? one.output : []))
    .flatMap((file) => (file.type === 'chunk' ? file.moduleIds : []))
    .map((module) => module.replace(/\?.*$/, ''))
    .filter((module) => module.startsWith(root))
  const packages = modules.flatMap(
    (module) => /^.*\/node_modules\/(@[^/]+\/)?[^/]+/.exec(module.slice(root.length))?.[0].slice(1) ?? [],
  )
  return {
    own: modules.filter((module) => !module.includes('/node_modules/')),
    packages: [...new Set(packages)].toSorted(),
  }
}

/** Builds into a temporary folder and renames it, so that neither a server nor a second build sees an incomplete one. */
async function rebuild(sources: Set<string>, sourceHash: string): Promise<void> {
  const outDir = join(office, `dist-${process.pid}`)
  const oldDir = join(office, `dist-old-${process.pid}`)
  const { build } = await import('vite').catch((error) => {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error
    console.error('the back office has to be built, with the development packages: npm ci && npm run build')
    process.exit(1)
  })
  try {
    const buildPart = (part: string, mode = 'production') =>
      build({
        configFile: join(office, part, 'vite.config.ts'),
        mode,
        logLevel: 'warn',
        build: { outDir: join(outDir, part) },
      })
    // The back office first: it empties the folder.
    const parts = [await buildPart(''), await buildPart('verify'), await buildPart('widget')]
    const built = modulesOf([...parts, await buildPart('widget', 'hints')])
    const unknown = built.own.filter((module) => !sources.has(module))
    if (unknown.length > 0) throw new Error(`not among the sources of the back office: ${unknown.join(', ')}`)
    // Its licence asks to be delivered with the font.
    await copyFile(
      join(root, 'node_modules/@fontsource-variable/inter/LICENSE'),
      join(outDir, 'assets/inter-LICENSE.txt'),
    )
    await mkdir(join(outDir, 'docs'))
    const { scalarScript } = await import('./scalar-script.ts')
    await writeFile(join(outDir, 'docs/scalar.js'), await scalarScript())
    await compress(join(outDir, 'assets'))
    await compress(join(outDir, 'widget'))
    // A release names the packages, and has their licences.
    await writeFile(join(outDir, '.packages'), `${JSON.stringify(built.packages)}\n`)
    await writeFile(join(outDir, '.built'), sourceHash)
    await rename(dist, oldDir).catch(() => {})
    // A concurrent build may have been first: it has the same sources.
    await rename(outDir, dist).catch(() => {})
  } finally {
    await rm(outDir, { recursive: true, force: true })
    await rm(oldDir, { recursive: true, force: true })
  }
}

/** An installation without the packages that a build needs (`npm ci --omit=dev`). */
const canBuild = () => {
  try {
    return Boolean(import.meta.resolve('vite'))
  } catch {
    return false
  }
}

const sources = await officeSources()
const sourceHash = await hashOf(sources)
const builtHash = await readFile(builtFrom, 'utf8').catch(() => '')
if (builtHash !== sourceHash && !canBuild()) {
  const state = builtHash === '' ? 'is not built' : 'was built from other sources'
  console.error(
    `the back office ${state}, and this installation has no packages to build it with: run npm ci && npm run build; npm ci --omit=dev may follow`,
  )
  process.exit(1)
}
// Removes what no build reads.
const slimming = slim(root, canBuild())
if (builtHash !== sourceHash) {
  const start = performance.now()
  await rebuild(sources, sourceHash)
  console.log(`back office built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
await slimming
