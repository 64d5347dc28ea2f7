// The change log of a record. The whole log is in log.office.ts.
import { sql } from 'kysely'
import Type from 'typebox'
import { assertRights, hasRight, type Principal } from '../platform/auth/principal.ts'
import { rightToChanges } from '../platform/database/change-log.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { Id, IsoDate } from '../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { ChangeLogEntry, selectChanges } from './change.rows.ts'
import { logOffice } from './log.office.ts'
import { addLabels } from './record-labels.ts'
import { listSecurityEvents } from './security-events.office.ts'

function assertMayRead(principal: Principal, subject: string | undefined): void {
  const right = rightToChanges(subject)
  assertRights(principal, right === '' ? [] : [right])
}

const listChanges = officeEndpoint({
  method: 'GET',
  path: '/changes',
  query: listQuery({
    sorts: ['id'],
    filters: {
      subject: Type.Optional(Type.String({ maxLength: 50 })),
      subjectId: Type.Optional(Id),
      contactId: Type.Optional(Id),
      dateId: Type.Optional(Id),
      userId: Type.Optional(Id),
      /** Of a date: includes the changes of its bookings, with the right to bookings. */
      includeBookings: Type.Optional(Type.Boolean()),
      tableName: Type.Optional(Type.String({ maxLength: 50 })),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
      /** Only entries after this one. */
      afterId: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  }),
  response: Type.Array(ChangeLogEntry),
  handle: async ({ db, principal, query, settings }) => {
    const { subject, subjectId } = query
    assertMayRead(principal, subject)
    const withBookings =
      query.includeBookings === true &&
      subject === 'date' &&
      subjectId !== undefined &&
      hasRight(principal, 'booking:access')
    const rows = selectChanges(db)
      .$if(withBookings, (q) =>
        q.where(
          sql<boolean>`(l.subject = 'date' and l.subject_id = ${subjectId} or l.subject = 'booking' and l.date_id = ${subjectId})`,
        ),
      )
      // Leads and tasks are visible to users of their client.
      .$if(subject === 'lead' || subject === 'task', (q) =>
        q.where(
          sql<boolean>`exists (select from ${sql.table(subject!)} r where r.id = l.subject_id and r.client_id = any(${principal.clientIds}::int[]))`,
        ),
      )
      .$if(subject !== undefined && !withBookings, (q) => q.where('l.subject', '=', subject!))
      .$if(subjectId !== undefined && !withBookings, (q) => q.where('l.subject_id', '=', subjectId!))
      .$if(query.contactId !== undefined, (q) => q.where('l.contact_id', '=', query.contactId!))
      .$if(query.dateId !== undefined, (q) => q.where('l.date_id', '=', query.dateId!))
      .$if(query.userId !== undefined, (q) => q.where('l.user_id', '=', query.userId!))
      .$if(query.tableName !== undefined, (q) => q.where('l.table_name', '=', query.tableName!))
      .$if(query.from !== undefined, (q) =>
        q.where('l.changed_at', '>=', startOfDay(query.from!, 0, settings.timeZone)),
      )
      .$if(query.to !== undefined, (q) =>
        q.where('l.changed_at', '<', startOfDay(query.to!, 1, settings.timeZone)),
      )
      .$if(query.afterId !== undefined, (q) => q.where('l.id', '>', String(query.afterId)))
    const page = await selectPage(db, rows, { order: 'desc', ...query }, { id: sql`l.id` }, 'l.id')
    return new WithHeaders(await addLabels(db, principal, page.records), page.headers)
  },
})

export const changesOffice = [listChanges, ...logOffice, listSecurityEvents]
