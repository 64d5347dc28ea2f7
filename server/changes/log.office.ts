// The whole change log, newest first, by keyset pagination.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { momentIn } from '../platform/ground/clock.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { Id, IsoDate } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { csvStreamResponse } from '../platform/http/spreadsheet.ts'
import { runFileTask } from '../platform/runtime/worker-pool.ts'
import { ChangeLogEntry, LogAction, loadWholeChanges, selectChanges } from './change.rows.ts'
import { type LogLines, toLogCsv } from './log-csv.worker.ts'
import { addLabels } from './record-labels.ts'

const shortText = Type.Optional(Type.String({ maxLength: 50 }))

const filters = {
  userId: Type.Optional(Id),
  via: shortText,
  subject: shortText,
  subjectId: Type.Optional(Id),
  tableName: shortText,
  rowId: Type.Optional(Id),
  action: Type.Optional(LogAction),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
}
const Filters = Type.Object(filters)
type Filters = Static<typeof Filters>

/**
 * The range of the ids of a period, so that PostgreSQL can read the newest entries by id. `changed_at` is the start of the transaction,
 * and the id is assigned before its end: a day is added on both sides, because no transaction lasts longer.
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

/** The query of the newest entries. @param beforeId only entries before this one */
function selectNewest(
  reader: Reader,
  filter: Filters,
  { above, below }: Awaited<ReturnType<typeof idBounds>>,
  timeZone: string,
  beforeId: number | undefined,
  limit: number,
) {
  const { userId, via, subject, subjectId, tableName, rowId, action, from, to } = filter
  return selectChanges(reader)
    .$if(beforeId !== undefined, (q) => q.where('l.id', '<', String(beforeId)))
    .$if(above !== undefined, (q) => q.where('l.id', '>', above!))
    .$if(below !== undefined, (q) => q.where('l.id', '<', below!))
    .$if(userId !== undefined, (q) => q.where('l.user_id', '=', userId!))
    .$if(via !== undefined, (q) => q.where(sql<boolean>`starts_with(l.via, ${via})`))
    .$if(subject !== undefined, (q) => q.where('l.subject', '=', subject!))
    .$if(subjectId !== undefined, (q) => q.where('l.subject_id', '=', subjectId!))
    .$if(tableName !== undefined, (q) => q.where('l.table_name', '=', tableName!))
    .$if(rowId !== undefined, (q) => q.where('l.row_id', '=', rowId!))
    .$if(action !== undefined, (q) => q.where('l.action', '=', action!))
    .$if(from !== undefined, (q) => q.where('l.changed_at', '>=', startOfDay(from!, 0, timeZone)))
    .$if(to !== undefined, (q) => q.where('l.changed_at', '<', startOfDay(to!, 1, timeZone)))
    .orderBy('l.id', 'desc')
    .limit(limit)
}

const listLog = officeEndpoint({
  method: 'GET',
  path: '/change-log',
  right: 'admin',
  query: Type.Object({
    ...filters,
    /** Only entries before this one. */
    beforeId: Type.Optional(Type.Integer({ minimum: 1 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  response: Type.Array(ChangeLogEntry),
  handle: async ({ db, principal, query: { beforeId, perPage = 50, ...filter }, settings }) => {
    const bounds = await idBounds(db, filter, settings.timeZone)
    const newest = selectNewest(db, filter, bounds, settings.timeZone, beforeId, perPage)
    return addLabels(db, principal, await newest.execute())
  },
})

const entriesPerPage = 200
/** Entries are read together up to this size, so that other requests do not wait for them. */
const maxCharsAtOnce = 200_000

const exportColumns = [
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
]

/** The ids of entries in groups that are not too large together. */
function groupsBySize(entries: readonly { id: string; chars: number }[]): string[][] {
  const groups: string[][] = []
  let chars = Number.POSITIVE_INFINITY
  for (const entry of entries) {
    if (chars + entry.chars > maxCharsAtOnce) {
      groups.push([])
      chars = 0
    }
    groups.at(-1)!.push(entry.id)
    chars += entry.chars
  }
  return groups
}

const csvTimeoutMs = 60_000

async function* exportTexts(reader: Reader, filter: Filters, timeZone: string) {
  const bounds = await idBounds(reader, filter, timeZone)
  for (let beforeId: number | undefined; ; ) {
    const entries = await selectNewest(reader, filter, bounds, timeZone, beforeId, entriesPerPage)
      .clearSelect()
      .select([
        'l.id',
        sql<number>`coalesce(length(l.before::text), 0) + coalesce(length(l.after::text), 0)`.as('chars'),
      ])
      .execute()
    if (entries.length === 0) return
    for (const ids of groupsBySize(entries)) {
      const lines = (await loadWholeChanges(reader, ids)).map((entry) => toLines(entry, timeZone))
      const isLarge = lines.some(({ before, after }) => before.length + after.length > maxCharsAtOnce)
      yield isLarge
        ? await runFileTask<LogLines[], string>(toLogCsvTask, lines, csvTimeoutMs)
        : toLogCsv(lines)
    }
    beforeId = Number(entries.at(-1)!.id)
  }
}

const toLogCsvTask = { file: new URL('./log-csv.worker.ts', import.meta.url), name: 'toLogCsv' }

const toLines = (
  { before, after, ...entry }: Awaited<ReturnType<typeof loadWholeChanges>>[number],
  timeZone: string,
): LogLines => ({
  cells: [
    entry.id,
    momentIn(timeZone, new Date(entry.changedAt)),
    entry.actor.name,
    entry.via,
    entry.action,
    entry.tableName,
    entry.rowId,
    entry.subject,
    entry.subjectId,
  ],
  before,
  after,
})

const exportLog = officeEndpoint({
  method: 'GET',
  path: '/change-log/export',
  confirmed: true,
  right: 'admin',
  query: Type.Object({ ...filters, format: Type.Optional(Type.Literal('csv')) }),
  handle: ({ db, query: { format: _, ...filter }, settings, today }) =>
    csvStreamResponse(`changes-${today}`, exportColumns, exportTexts(db, filter, settings.timeZone)),
})

export const logOffice = [listLog, exportLog]
