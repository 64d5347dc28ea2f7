// The proof of work of a booking, which the browser computes while the visitor fills in the form.
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import type { KontorClient } from '../../clients/typescript/src/index.ts'

/** @returns the `proof` of a booking @throws Error if the browser takes too long */
export async function computeProof(client: KontorClient): Promise<string> {
  const challenge = await client.challenge()
  const solution = await solveChallenge({ challenge, deriveKey })
  if (!solution) throw new Error('The challenge was not solved in time.')
  return btoa(JSON.stringify({ challenge, solution }))
}
