// Entries of the log as the back office shows them.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { record } from '../platform/http/schema.ts'

const Columns = Type.Record(Type.String(), Type.Unknown())
export type Columns = Static<typeof Columns>

/** What a record is called. */
export const RecordName = record({
  /** Its table. */
  kind: Type.String(),
  /** '': it has none, or the user may not see it. Of what was deleted, the last one. */
  name: Type.String(),
  /** Where it has one of its own. */
  nameEn: Type.String(),
  /** Of a date and its bookings: the first day. */
  day: Type.String(),
  isGone: Type.Boolean(),
})
export type RecordName = Static<typeof RecordName>

export const ChangeLogEntry = record({
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
  /** The record, and its part that the entry is of. */
  subjectNamed: RecordName,
  partNamed: RecordName,
  /** The records that `before` and `after` hold the numbers or keys of, by `column:number`. */
  names: Type.Record(Type.String(), RecordName),
  /** Of amounts, by the column that has it: an entry tells only what changed. */
  currencies: Type.Record(Type.String(), Type.String()),
})

export const selectChanges = (reader: Reader) =>
  reader
    .selectFrom('change_log as l')
    .leftJoin('app_user as u', 'u.id', 'l.user_id')
    .select([
      sql<number>`l.id::float8`.as('id'),
      sql<string>`to_json(l.changed_at) #>> '{}'`.as('at'),
      sql<{
        id: number
        name: string
      }>`json_build_object('id', coalesce(l.user_id, 0), 'name', coalesce(u.name, ''))`.as('actor'),
      'l.via',
      sql<'insert' | 'update' | 'delete'>`l.action`.as('action'),
      'l.table_name as relation',
      'l.row_id as recordId',
      'l.subject',
      'l.subject_id as subjectId',
      sql<number>`coalesce(l.contact_id, 0)`.as('contactId'),
      sql<number>`coalesce(l.date_id, 0)`.as('dateId'),
      sql<Record<string, unknown>>`coalesce(l.before, '{}')`.as('before'),
      sql<Record<string, unknown>>`coalesce(l.after, '{}')`.as('after'),
    ])
