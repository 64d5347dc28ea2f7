// The query plans of the e-mail search.
import { type CompiledQuery, Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { DB } from '../../../generated/database.types.ts'
import { contactsByEmail } from '../../../server/contacts/contact.sql.ts'

type PlanNode = { 'Node Type': string; 'Relation Name'?: string; 'Index Name'?: string; Plans?: PlanNode[] }

const large = new Set(['contact', 'address', 'email_address', 'phone'])

const flattenNodes = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flattenNodes)]

/** A line for each table that the search reads. @throws if a large table is scanned sequentially */
export async function explainSearch(connection: pg.ClientConfig, email: string): Promise<string[]> {
  const statements: CompiledQuery[] = []
  const pool = new pg.Pool({ ...connection, max: 1, options: '-c jit=off' })
  const db = new Kysely<DB>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  try {
    await contactsByEmail(db, email, {})
    const lines: string[] = []
    for (const { sql, parameters } of statements) {
      const { rows } = await pool.query(`explain (format json) ${sql}`, [...parameters])
      const [{ Plan }] = rows[0]['QUERY PLAN'] as [{ Plan: PlanNode }]
      for (const node of flattenNodes(Plan)) {
        const table = node['Relation Name']
        const index = node['Index Name']
        if (table && large.has(table) && node['Node Type'] === 'Seq Scan')
          throw new Error(`the e-mail search scans ${table} sequentially: ${sql}`)
        if (table && (large.has(table) || index))
          lines.push(`${table}: ${node['Node Type']}${index ? ` using ${index}` : ''}`)
      }
    }
    if (!lines.some((line) => line.includes('email_address_by_email')))
      throw new Error(`the e-mail search does not use its index: ${lines.join('; ')}`)
    return [...new Set(lines)]
  } finally {
    await db.destroy()
  }
}
