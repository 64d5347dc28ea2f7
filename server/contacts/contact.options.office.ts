// The options of forms and filters of contacts.
import { sql } from 'kysely'
import Type from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'

const Named = record({ id: Id, name: Type.String() })

const ContactOptions = record({
  categories: Type.Array(Named),
  addressTypes: Type.Array(
    record({ id: Id, name: Type.String(), isInvoice: Type.Boolean(), isInvoiceSend: Type.Boolean() }),
  ),
})

const options = officeEndpoint({
  method: 'GET',
  path: '/contact-options',
  right: '090300:access',
  response: Type.Array(ContactOptions),
  handle: async ({ db }) => {
    const { rows } = await sql<Type.Static<typeof ContactOptions>>`select
      array(select json_build_object('id', id, 'name', name) from contact_category order by sort_key(name), id) as categories,
      array(select json_build_object('id', id, 'name', name, 'isInvoice', is_invoice, 'isInvoiceSend', is_invoice_send)
        from address_type order by id) as "addressTypes"`.execute(db)
    return rows
  },
})

export const optionsOffice = [options]
