// The log of changes, of one record and as a whole.
import { sql } from 'kysely'
import Type from 'typebox'
import { may, type Principal } from '../platform/access.ts'
import { officeEndpoint } from '../platform/endpoint.ts'
import { forbidden } from '../platform/errors.ts'
import { listQuery, pageOf } from '../platform/list.ts'
import { Id, IsoDate, record } from '../platform/schema.ts'

const Columns = Type.Record(Type.String(), Type.Unknown())

export const Change = record({
  id: Type.Integer(),
  at: Type.String(),
  /** id 0, name "": no user of Kontor; `via` tells by which way it was changed. */
  actor: record({ id: Type.Integer(), name: Type.String() }),
  via: Type.String(),
  action: Type.Enum(['insert', 'update', 'delete']),
  relation: Type.String(),
  recordId: Type.Integer(),
  subject: Type.String(),
  subjectId: Type.Integer(),
  contactId: Type.Integer(),
  dateId: Type.Integer(),
  before: Columns,
  after: Columns,
})

/** The right that shows a subject's changes; those that are not named are the administrators'. */
const rightOf: Record<string, string | undefined> = {
  contact: '090300:access',
  participation: '090300:access',
  lead: '',
  task: '',
  event: '',
  date: '',
  catalog: '',
  category: '',
  trainer: '',
  file: '',
  article: '100100',
  invoice_confirmation: '100400',
}

function refuse(principal: Principal, subject: string | undefined): void {
  const right = subject === undefined ? 'admin' : (rightOf[subject] ?? 'admin')
  if (right !== '' && !may(principal, right)) throw forbidden(`The right ${right} is needed.`)
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
      relation: Type.Optional(Type.String({ maxLength: 50 })),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
      /** Only what came after this change. */
      after: Type.Optional(Type.Integer({ minimum: 0 })),
    },
  }),
  response: Type.Array(Change),
  handle: ({ db, principal, query, settings }) => {
    refuse(principal, query.subject)
    const moment = (day: string, plus: number) =>
      sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${settings.timeZone})`
    const rows = db
      .selectFrom('change_log as l')
      .leftJoin('app_user as u', 'u.id', 'l.user_id')
      .select([
        sql<number>`l.id::float8`.as('id'),
        sql<string>`to_json(l.at) #>> '{}'`.as('at'),
        sql<{
          id: number
          name: string
        }>`json_build_object('id', coalesce(l.user_id, 0), 'name', coalesce(u.name, ''))`.as('actor'),
        'l.via',
        sql<'insert' | 'update' | 'delete'>`l.action`.as('action'),
        'l.relation',
        'l.record_id as recordId',
        'l.subject',
        'l.subject_id as subjectId',
        sql<number>`coalesce(l.contact_id, 0)`.as('contactId'),
        sql<number>`coalesce(l.date_id, 0)`.as('dateId'),
        sql<Record<string, unknown>>`coalesce(l.before, '{}')`.as('before'),
        sql<Record<string, unknown>>`coalesce(l.after, '{}')`.as('after'),
      ])
      // Leads and tasks are their clients' alone.
      .$if(query.subject === 'lead' || query.subject === 'task', (q) =>
        q.where(
          sql<boolean>`exists (select from ${sql.table(query.subject!)} r where r.id = l.subject_id and r.client_id = any(${principal.clientIds}::int[]))`,
        ),
      )
      .$if(query.subject !== undefined, (q) => q.where('l.subject', '=', query.subject!))
      .$if(query.subjectId !== undefined, (q) => q.where('l.subject_id', '=', query.subjectId!))
      .$if(query.contactId !== undefined, (q) => q.where('l.contact_id', '=', query.contactId!))
      .$if(query.dateId !== undefined, (q) => q.where('l.date_id', '=', query.dateId!))
      .$if(query.userId !== undefined, (q) => q.where('l.user_id', '=', query.userId!))
      .$if(query.relation !== undefined, (q) => q.where('l.relation', '=', query.relation!))
      .$if(query.from !== undefined, (q) => q.where('l.at', '>=', moment(query.from!, 0)))
      .$if(query.to !== undefined, (q) => q.where('l.at', '<', moment(query.to!, 1)))
      .$if(query.after !== undefined, (q) => q.where('l.id', '>', String(query.after)))
    return pageOf(db, rows, { order: 'desc', ...query }, { id: sql`l.id` }, 'l.id')
  },
})

export const changeEndpoints = [listChanges]
