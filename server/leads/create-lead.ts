// Creates or changes a lead for POST /leads/createLead (decisions 8.1 to 8.3).
import { accessErrors } from '../access/access.errors.ts'
import { resolveClientOrError } from '../access/client.ts'
import { clientsOfCrmUser } from '../access/crm-user.sql.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import type { Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { leadErrors } from './lead.errors.ts'
import type { NewLead } from './lead.schema.ts'
import { clientOfCategory, findLeadContact, type LeadContact, lockLead } from './lead.sql.ts'

type Target = { leadId: number | undefined; clientId: number; contact: LeadContact }

/**
 * Creates a lead, or changes the lead of leadId and links the contact to it.
 * @returns the id of the lead
 * @throws Failure 400 with every unknown id, 403 for a client that the user does not belong to
 */
export async function saveLead(tx: Tx, principal: Principal, input: NewLead, now: Date): Promise<number> {
  const target = await findTarget(tx, principal, input)
  const { contact } = target
  const companyId = input.setCompanyContact ? contact.company_id : null
  const columns = {
    ...(input.leadCategory === undefined ? {} : { category_id: input.leadCategory }),
    ...(input.leadOwner === undefined ? {} : { owner_id: input.leadOwner }),
    ...(companyId === null ? {} : { company_id: companyId }),
  }
  const name = leadName(input)
  let leadId = target.leadId
  if (leadId === undefined) {
    const created = await tx
      .insertInto('lead')
      .values({
        client_id: target.clientId,
        name: name || fullName(contact.first_name, contact.last_name),
        ...columns,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    leadId = created.id
  } else {
    const changes = { ...columns, ...(name === '' ? {} : { name }) }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('lead').set(changes).where('id', '=', leadId).execute()
  }
  await tx
    .insertInto('lead_contact')
    .values({ lead_id: leadId, contact_id: contact.id })
    .onConflict((on) => on.doNothing())
    .execute()
  await logComment(tx, principal, input, { leadId, now })
  return leadId
}

async function findTarget(tx: Tx, principal: Principal, input: NewLead): Promise<Target> {
  const errors: FieldError[] = []
  const lead = input.leadId === undefined ? undefined : await lockLead(tx, principal, input.leadId)
  if (input.leadId !== undefined && !lead) errors.push({ field: 'leadId', ...leadErrors.unknownLead() })

  let clientId = lead?.client_id
  if (!lead || input.clientId !== undefined) {
    const client = await resolveClientOrError(principal, tx, input.clientId)
    if ('error' in client) errors.push(client.error)
    else if (lead && lead.client_id !== client.id)
      errors.push({ field: 'clientId', ...leadErrors.otherClient() })
    else clientId = client.id
  }
  const includesClient = (clients: number[]) =>
    clientId === undefined ? clients.length > 0 : clients.includes(clientId)

  const contact = await findLeadContact(tx, input.leadContact)
  if (!contact) errors.push({ field: 'leadContact', ...contactErrors.unknownContact() })
  if (input.leadCategory !== undefined) {
    const category = await clientOfCategory(tx, input.leadCategory)
    if (!includesClient(category ? [category.client_id] : []))
      errors.push({ field: 'leadCategory', ...leadErrors.unknownCategory() })
  }
  if (input.leadOwner !== undefined && !includesClient(await clientsOfCrmUser(tx, input.leadOwner)))
    errors.push({ field: 'leadOwner', ...accessErrors.notCrmUserOfClient() })

  if (errors.length > 0 || !contact || clientId === undefined) throw badRequest(errors)
  return { leadId: lead?.id, clientId, contact }
}

const fullName = (first: string, last: string): string =>
  [first, last].filter((part) => part.trim() !== '').join(' ')

/** The name of the lead in the request; '': none. */
export const leadName = ({ subject = '', company = '', firstName = '', lastName = '' }: NewLead): string =>
  [subject, company, fullName(firstName, lastName)].find((text) => text.trim() !== '') ?? ''

async function logComment(
  tx: Tx,
  principal: Principal,
  input: NewLead,
  context: { leadId: number; now: Date },
): Promise<void> {
  const text = input.leadComment ?? ''
  if (text.trim() === '') return
  const entry = { text, created_by: principal.userId, created_at: context.now }
  await tx
    .insertInto('logbook_entry')
    .values([
      { ...entry, lead_id: context.leadId },
      ...(input.useContactComment ? [{ ...entry, contact_id: input.leadContact }] : []),
    ])
    .execute()
}
