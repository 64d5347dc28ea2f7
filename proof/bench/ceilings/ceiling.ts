// The process of a ceiling, which does only what cannot be left out. Arguments: the name of the ceiling, and its options as JSON.
import type { AddressInfo, Server } from 'node:net'
import { startBookings } from './ceiling.bookings.ts'
import { startRepeated } from './ceiling.bytes.ts'
import { startContactCreation, startContactSearch } from './ceiling.contacts.ts'
import { startStatement } from './ceiling.statement.ts'
import type { CeilingName, CeilingOptions } from './options.ts'

const ceilings: { [Name in CeilingName]: (options: CeilingOptions[Name]) => Promise<Server> } = {
  repeated: startRepeated,
  statement: startStatement,
  contact: startContactSearch,
  creation: startContactCreation,
  bookings: startBookings,
}

const [name, options] = process.argv.slice(2)
const server = await ceilings[name as CeilingName](JSON.parse(options!))
console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port} `)
process.once('SIGTERM', () => process.exit(0))
