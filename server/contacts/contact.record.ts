// The record of a contact (interface, Resources, Contact), written as JSON by PostgreSQL.
import {
  addressListColumns,
  categoryIds,
  defaultEmail,
  defaultPhone,
  rowsAsJson,
} from '../addresses/record.sql.ts'
import { selectList } from '../platform/database/fields.ts'
import { type LoadFlags, locationDataFields, trainerDataFields } from './contact.schema.ts'

/** Whether each flag is set, in SQL: a parameter or a constant. */
export type FlagsInSql = Record<keyof LoadFlags, string>

const trainer = `select t.id, ${selectList(trainerDataFields, 't')} from trainer_data t where t.contact_id = c.id order by t.id`

const location = `select l.id, ${selectList(locationDataFields, 'l')} from location_data l where l.contact_id = c.id order by l.id`

/** Grouped by service. */
const newsletters = `array_to_json(array(
  select array_to_json(array_agg(row_to_json(n) order by n.ext_id collate "C")) from (
    select contact_id as cmain_id, service as ext_type, external_id as ext_id, is_active::int as is_active, opt_in::int as ext_opt_in,
      opt_in_executed::int as ext_opt_in_executed
    from newsletter_subscription where contact_id = c.id
  ) n group by n.ext_type order by n.ext_type collate "C"))`

/** A query of `id` and `json` (the record) of the contacts that match a condition on `c`. */
export const contactRecords = (flags: FlagsInSql, condition: string): string =>
  `select c.id, left(row_to_json(r)::text, -1)
    || case when ${flags.loadResourceData}
      then ',"trn_data":' || ${rowsAsJson(trainer)} || ',"loc_data":' || ${rowsAsJson(location)} else '' end
    || ',"extNewsletter":' || ${newsletters} || '}' as json
  from contact c
  ${addressListColumns({
    by_default: 'a.is_default',
    every: flags.loadAllAddresses,
    invoice: `${flags.loadInvoiceAddresses} and a.is_invoice`,
    invoice_send: `${flags.loadInvoiceSendAddresses} and a.is_invoice_send`,
  })}
  cross join lateral (select c.id, c.contact_type as "contactType", c.salutation, c.title, c.first_name as "firstName",
    case c.contact_type when 'company' then '' else c.last_name end as "lastName",
    case c.contact_type when 'company' then c.last_name
      else coalesce((select last_name from contact company where company.id = c.company_id), c.company) end as "company",
    case c.contact_type when 'company' then c.id else coalesce(c.company_id, 0) end as "companyId",
    ${defaultEmail} as email, c.website, ${categoryIds} as "contactCategoriesId", lists.by_default as "defaultAddress",
    ${defaultPhone('phone')} as "defaultPhone", ${defaultPhone('fax')} as "defaultFax",
    ${defaultPhone('mobile')} as "defaultMobile", lists.every as "allAddress", lists.invoice as "invoiceAddress",
    lists.invoice_send as "invoiceSendAddress", case when ${flags.loadContactImage} then c.image_url else '' end as image_url
  ) r
  where ${condition}`
