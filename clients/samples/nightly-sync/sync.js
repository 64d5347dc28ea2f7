// Copies the dates of Kontor into a table of SQLite: everything the first time, then what has changed. Run it every night, or every
// minute: KONTOR_URL=https://kontor.example KONTOR_KEY=pk_demo node sync.js dates.sqlite
import { DatabaseSync } from 'node:sqlite'
import { createClient, updateCopy } from '@kontor/client'

const { KONTOR_URL: baseUrl, KONTOR_KEY: key } = process.env
const kontor = createClient({ baseUrl, key, retries: 5 })

const database = new DatabaseSync(process.argv[2] ?? 'dates.sqlite')
database.exec(`
  create table if not exists state (cursor text);
  create table if not exists dates (id integer primary key, start text, title text, city text, availability text, record text);
`)
const put = database.prepare('insert or replace into dates values (?, ?, ?, ?, ?, ?)')
const remove = database.prepare('delete from dates where id = ?')

// A transaction for each page of changes, with its cursor: an update that breaks off goes on from there.
database.exec('begin immediate')
const update = await updateCopy(kontor, {
  readCursor: () => database.prepare('select cursor from state').get()?.cursor,
  writeCursor(cursor) {
    database.exec('delete from state')
    database.prepare('insert into state values (?)').run(cursor)
    database.exec('commit; begin immediate')
  },
  put({ id, record }) {
    const { start, title, location, availability } = record
    put.run(id, start, title, location?.city ?? null, availability, JSON.stringify(record))
  },
  remove: (_type, id) => remove.run(id),
  keepOnly(_type, ids) {
    for (const { id } of database.prepare('select id from dates').all()) if (!ids.has(id)) remove.run(id)
  },
})
database.exec('commit')
database.close()
console.log(`${update.isComplete ? 'everything read: ' : ''}${update.put} written, ${update.removed} removed`)
