// Recipients before a message is written: their names, and whether mail reaches them.
import Type, { type Static } from 'typebox'
import { findBounced } from '../mail/bounced-address.sql.ts'
import type { Reader } from '../platform/database/database.ts'
import { type Language, languages } from '../platform/ground/language.ts'
import { record } from '../platform/ground/schema.ts'
import { emailKey } from '../platform/ground/text.ts'
import { type MessageRecipient, nameOf } from './recipients.ts'
import { hasSeats, type Role, roles } from './roles.ts'

/** A recipient as a dialog shows them. */
export const ShownRecipient = record({
  /** '': the user may not see who it is. */
  name: Type.String(),
  role: Type.Unsafe<Role>(Type.Enum([...roles])),
  /** '': there is no address, so that the office has to call. */
  email: Type.String(),
  language: Type.Unsafe<Language>(Type.Enum([...languages])),
  /** Mail to the address came back. */
  isBounced: Type.Boolean(),
})
export type ShownRecipient = Static<typeof ShownRecipient>

/**
 * @param seesPersons whether the user may see participants and orderers
 * @returns a function that shows one of the recipients
 */
export async function showRecipients(
  reader: Reader,
  recipients: readonly MessageRecipient[],
  seesPersons: boolean,
): Promise<(recipient: MessageRecipient) => ShownRecipient> {
  const addresses = [...new Set(recipients.map(({ addressee }) => addressee.email).filter(Boolean))]
  const bounced = new Set((await findBounced(reader, addresses)).map(({ address }) => emailKey(address)))
  return ({ addressee, role, language }) => {
    const { email } = addressee
    const isShown = seesPersons || !hasSeats(role)
    return {
      name: isShown ? nameOf(addressee) : '',
      role,
      email: isShown || email === '' ? email : '…',
      language,
      isBounced: bounced.has(emailKey(email)),
    }
  }
}
