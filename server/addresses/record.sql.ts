// Addresses, e-mail addresses and phones of the interface's records, written as JSON by PostgreSQL.
import { selectList } from '../platform/database/fields.ts'
import { shownAddressFields, shownPhoneFields } from './address.schema.ts'

/** The rows of a query, whose columns are the fields, as a JSON array. `row_to_json` sets no blanks, as JSON.stringify. */
export const rowsAsJson = (query: string): string =>
  `array_to_json(array(select row_to_json(r) from (${query}) r))`

const phone = `select p.id, ${selectList(shownPhoneFields, 'p')} from phone p`

/** The default phone of contact `c`; a missing one has its type (decision 1.1). */
export const defaultPhone = (type: 'phone' | 'fax' | 'mobile'): string =>
  `coalesce((select row_to_json(r) from (${phone} where contact_id = c.id and type = '${type}' and is_default) r),
    '{"id":0,"type":"${type}","countryCode":"","areaCode":"","number":""}')`

/** The default e-mail address of contact `c`. */
export const defaultEmail = `coalesce((select email from email_address where contact_id = c.id and is_default), '')`

/** The ids of the categories of contact `c`. */
export const categoryIds = `array_to_json(array(
  select category_id from contact_in_category where contact_id = c.id order by category_id))`

const address = `select a.id, ${selectList(shownAddressFields, 'a')},
  ${rowsAsJson('select id, email from email_address where contact_id = a.contact_id and address_id = a.id order by id')} as emails,
  ${rowsAsJson(`${phone} where contact_id = a.contact_id and address_id = a.id order by id`)} as phones`

/**
 * A lateral join for contact `c`: JSON arrays of its addresses by id.
 * @param lists name of an array → the condition on `a` under which an address is in it
 */
export const addressListColumns = (lists: Record<string, string>): string => {
  const wanted = [...new Set(Object.values(lists))]
  const arrays = Object.entries(lists).map(
    ([name, condition]) =>
      `coalesce(array_to_json(array_agg(a.json) filter (where ${condition})), '[]') as ${name}`,
  )
  return `cross join lateral (
    select ${arrays.join(', ')}
    from (
      select a.is_default, a.is_invoice, a.is_invoice_send, row_to_json(r) as json
      from address a cross join lateral (${address}) r
      where a.contact_id = c.id and (${wanted.join(' or ')}) order by a.id
    ) a
  ) lists`
}
