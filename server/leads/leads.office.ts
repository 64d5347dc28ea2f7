// Leads in the back office.
import Type from 'typebox'
import { resolveClient } from '../access/client.ts'
import type { Principal } from '../platform/auth/principal.ts'
import { lockVersion } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { leadStatuses, readBoard } from './board.sql.ts'
import { leadErrors } from './lead.errors.ts'
import {
  BoardColumn,
  ClientOptions,
  Lead,
  LeadChange,
  LeadStatus,
  LogbookEntry,
  leadFilters,
  NewLeadBody,
  NewLogbookEntry,
} from './lead.office.schema.ts'
import { findLead, leadRows, leadSorts } from './lead.rows.ts'
import { lockLead } from './lead.sql.ts'
import {
  assertMayNameContacts,
  deleteLead,
  insertLead,
  isUsed,
  updateLead,
  validateReferences,
} from './lead.write.ts'
import { insertLogbookEntry, logbookOf } from './logbook.sql.ts'
import { leadOptions } from './options.sql.ts'

const params = Type.Object({ leadId: Id })
const readRight = 'lead:access'
// A change returns the lead.
const writeRights = [readRight, 'lead:edit'] as const

const leadNotFound = (id: number) => notFound(generalErrors.notFound({ kind: 'lead', id }))

async function loadLead(reader: Reader, principal: Principal, leadId: number): Promise<Lead> {
  const lead = await findLead(reader, principal, leadId)
  if (!lead) throw leadNotFound(leadId)
  return lead
}

const listLeads = officeEndpoint({
  method: 'GET',
  path: '/leads',
  right: readRight,
  query: listQuery({ sorts: Object.keys(leadSorts), filters: leadFilters }),
  response: Type.Array(Lead),
  handle: ({ db, principal, query, settings }) =>
    selectPage(
      db,
      leadRows(db, principal, query, settings.timeZone),
      { ...(query.sort === undefined ? { order: 'desc' } : {}), ...query },
      leadSorts,
      'lead.id',
    ),
})

const getBoard = officeEndpoint({
  method: 'GET',
  path: '/leads/board',
  right: readRight,
  query: Type.Object(leadFilters),
  response: Type.Array(BoardColumn),
  handle: ({ db, principal, query, settings, today }) =>
    readBoard(db, principal, query, settings.timeZone, today),
})

const listStatuses = officeEndpoint({
  method: 'GET',
  path: '/lead-statuses',
  response: Type.Array(LeadStatus),
  handle: ({ db }) => leadStatuses(db),
})

const listOptions = officeEndpoint({
  method: 'GET',
  path: '/lead-options',
  response: Type.Array(ClientOptions),
  handle: ({ db, principal }) => leadOptions(db, principal),
})

const getLead = officeEndpoint({
  method: 'GET',
  path: '/leads/{leadId}',
  right: readRight,
  params,
  response: Type.Array(Lead),
  handle: async ({ db, principal, params: { leadId } }) => [await loadLead(db, principal, leadId)],
})

const createLead = officeEndpoint({
  method: 'POST',
  path: '/leads',
  right: writeRights,
  body: NewLeadBody,
  response: Type.Array(Lead),
  handle: async ({ tx, principal, body: { clientId: requestedClientId, ...input }, now }) => {
    assertMayNameContacts(principal, input)
    const clientId = await resolveClient(principal, tx, requestedClientId)
    await validateReferences(tx, clientId, input)
    return [await loadLead(tx, principal, await insertLead(tx, clientId, input, now))]
  },
})

const editLead = officeEndpoint({
  method: 'PATCH',
  path: '/leads/{leadId}',
  right: writeRights,
  params,
  body: LeadChange,
  response: Type.Array(Lead),
  handle: async ({ tx, principal, params: { leadId }, body: { version, ...input }, now }) => {
    if (!(await lockLead(tx, principal, leadId))) throw leadNotFound(leadId)
    assertMayNameContacts(principal, input)
    await lockVersion(tx, 'lead', leadId, version)
    const lead = await loadLead(tx, principal, leadId)
    await validateReferences(tx, lead.clientId, input, lead)
    await updateLead(tx, lead, input, now)
    return [await loadLead(tx, principal, leadId)]
  },
})

const removeLead = officeEndpoint({
  method: 'DELETE',
  path: '/leads/{leadId}',
  right: writeRights,
  params,
  handle: async ({ tx, principal, params: { leadId } }) => {
    if (!(await lockLead(tx, principal, leadId))) throw leadNotFound(leadId)
    if (await isUsed(tx, leadId)) throw conflict(leadErrors.inUse())
    await deleteLead(tx, leadId)
    return []
  },
})

const listLogbookEntries = officeEndpoint({
  method: 'GET',
  path: '/leads/{leadId}/logbook-entries',
  right: readRight,
  params,
  response: Type.Array(LogbookEntry),
  handle: async ({ db, principal, params: { leadId } }) => {
    await loadLead(db, principal, leadId)
    return logbookOf(db, principal, { lead_id: leadId }).limit(1000).execute()
  },
})

const createLogbookEntry = officeEndpoint({
  method: 'POST',
  path: '/leads/{leadId}/logbook-entries',
  right: writeRights,
  params,
  body: NewLogbookEntry,
  response: Type.Array(LogbookEntry),
  handle: async ({ tx, principal, params: { leadId }, body, now }) => {
    if (!(await lockLead(tx, principal, leadId))) throw leadNotFound(leadId)
    const id = await insertLogbookEntry(tx, { lead_id: leadId }, body, principal, now)
    return logbookOf(tx, principal, { lead_id: leadId }).where('e.id', '=', id).execute()
  },
})

export const leadsOffice = [
  listLeads,
  getBoard,
  listStatuses,
  listOptions,
  getLead,
  createLead,
  editLead,
  removeLead,
  listLogbookEntries,
  createLogbookEntry,
]
