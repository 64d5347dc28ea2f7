// Uploads a table for an import and stores its rows.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { guessPlan } from './guess-plan.ts'
import { ImportRecord, loadImport } from './import.rows.ts'
import type { ImportPlan } from './import-plan.ts'
import { readTable } from './read-table.ts'
import type { NumberedRow } from './table-error.ts'

async function insertRows(tx: Tx, importId: number, rows: readonly NumberedRow[]): Promise<void> {
  await sql`insert into contact_import_row (import_id, row_number, cells)
    select ${importId}, (row ->> 0)::integer, row -> 1 from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) row`.execute(
    tx,
  )
}

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

export const uploadTable = officeEndpoint({
  method: 'POST',
  path: '/imports/upload/{filename}',
  right: '090300:add',
  params: Type.Object({ filename: Type.String({ format: 'file-name' }) }),
  query: Type.Object({ worksheet: Type.Optional(Type.String({ maxLength: 255 })) }),
  response: Type.Array(ImportRecord),
  upload: { check: async () => {} },
  handle: async ({ tx, params: { filename }, query: { worksheet }, file, principal, now }) => {
    let id = 0
    let count = 0
    for await (const chunk of readTable(file!.temporaryPath, worksheet)) {
      if ('head' in chunk) {
        const { samples, ...head } = chunk.head
        const plan = guessPlan(head.columns, samples, await loadLastPlan(tx, principal.userId))
        const created = await tx
          .insertInto('contact_import')
          .values({
            file_name: filename,
            ...head,
            plan: JSON.stringify(plan),
            created_by: principal.userId,
            created_at: now,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        id = created.id
      } else {
        count += chunk.rows.length
        await insertRows(tx, id, chunk.rows)
      }
    }
    await tx.updateTable('contact_import').set({ row_count: count }).where('id', '=', id).execute()
    return loadImport(tx, id)
  },
})
