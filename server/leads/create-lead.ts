// The rule of POST /leads/createLead: what makes a lead, and what changes one (decisions 8.1 to 8.3).
import { clientOrFault } from '../access/client.ts'
import { clientsOfCrmUser } from '../access/crm-user.sql.ts'
import type { Principal } from '../platform/auth/access.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type Detail } from '../platform/http/errors.ts'
import type { NewLead } from './lead.schema.ts'
import { clientOfCategory, findLeadContact, type LeadContact, lockLead } from './lead.sql.ts'

type Target = { leadId: number | undefined; clientId: number; contact: LeadContact }

/**
 * Makes a lead, or changes and links the one that leadId names.
 * @returns the id of the lead
 * @throws Failure 400 with every unknown id, 403 for a client that the user is not connected with
 */
export async function saveLead(tx: Tx, principal: Principal, wanted: NewLead, now: Date): Promise<number> {
  const target = await findTarget(tx, principal, wanted)
  const { contact } = target
  const companyId = wanted.setCompanyContact ? contact.company_id : null
  const given = {
    ...(wanted.leadCategory === undefined ? {} : { category_id: wanted.leadCategory }),
    ...(wanted.leadOwner === undefined ? {} : { owner_id: wanted.leadOwner }),
    ...(companyId === null ? {} : { company_id: companyId }),
  }
  const name = givenName(wanted)
  let leadId = target.leadId
  if (leadId === undefined) {
    const made = await tx
      .insertInto('lead')
      .values({
        client_id: target.clientId,
        name: name || fullName(contact.first_name, contact.last_name),
        ...given,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    leadId = made.id
  } else {
    const changes = { ...given, ...(name === '' ? {} : { name }) }
    if (Object.keys(changes).length > 0)
      await tx.updateTable('lead').set(changes).where('id', '=', leadId).execute()
  }
  await tx
    .insertInto('lead_contact')
    .values({ lead_id: leadId, contact_id: contact.id })
    .onConflict((on) => on.doNothing())
    .execute()
  await logComment(tx, principal, wanted, { leadId, now })
  return leadId
}

async function findTarget(tx: Tx, principal: Principal, wanted: NewLead): Promise<Target> {
  const faults: Detail[] = []
  const lead = wanted.leadId === undefined ? undefined : await lockLead(tx, principal, wanted.leadId)
  if (wanted.leadId !== undefined && !lead)
    faults.push({ field: 'leadId', message: 'is not the id of a lead' })

  let clientId = lead?.client_id
  if (!lead || wanted.clientId !== undefined) {
    const client = await clientOrFault(principal, tx, wanted.clientId)
    if ('fault' in client) faults.push(client.fault)
    else if (lead && lead.client_id !== client.id)
      faults.push({ field: 'clientId', message: 'is not the client of the lead' })
    else clientId = client.id
  }
  const ofClient = (clients: number[]) =>
    clientId === undefined ? clients.length > 0 : clients.includes(clientId)

  const contact = await findLeadContact(tx, wanted.leadContact)
  if (!contact) faults.push({ field: 'leadContact', message: 'is not the id of a contact' })
  if (wanted.leadCategory !== undefined) {
    const category = await clientOfCategory(tx, wanted.leadCategory)
    if (!ofClient(category ? [category.client_id] : []))
      faults.push({ field: 'leadCategory', message: 'is not a lead category of the client' })
  }
  if (wanted.leadOwner !== undefined && !ofClient(await clientsOfCrmUser(tx, wanted.leadOwner)))
    faults.push({ field: 'leadOwner', message: 'is not a CRM user of the client' })

  if (faults.length > 0 || !contact || clientId === undefined) throw badRequest(faults)
  return { leadId: lead?.id, clientId, contact }
}

const fullName = (first: string, last: string): string =>
  [first, last].filter((part) => part.trim() !== '').join(' ')

/** The name that the request gives to the lead, "" where it gives none. */
const givenName = ({ subject = '', company = '', firstName = '', lastName = '' }: NewLead): string =>
  [subject, company, fullName(firstName, lastName)].find((text) => text.trim() !== '') ?? ''

async function logComment(
  tx: Tx,
  principal: Principal,
  wanted: NewLead,
  at: { leadId: number; now: Date },
): Promise<void> {
  const text = wanted.leadComment ?? ''
  if (text.trim() === '') return
  const entry = { text, created_by: principal.userId, created_at: at.now }
  await tx
    .insertInto('logbook_entry')
    .values([
      { ...entry, lead_id: at.leadId },
      ...(wanted.useContactComment ? [{ ...entry, contact_id: wanted.leadContact }] : []),
    ])
    .execute()
}
