// Ceilings of rows 6 and 7: fastify, and one statement on `pg`.
import type { Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import pg from 'pg'
import { prefix } from '../../support/kontor.ts'
import type { CeilingOptions } from './options.ts'

const json = 'application/json; charset=utf-8'

export async function listen(app: FastifyInstance): Promise<Server> {
  app.get('/readyz', async () => ({}))
  await app.listen({ port: 0, host: '127.0.0.1' })
  return app.server
}

const jsonList = (query: string): string =>
  `coalesce((select array_to_json(array_agg(row_to_json(r))) from (${query}) r), '[]')`

const phoneColumns = 'id, type, country_code as "countryCode", area_code as "areaCode", number'

const defaultPhone = (type: string): string =>
  `coalesce((select row_to_json(r) from (select ${phoneColumns} from phone where contact_id = c.id and is_default and type = '${type}') r),
    '{"id":0,"type":"${type}","countryCode":"","areaCode":"","number":""}'::json)`

const addresses = jsonList(`
  select a.id, a.address_type_id as "addressType", coalesce(p.last_name, '') as "parentContact", coalesce(p.id, 0) as "parentContactId",
    a.is_default as "isDefault", a.position, a.department, a.street, a.house_number as "houseNumber", a.addition, a.zip, a.city,
    a.state, a.country, ${jsonList('select id, email from email_address where address_id = a.id order by id')} as emails,
    ${jsonList(`select ${phoneColumns} from phone where address_id = a.id order by id`)} as phones
  from address a left join contact p on p.id = a.parent_contact_id where a.contact_id = c.id and a.is_default order by a.id`)

const newsletters = jsonList(`
  select array_to_json(array_agg(row_to_json(n) order by n.ext_id collate "C")) as list from (
    select contact_id as cmain_id, service as ext_type, external_id as ext_id, is_active::int, opt_in::int as ext_opt_in, opt_in_executed::int as ext_opt_in_executed
    from newsletter_subscription where contact_id = c.id) n
  group by n.ext_type order by n.ext_type collate "C"`).replace('row_to_json(r)', 'r.list')

const search = `select ${jsonList(`
  select c.id, c.contact_type as "contactType", c.salutation, c.title, c.first_name as "firstName",
    case c.contact_type when 'company' then '' else c.last_name end as "lastName",
    case c.contact_type when 'company' then c.last_name else coalesce(o.last_name, c.company) end as company,
    case c.contact_type when 'company' then c.id else coalesce(o.id, 0) end as "companyId",
    coalesce((select email from email_address where contact_id = c.id and is_default), '') as email, c.website,
    coalesce((select array_to_json(array_agg(category_id order by category_id)) from contact_in_category where contact_id = c.id), '[]')
      as "contactCategoriesId",
    ${addresses} as "defaultAddress", ${defaultPhone('phone')} as "defaultPhone", ${defaultPhone('fax')} as "defaultFax",
    ${defaultPhone('mobile')} as "defaultMobile", '[]'::json as "allAddress", '[]'::json as "invoiceAddress",
    '[]'::json as "invoiceSendAddress", '' as image_url, ${newsletters} as "extNewsletter"
  from contact c left join contact o on o.id = c.company_id
  where c.id in (select contact_id from email_address where email_key = $1) order by c.id`)}::text as body`

/** Row 6: one prepared statement, which returns the finished JSON. */
export async function startContactSearch({ connection }: CeilingOptions['contact']): Promise<Server> {
  const pool = new pg.Pool({ ...connection, max: 10, options: '-c jit=off' })
  const app = fastify()
  app.get<{ Params: { email: string } }>(
    `${prefix}/contacts/search/email/:email`,
    async ({ params: { email } }, reply) => {
      const { rows } = await pool.query<{ body: string }>({ name: 'search', text: search, values: [email] })
      return reply.type(json).send(rows[0]!.body)
    },
  )
  return listen(app)
}

const create = `
  with c as (
    insert into contact (contact_type, salutation, first_name, last_name, last_name_key, company)
    values ('person', $1, $2, $3, lower($3), $4) returning id
  ), a as (
    insert into address (contact_id, address_type_id, is_default, street, house_number, zip, city, country)
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

type Body = Record<string, string> & { phone: Record<string, string> }

/** Row 7: one statement, in a transaction of its own with a synchronous commit, creates the rows of a contact. The response has the same size. */
export async function startContactCreation({ connection }: CeilingOptions['creation']): Promise<Server> {
  const pool = new pg.Pool({ ...connection, max: 10, options: '-c synchronous_commit=on' })
  const app = fastify()
  app.post<{ Body: Body }>(`${prefix}/contacts`, async ({ body }, reply) => {
    const { phone } = body
    const values = [body['salutation'], body['firstName'], body['lastName'], body['company']]
    values.push(
      body['street'],
      body['houseNumber'],
      body['zip'],
      body['city'],
      body['country'],
      body['email'],
    )
    values.push(phone['countryCode'], phone['areaCode'], phone['number'])
    const { rows } = await pool.query<{ contact_id: number }>({ name: 'create', text: create, values })
    const address = { ...body, isDefault: true, emails: [{ id: 1, email: body['email'] }], phones: [phone] }
    const record = { id: rows[0]!.contact_id, ...body, defaultAddress: [address], allAddress: [address] }
    return reply.type(json).send(JSON.stringify([record]))
  })
  return listen(app)
}
