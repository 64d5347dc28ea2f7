// Ceiling of the bookings of visitors: fastify, and one statement on `pg` for each request.
import type { Server } from 'node:http'
import fastify from 'fastify'
import pg from 'pg'
import { publicPrefix } from '../../../server/website/cursor.ts'
import { listen } from './ceiling.contacts.ts'
import type { CeilingOptions } from './options.ts'

const hold = `
  insert into seat_hold (id, date_id, seats, expires_at, visitor_network)
  values (gen_random_uuid(), $1, $2, clock_timestamp() + interval '15 minutes', '') returning id, expires_at as "expiresAt"`

const quote = 'select gross_price as gross, currency from date_price where date_id = $1'

const book = `
  with h as (
    delete from seat_hold where id = $1
  ), c as (
    insert into contact (contact_type, first_name, last_name, last_name_key) values ('person', $2, $3, lower($3)) returning id
  ), a as (
    insert into address (contact_id, address_type_id, is_default, street, house_number, zip, city, country)
    select id, 1, true, $5, $6, $7, $8, $9 from c returning id
  ), e as (
    insert into email_address (contact_id, address_id, email, email_key, is_default) select c.id, a.id, $4, lower($4), true from c, a
  ), i as (
    insert into contact_identity (email_key, last_name_key, contact_id) select lower($4), lower($3), id from c
  ), o as (
    insert into booking_order (code, source, orderer_id, entered, created_at)
    select upper(substr(md5(random()::text), 1, 9)), 'website', id, $11::jsonb, now() from c returning id, code
  ), b as (
    insert into booking (contact_id, date_id, status, order_id, price_title, price_amount, price_currency, price_vat_rate,
      price_vat_included, entered)
    select c.id, p.date_id, 'booked', o.id, p.title, p.gross_price, p.currency, p.vat_rate, p.vat_included, $11::jsonb
    from c, o, date_price p where p.date_id = $10
  ), m as (
    insert into message (cause, date_id, has_calendar) values ('booked', $10, true) returning id
  ), d as (
    insert into outbox_mail (kind, message_id, date_id, role, contact_id, recipient, language, cause_key, causes, data)
    select 'message', m.id, $10, 'participant', c.id, $4, 'de', m.id || ' ' || c.id, '{booked}', '{}' from m, c
  ), l as (
    insert into order_link (order_id, hash) select id, sha256(code::bytea) from o
  )
  select code from o`

type Booking = {
  dateId: number
  holdId: string
  orderer: { firstName: string; lastName: string; email: string }
  invoiceTo: Record<'street' | 'houseNumber' | 'zip' | 'city' | 'country', string>
}

/** Each request is one statement, in a transaction of its own with a synchronous commit. A booking creates the same rows. */
export async function startBookings({ connection }: CeilingOptions['bookings']): Promise<Server> {
  const pool = new pg.Pool({ ...connection, max: 10, options: '-c synchronous_commit=on' })
  const app = fastify()
  app.post<{ Body: { dateId: number; seats: number } }>(`${publicPrefix}/holds`, async ({ body }) => {
    const { rows } = await pool.query({ name: 'hold', text: hold, values: [body.dateId, body.seats] })
    return rows[0]
  })
  app.post<{ Body: { dateId: number } }>(`${publicPrefix}/quotes`, async ({ body }) => {
    const { rows } = await pool.query({ name: 'quote', text: quote, values: [body.dateId] })
    return rows[0]
  })
  app.post<{ Body: Booking }>(`${publicPrefix}/bookings`, async ({ body }) => {
    const { dateId, holdId, orderer, invoiceTo } = body
    const { firstName, lastName, email } = orderer
    const { street, houseNumber, zip, city, country } = invoiceTo
    const values = [holdId, firstName, lastName, email, street, houseNumber, zip, city, country, dateId]
    const entered = JSON.stringify({ orderer, invoiceTo })
    const { rows } = await pool.query({ name: 'book', text: book, values: [...values, entered] })
    return rows[0]
  })
  return listen(app)
}
