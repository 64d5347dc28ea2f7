// Uploads a table for an import and stores its rows.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { analyzeGrownTables } from '../platform/database/statistics.ts'
import type { ReceivedFile } from '../platform/files/files.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { type CodePage, codePages } from './code-pages.ts'
import type { FindingKind } from './finding-kinds.ts'
import { guessPlan } from './guess-plan.ts'
import { loadImport } from './import.rows.ts'
import { ImportRecord } from './import.schema.ts'
import type { ImportPlan } from './import-plan.ts'
import { readTable } from './read-table.ts'
import type { Table } from './table.worker.ts'

/** @param rows a JSON text of numbered rows */
async function insertRows(tx: Tx, importId: number, rows: string): Promise<void> {
  await sql`insert into contact_import_row (import_id, row_number, cells, is_hidden, merged_columns)
    select ${importId}, (row ->> 0)::integer, row -> 1, (row ->> 2)::boolean,
      case row -> 3 when '[]' then '{}'::integer[] else array(select jsonb_array_elements_text(row -> 3)::integer) end from jsonb_array_elements(${rows}::jsonb) row`.execute(
    tx,
  )
}

const shortZip: FindingKind = 'shortZip'

/** The columns and the plan of the last import of the user. */
async function loadLastPlan(tx: Tx, userId: number) {
  return tx
    .selectFrom('contact_import')
    .select(['columns', sql<ImportPlan>`plan`.as('plan')])
    .where('created_by', '=', userId)
    .where('status', '<>', 'draft')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** The tables of uploads that are being handled. */
const tables = new WeakMap<ReceivedFile, Table>()

export const uploadTable = officeEndpoint({
  method: 'POST',
  path: '/imports/upload/{filename}',
  right: '090300:add',
  params: Type.Object({ filename: Type.String({ format: 'file-name' }) }),
  query: Type.Object({
    worksheet: Type.Optional(Type.String({ maxLength: 255 })),
    encoding: Type.Optional(Type.Unsafe<CodePage>(Type.Enum([...codePages]))),
  }),
  response: Type.Array(ImportRecord),
  upload: {
    readOnly: true,
    prepare: async (file, { query: { worksheet, encoding } }) => {
      tables.set(file, await readTable({ path: file.temporaryPath, worksheet, encoding }))
    },
  },
  handle: async ({ tx, params: { filename }, file, principal, now }) => {
    const { head, count, rows } = tables.get(file!)!
    const { samples, findings: found, ...columns } = head
    const plan = guessPlan(head.columns, samples, await loadLastPlan(tx, principal.userId), found)
    // Four digits are a postcode in one column alone.
    const zip = plan.columns.indexOf('zip')
    const findings = found.filter(({ kind, column }) => kind !== shortZip || column === zip)
    const { id } = await tx
      .insertInto('contact_import')
      .values({
        file_name: filename,
        ...columns,
        plan: JSON.stringify(plan),
        findings: JSON.stringify(findings),
        row_count: count,
        created_by: principal.userId,
        created_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    for (const text of rows) await insertRows(tx, id, text)
    // The first steps would plan with what autovacuum saw while the rows were not committed.
    await analyzeGrownTables(tx)
    return loadImport(tx, id, principal)
  },
})
