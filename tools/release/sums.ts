// The sums of a release's files, and a signature of them, for everybody who downloads it.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'

/** Writes SHA256SUMS, which `sha256sum --check` reads. */
export async function writeSums(folder: string, files: readonly string[]): Promise<string> {
  const lines = await Promise.all(
    files.toSorted().map(async (file) => {
      const sum = createHash('sha256')
        .update(await readFile(file))
        .digest('hex')
      return `${sum}  ${basename(file)}\n`
    }),
  )
  const sums = join(folder, 'SHA256SUMS')
  await writeFile(sums, lines.join(''))
  return sums
}

/** Writes SHA256SUMS.asc. @param key the key of gpg: its fingerprint or an address */
export async function sign(sums: string, key: string): Promise<void> {
  const signature = `${sums}.asc`
  await rm(signature, { force: true })
  const options = ['--batch', '--armor', '--local-user', key, '--output', signature]
  execFileSync('gpg', [...options, '--detach-sign', sums], { stdio: ['ignore', 'inherit', 'inherit'] })
}
