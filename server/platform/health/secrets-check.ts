// Whether the stored secrets can be decrypted.
import { sql } from 'kysely'
import { readKeyFile } from '../secrets/key-file.ts'
import { loadKeyId, missingKey, ownAccounts } from '../secrets/secrets.ts'
import { countPlainSecrets, loadUsedKeyIds } from '../secrets/stored-secrets.ts'
import { type Check, type CheckResult, failed, ok, warning } from './check.ts'

export const secretsCheck: Check = {
  name: 'secrets',
  looksAt:
    'the secrets in the database are encrypted, and the key file has their key, a safe mode and a safe owner',
  failure: 'error',
  runs: 'everywhere',
  needs: 'tables',
  validMs: 60_000,
  help: 'Copy the key file of this instance to KONTOR_SECRET_KEY_FILE. If it is lost: kontor secrets forget.',
  alert: {
    severity: 'critical',
    after: '5m',
    summary: 'Secrets in the database of {{ $labels.instance }} cannot be decrypted.',
  },
  async run({ settings: { secretKey }, database }) {
    const { db } = database!
    const { rows } = await sql<{ isThere: boolean }>`
      select to_regclass('secret_key') is not null as "isThere"`.execute(db)
    if (!rows[0]!.isThere) return [ok('the upgrade makes the key')]
    const id = await loadKeyId(db)
    if (id === undefined) return [ok('the first start makes the key')]
    const keys = readKeyFile(secretKey, process.getuid?.() === 0 ? undefined : ownAccounts())
    const isKnown = (one: string) => keys?.some((key) => key.id === one) === true
    if (!isKnown(id)) return [failed(missingKey(secretKey, id, keys !== undefined).message)]
    const findings: CheckResult[] = []
    const lost = [...(await loadUsedKeyIds(db))].filter((one) => !isKnown(one))
    if (lost.length > 0)
      findings.push(failed(`${secretKey.file} lacks the keys of some secrets: ${lost.join(', ')}`))
    const plain = await countPlainSecrets(db)
    if (plain > 0)
      findings.push(
        warning(`${plain} are not encrypted yet; a service does it when none of another version runs`),
      )
    return findings.length > 0 ? findings : [ok(`encrypted by the key ${id} of ${secretKey.file}`)]
  },
}
