// The rows of an import with what becomes of them: pages, and the faults as a sheet.
import { sql } from 'kysely'
import Type from 'typebox'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { Id } from '../platform/http/schema.ts'
import { spreadsheetResponse } from '../platform/runtime/spreadsheet.ts'
import { ImportTableRow, loadImport, rowStatuses } from './import.rows.ts'
import type { RowError } from './parse-row.ts'
import { translateToGerman } from './row-error-texts.ts'

const params = Type.Object({ importId: Id })

const listRows = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/rows',
  right: '090300:add',
  params,
  query: listQuery({
    sorts: ['id'],
    filters: {
      verdict: Type.Optional(Type.Unsafe<(typeof rowStatuses)[number]>(Type.Enum([...rowStatuses]))),
    },
  }),
  response: Type.Array(ImportTableRow),
  handle: async ({ db, params: { importId }, query: { verdict, ...query } }) => {
    await loadImport(db, importId)
    const selected = db
      .selectFrom('contact_import_row as r')
      .select([
        'r.row_number as id',
        sql<string[]>`r.cells`.as('cells'),
        'r.outcome as verdict',
        sql<RowError[]>`r.errors`.as('faults'),
        sql<number>`coalesce((select id from contact where id = r.contact_id), 0)`.as('contactId'),
      ])
      .where('r.import_id', '=', importId)
      .$if(verdict !== undefined, (some) => some.where('r.outcome', '=', verdict!))
    return selectPage(db, selected, query, { id: sql`r.row_number` }, 'r.row_number')
  },
})

const exportErrors = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/faults',
  right: '090300:add',
  params,
  query: Type.Object({
    format: Type.Optional(Type.Unsafe<'csv' | 'xlsx'>(Type.Enum(['csv', 'xlsx']))),
    language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))),
  }),
  handle: async ({ db, params: { importId }, query: { format = 'csv', language = 'en' } }) => {
    const isGerman = language === 'de'
    const translate = (message: string) => (isGerman ? translateToGerman(message) : message)
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
      columns: [...(isGerman ? ['Zeile', 'Fehler'] : ['Row', 'Faults']), ...columns],
      rows: selected.map(({ row_number, cells, errors }) => [
        row_number,
        errors
          .map(({ column, message }) =>
            column < 0 ? translate(message) : `${columns[column] || column + 1}: ${translate(message)}`,
          )
          .join('; '),
        ...columns.map((_, at) => cells[at] ?? ''),
      ]),
    })
  },
})

export const rowsOffice = [listRows, exportErrors]
