// The country of the instance: of addresses that name none, and of telephone numbers without a calling code.
import type { Reader } from '../database/database.ts'
import { callingCodeOf } from '../ground/matching/phones.ts'

export const countrySetting = 'country'
export const defaultCountry = 'DE'

/** The country of the instance, ISO 3166-1 alpha-2. */
export async function instanceCountry(reader: Reader): Promise<string> {
  const row = await reader
    .selectFrom('setting')
    .select('value')
    .where('name', '=', countrySetting)
    .executeTakeFirst()
  return row?.value || defaultCountry
}

/** The calling code of numbers that name none; '': not known. */
export const homeCallingCode = async (reader: Reader): Promise<string> =>
  callingCodeOf(await instanceCountry(reader))
