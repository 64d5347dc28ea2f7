// What may be written of a lead in the back office, and how.
import { clientsOfCrmUser } from '../access/crm-user.sql.ts'
import { may, type Principal } from '../platform/auth/access.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type Detail, forbidden } from '../platform/http/errors.ts'
import { isUserOfClient } from './choices.sql.ts'
import type { Lead, LeadChange, LeadToMake } from './lead.office.schema.ts'
import { clientOfCategory } from './lead.sql.ts'

type Given = Omit<LeadChange, 'version'> | Omit<LeadToMake, 'clientId'>

/** Persons and companies are named only by who may see them. */
export function refuseContacts(principal: Principal, { contactIds, companyId }: Given): void {
  if ((contactIds !== undefined || companyId !== undefined) && !may(principal, '090300:access'))
    throw forbidden('The right 090300:access is needed.')
}

/**
 * Refuses what the given fields refer to and is not there, or not the client's; what the lead has already may stay.
 * @throws Failure 400 with every fault
 */
export async function checkReferences(tx: Tx, clientId: number, given: Given, lead?: Lead): Promise<void> {
  const faults: Detail[] = []
  const isNew = (field: 'ownerId' | 'nextStepUserId' | 'categoryId' | 'companyId') =>
    given[field] !== undefined && given[field] !== 0 && given[field] !== lead?.[field]
  if (given.state !== undefined && !(await stateExists(tx, given.state)))
    faults.push({ field: 'state', message: 'is not a state of leads' })
  if (isNew('ownerId') && !(await clientsOfCrmUser(tx, given.ownerId!)).includes(clientId))
    faults.push({ field: 'ownerId', message: 'is not a CRM user of the client' })
  if (isNew('nextStepUserId') && !(await isUserOfClient(tx, given.nextStepUserId!, clientId)))
    faults.push({ field: 'nextStepUserId', message: 'is not a user of the client' })
  if (isNew('categoryId') && (await clientOfCategory(tx, given.categoryId!))?.client_id !== clientId)
    faults.push({ field: 'categoryId', message: 'is not a lead category of the client' })
  if (isNew('companyId') && (await contactsAmong(tx, [given.companyId!], ['company'])).length === 0)
    faults.push({ field: 'companyId', message: 'is not the id of a company' })
  const wanted = [...new Set(given.contactIds ?? [])]
  if (wanted.length > 0) {
    const found = new Set(await contactsAmong(tx, wanted, ['person', 'company']))
    if (wanted.some((id) => !found.has(id)))
      faults.push({ field: 'contactIds', message: 'is not the id of a contact' })
  }
  if (faults.length > 0) throw badRequest(faults)
}

const stateExists = async (tx: Tx, state: string): Promise<boolean> =>
  (await tx.selectFrom('lead_state').select('state').where('state', '=', state).executeTakeFirst()) !==
  undefined

async function contactsAmong(tx: Tx, ids: number[], types: string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', 'in', ids)
    .where('contact_type', 'in', types)
    .execute()
  return rows.map(({ id }) => id)
}

const orNull = <T>(value: T | 0 | ''): T | null => (value === 0 || value === '' ? null : value)

/** The columns that the given fields stand for. */
const columnsOf = (given: Given, now: Date, lead?: Lead) => ({
  ...(given.name === undefined ? {} : { name: given.name.trim() }),
  ...(given.state === undefined || given.state === lead?.state ? {} : { state: given.state, state_at: now }),
  ...(given.ownerId === undefined ? {} : { owner_id: orNull(given.ownerId) }),
  ...(given.categoryId === undefined ? {} : { category_id: orNull(given.categoryId) }),
  ...(given.region === undefined ? {} : { region: given.region }),
  ...(given.sector === undefined ? {} : { sector: given.sector }),
  ...(given.size === undefined ? {} : { size: given.size }),
  ...(given.rating === undefined ? {} : { rating: given.rating }),
  ...(given.companyId === undefined ? {} : { company_id: orNull(given.companyId) }),
  ...(given.nextStep === undefined ? {} : { next_step: given.nextStep }),
  ...(given.nextStepOn === undefined ? {} : { next_step_on: orNull(given.nextStepOn) }),
  ...(given.nextStepUserId === undefined ? {} : { next_step_user_id: orNull(given.nextStepUserId) }),
})

export async function insertLead(tx: Tx, clientId: number, given: LeadToMake, now: Date): Promise<number> {
  const { id } = await tx
    .insertInto('lead')
    .values({ client_id: clientId, created_at: now, state_at: now, ...columnsOf(given, now) })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (given.contactIds) await linkContacts(tx, id, given.contactIds)
  return id
}

export async function changeLead(tx: Tx, lead: Lead, given: Given, now: Date): Promise<void> {
  const columns = columnsOf(given, now, lead)
  if (Object.keys(columns).length > 0)
    await tx.updateTable('lead').set(columns).where('id', '=', lead.id).execute()
  if (given.contactIds) await linkContacts(tx, lead.id, given.contactIds)
}

async function linkContacts(tx: Tx, leadId: number, contactIds: readonly number[]): Promise<void> {
  const wanted = [...new Set(contactIds)]
  await tx
    .deleteFrom('lead_contact')
    .where('lead_id', '=', leadId)
    .$if(wanted.length > 0, (links) => links.where('contact_id', 'not in', wanted))
    .execute()
  if (wanted.length === 0) return
  await tx
    .insertInto('lead_contact')
    .values(wanted.map((contact_id) => ({ lead_id: leadId, contact_id })))
    .onConflict((on) => on.doNothing())
    .execute()
}

/** Whether something of others hangs on a lead: tasks or participations. */
export async function isUsed(tx: Tx, leadId: number): Promise<boolean> {
  const [task, participation] = await Promise.all([
    tx.selectFrom('task').select('id').where('lead_id', '=', leadId).limit(1).executeTakeFirst(),
    tx.selectFrom('participation').select('id').where('lead_id', '=', leadId).limit(1).executeTakeFirst(),
  ])
  return task !== undefined || participation !== undefined
}

/** Deletes a lead that nothing else hangs on, with its logbook. */
export async function deleteLead(tx: Tx, leadId: number): Promise<void> {
  await tx.deleteFrom('logbook_entry').where('lead_id', '=', leadId).execute()
  await tx.deleteFrom('lead').where('id', '=', leadId).execute()
}
