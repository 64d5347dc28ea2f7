// Entries of the log as the back office shows them.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader } from '../platform/database.ts'
import { record } from '../platform/schema.ts'

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
  /** What the record is called now; '': it is gone, has no name, or the user may not see it. */
  subjectName: Type.String(),
  partName: Type.String(),
  /** The names of records that `before` and `after` hold the numbers of, by `column:number`. */
  names: Type.Record(Type.String(), Type.String()),
})

export const changes = (reader: Reader) =>
  reader
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

/** The moment at which a day begins, or so many days later. */
export const dayBegins = (day: string, plus: number, timeZone: string) =>
  sql<Date>`((${day}::date + ${plus}::int)::timestamp at time zone ${timeZone})`
