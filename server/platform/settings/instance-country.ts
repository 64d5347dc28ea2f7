// The country of the instance: of addresses that name none, and of telephone numbers without a calling code.
import { sql } from 'kysely'
import type { Reader } from '../database/database.ts'
import { callingCodeOf } from '../ground/matching/phones.ts'

export const countrySetting = 'country'
export const defaultCountry = 'DE'

/** The country of the instance as an SQL expression. */
export const instanceCountryColumn = sql<string>`coalesce(
  (select nullif(value, '') from setting where name = ${sql.lit(countrySetting)}), ${sql.lit(defaultCountry)})`

/** The country of the instance, ISO 3166-1 alpha-2. */
export async function instanceCountry(reader: Reader): Promise<string> {
  const { rows } = await sql<{ country: string }>`select ${instanceCountryColumn} as country`.execute(reader)
  return rows[0]!.country
}

/** The calling code of numbers that name none; '': not known. */
export const homeCallingCode = async (reader: Reader): Promise<string> =>
  callingCodeOf(await instanceCountry(reader))
