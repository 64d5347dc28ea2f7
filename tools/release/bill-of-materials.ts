// The software bill of materials of a release (CycloneDX): the contents of its artefacts, without packages for development.
import { createHash } from 'node:crypto'
import { buildSbom } from '../sbom.ts'
import type { DebianPackage } from './debian-base.ts'
import type { ShippedPackage } from './packages.ts'
import type { Source } from './source.ts'

type Component = Record<string, unknown> & {
  name: string
  version: string
  'bom-ref'?: string
  properties?: { name: string; value: string }[]
}
type Document = Record<string, unknown> & {
  metadata: Record<string, unknown> & { component: Component }
  components: Component[]
  dependencies?: { ref: string; dependsOn?: string[] }[]
}

const describeDebian = ({ name, version, architecture }: DebianPackage): Component => {
  const url = `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${architecture}`
  return { type: 'library', name, version, 'bom-ref': url, purl: url }
}

/** A UUID that follows from the content: two runs write the same. */
function identify(content: string): string {
  const hex = createHash('sha256').update(content).digest('hex')
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-5${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/** @param debian the packages of the image's base */
export async function releaseSbom(
  { version, commit, seconds }: Source,
  packages: readonly ShippedPackage[],
  debian: readonly DebianPackage[] = [],
): Promise<string> {
  const all = (await buildSbom()) as unknown as Document
  const shipped = new Set(packages.map((one) => `${one.name}@${one.version}`))
  const components = all.components
    .filter((one) => shipped.has(`${one.name}@${one.version}`))
    // The packages of the built back office are part of the release.
    .map(({ properties = [], ...one }) => ({
      ...one,
      properties: properties.filter(({ name }) => name !== 'cdx:npm:package:development'),
    }))
  if (components.length < shipped.size) throw new Error('a package of the release is not in the lock file')
  const refs = new Set(components.map((one) => one['bom-ref']))
  const { component } = all.metadata
  const document: Document = {
    ...all,
    metadata: {
      ...all.metadata,
      timestamp: new Date(seconds * 1000).toISOString(),
      component: { ...component, version, properties: [{ name: 'kontor:commit', value: commit }] },
    },
    components: [...components, ...debian.map(describeDebian)],
    dependencies: (all.dependencies ?? [])
      .filter(({ ref }) => refs.has(ref) || ref === component['bom-ref'])
      .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => refs.has(one)) })),
  }
  delete document['serialNumber']
  const serialNumber = identify(JSON.stringify(document))
  return `${JSON.stringify({ ...document, serialNumber }, null, 2)}\n`
}
