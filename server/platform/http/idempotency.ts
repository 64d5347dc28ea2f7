import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import { lockNamespace, type Reader, type Tx, tryLockKey } from '../database/database.ts'
import { inSavepoint } from '../database/savepoint.ts'
import { badRequest, conflict, Failure } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Endpoint } from './endpoint.ts'
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

/** The owner of a key. A user may have signed in again before a request is repeated. */
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

export type KeyedRequest = {
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
  const stored = await lockAndFindStored(tx, request)
  if (stored) return replayOf(request, stored)
  await request.quota.take(tx, request.owner, request.now)
  const response = await runToFinalResponse(tx, request, () => work(tx))
  if (isFinal(response.status)) await insertStored(tx, request, response)
  return response
}

type StoredRow = {
  requestHash: Buffer
  status: number
  headers: StoredResponse['headers']
  body: string | null
}

/** Locks the key of a request. @returns the stored response @throws Failure 409 if the first request is still running */
async function lockAndFindStored(tx: Tx, { owner, key, now }: KeyedRequest): Promise<StoredRow | undefined> {
  if (!(await tryLockKey(tx, lockNamespace.idempotency, `${owner} ${key}`)))
    throw conflict(generalErrors.idempotencyKeyRunning(), { kind: 'key-running' })
  const { rows } = await sql<StoredRow & { isExpired: boolean }>`
    select request_hash as "requestHash", status, headers, body, created_at < ${oldestValid(now)} as "isExpired"
    from idempotency_key where owner = ${owner} and key = ${key}`.execute(tx)
  const [row] = rows
  if (row?.isExpired) {
    await sql`delete from idempotency_key where owner = ${owner} and key = ${key}`.execute(tx)
    return undefined
  }
  // The first commit may not have reached the synchronous standbys: only a transaction that writes waits for them.
  if (row)
    await sql`
      update idempotency_key set created_at = created_at
      where owner = ${owner} and key = ${key} and current_setting('synchronous_standby_names') <> ''`.execute(
      tx,
    )
  return row
}

/** @throws Failure 409 */
function replayOf({ hash }: KeyedRequest, { requestHash, status, headers, body }: StoredRow): StoredResponse {
  if (!requestHash.equals(hash)) throw conflict(generalErrors.idempotencyKeyReused(), { kind: 'key-reused' })
  if (body === null) throw conflict(generalErrors.idempotencyNotRepeated(), { kind: 'key-executed' })
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body }
}

async function insertStored(
  tx: Tx,
  { owner, key, hash, now, secretResponse }: KeyedRequest,
  { status, headers, body }: StoredResponse,
): Promise<void> {
  const isStored = body.length <= maxStoredLength && !(secretResponse && status === 200)
  await sql`
    insert into idempotency_key (owner, key, request_hash, status, headers, body, created_at)
    values (${owner}, ${key}, ${hash}, ${status}, ${JSON.stringify(isStored ? headers : {})}, ${isStored ? body : null}, ${now})`.execute(
    tx,
  )
}

/** After other responses, a later repetition may succeed. */
const isFinal = (status: number): boolean => status < 500 && status !== 429

async function runToFinalResponse(
  tx: Tx,
  { failureBody }: KeyedRequest,
  work: () => Promise<StoredResponse>,
): Promise<StoredResponse> {
  try {
    return await inSavepoint(tx, work)
  } catch (error) {
    if (!(error instanceof Failure) || !isFinal(error.status)) throw error
    return { status: error.status, headers: error.headers, body: failureBody(error) }
  }
}
