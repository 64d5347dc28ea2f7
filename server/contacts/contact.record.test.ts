// Contact as PostgreSQL writes it: the same bytes as JSON.stringify for all data; the same plan for every set of flags.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { Contact } from './contact.schema.ts'
import { contactsByEmail } from './contact.sql.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql
  .raw(`insert into contact_category values (1, 'Eins'), (2, 'Zwei');
insert into communication_template (id, name) values (5, 'Willkommen')`)
  .execute(db)
await kontor.call('POST', '/companies', { body: { name: 'Nordlicht "Süd" \\ GmbH' } })

const flagNames = [
  'loadAllAddresses',
  'loadInvoiceAddresses',
  'loadInvoiceSendAddresses',
  'loadContactImage',
  'loadResourceData',
] as const
const allFlags = flagNames.map((name) => `${name}=1`).join('&')
const posted = flagNames
  .slice(0, 3)
  .map((name) => `${name}=1`)
  .join('&')

/** The strings of JavaScript that PostgreSQL stores: no NUL, no half of a surrogate pair. */
const text = fc
  .string({
    unit: fc.oneof(
      fc.constantFrom('"', '\\', '/', '\n', '\t', '\b', '\f', '\r', '\u001f', '\u007f', '\u2028', 'ß', '😀'),
      fc.string({ unit: 'binary', maxLength: 1 }),
    ),
    maxLength: 20,
  })
  .map((value) => value.replaceAll('\0', '').toWellFormed())
const phone = fc.record({ countryCode: text, areaCode: text, number: text }, { requiredKeys: [] })
let count = 0
const body = fc
  .record(
    {
      salutation: fc.constantFrom('', 'mr', 'ms'),
      title: text,
      firstName: text,
      lastName: text.map((value) => `${value}x`),
      company: fc.oneof(text, fc.constant('nordlicht "SÜD" \\ gmbh')),
      department: text,
      position: text,
      street: text,
      houseNumber: text,
      addition: text,
      zip: text,
      city: text,
      state: text,
      country: text,
      isPostOfficeBox: fc.constantFrom(0, 1),
      phone,
      fax: phone,
      mobile: phone,
      categoryId: fc.constantFrom(1, 2),
      commTemplateId: fc.constant(5),
      newsletter: text.map((value) => `${value}1`),
    },
    { requiredKeys: ['lastName'] },
  )
  .map(({ newsletter, ...rest }) => ({
    ...rest,
    email: `Person.${++count}"\\ß@kontor.example`,
    ...(newsletter === undefined ? {} : { externalNewsletter: 'brevo', externalNewsletterId: newsletter }),
  }))

const keys = Object.keys(Contact.properties)

test('the response of POST equals that of GET byte for byte, with the fields in the order of the interface', async () => {
  await fc.assert(
    fc.asyncProperty(body, async (given) => {
      const made = await kontor.call('POST', '/contacts', { body: given })
      assert.equal(made.status, 200, made.text)
      const [contact] = made.json
      const read = await kontor.call('GET', `/contacts/${contact.id}?${posted}`)
      assert.equal(read.text, made.text)
      assert.equal(JSON.stringify(read.json), read.text)
      assert.deepEqual(
        Object.keys(contact),
        keys.filter((name) => name !== 'trn_data' && name !== 'loc_data'),
      )
      for (const name of ['lastName', 'firstName', 'title', 'email'] as const)
        assert.equal(contact[name], given[name] ?? '')
    }),
    { numRuns: 60 },
  )
})

