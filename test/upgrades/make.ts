// bin/node test/upgrades/make.ts VERSION: keeps the database of the version that is about to be released for the tests of later ones.
import { writeFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { importDataSet } from '../../server/exchange/import.ts'
import { openPool } from '../../server/platform/database/database.ts'
import { fullDataSet } from '../support/full-data-set.ts'
import { insertFullRows } from '../support/full-rows.ts'
import { linkTo } from '../support/servers/connections.ts'
import { testInstance } from '../support/test-instance.ts'
import { pack, readDatabase } from './released-database.ts'

const [version] = process.argv.slice(2)
if (!version || !/^\d+\.\d+\.\d+$/.test(version)) {
  console.error('usage: bin/node test/upgrades/make.ts VERSION')
  process.exit(2)
}
const kontor = await testInstance()
const owner = openPool(linkTo(kontor.ownerConnection), 1)
// The files of attachments belong to a folder, not to the database.
await importDataSet(kontor.db, Readable.from([Buffer.from(JSON.stringify(fullDataSet()))]))
await insertFullRows(kontor.db)
const { name, content } = pack(await readDatabase(owner, kontor.db))
await writeFile(name(version), content)
console.log(`${name(version)}: ${content.length} bytes`)
await owner.end()
await kontor.close()
