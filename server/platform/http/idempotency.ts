import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { lockNamespace, type Reader, type Tx, tryLockKey } from '../database/database.ts'
import { badRequest, conflict, Failure } from './errors.ts'
import { generalErrors } from './general.errors.ts'

/** A response as it is sent and, with an Idempotency-Key, stored for 24 hours. */
export type StoredResponse = { status: number; headers: Record<string, string | string[]>; body: string }

/** The `Idempotency-Key` header of a request, or undefined. @throws Failure 400 */
export function readIdempotencyKey(header: string | string[] | undefined): string | undefined {
  if (header === undefined) return undefined
  if (typeof header !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(header))
    throw badRequest([{ field: 'Idempotency-Key', ...generalErrors.idempotencyKeyForm() }])
  return header
}

/** Hash of operation, path and query, media type and body: equal for equal requests. */
export const requestHash = (method: string, url: string, body: Buffer): Buffer =>
  createHash('sha256').update(`${method} ${url}\n`).update(body).digest()

const validMs = 24 * 3_600_000
const oldestValid = (now: Date): Date => new Date(now.getTime() - validMs)

/** Deletes stored responses that are no longer repeated. @returns how many */
export async function deleteExpiredKeys(db: Reader, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where (token_id, key) in (
      select token_id, key from idempotency_key where created_at < ${oldestValid(now)}
      order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/**
 * Executes a request once per token and key within 24 hours (decision 2.10). The response is stored in the same transaction.
 * A 4xx of the domain is stored, too.
 * @throws Failure 409 if the key was used with another request, or its first request is still running
 */
export async function runOnce(
  tx: Tx,
  request: { tokenId: number; key: string; hash: Buffer; now: Date },
  work: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { tokenId, key, hash, now } = request
  if (!(await tryLockKey(tx, lockNamespace.idempotency, `${tokenId} ${key}`)))
    throw conflict(generalErrors.idempotencyKeyRunning())
  await tx
    .deleteFrom('idempotency_key')
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .where('created_at', '<', oldestValid(now))
    .execute()
  const first = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('token_id', '=', tokenId)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first) {
    if (!first.request_hash.equals(hash)) throw conflict(generalErrors.idempotencyKeyReused())
    return { status: first.status, headers: first.headers as Record<string, string>, body: first.body }
  }
  const response = await runInSavepoint(tx, work)
  await tx
    .insertInto('idempotency_key')
    .values({
      token_id: tokenId,
      key,
      request_hash: hash,
      status: response.status,
      headers: JSON.stringify(response.headers),
      body: response.body,
      created_at: now,
    })
    .execute()
  return response
}

async function runInSavepoint(tx: Tx, work: (tx: Tx) => Promise<StoredResponse>): Promise<StoredResponse> {
  await sql`savepoint work`.execute(tx)
  try {
    return await work(tx)
  } catch (error) {
    // A later repetition may succeed.
    if (!(error instanceof Failure) || error.status >= 500 || error.status === 429) throw error
    await sql`rollback to savepoint work`.execute(tx)
    return { status: error.status, headers: error.headers, body: JSON.stringify(error.body()) }
  }
}