test('with all flags, the JSON equals that of JSON.stringify', async () => {
  await fc.assert(
    fc.asyncProperty(body, fc.array(text, { minLength: 8, maxLength: 8 }), async (given, texts) => {
      const { json } = await kontor.call('POST', '/contacts', { body: given })
      const { id } = json[0]
      const [one, two, three, four, five, six, seven, eight] = texts
      await sql`insert into address (contact_id, address_type_id, is_invoice, is_invoice_send, parent_contact_id, street)
        values (${id}, 3, true, true, ${id}, ${one})`.execute(db)
      await sql`insert into email_address (contact_id, address_id, email, email_key)
        select contact_id, id, ${`${two}@`}, 'andere@kontor.example' from address where contact_id = ${id}`.execute(
        db,
      )
      await sql`insert into trainer_data (contact_id, objectives, sub_categories) values (${id}, ${three}, ${[four, five]}), (${id}, '', '{}')`.execute(
        db,
      )
      await sql`insert into location_data (contact_id, comment, url) values (${id}, ${six}, ${seven})`.execute(
        db,
      )
      await sql`insert into newsletter_subscription values (${id}, 'mailchimp', ${`${eight}2`}, true, true, true),
        (${id}, 'brevo', 'ß', false, true, false), (${id}, 'brevo', 'z', true, false, false)`.execute(db)
      await sql`update contact set image_url = ${one}, website = ${two} where id = ${id}`.execute(db)
      const read = await kontor.call('GET', `/contacts/${id}?${allFlags}`)
      assert.equal(JSON.stringify(read.json), read.text)
      const [contact] = read.json
      assert.deepEqual(Object.keys(contact), keys)
      assert.deepEqual(
        [contact.allAddress.length, contact.invoiceAddress.length, contact.invoiceSendAddress.length],
        [2, 1, 1],
      )
      assert.equal(contact.invoiceAddress[0].parentContact, given.lastName)
      assert.equal(contact.invoiceAddress[0].emails[0].email, `${two}@`)
      assert.deepEqual(contact.trn_data[0].sub_categories, [four, five])
      assert.deepEqual(
        contact.extNewsletter.map((group: { ext_type: string }[]) => group.map(({ ext_type }) => ext_type)),
        [[...(given.externalNewsletter ? ['brevo'] : []), 'brevo', 'brevo'], ['mailchimp']],
      )
      const searched = await kontor.call(
        'GET',
        `/contacts/search/email/${encodeURIComponent(given.email.toUpperCase().replace('SS', 'ß'))}?${allFlags}`,
      )
      assert.equal(searched.text, read.text)
    }),
    { numRuns: 25 },
  )
})

test('every set of flags loads exactly its parts', async () => {
  const { json } = await kontor.call('POST', '/contacts', {
    body: { lastName: 'Flagge', email: 'flagge@kontor.example' },
  })
  const { id } = json[0]
  await sql`insert into address (contact_id, address_type_id, is_invoice) values (${id}, 3, true)`.execute(db)
  await sql`insert into address (contact_id, address_type_id, is_invoice_send) values (${id}, 4, true)`.execute(
    db,
  )
  await sql`insert into trainer_data (contact_id) values (${id})`.execute(db)
  await sql`update contact set image_url = 'bild' where id = ${id}`.execute(db)
  for (let set = 0; set < 32; set++) {
    const on = (name: (typeof flagNames)[number]) => (set >> flagNames.indexOf(name)) & 1
    const search = flagNames.map((name) => `${name}=${on(name)}`).join('&')
    const [contact] = (await kontor.call('GET', `/contacts/${id}?${search}`)).json
    assert.deepEqual(
      [
        contact.defaultAddress.length,
        contact.allAddress.length,
        contact.invoiceAddress.length,
        contact.invoiceSendAddress.length,
        contact.image_url,
        contact.trn_data?.length,
        contact.loc_data?.length,
      ],
      [
        1,
        on('loadAllAddresses') ? 3 : 0,
        on('loadInvoiceAddresses'),
        on('loadInvoiceSendAddresses'),
        on('loadContactImage') ? 'bild' : '',
        on('loadResourceData') ? 1 : undefined,
        on('loadResourceData') ? 0 : undefined,
      ],
    )
  }
})

test('the plan of the e-mail search is cached, and reads large tables by index only', async () => {
  await sql`insert into contact (contact_type, last_name) select 'person', 'n' || n from generate_series(1, 3000) n`.execute(
    db,
  )
  await sql`insert into address (contact_id, address_type_id) select id, 1 from contact`.execute(db)
  await sql`insert into email_address (contact_id, email, email_key) select id, id || '@x', id || '@x' from contact`.execute(
    db,
  )
  await sql`insert into phone (contact_id, type) select id, 'phone' from contact`.execute(db)
  for (const table of ['contact', 'address', 'email_address', 'phone'])
    await sql`analyze ${sql.table(table)}`.execute(kontor.owner)
  await db.connection().execute(async (one) => {
    for (let round = 0; round < 8; round++)
      await contactsByEmail(one, 'a@x', round % 2 ? { loadResourceData: 1 } : {})
    const { rows } = await sql<{ name: string; generic_plans: string }>`
      select name, generic_plans from pg_prepared_statements where statement like '%email_key = $1%'`.execute(
      one,
    )
    assert.equal(rows.length, 1)
    assert.ok(Number(rows[0]!.generic_plans) > 0, 'the plan is kept')
    await sql`set plan_cache_mode = force_generic_plan`.execute(one)
    const plan = await sql<{
      'QUERY PLAN': string
    }>`explain execute ${sql.raw(rows[0]!.name)} ('a@x', true, true, true, true, true)`.execute(one)
    await sql`reset plan_cache_mode`.execute(one)
    const lines = plan.rows.map((row) => row['QUERY PLAN'])
    assert.deepEqual(
      lines.filter((line) => /Seq Scan on (contact|address|email_address|phone)\b/.test(line)),
      [],
    )
  })
})
