// The package of the TypeScript client, as `npm pack` makes it.
import { execFile } from 'node:child_process'
import { cp, mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeClientTypes } from '../../tools/client-types.ts'

const root = join(import.meta.dirname, '../..')
const run = promisify(execFile)

/**
 * Makes the types of the client if they are not current (it needs the generators), builds and packs the client in a copy of its folder, and installs it.
 * @param folder gets `node_modules/@kontor/client`
 * @returns the files of the package
 */
export async function installClient(folder: string): Promise<string[]> {
  await makeClientTypes()
  const checkout = join(folder, 'checkout')
  const source = join(checkout, 'clients/typescript')
  await cp(join(root, 'clients/typescript'), source, {
    recursive: true,
    filter: (path) => !/\/(dist|LICENSE)$/.test(path),
  })
  for (const file of ['tsconfig.json', 'LICENSE']) await cp(join(root, file), join(checkout, file))
  for (const folder of ['', 'tools/generators']) {
    await mkdir(join(checkout, folder), { recursive: true })
    await symlink(join(root, folder, 'node_modules'), join(checkout, folder, 'node_modules'))
  }
  const { stdout } = await run(
    'npm',
    ['pack', '--json', '--ignore-scripts=false', '--foreground-scripts=false'],
    {
      cwd: source,
    },
  )
  const packed = (Object.values(JSON.parse(stdout)) as { filename: string; files: { path: string }[] }[])[0]!
  const target = join(folder, 'node_modules/@kontor/client')
  await mkdir(target, { recursive: true })
  await run('tar', ['-xzf', join(source, packed.filename), '--strip-components=1', '-C', target])
  return packed.files.map(({ path }) => path)
}
