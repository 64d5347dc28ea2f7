// A ceiling, a process of its own: does the one thing that cannot be left out. Arguments: which one, and what it needs as JSON.
import type { AddressInfo, Server } from 'node:net'
import type pg from 'pg'
import { startRepeated } from './ceiling.bytes.ts'
import { startContactCreation, startContactSearch } from './ceiling.contacts.ts'
import { startStatement } from './ceiling.statement.ts'

/** What the ceilings need: files with finished answers by path, an ETag, a connection to the database. */
export type CeilingOptions = {
  repeated: { answers: Record<string, { file: string; headers: Record<string, string> }>; etag?: string }
  statement: { connection: pg.PoolConfig; today: string }
  contact: { connection: pg.PoolConfig }
  creation: { connection: pg.PoolConfig }
}
export type CeilingName = keyof CeilingOptions

const ceilings: { [Name in CeilingName]: (options: CeilingOptions[Name]) => Promise<Server> } = {
  repeated: startRepeated,
  statement: startStatement,
  contact: startContactSearch,
  creation: startContactCreation,
}

const [name, options] = process.argv.slice(2)
const server = await ceilings[name as CeilingName](JSON.parse(options!))
console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port} `)
process.once('SIGTERM', () => process.exit(0))
