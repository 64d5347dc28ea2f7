// The first e-mail address and the first phones of a contact: nothing has to be looked up before they are written.
import type { Tx } from '../platform/database.ts'
import { fold } from '../platform/text.ts'
import { type GivenPhone, type GivenPhones, phoneTypes } from './address.schema.ts'

/** Adds the default e-mail address of a contact that has none. */
export async function insertEmail(
  tx: Tx,
  contactId: number,
  addressId: number,
  email: string,
): Promise<void> {
  await tx
    .insertInto('email_address')
    .values({
      contact_id: contactId,
      address_id: addressId,
      email,
      email_key: fold(email),
      is_default: true,
    })
    .execute()
}

/** Whether a phone says nothing; then it is as if it were null. */
export const isEmptyPhone = (phone: GivenPhone | null): boolean =>
  !phone || !(phone.countryCode || phone.areaCode || phone.number)

/** Adds the default phones of a contact that has none. */
export async function insertPhones(
  tx: Tx,
  contactId: number,
  addressId: number,
  given: GivenPhones,
): Promise<void> {
  const rows = phoneTypes
    .filter((type) => !isEmptyPhone(given[type] ?? null))
    .map((type) => ({
      contact_id: contactId,
      address_id: addressId,
      type,
      is_default: true,
      country_code: given[type]?.countryCode ?? '',
      area_code: given[type]?.areaCode ?? '',
      number: given[type]?.number ?? '',
    }))
  if (rows.length > 0) await tx.insertInto('phone').values(rows).execute()
}
