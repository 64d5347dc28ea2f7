// The stored secrets as a whole: what encrypts all of them, rotates their key, and forgets those whose key is lost.
import { sql } from 'kysely'
import { query, type Reader, type Tx } from '../database/database.ts'
import { keyIdOf, type SecretKey, sealedPrefix } from './sealing.ts'
import { type SecretColumn, type SecretKind, secretColumns } from './secret-columns.ts'
import type { Secrets } from './secrets.ts'

export const secretKinds = Object.keys(secretColumns) as SecretKind[]

type StoredSecret = { record: string; stored: string | Buffer }

/** The rows whose secret does not begin with a text, in their order. */
async function selectOthers(reader: Reader, kind: SecretKind, prefix: string): Promise<StoredSecret[]> {
  const { table, column, record, isBinary }: SecretColumn = secretColumns[kind]
  const name = sql.raw(column)
  const isOther = isBinary
    ? sql`substring(${name} from 1 for ${prefix.length}::int) <> convert_to(${prefix}, 'UTF8')`
    : sql`left(${name}, ${prefix.length}::int) <> ${prefix} and ${name} <> ''`
  const { rows } = await sql<StoredSecret>`
    select (${sql.raw(record)})::text as record, ${name} as stored from ${sql.raw(table)} where ${isOther}
    order by ${sql.raw(record)}`.execute(reader)
  return rows
}

/** How many secrets are not encrypted yet. */
export async function countPlainSecrets(reader: Reader): Promise<number> {
  let count = 0
  for (const kind of secretKinds) count += (await selectOthers(reader, kind, sealedPrefix)).length
  return count
}

/** The statement that finds the ids of the keys by which secrets are encrypted. @param isWanted chooses tables */
export const usedKeysStatement = (isWanted: (table: string) => boolean = () => true): string =>
  secretKinds
    .map((kind): SecretColumn => secretColumns[kind])
    .filter(({ table }) => isWanted(table))
    .map(({ table, column, isBinary }) => {
      const text = isBinary ? `encode(${column}, 'escape')` : column
      return `select substring(${text} from '^enc1\\.([0-9a-f]{16})\\.') as id from ${table} where ${text} ~ '^enc1\\.[0-9a-f]{16}\\.'`
    })
    .join(' union ')

/** The ids of the keys that encrypt the stored secrets. */
export const loadUsedKeyIds = async (reader: Reader): Promise<Set<string>> =>
  new Set((await query<{ id: string }>(reader, usedKeysStatement(), [])).map(({ id }) => id))

/** How many secrets were encrypted, and the ids of missing keys of others. */
export type Resealed = { count: number; missingKeys: Set<string> }

/**
 * Encrypts all secrets by the key that the database names, those of another key again. Secrets that no key decrypts stay.
 * Rows that users change at this moment are waited for.
 */
export async function resealAll(tx: Tx, secrets: Secrets): Promise<Resealed> {
  const { rows } = await sql<{ id: string }>`select id from secret_key for update`.execute(tx)
  const result: Resealed = { count: 0, missingKeys: new Set() }
  const id = rows[0]?.id
  if (id === undefined) return result
  for (const kind of secretKinds) {
    const { table, column, record: recordSql, isBinary }: SecretColumn = secretColumns[kind]
    for (const { record, stored } of await selectOthers(tx, kind, `${sealedPrefix}${id}.`)) {
      const usedKey = keyIdOf(stored)
      if (usedKey !== undefined && !secrets.hasKey(usedKey)) {
        result.missingKeys.add(usedKey)
        continue
      }
      const sealed = await secrets.seal(tx, kind, record, secrets.open(kind, record, stored))
      // Not over a secret that somebody has changed meanwhile: that one is encrypted.
      const { numAffectedRows = 0n } = await sql`
        update ${sql.raw(table)} set ${sql.raw(column)} = ${isBinary ? Buffer.from(sealed) : sealed}
        where (${sql.raw(recordSql)})::text = ${record} and ${sql.raw(column)} = ${stored}`.execute(tx)
      result.count += Number(numAffectedRows)
    }
  }
  return result
}

/** Goes on to another key, with all secrets. A running service waits with its next secret, and then knows the key from its file. */
export async function rotateTo(tx: Tx, secrets: Secrets, key: SecretKey): Promise<Resealed> {
  await sql`update secret_key set id = ${key.id}`.execute(tx)
  return resealAll(tx, secrets)
}

/** Secrets of a kind whose key is lost: what they belong to. */
export type LostSecrets = { kind: SecretKind; owners: string[]; records: string[] }

/** Finds the secrets that none of the keys decrypts. */
export async function findLostSecrets(
  reader: Reader,
  secrets: Pick<Secrets, 'hasKey'>,
): Promise<LostSecrets[]> {
  const lost: LostSecrets[] = []
  for (const kind of secretKinds) {
    const all = await selectOthers(reader, kind, '\n')
    const records = new Set(
      all.flatMap(({ record, stored }) => {
        const id = keyIdOf(stored)
        return id !== undefined && !secrets.hasKey(id) ? [record] : []
      }),
    )
    if (records.size === 0) continue
    const owners: string[] = []
    for (const record of records) {
      const rows = await query<{ name: string }>(reader, secretColumns[kind].owners, [record])
      owners.push(...rows.map(({ name }) => name))
    }
    lost.push({ kind, owners, records: [...records] })
  }
  return lost
}

/** Removes secrets whose key is lost, and the key that the database names: the next start claims that of the key file. */
export async function forgetSecrets(tx: Tx, lost: readonly LostSecrets[]): Promise<void> {
  for (const { kind, records } of lost)
    for (const record of records)
      for (const statement of secretColumns[kind].forget) await query(tx, statement, [record])
  await sql`delete from secret_key`.execute(tx)
}
