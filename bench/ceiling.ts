// The ceilings, each a process of its own: a bare node:http server that does the one thing that cannot be left out.
// Arguments: which one, and what it needs as JSON.
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import pg from 'pg'

/** What a ceiling needs: a connection to the database, or the files whose bytes it sends. */
export type CeilingOptions = { connection?: pg.PoolConfig; files?: Record<string, string> }
export type CeilingName = 'contact' | 'create' | 'bytes'

const headers = (length: number) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': length,
})

function send(response: ServerResponse, body: string | Buffer): void {
  response.writeHead(200, headers(Buffer.byteLength(body)))
  response.end(body)
}

type Handler = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** One prepared statement, which finds the finished JSON by the same index that the search uses. */
function contact({ connection }: CeilingOptions): Handler {
  const pool = new pg.Pool({ ...connection, max: 10 })
  const text = `select a.body from email_address e join bench.answer a using (contact_id) where e.email_key = $1`
  return async (request, response) => {
    const path = request.url!
    const email = decodeURIComponent(path.slice(path.lastIndexOf('/') + 1))
    const { rows } = await pool.query<{ body: string }>({ name: 'contact', text, values: [email] })
    send(response, rows[0]!.body)
  }
}

/** One statement, which is one transaction, makes the rows of a contact; one answer of the same size. */
function create({ connection }: CeilingOptions): Handler {
  const pool = new pg.Pool({ ...connection, max: 10, options: '-c synchronous_commit=on' })
  const text = `
    with c as (
      insert into contact (contact_type, salutation, first_name, last_name, last_name_key, company)
      values ('person', $1, $2, $3, lower($3), $4) returning id
    ), a as (
      insert into address (contact_id, address_type, is_default, street, house_number, zip, city, country)
      select id, 1, true, $5, $6, $7, $8, $9 from c returning id
    ), e as (
      insert into email_address (contact_id, address_id, email, email_key, is_default)
      select c.id, a.id, $10, lower($10), true from c, a
    ), p as (
      insert into phone (contact_id, address_id, type, country_code, area_code, number, is_default)
      select c.id, a.id, 'phone', $11, $12, $13, true from c, a
    )
    insert into contact_identity (email_key, last_name_key, contact_id)
    select lower($10), lower($3), id from c returning contact_id`
  return async (request, response) => {
    let sent = ''
    for await (const piece of request) sent += piece
    const body = JSON.parse(sent)
    const { phone } = body
    const values = [body.salutation, body.firstName, body.lastName, body.company]
    values.push(body.street, body.houseNumber, body.zip, body.city, body.country, body.email)
    values.push(phone.countryCode, phone.areaCode, phone.number)
    const { rows } = await pool.query<{ contact_id: number }>({ name: 'create', text, values })
    const address = { ...body, isDefault: true, emails: [{ id: 1, email: body.email }], phones: [phone] }
    send(
      response,
      JSON.stringify([
        { id: rows[0]!.contact_id, ...body, defaultAddress: [address], allAddress: [address] },
      ]),
    )
  }
}

/** The same bytes, from memory. */
function bytes({ files = {} }: CeilingOptions): Handler {
  const bodies = new Map(Object.entries(files).map(([path, file]) => [path, readFileSync(file)]))
  return async (request, response) => send(response, bodies.get(request.url!)!)
}

const ceilings: Record<CeilingName, (options: CeilingOptions) => Handler> = { contact, create, bytes }

const [name, options] = process.argv.slice(2)
const handle = ceilings[name as CeilingName](JSON.parse(options!))
const server = createServer((request, response) => {
  if (request.url === '/readyz') return send(response, '{}')
  handle(request, response).catch((error) => {
    console.error(error)
    response.writeHead(500).end()
  })
})
server.listen(0, '127.0.0.1', () => {
  console.error(`ready at http://127.0.0.1:${(server.address() as AddressInfo).port} `)
})
process.once('SIGTERM', () => process.exit(0))
