// The rows of an import with what becomes of them: pages, and the faults as a sheet.
import { sql } from 'kysely'
import Type from 'typebox'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { Id } from '../platform/http/schema.ts'
import { spreadsheetResponse } from '../platform/runtime/spreadsheet.ts'
import { inGerman } from './fault.words.ts'
import { oneImport, TableRow, verdicts } from './import.rows.ts'
import type { RowFault } from './values.ts'

const params = Type.Object({ importId: Id })

const rows = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}/rows',
  right: '090300:add',
  params,
  query: listQuery({
    sorts: ['id'],
    filters: { verdict: Type.Optional(Type.Unsafe<(typeof verdicts)[number]>(Type.Enum([...verdicts]))) },
  }),
  response: Type.Array(TableRow),
  handle: async ({ db, params: { importId }, query: { verdict, ...query } }) => {
    await oneImport(db, importId)
    const found = db
      .selectFrom('contact_import_row as r')
      .select([
        'r.number as id',
        sql<string[]>`r.cells`.as('cells'),
        'r.verdict',
        sql<RowFault[]>`r.faults`.as('faults'),
        sql<number>`coalesce((select id from contact where id = r.contact_id), 0)`.as('contactId'),
      ])
      .where('r.import_id', '=', importId)
      .$if(verdict !== undefined, (some) => some.where('r.verdict', '=', verdict!))
    return selectPage(db, found, query, { id: sql`r.number` }, 'r.number')
  },
})

const faults = officeEndpoint({
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
    const say = (message: string) => (isGerman ? inGerman(message) : message)
    const { columns, fileName } = (await oneImport(db, importId))[0]!
    const found = await db
      .selectFrom('contact_import_row')
      .select(['number', sql<string[]>`cells`.as('cells'), sql<RowFault[]>`faults`.as('faults')])
      .where('import_id', '=', importId)
      .where('verdict', 'in', ['faulty', 'kept'])
      .orderBy('number')
      .execute()
    return spreadsheetResponse({
      name: `${fileName.replace(/\.\w+$/, '')}-${isGerman ? 'fehler' : 'faults'}`,
      format,
      columns: [...(isGerman ? ['Zeile', 'Fehler'] : ['Row', 'Faults']), ...columns],
      rows: found.map(({ number, cells, faults }) => [
        number,
        faults
          .map(({ column, message }) =>
            column < 0 ? say(message) : `${columns[column] || column + 1}: ${say(message)}`,
          )
          .join('; '),
        ...columns.map((_, at) => cells[at] ?? ''),
      ]),
    })
  },
})

export const rowsOffice = [rows, faults]
