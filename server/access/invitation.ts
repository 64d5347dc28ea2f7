// Invitations: a link that lets a user set a password, once.
import { tokenHash } from '../platform/auth/principal.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import { newSecret } from '../platform/auth/session.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { accessErrors } from './access.errors.ts'

const invitationLifetimeMs = 7 * 24 * 3_600_000

/** Creates an invitation and expires the user's earlier ones. @returns the path of its link */
export async function createInvitation(tx: Tx, userId: number, now: Date): Promise<string> {
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
      expires_at: new Date(now.getTime() + invitationLifetimeMs),
    })
    .execute()
  await recordSecurityEvent(tx, { event: 'invited', userId })
  return `/office/#/invitation/${secret}`
}

/** The user whom an invitation is for. @throws Failure 404 if it was used, has expired or does not exist */
export async function findInvitation(reader: Reader, secret: string, now: Date) {
  const found = await reader
    .selectFrom('invitation as i')
    .innerJoin('app_user as u', 'u.id', 'i.user_id')
    .select(['i.id', 'u.id as userId', 'u.email', 'u.name', 'u.totp_confirmed as hasSecondFactor'])
    .where('i.hash', '=', tokenHash(secret))
    .where('i.used_at', 'is', null)
    .where('i.expires_at', '>', now)
    .where('u.locked_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound(accessErrors.invitationInvalid())
  return found
}

/** Marks an invitation as used; of two concurrent requests only one succeeds. @throws Failure 404 */
export async function redeemInvitation(tx: Tx, id: number, now: Date): Promise<void> {
  const { numUpdatedRows } = await tx
    .updateTable('invitation')
    .set({ used_at: now })
    .where('id', '=', id)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw notFound(accessErrors.invitationInvalid())
}
