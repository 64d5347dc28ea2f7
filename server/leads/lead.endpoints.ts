// Interface: POST /leads/createLead, GET /leads/search/cid/{contactid}, GET /leadCategories/findByClientId.
import Type from 'typebox'
import { resolveClient } from '../access/client.ts'
import { ClientQuery } from '../access/crm-user.schema.ts'
import { findMergeTarget, resolveContactId } from '../addresses/merged-contact.sql.ts'
import { hasRight } from '../platform/auth/principal.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { leadName, saveLead } from './create-lead.ts'
import { LeadCategory, LeadSummary, NewLead } from './lead.schema.ts'
import { categoriesOfClient, leadsOfContact, readLead } from './lead.sql.ts'

const tag = 'Leads and lookups'

export const createLead = endpoint({
  method: 'POST',
  path: '/leads/createLead',
  id: 'createLead',
  tag,
  summary: 'Create a lead that is linked to a contact',
  description:
    'With `leadId` the contact is linked to that lead, and the fields given change it. The name is the subject, else the company, ' +
    'else first and last name, else those of the contact. `leadComment` is written to the logbook of the lead, with ' +
    '`useContactComment` to that of the contact too; `setCompanyContact` links the contact’s company to the lead. Without the right to access contacts, a name taken from the ' +
    'contact is shown as its id.',
  body: NewLead,
  response: Type.Array(LeadSummary),
  examples: {
    body: {
      leadContact: 1204,
      firstName: 'Sabine',
      lastName: 'Lindner',
      company: 'Lindner Maschinenbau GmbH',
      leadCategory: 2,
      leadOwner: 3,
      leadComment: 'Bittet um ein Angebot für zwölf Teilnehmende, gern im Herbst.',
      clientId: 1,
      subject: 'Inhouse-Schulung Projektmanagement',
      setCompanyContact: true,
      useContactComment: true,
    },
    response: [
      {
        leadId: 18,
        name: 'Inhouse-Schulung Projektmanagement',
        sector: '',
        region: '',
        category: 'Inhouse-Seminare',
        processor: 'Katrin Vogel',
        size: 0,
        rating: 0,
      },
    ],
  },
  handle: async ({ tx, principal, body, now }) => {
    const leadContact = await resolveContactId(tx, body.leadContact)
    const leadId = await saveLead(tx, principal, { ...body, leadContact }, now)
    // A name that the request gives says nothing about the contact.
    const mayShowName = leadName(body) !== '' || hasRight(principal, '090300:access')
    return [await readLead(tx, leadId, mayShowName)]
  },
})

export const searchLeads = endpoint({
  method: 'GET',
  path: '/leads/search/cid/{contactid}',
  id: 'searchLeads',
  tag,
  summary: 'List the leads of a contact',
  description:
    'The leads of the contact in all clients of the token’s user, by id. A company’s include those linked by `setCompanyContact`. ' +
    'Without the right to access contacts, a lead that has the name of its contact or company shows its id instead.',
  params: record(described({ contactid: Id }, { contactid: 'Id of the contact or company' })),
  response: Type.Array(LeadSummary),
  examples: {
    params: { contactid: 1204 },
    response: [
      {
        leadId: 18,
        name: 'Inhouse-Schulung Projektmanagement',
        sector: 'Maschinenbau',
        region: 'Sachsen',
        category: 'Inhouse-Seminare',
        processor: 'Katrin Vogel',
        size: 120,
        rating: 4,
      },
    ],
  },
  handle: async ({ db, principal, params: { contactid } }) => {
    const found = await leadsOfContact(db, contactid, principal)
    if (found.length > 0) return found
    const into = await findMergeTarget(db, contactid)
    return into === undefined ? [] : leadsOfContact(db, into, principal)
  },
})

export const findLeadCategories = endpoint({
  method: 'GET',
  path: '/leadCategories/findByClientId',
  id: 'findLeadCategories',
  tag,
  summary: 'List the lead categories of a client',
  description: 'Without `clientId` the default client of the token’s user is taken.',
  input: ClientQuery,
  response: Type.Array(LeadCategory),
  examples: {
    query: { clientId: 1 },
    body: { clientId: 1 },
    response: [
      { categoryId: 1, categoryName: 'Offene Seminare' },
      { categoryId: 2, categoryName: 'Inhouse-Seminare' },
    ],
  },
  handle: async ({ db, principal, input }) =>
    categoriesOfClient(db, await resolveClient(principal, db, input.clientId)),
})

export const leadEndpoints = [createLead, searchLeads, findLeadCategories]
