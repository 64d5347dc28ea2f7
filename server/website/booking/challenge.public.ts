// GET /challenge: proof of work for a booking.
import Type from 'typebox'
import { record } from '../../platform/ground/schema.ts'
import { publicEndpoint } from '../../platform/http/public/public-endpoint.ts'
import { toResponse } from '../../platform/http/response-cache.ts'
import { newChallenge } from './proof.ts'

export const getChallenge = publicEndpoint({
  path: '/challenge',
  id: 'getChallenge',
  tag: 'Booking',
  summary: 'A challenge for the proof of a booking',
  description: `Proof of work by ALTCHA, without a third party: its widget, or \`solveChallenge\` of the package \`altcha-lib\`, solves the
challenge within seconds. The base64 of \`{ challenge, solution }\` is the \`proof\` of a booking. A challenge is valid for an hour, and
for one booking. A secret key needs none.`,
  noStore: true,
  response: record({
    parameters: record({
      algorithm: Type.String(),
      cost: Type.Integer({ minimum: 1 }),
      expiresAt: Type.Integer({ description: 'Seconds since 1970' }),
      keyLength: Type.Integer({ minimum: 1 }),
      keyPrefix: Type.String({ description: 'What the derived key begins with' }),
      nonce: Type.String(),
      salt: Type.String(),
    }),
    signature: Type.String({ description: 'By this server' }),
  }),
  examples: {
    response: {
      parameters: {
        algorithm: 'PBKDF2/SHA-256',
        cost: 1000,
        expiresAt: 1_800_000_000,
        keyLength: 32,
        keyPrefix: '6f2c0d5f8a1b4e7790c3d2e1f0a9b8c7',
        nonce: '0f3b6d1c2e4a5968778695a4b3c2d1e0',
        salt: 'a1b2c3d4e5f60718293a4b5c6d7e8f90',
      },
      signature: '5d41402abc4b2a76b9719d911017c5925d41402abc4b2a76b9719d911017c592',
    },
  },
  open:
    ({ db, secrets }) =>
    async () =>
      toResponse(Buffer.from(JSON.stringify(await newChallenge(db, secrets)))),
})
