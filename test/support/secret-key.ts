// The key file of services that share a database.
import { chownSync, existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { nobody } from '../../server/platform/ground/account.ts'

/** The key file of a data folder; in another folder one is made, once. @returns its path, for KONTOR_SECRET_KEY_FILE */
export function secretKeyFile(folder: string): string {
  const own = join(folder, 'secret-key')
  if (existsSync(own)) return own
  const file = join(folder, 'shared-secret-key')
  if (!existsSync(file)) {
    writeFileSync(file, `${Buffer.alloc(32, 5).toString('base64')}\n`, { mode: 0o600 })
    // A service that root starts goes on under this account.
    if (process.getuid?.() === 0) chownSync(file, nobody.uid, nobody.gid)
  }
  return file
}
