// The rows of an import with their outcomes, and the file of the errors.

import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import { importErrors } from './import.errors.ts'
import { assertStatus, loadImport, lockImport } from './import.rows.ts'
import {
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

const counters: { [outcome in RowOutcome]?: string } = {
  question: 'question_count',
  create: 'created_count',
  update: 'updated_count',
  skip: 'skipped_count',
}
const counterOf = (outcome: RowOutcome) => sql.ref(counters[outcome]!)

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
    // The same person as that of an earlier row is that row's contact: there is nothing to change.
    const changes = duplicateOptions[contactImport.plan.onDuplicate].writes && row.contactId > 0
    const outcomes = { '': 'question', same: changes ? 'update' : 'skip', other: 'create' } as const
    const outcome = outcomes[decision]
    await tx
      .updateTable('contact_import_row')
      .set({ decision, outcome })
      .where('import_id', '=', importId)
      .where('row_number', '=', rowNumber)
      .execute()
    if (outcome !== row.outcome)
      await sql`update contact_import set ${counterOf(row.outcome)} = ${counterOf(row.outcome)} - 1,
        ${counterOf(outcome)} = ${counterOf(outcome)} + 1, company_count = ${await countNewCompanies(tx, contactImport)}
        where id = ${importId}`.execute(tx)
    return ofRow.execute()
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

export const rowsOffice = [listRows, decideRow, exportErrors]
