// The rows of an import with their outcomes, and the file of the errors.
import { sql } from 'kysely'
import Type from 'typebox'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { Id } from '../platform/http/schema.ts'
import { spreadsheetResponse } from '../platform/runtime/spreadsheet.ts'
import { ImportTableRow, loadImport, rowOutcomes } from './import.rows.ts'
import type { RowError } from './parse-row.ts'
import { rowErrorTextDe } from './row-error-texts.ts'

const params = Type.Object({ importId: Id })

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
  handle: async ({ db, params: { importId }, query: { outcome, ...query } }) => {
    await loadImport(db, importId)
    const selected = db
      .selectFrom('contact_import_row as r')
      .select([
        'r.row_number as id',
        sql<string[]>`r.cells`.as('cells'),
        'r.outcome',
        sql<RowError[]>`r.errors`.as('errors'),
        sql<number>`coalesce((select id from contact where id = r.contact_id), 0)`.as('contactId'),
      ])
      .where('r.import_id', '=', importId)
      .$if(outcome !== undefined, (q) => q.where('r.outcome', '=', outcome!))
    return selectPage(db, selected, query, { id: sql`r.row_number` }, 'r.row_number')
  },
})

const exportErrors = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/errors/export',
  right: '090300:add',
  params,
  query: Type.Object({
    format: Type.Optional(Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx']))),
    language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
  }),
  handle: async ({ db, params: { importId }, query: { format = 'csv', language = 'en' } }) => {
    const isGerman = language === 'de'
    const textOf = (error: RowError) => (isGerman ? rowErrorTextDe(error) : error.message)
    const { columns, fileName } = (await loadImport(db, importId))[0]!
    const selected = await db
      .selectFrom('contact_import_row')
      .select(['row_number', sql<string[]>`cells`.as('cells'), sql<RowError[]>`errors`.as('errors')])
      .where('import_id', '=', importId)
      .where('outcome', 'in', ['invalid', 'kept'])
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

export const rowsOffice = [listRows, exportErrors]
