// Proof of work: a challenge is solved once, and only one of this server.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type Challenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { inTransaction, systemActor } from '../../platform/database/database.ts'
import { Failure } from '../../platform/ground/errors.ts'
import { consumeProof } from './proof.ts'

let site: Website
before(async () => {
  site = await openWebsite({ start: '2026-11-25T12:00:00Z' })
})
after(() => site.kontor.close())

const encode = (payload: unknown) => Buffer.from(JSON.stringify(payload)).toString('base64')
async function solve(challenge: Challenge) {
  const solution = await solveChallenge({ challenge, deriveKey })
  return { challenge, solution: solution! }
}
const accept = (proof: string | undefined) =>
  inTransaction(site.kontor.db, systemActor, (tx) => consumeProof(tx, site.kontor.secrets, proof))
const isRefused = (error: unknown) =>
  error instanceof Failure && error.status === 400 && error.details[0]!.field === 'proof'

test('`proof`: ALTCHA (proof of work, no third party; `GET /challenge`)', async () => {
  const { status, json, headers } = await site.get('/challenge')
  assert.deepEqual([status, headers['cache-control'], headers['etag']], [200, 'no-store', undefined])
  assert.notEqual((await site.get('/challenge')).json.parameters.nonce, json.parameters.nonce)
  const payload = await solve(json)
  const wrong = { ...payload, solution: { ...payload.solution, derivedKey: '00'.repeat(32) } }
  await assert.rejects(accept(encode(wrong)), isRefused)
  await accept(encode(payload))
  await assert.rejects(accept(encode(payload)), isRefused)
})

test('of two at once with the same solution, one is accepted', async () => {
  const proof = encode(await solve((await site.get('/challenge')).json))
  const outcomes = await Promise.allSettled([accept(proof), accept(proof), accept(proof)])
  assert.equal(outcomes.filter(({ status }) => status === 'fulfilled').length, 1)
})

test('a proof that solves no challenge of this server is refused', async () => {
  const challenge: Challenge = (await site.get('/challenge')).json
  const easier = { ...challenge, parameters: { ...challenge.parameters, keyPrefix: '0' } }
  const later = { ...challenge, parameters: { ...challenge.parameters, expiresAt: 4_000_000_000 } }
  const payloads = [
    ...[await solve(easier), { ...(await solve(challenge)), challenge: later }],
    ...[{}, null, 1, [], { challenge: {}, solution: {} }, { challenge, solution: null }],
    { challenge: { ...challenge, signature: 1 }, solution: { counter: 'x', derivedKey: 1 } },
  ]
  for (const payload of payloads) await assert.rejects(accept(encode(payload)), isRefused)
  for (const proof of ['', 'x', '%', undefined]) await assert.rejects(accept(proof), isRefused)
})

test('used challenges are kept until they have expired', async () => {
  const { db } = site.kontor
  await db
    .insertInto('used_challenge')
    .values({ nonce: 'old', expires_at: new Date(0) })
    .execute()
  await accept(encode(await solve((await site.get('/challenge')).json)))
  const nonces = (await db.selectFrom('used_challenge').select('nonce').execute()).map(({ nonce }) => nonce)
  assert.ok(nonces.length > 0 && !nonces.includes('old'))
})
