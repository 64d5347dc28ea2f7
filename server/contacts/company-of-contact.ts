// Links a contact to its company (decisions 4.3 and 4.8).

import { sql } from 'kysely'
import { contactErrors } from '../addresses/contact.errors.ts'
import { isPerson } from '../addresses/contact-types.ts'
import { resolveContactId } from '../addresses/merged-contact.sql.ts'
import { findCompanyByName } from '../companies/company.sql.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import type { FieldError } from '../platform/ground/errors.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import type { ContactChange } from './contact.schema.ts'

/** Assigns the default address to the new company of the contact, unless it belongs to another company. */
export async function moveDefaultAddress(
  tx: Tx,
  id: number,
  from: number | null,
  to: number | null,
): Promise<void> {
  await sql`
    update address set parent_contact_id = ${to} where contact_id = ${id} and is_default
      and (parent_contact_id is null or parent_contact_id = ${from})`.execute(tx)
}

/** Companies whose name no other one has, by the comparison key of the name. */
export async function findCompaniesByName(
  reader: Reader,
  names: readonly string[],
): Promise<Map<string, { id: number; name: string }>> {
  const keys = names.map(comparisonKey).filter((key) => key !== '')
  if (keys.length === 0) return new Map()
  const { rows } = await sql<{ key: string; id: number; name: string }>`
    select last_name_key as key, min(id) as id, min(last_name) as name from contact
    where contact_type = 'company' and last_name_key = any(${keys}::text[]) group by last_name_key having count(*) = 1`.execute(
    reader,
  )
  return new Map(rows.map(({ key, ...company }) => [key, company]))
}

type CompanyLink = { errors: FieldError[]; values: { company?: string; company_id?: number | null } }

/** The company of a change: by id, by name, or none (decisions 4.3, 4.8). */
export async function resolveCompany(tx: Tx, body: ContactChange, contactType: string): Promise<CompanyLink> {
  if (body.companyId) {
    const invalid = (error: ErrorText): CompanyLink => ({
      errors: [{ field: 'companyId', ...error }],
      values: {},
    })
    if (!isPerson(contactType)) return invalid(contactErrors.companyOfPersonOnly())
    const companyId = await resolveContactId(tx, body.companyId)
    const row = await tx
      .selectFrom('contact')
      .select('last_name_key')
      .where('id', '=', companyId)
      .where('contact_type', '=', 'company')
      .executeTakeFirst()
    if (!row) return invalid(contactErrors.unknownCompany())
    if (body.company && comparisonKey(body.company) !== row.last_name_key)
      return invalid(contactErrors.contradictoryCompany())
    return { errors: [], values: { company_id: companyId, company: '' } }
  }
  if (body.company) {
    const id = isPerson(contactType) ? await findCompanyByName(tx, body.company) : undefined
    return {
      errors: [],
      values: id ? { company_id: id, company: '' } : { company_id: null, company: body.company },
    }
  }
  // Removing the company by its id clears the text as well.
  if (body.company !== undefined || body.companyId !== undefined)
    return { errors: [], values: { company_id: null, company: '' } }
  return { errors: [], values: {} }
}
