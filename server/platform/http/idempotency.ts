import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import { lockNamespace, type Reader, type Tx, tryLockKey } from '../database/database.ts'
import { inSavepoint } from '../database/savepoint.ts'
import type { Endpoint } from './endpoint.ts'
import { badRequest, conflict, Failure } from './errors.ts'
import { generalErrors } from './general.errors.ts'
import type { KeyQuota } from './idempotency-quota.ts'

/** A response as it is sent and, with an Idempotency-Key, stored for 24 hours. */
export type StoredResponse = { status: number; headers: Record<string, string | string[]>; body: string }

/**
 * Whether an endpoint takes an Idempotency-Key: every write of a known user, except in steps. These are given passwords, whose
 * quick hash must not be stored, and their responses do not belong to one transaction. A preview may be asked for again.
 */
export const takesIdempotencyKey = ({
  method,
  public: isPublic,
  handleInSteps,
  isPreview,
}: Pick<Endpoint, 'method' | 'public' | 'handleInSteps' | 'isPreview'>): boolean =>
  method !== 'GET' && !isPublic && !handleInSteps && !isPreview

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

/** Who a key belongs to. A user may have signed in again before a request is repeated. */
export const keyOwnerOf = ({ tokenId, userId }: Principal): string =>
  tokenId > 0 ? `token ${tokenId}` : `user ${userId}`

const validMs = 24 * 3_600_000
const oldestValid = (now: Date): Date => new Date(now.getTime() - validMs)

/** Deletes stored responses that are no longer repeated. @returns how many */
export async function deleteExpiredKeys(db: Reader, now: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from idempotency_key where (owner, key) in (
      select owner, key from idempotency_key where created_at < ${oldestValid(now)}
      order by created_at limit ${limit} for update skip locked)`.execute(db)
  return Number(numAffectedRows)
}

/** Longer responses are not stored. */
const maxStoredLength = 1024 * 1024

type KeyedRequest = {
  owner: string
  key: string
  hash: Buffer
  now: Date
  /** The body of a failure, which is stored like a success. */
  failureBody(failure: Failure): string
  /** A successful response contains a secret. */
  secretResponse: boolean
  quota: KeyQuota
}

/**
 * Executes a request once per owner and key within 24 hours (decision 2.10). The response is stored in the same transaction.
 * A 4xx of the domain is stored, too.
 * @throws Failure 409 if the key was used with another request, if its first request is still running, or if its response was not
 *   stored; 429 if too many are stored
 */
export async function runOnce(
  tx: Tx,
  request: KeyedRequest,
  work: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  const { owner, key, hash, now } = request
  if (!(await tryLockKey(tx, lockNamespace.idempotency, `${owner} ${key}`)))
    throw conflict(generalErrors.idempotencyKeyRunning(), { kind: 'key-running' })
  await tx
    .deleteFrom('idempotency_key')
    .where('owner', '=', owner)
    .where('key', '=', key)
    .where('created_at', '<', oldestValid(now))
    .execute()
  const first = await tx
    .selectFrom('idempotency_key')
    .select(['request_hash', 'status', 'headers', 'body'])
    .where('owner', '=', owner)
    .where('key', '=', key)
    .executeTakeFirst()
  if (first) {
    if (!first.request_hash.equals(hash))
      throw conflict(generalErrors.idempotencyKeyReused(), { kind: 'key-reused' })
    if (first.body === null) throw conflict(generalErrors.idempotencyNotRepeated(), { kind: 'key-executed' })
    // The first commit may not have reached the synchronous standbys: only a transaction that writes waits for them.
    await sql`
      update idempotency_key set created_at = created_at
      where owner = ${owner} and key = ${key} and current_setting('synchronous_standby_names') <> ''`.execute(
      tx,
    )
    const headers = { ...(first.headers as StoredResponse['headers']), 'idempotency-replayed': 'true' }
    return { status: first.status, headers, body: first.body }
  }
  await request.quota.take(tx, owner, now)
  const response = await runToFinalResponse(tx, request, work)
  const { status, headers, body } = response
  const isStored = body.length <= maxStoredLength && !(request.secretResponse && status === 200)
  if (isFinal(status))
    await tx
      .insertInto('idempotency_key')
      .values({
        owner,
        key,
        request_hash: hash,
        status,
        headers: JSON.stringify(isStored ? headers : {}),
        body: isStored ? body : null,
        created_at: now,
      })
      .execute()
  return response
}

/** After other responses, a later repetition may succeed. */
const isFinal = (status: number): boolean => status < 500 && status !== 429

async function runToFinalResponse(
  tx: Tx,
  { failureBody }: KeyedRequest,
  work: (tx: Tx) => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    return await inSavepoint(tx, () => work(tx))
  } catch (error) {
    if (!(error instanceof Failure) || !isFinal(error.status)) throw error
    return { status: error.status, headers: error.headers, body: failureBody(error) }
  }
}
