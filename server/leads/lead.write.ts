// Validates and writes leads of the back office.
import { accessErrors } from '../access/access.errors.ts'
import { clientsOfCrmUser } from '../access/crm-user.sql.ts'
import { contactErrors } from '../addresses/contact.errors.ts'
import { assertRights, type Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { fields, id, timestamp } from '../platform/database/fields.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { leadErrors } from './lead.errors.ts'
import { type Lead, type LeadChange, leadFields, type NewLeadBody } from './lead.office.schema.ts'
import { clientOfCategory } from './lead.sql.ts'
import { isUserOfClient } from './options.sql.ts'

type LeadInput = Omit<LeadChange, 'version'> | Omit<NewLeadBody, 'clientId'>

/** Setting company or contacts requires the right to see contacts. */
export function assertMayNameContacts(principal: Principal, { contactIds, companyId }: LeadInput): void {
  if (contactIds !== undefined || companyId !== undefined) assertRights(principal, ['090300:access'])
}

/**
 * Validates the records that the input refers to. References that the lead has already are not checked again.
 * @throws Failure 400 with all errors
 */
export async function validateReferences(
  tx: Tx,
  clientId: number,
  input: LeadInput,
  lead?: Lead,
): Promise<void> {
  const errors: FieldError[] = []
  const isNew = (field: 'ownerId' | 'nextStepAssigneeId' | 'categoryId' | 'companyId') =>
    input[field] !== undefined && input[field] !== 0 && input[field] !== lead?.[field]
  if (input.status !== undefined && !(await statusExists(tx, input.status)))
    errors.push({ field: 'status', ...leadErrors.unknownStatus() })
  if (isNew('ownerId') && !(await clientsOfCrmUser(tx, input.ownerId!)).includes(clientId))
    errors.push({ field: 'ownerId', ...accessErrors.notCrmUserOfClient() })
  if (isNew('nextStepAssigneeId') && !(await isUserOfClient(tx, input.nextStepAssigneeId!, clientId)))
    errors.push({ field: 'nextStepAssigneeId', ...accessErrors.notUserOfClient() })
  if (isNew('categoryId') && (await clientOfCategory(tx, input.categoryId!))?.client_id !== clientId)
    errors.push({ field: 'categoryId', ...leadErrors.unknownCategory() })
  if (isNew('companyId') && (await findExistingContacts(tx, [input.companyId!], ['company'])).length === 0)
    errors.push({ field: 'companyId', ...contactErrors.unknownCompany() })
  const wanted = [...new Set(input.contactIds ?? [])]
  if (wanted.length > 0) {
    const found = new Set(await findExistingContacts(tx, wanted, ['person', 'company']))
    if (wanted.some((id) => !found.has(id)))
      errors.push({ field: 'contactIds', ...contactErrors.unknownContact() })
  }
  if (errors.length > 0) throw badRequest(errors)
}

const statusExists = async (tx: Tx, status: string): Promise<boolean> =>
  (await tx.selectFrom('lead_status').select('status').where('status', '=', status).executeTakeFirst()) !==
  undefined

async function findExistingContacts(tx: Tx, ids: number[], types: string[]): Promise<number[]> {
  const rows = await tx
    .selectFrom('contact')
    .select('id')
    .where('id', 'in', ids)
    .where('contact_type', 'in', types)
    .execute()
  return rows.map(({ id }) => id)
}

const storedFields = {
  ...leadFields,
  ...fields({ clientId: id, statusChangedAt: timestamp, createdAt: timestamp }),
}

export async function insertLead(tx: Tx, clientId: number, input: NewLeadBody, now: Date): Promise<number> {
  const at = now.toISOString()
  const leadId = await insertRow(tx, 'lead', storedFields, {
    ...input,
    clientId,
    createdAt: at,
    statusChangedAt: at,
  })
  if (input.contactIds) await linkContacts(tx, leadId, input.contactIds)
  return leadId
}

export async function updateLead(tx: Tx, lead: Lead, input: LeadInput, now: Date): Promise<void> {
  const isMoved = input.status !== undefined && input.status !== lead.status
  await updateRow(tx, 'lead', storedFields, lead.id, {
    ...input,
    ...(isMoved && { statusChangedAt: now.toISOString() }),
  })
  if (input.contactIds) await linkContacts(tx, lead.id, input.contactIds)
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

/** Whether a task or a booking refers to the lead. */
export async function isUsed(tx: Tx, leadId: number): Promise<boolean> {
  const [task, booking] = await Promise.all([
    tx.selectFrom('task').select('id').where('lead_id', '=', leadId).limit(1).executeTakeFirst(),
    tx.selectFrom('booking').select('id').where('lead_id', '=', leadId).limit(1).executeTakeFirst(),
  ])
  return task !== undefined || booking !== undefined
}

/** Deletes a lead with its logbook. */
export async function deleteLead(tx: Tx, leadId: number): Promise<void> {
  await tx.deleteFrom('logbook_entry').where('lead_id', '=', leadId).execute()
  await tx.deleteFrom('lead').where('id', '=', leadId).execute()
}
