// The types of `@kontor/client`, made of the OpenAPI documents: `clients/typescript/src/*-api.ts`, which git does not keep.
// bin/node tools/client-types.ts makes those that are missing or out of date, and installs tools/generators if it needs them.
import { createHash } from 'node:crypto'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { installGenerators } from './install-generators.ts'

const root = join(import.meta.dirname, '..')

/** The files of types, and the document that each is made of. */
const documents = {
  'website-api.ts': 'generated/openapi-website.json',
  'rest-api.ts': 'generated/openapi.json',
} as const

/** The documents and the versions of the generators: types that were made of the same are current. */
const headOf = (...sources: readonly Buffer[]): string => {
  const hash = createHash('sha256')
  for (const source of sources) hash.update(source)
  return `// Made of the OpenAPI document by tools/client-types.ts: ${hash.digest('hex')}\n`
}

/** Makes the types of the client that are missing or out of date. */
export async function makeClientTypes(folder = join(root, 'clients/typescript/src')): Promise<void> {
  const generators = await readFile(join(root, 'tools/generators/package-lock.json'))
  for (const [name, source] of Object.entries(documents)) {
    const document = await readFile(join(root, source))
    const path = join(folder, name)
    const head = headOf(document, generators)
    if ((await readFile(path, 'utf8').catch(() => '')).startsWith(head)) continue
    await installGenerators()
    const { typesOf } = await import('./generators/openapi-typescript.js')
    const types = await typesOf(JSON.parse(document.toString()), {
      rootTypes: true,
      rootTypesNoSchemaPrefix: true,
    })
    // Another process may read or make them at the same moment.
    const own = `${path}.${process.pid}`
    await writeFile(own, head + types)
    await rename(own, path)
  }
}

if (import.meta.main) await makeClientTypes()
