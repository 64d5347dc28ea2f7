// The packages of the lock file: where they come from, their licences, and the software bill of materials.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { Ajv } from 'ajv'
import addFormats from 'ajv-formats'
import { buildSbom, licencesFromFiles } from '../tools/sbom.ts'
import { withoutGenerators } from './support/generators.ts'

const root = join(import.meta.dirname, '..')
const readJson = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

type Package = {
  version?: string
  resolved?: string
  integrity?: string
  license?: string
  dev?: true
  link?: true
}
/** The packages of this repository that stand for larger ones of the registry. */
const own = ['office/date-fns', 'office/icons']
const packagesOf = (lockFile: string) =>
  Object.entries((readJson(lockFile) as { packages: Record<string, Package> }).packages)
    .filter(([path, { link }]) => path !== '' && !link && !own.includes(path))
    .map(([path, one]) => ({ ...one, name: path.replace(/^.*node_modules\//, '') }))
const installed = packagesOf('package-lock.json')
const all = [...installed, ...packagesOf('tools/generators/package-lock.json')]

/** Licences of delivered packages, all of them permissive; further ones of tools, which are not delivered, and of fonts. */
const allowed = [
  ...['MIT', 'MIT-0', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0'],
  ...['Python-2.0', 'Zlib'],
]
const allowedForTools = [...['CC0-1.0', 'MPL-2.0', 'PSF-2.0', 'Unlicense'], ...allowed]
/** The LGPL permits the use of a library that is a file of its own, and can be replaced: libvips and its parts, beside sharp. */
const allowedForImages = ['LGPL-3.0-or-later', ...allowed]
const isForImages = (name: string): boolean => name.startsWith('@img/sharp-')
const allowedForFonts = ['OFL-1.1', 'MIT']
const isFont = (name: string): boolean => /^@(fontsource|expo-google-fonts)/.test(name)

/** Whether a licence expression of SPDX, of one kind of operator, permits a choice from the list. */
const permits = (licence: string, list: readonly string[]): boolean => {
  const parts = licence.replace(/^\((.*)\)$/, '$1').split(/ (OR|AND) /)
  const [first = '', operator = '', ...rest] = parts
  return operator === 'OR'
    ? [first, ...rest].some((one) => list.includes(one))
    : [first, ...rest].filter((one) => one !== 'AND').every((one) => list.includes(one))
}

test('every package comes from the registry, in the version and with the content that the lock file names', () => {
  assert.ok(installed.length > 500)
  for (const { name, version = '', resolved, integrity = '', link } of all) {
    assert.match(version, /^\d+\.\d+\.\d+/, name)
    assert.match(integrity, /^sha512-[\w+/]{86}==$/, name)
    // The lock file names no registry: npm takes the configured one.
    assert.deepEqual([resolved, link], [undefined, undefined], name)
  }
  const { dependencies, devDependencies, optionalDependencies } = readJson('package.json')
  for (const [name, version] of Object.entries({
    ...dependencies,
    ...devDependencies,
    ...optionalDependencies,
  }))
    assert.match(
      String(version),
      own.includes(String(version).replace('file:', ''))
        ? /^file:/
        : /^(npm:[\w@/.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/,
      name,
    )
})

test('every package has the versions of others that it asks for, so that npm has nothing to warn of', async () => {
  const args = ['ls', '--all', '--package-lock-only', '--json', '--loglevel=silent']
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: root,
    maxBuffer: 256 * 1024 * 1024,
  }).catch((error: { stdout: string }) => error)
  assert.deepEqual((JSON.parse(stdout) as { problems?: string[] }).problems ?? [], [])
})

test('every package has a licence that permits its use', () => {
  const licenceOf = ({ name, license }: (typeof installed)[number]) =>
    licencesFromFiles[name] ?? license ?? 'none'
  const allowedFor = (one: (typeof installed)[number]) => {
    const { name, dev } = one
    if (isFont(name)) return allowedForFonts
    if (isForImages(name)) return allowedForImages
    return dev || !installed.includes(one) ? allowedForTools : allowed
  }
  const wrong = all
    .filter((one) => !permits(licenceOf(one), allowedFor(one)))
    .map((one) => `${one.name}: ${licenceOf(one)}`)
  assert.deepEqual(wrong, [])
  for (const licence of ['GPL-3.0', '(GPL-3.0 AND MIT)', 'MIT AND GPL-3.0', 'none', ''])
    assert.equal(permits(licence, allowedForTools), false, licence)
  for (const licence of ['(GPL-3.0 OR MIT)', 'MIT OR Apache-2.0', '(MIT AND ISC)'])
    assert.equal(permits(licence, allowed), true, licence)
})

test('the software bill of materials is valid CycloneDX and names every package with hash and licence', {
  skip: withoutGenerators,
}, async () => {
  const sbom = await buildSbom()
  const ajv = new Ajv({ strict: false, allErrors: true })
  addFormats.default(ajv)
  // Formats of later drafts, which ajv-formats leaves out.
  for (const format of ['idn-email', 'iri-reference']) ajv.addFormat(format, true)
  const schema = (name: string) =>
    readJson(
      `tools/generators/node_modules/@cyclonedx/cyclonedx-library/res/schema/${name}.SNAPSHOT.schema.json`,
    )
  for (const name of ['spdx', 'jsf-0.82'])
    ajv.addSchema({ ...schema(name), $id: `http://cyclonedx.org/schema/${name}.SNAPSHOT.schema.json` })
  const validate = ajv.compile(schema(`bom-${sbom.specVersion}`))
  assert.ok(validate(sbom), JSON.stringify(validate.errors?.slice(0, 3)))

  assert.equal(sbom.metadata.component.name, 'kontor')
  const named = new Map(sbom.components.map((one) => [`${one.name}@${one.version}`, one]))
  const missing = installed.filter(({ name, version }) => !named.has(`${name}@${version}`))
  assert.deepEqual(
    missing.map(({ name }) => name),
    [],
  )
  for (const [name, { hashes = [], licenses = [] }] of named) {
    assert.equal(hashes[0]?.alg, 'SHA-512', name)
    assert.ok(licenses.length > 0, name)
  }
  assert.equal(validate({ ...sbom, specVersion: 1 }), false)
})
