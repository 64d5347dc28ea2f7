// Contacts by plain SQL: persons with an address, an e-mail address, a phone and their identity; every tenth works at a company.
import type pg from 'pg'

const firstNames = ['Anna', 'Jürgen', 'Mehmet', 'Zoë', 'Paul', 'Katarzyna', 'Lea', 'Søren', 'Jana', 'Giulia']
const lastNames = [
  'Köhler',
  'Schmidt',
  'Yilmaz',
  'Weigel',
  'Nowak',
  'Fischer',
  'Brandt',
  'Lindqvist',
  'Maier',
  'Vogel',
]
const cities = ['Hamburg', 'München', 'Köln', 'Leipzig', 'Münster', 'Görlitz', 'Bremen']

/** The e-mail address of the n-th person, in its form for comparison. */
export const emailOf = (n: number): string => `person.${n}@betrieb-${n % 5000}.example`

type Statement = [text: string, ...values: string[][]]

const statements = (persons: number, companies: number, inCategory: number): Statement[] => [
  [`insert into contact_category (id, name) values (1, 'Interessenten'), (2, 'Dozenten')`],
  [
    `insert into contact (id, contact_type, last_name, last_name_key)
     select n, 'company', 'Betrieb ' || n, 'betrieb ' || n from generate_series(${persons + 1}, ${persons + companies}) n`,
  ],
  [
    `insert into contact (id, contact_type, salutation, first_name, last_name, last_name_key, company_id, company)
     select n, 'person', (array['mr', 'ms'])[1 + n % 2], ($1::text[])[1 + n % 10], ($2::text[])[1 + n / 10 % 10] || ' ' || n,
       lower(($2::text[])[1 + n / 10 % 10]) || ' ' || n,
       case when n % 10 = 0 then ${persons + 1} + n % ${companies} end, case when n % 10 = 1 then 'Freiberuf ' || n else '' end
     from generate_series(1, ${persons}) n`,
    firstNames,
    lastNames,
  ],
  [
    `insert into address (id, contact_id, address_type, is_default, position, street, house_number, zip, city, country)
     select n, n, 1, true, 'Personalentwicklung', 'Hafenstraße', (n % 200)::text, lpad((n % 99999)::text, 5, '0'),
       ($1::text[])[1 + n % 7], 'DE' from generate_series(1, ${persons}) n`,
    cities,
  ],
  [
    `insert into email_address (id, contact_id, address_id, email, email_key, is_default)
     select n, n, n, 'Person.' || n || '@Betrieb-' || n % 5000 || '.example', 'person.' || n || '@betrieb-' || n % 5000 || '.example', true
     from generate_series(1, ${persons}) n`,
  ],
  [
    `insert into phone (id, contact_id, address_id, type, country_code, area_code, number, is_default)
     select n, n, n, 'phone', '49', '40', (6000000 + n)::text, true from generate_series(1, ${persons}) n`,
  ],
  [
    `insert into contact_identity (email_key, last_name_key, contact_id)
     select e.email_key, c.last_name_key, c.id from contact c join email_address e on e.contact_id = c.id`,
  ],
  [
    `insert into contact_in_category (contact_id, category_id) select n, 1 from generate_series(1, ${inCategory}) n`,
  ],
  [`insert into contact_in_category (contact_id, category_id) select n, 2 from generate_series(1, 1000) n`],
  ...['contact', 'address', 'email_address', 'phone', 'contact_category'].map(
    (table): Statement => [
      `select setval(pg_get_serial_sequence('${table}', 'id'), (select max(id) from ${table}))`,
    ],
  ),
  // Otherwise the database would tidy up, and write out, what was seeded while the service is measured.
  ['vacuum (analyze)'],
  ['checkpoint'],
]

/** Fills an empty database. @param inCategory how many of the persons are in category 1; category 2 has the first 1000 */
export async function seedContacts(client: pg.Client, persons: number, inCategory: number): Promise<void> {
  for (const [text, ...values] of statements(persons, Math.max(1, Math.floor(persons / 100)), inCategory))
    await client.query(text, values)
}
