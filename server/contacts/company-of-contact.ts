// The rule by which a contact is linked with its company (decisions 4.3 and 4.8).
import { sql } from 'kysely'
import { resolveContactId } from '../addresses/merged-contact.sql.ts'
import { findCompanyByName } from '../companies/company.sql.ts'
import type { Tx } from '../platform/database/database.ts'
import type { FieldError } from '../platform/http/errors.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import type { ContactChange } from './contact.schema.ts'

/** The default address belongs to the contact's company, as in a POST; one that belongs elsewhere stays there. */
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

type CompanyLink = { errors: FieldError[]; values: { company?: string; company_id?: number | null } }

/** What a change says of the company: its id, its name, or that there is none (decisions 4.3, 4.8). */
export async function resolveCompany(tx: Tx, body: ContactChange, contactType: string): Promise<CompanyLink> {
  const none: CompanyLink = { errors: [], values: {} }
  if (body.companyId) {
    const invalid = (message: string): CompanyLink => ({
      errors: [{ field: 'companyId', message }],
      values: {},
    })
    if (contactType !== 'person') return invalid('can be set for persons alone')
    const companyId = await resolveContactId(tx, body.companyId)
    const row = await tx
      .selectFrom('contact')
      .select('last_name_key')
      .where('id', '=', companyId)
      .where('contact_type', '=', 'company')
      .executeTakeFirst()
    if (!row) return invalid(`there is no company ${body.companyId}`)
    if (body.company && comparisonKey(body.company) !== row.last_name_key)
      return invalid('is another company than the one named in company')
    return { errors: [], values: { company_id: companyId, company: '' } }
  }
  if (body.company) {
    const id = contactType === 'person' ? await findCompanyByName(tx, body.company) : undefined
    return {
      errors: [],
      values: id ? { company_id: id, company: '' } : { company_id: null, company: body.company },
    }
  }
  if (body.company !== undefined) return { errors: [], values: { company_id: null, company: '' } }
  // Taking the company away by its id leaves no text behind.
  if (body.companyId !== undefined) return { errors: [], values: { company_id: null, company: '' } }
  return none
}
