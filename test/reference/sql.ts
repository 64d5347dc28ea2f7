// SQL fragments of the reference.

/** The rows of a select as a JSON array, in their order. json_agg would insert spaces. */
export const jsonArray = (rows: string): string =>
  `coalesce((select array_to_json(array_agg(r)) from (${rows}) r), '[]')`

/** A calendar date; '' for null. */
export const day = (column: string): string => `coalesce(${column}::text, '')`

/** An amount as a JSON number; 0 for null. */
export const number = (column: string): string => `coalesce(trim_scale(${column}), 0)`

/** An amount as text with two decimals; '' for null. */
export const money = (column: string): string => `coalesce(${column}::text, '')`

/** The free seats of a date (decision 11.4). */
export const freeSeats = (date: string): string =>
  `greatest(${date}.participants_max::bigint - ${date}.booked_count - ${date}.reserved_count - ${date}.seats_elsewhere, 0)`

/** Whether a date is bookable today (decision 11.4). */
export const bookable = (date: string, today: string): string =>
  `(${date}.is_bookable and ${date}.is_active
    and coalesce((select a.is_bookable from date_status a where a.status = ${date}.status), false)
    and coalesce(${date}.booking_start_date <= ${today}, true) and coalesce(${date}.booking_end_date >= ${today}, true)
    and (${date}.has_waiting_list or ${freeSeats(date)} > 0))`

// The characters that String.prototype.trim removes.
const whitespace = String.raw`E'\t\n\u000b\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'`

const summaryColumns = `c.last_name as name,
  btrim(concat_ws(' ', nullif(a.street, ''), nullif(a.house_number, '')), ${whitespace}) as street,
  coalesce(a.zip, '') as zip, coalesce(a.city, '') as city, k.link, k.additional_field`

const locationsQuery = (
  date: string,
): string => `from date_location j join location k on k.contact_id = j.contact_id
  join contact c on c.id = j.contact_id
  left join address a on a.contact_id = c.id and a.is_default
  left join phone h on h.contact_id = c.id and h.is_default and h.type = 'phone'
  where j.date_id = ${date}.id order by c.id`

/** The locations of a date; a summary has no id and phone. */
export const locations = (date: string, { summary }: { summary: boolean }): string =>
  summary
    ? jsonArray(`select ${summaryColumns} ${locationsQuery(date)}`)
    : jsonArray(`select c.id as location_id, ${summaryColumns},
        concat_ws(' ', nullif(h.country_code, ''), nullif(h.area_code, ''), nullif(h.number, '')) as phone ${locationsQuery(date)}`)

/** The first location of a date; without one, an object of empty texts. */
export const mainLocation = (date: string): string =>
  `coalesce((select row_to_json(r) from (select ${summaryColumns} ${locationsQuery(date)} limit 1) r),
    '{"name":"","street":"","zip":"","city":"","link":"","additional_field":""}')`

/** PDFs of an event or a date. */
export const pdfs = (owner: string): string =>
  jsonArray(
    `select p.name as pdf_name, p.key as pdf_key, p.link as pdf_link from catalogue_pdf p where p.${owner} order by p.position`,
  )

/** The conference package of an event or a date. */
export const conferencePackage = (owner: string): string =>
  jsonArray(`select p.resource_type, p.resource_id, p.name as article_name, p.description as article_description, p.comment as article_comment,
      p.description_html as article_description_html, p.currency as article_currency, ${money('p.price_per_day')} as price_per_day,
      ${number('p.purchase_price')} as article_price_buy, ${number('p.sales_price')} as article_price_sale,
      ${number('p.internal_sales_price')} as article_price_sale_intern, ${number('p.tax_amount')} as article_tax_amount,
      ${number('p.overwritten_sales_price')} as overwritten_sales_price, p.tax_included as article_tax_included
    from conference_package_item p where p.${owner} order by p.position`)
