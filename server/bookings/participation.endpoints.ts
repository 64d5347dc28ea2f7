// Interface: GET /participations/search/cid/{contactId}/{searchPeriod}.
import Type from 'typebox'
import { findMergeTarget } from '../addresses/merged-contact.sql.ts'
import { addMonths } from '../platform/ground/clock.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { Participation } from './participation.schema.ts'
import { findParticipationsOfContact } from './participation.sql.ts'

export const searchParticipations = endpoint({
  method: 'GET',
  path: '/participations/search/cid/{contactId}/{searchPeriod}',
  id: 'searchParticipations',
  tag: 'Participations',
  summary: 'List the event participations of a contact within a period',
  description:
    'Participations in dates that start within today plus or minus `searchPeriod` calendar months, both ends included, by date. ' +
    'A day that a month lacks becomes its last day.',
  params: record(
    described(
      { contactId: Id, searchPeriod: Type.Integer({ minimum: 0, maximum: 1200 }) },
      { contactId: 'Id of the contact', searchPeriod: 'Months before and after today' },
    ),
  ),
  response: Type.Array(Participation),
  examples: {
    params: { contactId: 904, searchPeriod: 3 },
    response: [
      {
        date: '2026-10-12',
        eventName: 'Projektmanagement Grundlagen',
        articleNo: 'PM-101',
        partStatus: 'booked',
        partId: 12,
        dateId: 741,
      },
    ],
  },
  handle: async ({ db, params: { contactId, searchPeriod }, today }) => {
    const window = { from: addMonths(today, -searchPeriod), to: addMonths(today, searchPeriod) }
    const found = await findParticipationsOfContact(db, contactId, window)
    if (found.length > 0) return found
    const into = await findMergeTarget(db, contactId)
    return into === undefined ? [] : findParticipationsOfContact(db, into, window)
  },
})

export const participationEndpoints = [searchParticipations]
