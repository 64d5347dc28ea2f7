// Invitations: a link that lets a user set a password, once.
import { tokenHash } from '../platform/auth/principal.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/http/errors.ts'

const inviteLifetimeMs = 7 * 24 * 3_600_000

/** Makes an invitation; the ones before it stop working. @returns the path of its link */
export async function createInvite(tx: Tx, userId: number, now: Date): Promise<string> {
  const secret = newSecret()
  await tx
    .updateTable('invitation')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute()
  await tx
    .insertInto('invitation')
    .values({
      user_id: userId,
      hash: tokenHash(secret),
      created_at: now,
      expires_at: new Date(now.getTime() + inviteLifetimeMs),
    })
    .execute()
  return `/office/#/invite/${secret}`
}

/** Whom an invitation is for. @throws Failure 404 where it was used, is over, or never was */
export async function findInvite(reader: Reader, secret: string, now: Date) {
  const found = await reader
    .selectFrom('invitation as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select(['i.id', 'u.id as userId', 'u.email', 'u.name'])
    .where('i.hash', '=', tokenHash(secret))
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('u.locked_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('This invitation was used before, or is over.')
  return found
}

/** Uses an invitation: of two requests at once, one does. @throws Failure 404 */
export async function redeemInvite(tx: Tx, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound('This invitation was used before, or is over.')
}
