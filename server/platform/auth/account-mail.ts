// Tells users by mail what was done with their accounts, in case it was not they.
import type { Tx } from '../database/database.ts'
import type { Settings } from '../settings/settings.ts'

/** The causes of mail to accounts; `server/mail/account-mail.ts` has the texts. */
export type AccountEvent =
  | 'passwordSet'
  | 'secondFactorSet'
  | 'secondFactorRemoved'
  | 'tokenCreated'
  | 'invited'
  | 'addressChanged'
  | 'dataExported'

/**
 * Puts a mail to the user into the outbox, if a mail server is configured.
 * @param recipient left out: the user's address
 */
export async function notifyAccount(
  tx: Tx,
  settings: Pick<Settings, 'mail'>,
  userId: number,
  event: AccountEvent,
  recipient?: string,
): Promise<void> {
  if (!settings.mail) return
  const { email } = await tx
    .selectFrom('app_user')
    .select('email')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('outbox_mail')
    .values({ kind: 'account', recipient: recipient ?? email, data: JSON.stringify({ event }) })
    .execute()
}
