// The log of changes as a whole: newest first, filtered, however many millions there are.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { Id, IsoDate } from '../platform/http/schema.ts'
import { startOfDay } from '../platform/runtime/days.ts'
import { type Cell, spreadsheetResponse } from '../platform/runtime/spreadsheet.ts'
import { ChangeLogEntry, selectChanges } from './change.rows.ts'
import { addNames } from './record-names.ts'

const shortText = Type.Optional(Type.String({ maxLength: 50 }))
const Action = Type.Unsafe<'insert' | 'update' | 'delete'>(Type.Enum(['insert', 'update', 'delete']))

const filters = {
  userId: Type.Optional(Id),
  via: shortText,
  subject: shortText,
  subjectId: Type.Optional(Id),
  relation: shortText,
  recordId: Type.Optional(Id),
  action: Type.Optional(Action),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
}
const Filters = Type.Object(filters)
type Filters = Static<typeof Filters>

/**
 * The numbers that entries of these days have at most, and more than: so that the newest first can be found by number alone.
 * An entry's time is when its transaction began, its number was given until its end: no transaction lasts a day.
 */
async function idBounds(reader: Reader, { from, to }: Filters, timeZone: string) {
  const [first, last] = await Promise.all([
    from === undefined
      ? undefined
      : reader
          .selectFrom('change_log')
          .select('id')
          .where('changed_at', '<', startOfDay(from, -1, timeZone))
          .orderBy('changed_at', 'desc')
          .limit(1)
          .executeTakeFirst(),
    to === undefined
      ? undefined
      : reader
          .selectFrom('change_log')
          .select('id')
          .where('changed_at', '>=', startOfDay(to, 2, timeZone))
          .orderBy('changed_at')
          .limit(1)
          .executeTakeFirst(),
  ])
  return { above: first?.id, below: last?.id }
}

/** The newest entries, those before a number alone where one is given. */
async function loadNewest(
  reader: Reader,
  filter: Filters,
  timeZone: string,
  before: number | undefined,
  limit: number,
) {
  const { above, below } = await idBounds(reader, filter, timeZone)
  const { userId, via, subject, subjectId, relation, recordId, action, from, to } = filter
  return selectChanges(reader)
    .$if(before !== undefined, (q) => q.where('l.id', '<', String(before)))
    .$if(above !== undefined, (q) => q.where('l.id', '>', above!))
    .$if(below !== undefined, (q) => q.where('l.id', '<', below!))
    .$if(userId !== undefined, (q) => q.where('l.user_id', '=', userId!))
    .$if(via !== undefined, (q) => q.where(sql<boolean>`starts_with(l.via, ${via})`))
    .$if(subject !== undefined, (q) => q.where('l.subject', '=', subject!))
    .$if(subjectId !== undefined, (q) => q.where('l.subject_id', '=', subjectId!))
    .$if(relation !== undefined, (q) => q.where('l.table_name', '=', relation!))
    .$if(recordId !== undefined, (q) => q.where('l.row_id', '=', recordId!))
    .$if(action !== undefined, (q) => q.where('l.action', '=', action!))
    .$if(from !== undefined, (q) => q.where('l.changed_at', '>=', startOfDay(from!, 0, timeZone)))
    .$if(to !== undefined, (q) => q.where('l.changed_at', '<', startOfDay(to!, 1, timeZone)))
    .orderBy('l.id', 'desc')
    .limit(limit)
    .execute()
}

const listLog = officeEndpoint({
  method: 'GET',
  path: '/log',
  right: 'admin',
  query: Type.Object({
    ...filters,
    /** Only older ones: the number of the last entry that is known. */
    before: Type.Optional(Type.Integer({ minimum: 1 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  response: Type.Array(ChangeLogEntry),
  handle: async ({ db, principal, query: { before, perPage = 50, ...filter }, settings }) =>
    addNames(db, principal, await loadNewest(db, filter, settings.timeZone, before, perPage)),
})

const maxEntries = 50_000

const toCell = (value: unknown): Cell =>
  value === undefined || value === null
    ? ''
    : typeof value === 'object'
      ? JSON.stringify(value)
      : (value as Cell)

const exportLog = officeEndpoint({
  method: 'GET',
  path: '/log.csv',
  right: 'admin',
  query: Filters,
  handle: async ({ db, query, settings, today }) => {
    const entries = await loadNewest(db, query, settings.timeZone, undefined, maxEntries)
    return spreadsheetResponse({
      name: `changes-${today}`,
      format: 'csv',
      columns: [
        'id',
        'at',
        'user',
        'via',
        'action',
        'table',
        'record',
        'subject',
        'subjectId',
        'column',
        'before',
        'after',
      ],
      rows: entries.flatMap(({ before, after, ...entry }) =>
        [...new Set([...Object.keys(before), ...Object.keys(after)])].map((column) => [
          entry.id,
          entry.at,
          entry.actor.name,
          entry.via,
          entry.action,
          entry.relation,
          entry.recordId,
          entry.subject,
          entry.subjectId,
          column,
          toCell(before[column]),
          toCell(after[column]),
        ]),
      ),
    })
  },
})

export const logOffice = [listLog, exportLog]
