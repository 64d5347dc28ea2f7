// How many visitors want to be told of new dates of an event, for staff.
import Type from 'typebox'
import { Count, Id, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { countAlerts } from './date-alerts.sql.ts'

export const dateAlertsOffice = [
  officeEndpoint({
    method: 'GET',
    path: '/events/{eventId}/date-alerts',
    params: Type.Object({ eventId: Id }),
    response: Type.Array(record({ count: Count })),
    handle: async ({ db, params: { eventId } }) => [{ count: await countAlerts(db, eventId) }],
  }),
]
