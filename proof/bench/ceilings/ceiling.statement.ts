// Ceiling of row 4: a bare node:http server; one statement of PostgreSQL builds the whole response.
import type { Server } from 'node:http'
import pg from 'pg'
import type { EventQuery } from '../../../server/catalogue/contract/event.schema.ts'
import { referenceStatement } from '../../../test/reference/events.reference.ts'
import { parseQuery } from '../instance/queries.ts'
import { listen } from './ceiling.bytes.ts'
import type { CeilingOptions } from './options.ts'

/** Repeated statements are prepared. Their number is limited, because every connection keeps its plans. */
const maxPreparedNames = 500

export async function startStatement({ connection, today }: CeilingOptions['statement']): Promise<Server> {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const seen = new Set<string>()
  const names = new Map<string, string>()
  const nameOf = (text: string): string | undefined => {
    if (!seen.has(text)) seen.add(text)
    else if (!names.has(text) && names.size < maxPreparedNames) names.set(text, `statement ${names.size}`)
    return names.get(text)
  }
  const respond = async (url: string): Promise<string> => {
    const query = parseQuery(new URLSearchParams(url.slice(url.indexOf('?') + 1)))
    const { text, values } = referenceStatement(query as EventQuery, today)
    const name = nameOf(text)
    const { rows } = await pool.query<{ body: string }>({ ...(name && { name }), text, values })
    return rows[0]!.body
  }
  return listen((request, response) => {
    respond(request.url!).then(
      (body) => {
        const headers = {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        }
        response.writeHead(200, headers).end(body)
      },
      (error) => {
        console.error(error)
        response.writeHead(500).end()
      },
    )
  })
}
