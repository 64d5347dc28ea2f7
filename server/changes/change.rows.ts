// Entries of the change log in the back office.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { record } from '../platform/ground/schema.ts'

const Columns = Type.Record(Type.String(), Type.Unknown())
export type Columns = Static<typeof Columns>

/** The name of a record. */
export const RecordLabel = record({
  tableName: Type.String(),
  /** '': the record has no name, or the user may not see it. The last name of a deleted record. */
  name: Type.String(),
  /** The English name, if there is one. */
  nameEn: Type.String(),
  /** Of a date and its bookings. */
  startDate: Type.String(),
  isDeleted: Type.Boolean(),
})
export type RecordLabel = Static<typeof RecordLabel>

export const LogAction = Type.Unsafe<'insert' | 'update' | 'delete'>(
  Type.Enum(['insert', 'update', 'delete']),
)

export const ChangeLogEntry = record({
  id: Type.Integer(),
  changedAt: Type.String(),
  /** id 0, name '': no user of Kontor. `via` is the source of the change. */
  actor: record({ id: Type.Integer(), name: Type.String() }),
  via: Type.String(),
  action: LogAction,
  tableName: Type.String(),
  rowId: Type.Integer(),
  subject: Type.String(),
  subjectId: Type.Integer(),
  contactId: Type.Integer(),
  dateId: Type.Integer(),
  before: Columns,
  after: Columns,
  /** The record, and its row that was changed. */
  subjectLabel: RecordLabel,
  rowLabel: RecordLabel,
  /** The records that `before` and `after` refer to, by `column:id`. */
  labels: Type.Record(Type.String(), RecordLabel),
  /** The currencies of amounts by their columns, which `before` and `after` have only if they changed. */
  currencies: Type.Record(Type.String(), Type.String()),
})

/** Longer texts, such as those of imported mails, are shown in part. */
const maxShownChars = 5000

const shown = (column: string) => sql<Columns>`coalesce((
  select jsonb_object_agg(e.key, case when length(e.value #>> '{}') > ${sql.lit(maxShownChars)}
    then to_jsonb(left(e.value #>> '{}', ${sql.lit(maxShownChars)}) || '…') else e.value end)
  from jsonb_each(${sql.ref(column)}) e), '{}')`

const selectEntries = (reader: Reader) =>
  reader
    .selectFrom('change_log as l')
    .leftJoin('app_user as u', 'u.id', 'l.user_id')
    .select([
      sql<number>`l.id::float8`.as('id'),
      sql<string>`to_json(l.changed_at) #>> '{}'`.as('changedAt'),
      sql<{
        id: number
        name: string
      }>`json_build_object('id', coalesce(l.user_id, 0), 'name', coalesce(u.name, ''))`.as('actor'),
      'l.via',
      sql<'insert' | 'update' | 'delete'>`l.action`.as('action'),
      'l.table_name as tableName',
      'l.row_id as rowId',
      'l.subject',
      'l.subject_id as subjectId',
      sql<number>`coalesce(l.contact_id, 0)`.as('contactId'),
      sql<number>`coalesce(l.date_id, 0)`.as('dateId'),
    ])

export const selectChanges = (reader: Reader) =>
  selectEntries(reader).select([shown('l.before').as('before'), shown('l.after').as('after')])

/** The whole entries with these ids, newest first. Their values are JSON texts, which may be large. */
export const loadWholeChanges = (reader: Reader, ids: readonly string[]) =>
  selectEntries(reader)
    .select([
      sql<string>`coalesce(l.before, '{}')::text`.as('before'),
      sql<string>`coalesce(l.after, '{}')::text`.as('after'),
    ])
    .where('l.id', 'in', ids)
    .orderBy('l.id', 'desc')
    .execute()
