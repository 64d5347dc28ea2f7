// The rows of an import with their outcomes, and the file of the errors.

import { type RawBuilder, sql } from 'kysely'
import Type from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import { importErrors } from './import.errors.ts'
import { assertStatus, type LockedImport, loadImport, lockImport } from './import.rows.ts'
import {
  decisions,
  ImportTableRow,
  type RowDecision,
  type RowOutcome,
  rowDecisions,
  rowOutcomes,
} from './import.schema.ts'
import { duplicateOptions } from './imported-types.ts'
import { countNewCompanies } from './missing-companies.ts'
import type { RowError } from './parse-row.ts'
import { rowErrorTextDe } from './row-error-texts.ts'

const params = Type.Object({ importId: Id })

const selectRows = (db: Reader, importId: number) =>
  db
    .selectFrom('contact_import_row as r')
    .select([
      'r.row_number as id',
      sql<string[]>`r.cells`.as('cells'),
      sql<RowOutcome>`r.outcome`.as('outcome'),
      sql<RowDecision>`r.decision`.as('decision'),
      sql<RowError[]>`r.errors`.as('errors'),
      sql<number>`coalesce((select id from contact where id = r.contact_id), 0)`.as('contactId'),
    ])
    .where('r.import_id', '=', importId)

const listRows = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/rows',
  right: '090300:add',
  params,
  query: listQuery({
    sorts: ['id'],
    filters: {
      outcome: Type.Optional(Type.Unsafe<(typeof rowOutcomes)[number]>(Type.Enum([...rowOutcomes]))),
    },
  }),
  response: Type.Array(ImportTableRow),
  handle: async ({ db, principal, params: { importId }, query: { outcome, ...query } }) => {
    await loadImport(db, importId, principal)
    const selected = selectRows(db, importId).$if(outcome !== undefined, (q) =>
      q.where('r.outcome', '=', outcome!),
    )
    return selectPage(db, selected, query, { id: sql`r.row_number` }, 'r.row_number')
  },
})

const counters = {
  question: 'question_count',
  create: 'created_count',
  update: 'updated_count',
  skip: 'skipped_count',
} as const satisfies { [outcome in RowOutcome]?: string }
type Decided = keyof typeof counters

/** Stores a decision about rows, and what the import will do with them. @returns how many rows have another outcome than before */
async function decide(
  tx: Tx,
  contactImport: LockedImport,
  decision: RowDecision,
  condition: RawBuilder<boolean>,
): Promise<number> {
  // The same person as that of an earlier row is that row's contact: there is nothing to change.
  const same = duplicateOptions[contactImport.plan.onDuplicate].writes
    ? sql`case when exists (select from contact c where c.id = r.contact_id) then 'update' else 'skip' end`
    : sql`'skip'`
  const outcome = { '': sql`'question'`, same, other: sql`'create'` }[decision]
  const { rows } = await sql<{ before: Decided; after: Decided; count: number }>`
    with chosen as (select r.row_number, r.outcome from contact_import_row r where r.import_id = ${contactImport.id} and ${condition}),
    decided as (
      update contact_import_row r set decision = ${decision}, outcome = ${outcome} from chosen
      where r.import_id = ${contactImport.id} and r.row_number = chosen.row_number returning chosen.outcome as before, r.outcome as after
    )
    select before, after, count(*)::int as count from decided where before <> after group by before, after`.execute(
    tx,
  )
  if (rows.length === 0) return 0
  const countOf = (key: 'before' | 'after', one: Decided): number =>
    rows.reduce((sum, row) => sum + (row[key] === one ? row.count : 0), 0)
  const changes = (Object.keys(counters) as Decided[]).map(
    (one) =>
      sql`${sql.ref(counters[one])} = ${sql.ref(counters[one])} + ${countOf('after', one) - countOf('before', one)}`,
  )
  await sql`update contact_import set ${sql.join(changes)}, company_count = ${await countNewCompanies(tx, contactImport)}
    where id = ${contactImport.id}`.execute(tx)
  return rows.reduce((sum, { count }) => sum + count, 0)
}

const decideRow = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/rows/{rowNumber}/decision',
  right: '090300:add',
  params: Type.Object({ importId: Id, rowNumber: Id }),
  body: record({ decision: Type.Unsafe<RowDecision>(Type.Enum([...rowDecisions])) }),
  response: Type.Array(ImportTableRow),
  handle: async ({ tx, principal, params: { importId, rowNumber }, body: { decision } }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertStatus(contactImport, 'canBeStarted')
    const ofRow = selectRows(tx, importId).where('r.row_number', '=', rowNumber)
    const row = await ofRow.executeTakeFirst()
    if (!row) throw notFound(generalErrors.notFound({ kind: 'row', id: rowNumber }))
    if (row.outcome !== 'question' && row.decision === '') throw conflict(importErrors.noQuestion())
    await decide(tx, contactImport, decision, sql<boolean>`r.row_number = ${rowNumber}`)
    return ofRow.execute()
  },
})

const decideAll = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/decisions',
  right: '090300:add',
  params,
  body: record({ decision: Type.Unsafe<(typeof decisions)[number]>(Type.Enum([...decisions])) }),
  response: Type.Array(record({ decidedCount: Type.Integer() })),
  handle: async ({ tx, principal, params: { importId }, body: { decision } }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertStatus(contactImport, 'canBeStarted')
    return [{ decidedCount: await decide(tx, contactImport, decision, sql<boolean>`r.outcome = 'question'`) }]
  },
})

const exportErrors = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/errors/export',
  confirmed: true,
  right: ['090300:add', 'export'],
  params,
  query: Type.Object({
    format: Type.Optional(Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx']))),
    language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
  }),
  handle: async ({ db, principal, params: { importId }, query: { format = 'csv', language = 'en' } }) => {
    const isGerman = language === 'de'
    const textOf = (error: RowError) => (isGerman ? rowErrorTextDe(error) : error.message)
    const { columns, fileName } = (await loadImport(db, importId, principal))[0]!
    const selected = await db
      .selectFrom('contact_import_row')
      .select(['row_number', sql<string[]>`cells`.as('cells'), sql<RowError[]>`errors`.as('errors')])
      .where('import_id', '=', importId)
      .where(
        sql<boolean>`outcome in ('invalid', 'kept', 'question') or (outcome = 'skipped' and decision = '' and errors <> '[]')`,
      )
      .orderBy('row_number')
      .execute()
    return spreadsheetResponse({
      name: `${fileName.replace(/\.\w+$/, '')}-${isGerman ? 'fehler' : 'faults'}`,
      format,
      columns: [...(isGerman ? ['Zeile', 'Fehler'] : ['Row', 'Errors']), ...columns],
      rows: selected.map(({ row_number, cells, errors }) => [
        row_number,
        errors
          .map((error) =>
            error.column < 0
              ? textOf(error)
              : `${columns[error.column] || error.column + 1}: ${textOf(error)}`,
          )
          .join('; '),
        ...columns.map((_, at) => cells[at] ?? ''),
      ]),
    })
  },
})

export const rowsOffice = [listRows, decideRow, decideAll, exportErrors]
