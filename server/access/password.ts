// Passwords as argon2id hashes, in the form `$argon2id$v=19$m=…,t=…,p=…$salt$hash`.
import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import pLimit from 'p-limit'
import { Failure, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { accessErrors } from './access.errors.ts'
import { isCommonPassword } from './common-passwords.ts'

const deriveNow = promisify(argon2)
// A process computes two hashes at a time: each takes a thread of Node's pool of four, and 19 MiB.
const limit = pLimit(2)
const maxWaiting = 40

/** @throws Failure 503 if too many others wait */
async function derive(...parameters: Parameters<typeof deriveNow>): Promise<Buffer> {
  if (limit.pendingCount >= maxWaiting)
    throw new Failure(503, accessErrors.tooManySignIns(), [], { 'retry-after': '2' })
  return limit(() => deriveNow(...parameters))
}

// OWASP's recommendation of 2025: 19 MiB, two passes.
const cost = { memory: 19_456, passes: 2, parallelism: 1 }
const tagLength = 32

const normalize = (password: string) => password.normalize('NFKC')

/** Hashes a password. Takes about 30 ms on purpose, off the main thread. */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const tag = await derive('argon2id', { message: normalize(password), nonce, ...cost, tagLength })
  const base64 = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(tag)}`
}

// A sign-in takes as long for a user without a password, or without a user, as for a wrong one.
let dummyHash: Promise<string> | undefined
function getDummyHash(): Promise<string> {
  dummyHash ??= hashPassword('')
  return dummyHash
}

/** Verifies a password against its hash; '': the user has no password. */
export async function verifyPassword(password: string, stored: string): Promise<boolean> {
  const [, , , parameters = '', nonce = '', tag = ''] = (stored || (await getDummyHash())).split('$')
  const [, memory, passes, parallelism] = /^m=(\d+),t=(\d+),p=(\d+)$/.exec(parameters)!.map(Number)
  const expected = Buffer.from(tag, 'base64')
  const actual = await derive('argon2id', {
    message: normalize(password),
    nonce: Buffer.from(nonce, 'base64'),
    memory: memory!,
    passes: passes!,
    parallelism: parallelism!,
    tagLength: expected.length,
  })
  return timingSafeEqual(actual, expected) && stored !== ''
}

/**
 * The error of a new password, if any. Its length counts, and that it cannot be guessed; there are no rules of composition.
 * @param owner what others know about the user
 */
export function passwordErrors(
  password: string,
  owner: { email: string; name: string },
  field = 'password',
): FieldError[] {
  const length = [...password].length
  if (length < 10) return [{ field, ...generalErrors.minLength({ min: 10 }) }]
  if (length > 200) return [{ field, ...generalErrors.maxLength({ max: 200 }) }]
  if (isCommonPassword(password, [owner.email, owner.name, 'Kontor']))
    return [{ field, ...accessErrors.commonPassword() }]
  return []
}
