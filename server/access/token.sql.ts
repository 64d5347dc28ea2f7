// Issues, lists and revokes tokens (decision 3.2; section 12).
import { sql } from 'kysely'
import { newToken, tokenHash } from '../platform/auth/principal.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { parseOrigin } from '../platform/http/request/cors.ts'
import { accessErrors } from './access.errors.ts'
import { findUser } from './user.sql.ts'

export type NewToken = {
  /** Id or e-mail address of the user. */
  user: string
  label: string
  /** Left out: the token does not expire. */
  expiresAt?: Date | undefined
  /** Ids of the operations that the token may call; empty: all. */
  operations: readonly string[]
  /** The origins whose pages may use the token in a browser, such as `https://mail.example.org`. */
  origins?: readonly string[]
}

export type TokenRow = {
  id: number
  userId: number
  userName: string
  userEmail: string
  label: string
  operations: string[]
  origins: string[]
  createdAt: Date
  expiresAt: Date | null
  revokedAt: Date | null
  lastUsedAt: Date | null
}

/**
 * Issues a token. Only its hash is stored; the caller has validated the ids of the operations.
 * @throws Failure 404 for an unknown user, 409 for a locked one, 400 for a label over 255 characters and for an invalid origin
 */
export async function createToken(
  tx: Tx,
  input: NewToken,
): Promise<{ id: number; userId: number; token: string }> {
  const user = await findUser(tx, input.user)
  if (user.locked) throw conflict(accessErrors.userLocked())
  if (input.label.length > 255)
    throw badRequest([{ field: 'label', ...generalErrors.maxLength({ max: 255 }) }])
  const origins = (input.origins ?? []).map((text) => {
    const origin = parseOrigin(text.trim())
    if (origin === undefined) throw badRequest([{ field: 'origins', ...generalErrors.origin() }])
    return origin
  })
  const token = newToken()
  const { id } = await tx
    .insertInto('token')
    .values({
      user_id: user.id,
      label: input.label,
      hash: tokenHash(token),
      operations: [...new Set(input.operations)],
      origins: [...new Set(origins)],
      expires_at: input.expiresAt ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await recordSecurityEvent(tx, { event: 'tokenCreated', userId: user.id, detail: `token ${id}` })
  return { id, userId: user.id, token }
}

/** All tokens, by id, without their secrets. */
export const listTokens = (reader: Reader): Promise<TokenRow[]> =>
  reader
    .selectFrom('token as t')
    .innerJoin('app_user as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.user_id as userId',
      'u.name as userName',
      'u.email as userEmail',
      't.label',
      't.operations',
      't.origins',
      't.created_at as createdAt',
      't.expires_at as expiresAt',
      't.revoked_at as revokedAt',
      't.last_used_at as lastUsedAt',
    ])
    .orderBy('t.id')
    .execute()

/**
 * Revokes a token; revoking twice changes nothing.
 * @throws Failure 404
 */
export async function revokeToken(tx: Tx, id: number): Promise<void> {
  const revoked = await tx
    .updateTable('token')
    .set({ revoked_at: sql<Date>`coalesce(revoked_at, now())` })
    .where('id', '=', id)
    .returning('user_id as userId')
    .executeTakeFirst()
  if (!revoked) throw notFound(generalErrors.notFound({ kind: 'token', id }))
  await recordSecurityEvent(tx, { event: 'tokenRevoked', ...revoked, detail: `token ${id}` })
}

/** Revokes all tokens of a user. */
export async function revokeTokensOf(tx: Tx, userId: number, now: Date): Promise<void> {
  const revoked = await tx
    .updateTable('token')
    .set({ revoked_at: now })
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .returning('id')
    .execute()
  for (const { id } of revoked)
    await recordSecurityEvent(tx, { event: 'tokenRevoked', userId, detail: `token ${id}` })
}
