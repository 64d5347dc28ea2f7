// Proof of work by ALTCHA: a second for one booking, hours for thousands.
import { randomInt } from 'node:crypto'
import { type Challenge, createChallenge, type Payload, verifySolution } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { sql } from 'kysely'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { Secrets } from '../../platform/secrets/secrets.ts'
import { visitorErrors } from './booking.errors.ts'

const validMs = 3_600_000
/** Rounds of PBKDF2 for one try. */
const cost = 1000
/** The tries that a solution takes: about a second on a telephone. */
const tries = { min: 2000, max: 4000 }

async function secretOf(reader: Reader, secrets: Secrets): Promise<string> {
  const row = await reader
    .selectFrom('challenge_secret')
    .select(['is_only', 'secret'])
    .executeTakeFirstOrThrow()
  return secrets.open('challengeSecret', String(row.is_only), row.secret).toString()
}

/** A new challenge in ALTCHA's form, valid for an hour. */
export const newChallenge = async (reader: Reader, secrets: Secrets): Promise<Challenge> =>
  createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost,
    counter: randomInt(tries.min, tries.max),
    deriveKey,
    expiresAt: new Date(Date.now() + validMs),
    hmacSignatureSecret: await secretOf(reader, secrets),
  })

const parsePayload = (proof: string): Payload => JSON.parse(Buffer.from(proof, 'base64').toString('utf8'))

async function isSolved(payload: Payload, secret: string): Promise<boolean> {
  try {
    return (await verifySolution({ ...payload, deriveKey, hmacSignatureSecret: secret })).verified
  } catch {
    // The library checks what it is given only in part.
    return false
  }
}

/**
 * Accepts the solution of a challenge, once.
 * @param proof base64 of ALTCHA's payload, as its widget sends it
 * @throws Failure 400
 */
export async function consumeProof(tx: Tx, secrets: Secrets, proof: string | undefined): Promise<void> {
  if (proof === undefined) throw badRequest([{ field: 'proof', ...generalErrors.required() }])
  const refused = badRequest([{ field: 'proof', ...visitorErrors.proof() }])
  let payload: Payload
  try {
    payload = parsePayload(proof)
  } catch {
    throw refused
  }
  if (!(await isSolved(payload, await secretOf(tx, secrets)))) throw refused
  const { nonce, expiresAt } = payload.challenge.parameters
  const { numAffectedRows } = await sql`
    insert into used_challenge (nonce, expires_at) values (${nonce}, to_timestamp(${expiresAt!}))
    on conflict do nothing`.execute(tx)
  if (numAffectedRows === 0n) throw refused
  await sql`delete from used_challenge where nonce in (
    select nonce from used_challenge where expires_at < now() order by expires_at limit 10 for update skip locked)`.execute(
    tx,
  )
}
