import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Principal } from '../auth/principal.ts'
import { lockNamespace, type Reader, type Tx, tryLockKeys } from '../database/database.ts'
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
  const [response] = await runEachOnce(tx, [request], async () => [await work(tx)])
  return response!
}

/**
 * Executes requests that share a transaction, as `runOnce` does. A request without a key is executed in any case. What the work of
 * several requests throws is not stored: each can be executed alone then.
 * @param work executes the requests with these indexes
 * @returns the responses in the order of the requests @throws as `runOnce` and `work`
 */
export async function runEachOnce(
  tx: Tx,
  requests: readonly (KeyedRequest | undefined)[],
  work: (indexes: readonly number[]) => Promise<readonly StoredResponse[]>,
): Promise<StoredResponse[]> {
  const keyed = requests.filter((request) => request !== undefined)
  const stored = keyed.length > 0 ? await lockAndFindStored(tx, keyed) : new Map<string, StoredRow>()
  const replayed = requests.map((request) => {
    const first = request && stored.get(nameOf(request))
    return first && replayOf(request, first)
  })
  const newIndexes = requests.flatMap((_, index) => (replayed[index] ? [] : [index]))
  for (const index of newIndexes) {
    const request = requests[index]
    await request?.quota.take(tx, request.owner, request.now)
  }
  const [only] = requests
  const run = () => work(newIndexes)
  const isKeyedAlone = only && requests.length === 1
  const responses =
    newIndexes.length === 0 ? [] : isKeyedAlone ? await runToFinalResponse(tx, only, run) : await run()
  const rows = newIndexes.flatMap((index, at) => {
    const [request, response] = [requests[index], responses[at]!]
    return request && isFinal(response.status) ? [rowOf(request, response)] : []
  })
  if (rows.length > 0) await insertStored(tx, rows)
  const next = responses.values()
  return replayed.map((response) => response ?? next.next().value!)
}

type StoredRow = {
  owner: string
  key: string
  requestHash: Buffer
  status: number
  headers: StoredResponse['headers']
  body: string | null
}

const nameOf = ({ owner, key }: Pick<KeyedRequest, 'owner' | 'key'>): string => `${owner} ${key}`

/** Locks the keys of requests. @returns their stored responses, by `nameOf` @throws Failure 409 if one of them is still running */
async function lockAndFindStored(
  tx: Tx,
  requests: readonly KeyedRequest[],
): Promise<ReadonlyMap<string, StoredRow>> {
  const names = requests.map(nameOf)
  const isRepeated = new Set(names).size < names.length
  if (isRepeated || !(await tryLockKeys(tx, lockNamespace.idempotency, names)))
    throw conflict(generalErrors.idempotencyKeyRunning(), { kind: 'key-running' })
  const oldest = oldestValid(requests[0]!.now)
  const given = sql`unnest(${requests.map(({ owner }) => owner)}::text[], ${requests.map(({ key }) => key)}::text[]) as g(owner, key)`
  const { rows: found } = await sql<StoredRow & { isExpired: boolean }>`
    select k.owner, k.key, k.request_hash as "requestHash", k.status, k.headers, k.body,
      k.created_at < ${oldest} as "isExpired"
    from ${given} join idempotency_key k on k.owner = g.owner and k.key = g.key`.execute(tx)
  const rows = found.filter(({ isExpired }) => !isExpired)
  if (rows.length < found.length)
    await sql`
      delete from idempotency_key k using ${given}
      where k.owner = g.owner and k.key = g.key and k.created_at < ${oldest}`.execute(tx)
  // The first commit may not have reached the synchronous standbys: only a transaction that writes waits for them.
  if (rows.length > 0)
    await sql`
      update idempotency_key k set created_at = k.created_at from ${given}
      where k.owner = g.owner and k.key = g.key and current_setting('synchronous_standby_names') <> ''`.execute(
      tx,
    )
  return new Map(rows.map((row) => [nameOf(row), row]))
}

/** @throws Failure 409 */
function replayOf({ hash }: KeyedRequest, { requestHash, status, headers, body }: StoredRow): StoredResponse {
  if (!requestHash.equals(hash)) throw conflict(generalErrors.idempotencyKeyReused(), { kind: 'key-reused' })
  if (body === null) throw conflict(generalErrors.idempotencyNotRepeated(), { kind: 'key-executed' })
  return { status, headers: { ...headers, 'idempotency-replayed': 'true' }, body }
}

function rowOf(
  { owner, key, hash, now, secretResponse }: KeyedRequest,
  { status, headers, body }: StoredResponse,
) {
  const isStored = body.length <= maxStoredLength && !(secretResponse && status === 200)
  return {
    owner,
    key,
    requestHash: hash.toString('hex'),
    status,
    headers: isStored ? headers : {},
    body: isStored ? body : null,
    createdAt: now,
  }
}

async function insertStored(tx: Tx, rows: readonly ReturnType<typeof rowOf>[]): Promise<void> {
  await sql`
    insert into idempotency_key (owner, key, request_hash, status, headers, body, created_at)
    select g.owner, g.key, decode(g."requestHash", 'hex'), g.status, g.headers, g.body, g."createdAt"
    from json_to_recordset(${JSON.stringify(rows)}::json) as g(owner text, key text, "requestHash" text, status int, headers jsonb,
      body text, "createdAt" timestamptz)`.execute(tx)
}

/** After other responses, a later repetition may succeed. */
const isFinal = (status: number): boolean => status < 500 && status !== 429

async function runToFinalResponse(
  tx: Tx,
  { failureBody }: KeyedRequest,
  work: () => Promise<readonly StoredResponse[]>,
): Promise<readonly StoredResponse[]> {
  try {
    return await inSavepoint(tx, work)
  } catch (error) {
    if (!(error instanceof Failure) || !isFinal(error.status)) throw error
    return [{ status: error.status, headers: error.headers, body: failureBody(error) }]
  }
}
