// Writes the software bill of materials of the lock file: `npm run sbom -- [FILE]`. It lists development packages too, because the
// back office is built from them; the property `cdx:npm:package:development` tells them.
import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')

/** Licences that only the files of packages tell: their descriptions name none, or none of SPDX. */
export const licencesFromFiles: Record<string, string> = { 'css-mediaquery': 'BSD-3-Clause', 'png-js': 'MIT' }

type Component = {
  name: string
  version: string
  licenses?: { license: { id: string } }[]
  hashes?: { alg: string; content: string }[]
}
type Sbom = { specVersion: string; metadata: { component: Component }; components: Component[] }

/** The packages of the lock file in the format of CycloneDX, as npm describes them. */
export async function buildSbom(): Promise<Sbom> {
  const args = ['sbom', '--package-lock-only', '--sbom-format', 'cyclonedx', '--sbom-type', 'application']
  const { stdout } = await promisify(execFile)('npm', args, { cwd: root, maxBuffer: 64 * 1024 * 1024 })
  const sbom = JSON.parse(stdout) as Sbom
  // Packages of this repository, which come from no registry.
  sbom.components = sbom.components.filter(({ hashes }) => hashes !== undefined)
  // npm takes the name of the folder.
  sbom.metadata.component.name = 'kontor'
  for (const component of sbom.components) {
    const id = licencesFromFiles[component.name]
    if (id !== undefined) component.licenses ??= [{ license: { id } }]
  }
  return sbom
}

if (import.meta.main) {
  const file = process.argv[2] ?? join(root, 'kontor.cdx.json')
  const sbom = await buildSbom()
  await writeFile(file, `${JSON.stringify(sbom, null, 2)}\n`)
  console.error(`${file}: ${sbom.components.length} packages`)
}
