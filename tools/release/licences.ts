// The licences of everything that a release contains and others wrote.
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { licencesFromFiles } from '../sbom.ts'
import { isLicence, isReadme, nameOf, type ShippedPackage } from './packages.ts'
import { root } from './source.ts'

const line = '-'.repeat(80)

/** The packages whose code the built back office contains, as the build lists them. */
export async function bundledPackages(): Promise<ShippedPackage[]> {
  const paths = JSON.parse(await readFile(join(root, 'office/dist/.packages'), 'utf8')) as string[]
  return Promise.all(
    paths.map(async (path) => {
      const { version, license } = JSON.parse(await readFile(join(root, path, 'package.json'), 'utf8'))
      return { path, name: nameOf(path), version, licence: license }
    }),
  )
}

/** The licence that a package declares; of a few, only the README does. */
async function licenceText(folder: string): Promise<string> {
  const names = (await readdir(folder)).toSorted()
  const licences = names.filter(isLicence)
  const read = (name: string) => readFile(join(folder, name), 'utf8')
  if (licences.length > 0) return (await Promise.all(licences.map(read))).join('\n\n')
  const readme = names.find(isReadme)
  const text = readme === undefined ? '' : await read(readme)
  return /^#+ *licen[cs](e|ing)\b[\s\S]*/im.exec(text)?.[0] ?? ''
}

/** Packages with one text share it. */
export async function thirdPartyLicences(packages: readonly ShippedPackage[]): Promise<string> {
  const byText = new Map<string, Set<string>>()
  for (const { path, name, version, licence } of packages) {
    const text = (await licenceText(join(root, path))).replaceAll('\r\n', '\n').trim()
    const title = `${name} ${version}: ${licence ?? licencesFromFiles[name] ?? 'see its text'}`
    byText.set(text, (byText.get(text) ?? new Set()).add(title))
  }
  const parts = [...byText]
    .map(([text, titles]) => `${[...titles].toSorted().join('\n')}\n\n${text}`.trim())
    .toSorted()
  const postgresql = await readFile(join(import.meta.dirname, 'postgresql-licences.txt'), 'utf8')
  return `Kontor contains the following packages, each under its licence.\n${[...parts, postgresql.trim()]
    .map((part) => `\n${line}\n${part}\n`)
    .join('')}`
}
