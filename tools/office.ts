// Builds the back office into office/dist, only where its sources have changed since: quiet if there is nothing to do.
import { createHash } from 'node:crypto'
import { readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const root = join(import.meta.dirname, '..')
const office = join(root, 'office')
const dist = join(office, 'dist')
const builtFrom = join(dist, '.built')

/** What the built files depend on: every source of the back office, rules of the server that it shares, and the libraries' versions. */
async function hashSources(): Promise<string> {
  const names = (await readdir(office, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((name) => !/[/\\]dist(-[^/\\]*)?[/\\]/.test(name.slice(office.length)))
    .toSorted()
  const hash = createHash('sha256')
  const sharedRules = join(root, 'server/catalogue/records/vat.ts')
  for (const name of [...names, sharedRules, join(root, 'package-lock.json')]) {
    hash.update(`${name.slice(root.length)}\n`)
    hash.update(await readFile(name))
  }
  return hash.digest('hex')
}

/** Beside each text of a folder its compressed forms, which the server sends instead. */
async function compress(folder: string): Promise<void> {
  const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }
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

/** Builds beside and puts in place at once, so that neither a server nor a second build meets half of it. */
async function build(sourceHash: string): Promise<void> {
  const outDir = join(office, `dist-${process.pid}`)
  const oldDir = join(office, `dist-old-${process.pid}`)
  const { build } = await import('vite')
  try {
    await build({
      configFile: join(office, 'vite.config.ts'),
      logLevel: 'warn',
      build: { outDir },
    })
    await compress(join(outDir, 'assets'))
    await writeFile(join(outDir, '.built'), sourceHash)
    await rename(dist, oldDir).catch(() => {})
    // A second build may have put its own in place meanwhile: it is of the same sources.
    await rename(outDir, dist).catch(() => {})
  } finally {
    await rm(outDir, { recursive: true, force: true })
    await rm(oldDir, { recursive: true, force: true })
  }
}

const sourceHash = await hashSources()
if ((await readFile(builtFrom, 'utf8').catch(() => '')) !== sourceHash) {
  const start = performance.now()
  await build(sourceHash)
  console.log(`back office built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
