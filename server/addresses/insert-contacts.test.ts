// A contact gets the same rows whether it is inserted alone or together with others.
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { sql } from 'kysely'
import { testInstance } from '../../test/support/test-instance.ts'
import { inTransaction, systemActor, type Tx } from '../platform/database/database.ts'
import { insertContacts, type NewContact } from './insert-contacts.ts'
import { loadContactRecords } from './record.office.ts'

const kontor = await testInstance()
after(() => kontor.close())
const { db } = kontor
await sql`insert into contact_category values (1, 'Eins'), (2, 'Zwei')`.execute(db)

const contacts: readonly NewContact[] = [
  {
    contactType: 'company',
    lastName: 'Nord GmbH',
    name2: 'Werk',
    addressType: 1,
    email: 'info@nord.example',
  },
  { contactType: 'company', lastName: 'Twice', addressType: 1 },
  { contactType: 'company', lastName: 'twice', addressType: 1 },
  { contactType: 'location', lastName: 'Saal' },
  { contactType: 'person', lastName: 'Bare', addressType: 2 },
  {
    contactType: 'person',
    lastName: 'Full "\\" ß',
    salutation: 'ms',
    title: 'Dr.',
    firstName: 'Eva',
    company: ' NORD gmbh ',
    website: 'https://nord.example',
    comment: 'two\nlines',
    addressType: 3,
    street: 'Weg',
    city: 'Ulm',
    isPostOfficeBox: 1,
    email: 'Eva@nord.example',
    phone: { countryCode: '+49', areaCode: '40', number: '1' },
    fax: { number: '' },
    mobile: { number: '3' },
    categoryIds: [2, 1],
  },
  { contactType: 'person', lastName: 'Two', company: 'Twice', addressType: 1, email: 'two@nord.example' },
  { contactType: 'person', lastName: 'None', company: 'Unknown', addressType: 1, categoryIds: [1] },
  { contactType: 'person', lastName: '', addressType: 2, email: 'eva@nord.example' },
]

/** The records that `insert` makes, without what is new each time; nothing of it stays. */
async function recordsOf(insert: (tx: Tx) => Promise<readonly (number | undefined)[]>): Promise<unknown[]> {
  let result: unknown[] = []
  const rollback = new Error('rollback')
  await assert.rejects(
    inTransaction(db, systemActor, async (tx) => {
      const ids = (await insert(tx)).map((id) => id ?? 0)
      const first = Math.min(...ids)
      const { rows: identities } = await sql`select email_key, last_name_key, contact_id - ${first}::int as at
        from contact_identity where contact_id >= ${first} order by 1, 2`.execute(tx)
      const records = await loadContactRecords(tx, ids)
      assert.equal(records.length, ids.length)
      const withoutIds = JSON.parse(JSON.stringify([records, identities]), (name, value) => {
        if (name === 'companyId' || name === 'parentContactId') return value && value - first
        return ['id', 'addressId', 'version', 'createdAt'].includes(name) ? undefined : value
      })
      result = withoutIds
      throw rollback
    }),
    rollback,
  )
  return result
}

test('a contact has the same rows whether it is inserted alone or with others', async () => {
  // The companies are there before a statement looks for them.
  const companies = contacts.filter(({ contactType }) => contactType === 'company')
  const others = contacts.filter(({ contactType }) => contactType !== 'company')
  const together = await recordsOf(async (tx) => [
    ...(await insertContacts(tx, companies)).map((contact) => contact?.id),
    ...(await insertContacts(tx, others)).map((contact) => contact?.id),
  ])
  const alone = await recordsOf(async (tx) => {
    const ids: (number | undefined)[] = []
    for (const contact of [...companies, ...others]) ids.push((await insertContacts(tx, [contact]))[0]?.id)
    return ids
  })
  assert.deepEqual(together, alone)
  const [records, identities] = together as [Record<string, unknown>[], unknown[]]
  const full = records.find(({ firstName }) => firstName === 'Eva')!
  assert.equal(full['company'], 'Nord GmbH')
  assert.deepEqual(full['categoryIds'], [1, 2])
  assert.equal((full['phones'] as unknown[]).length, 2)
  assert.equal(records.find(({ lastName }) => lastName === 'Two')!['companyId'], 0)
  assert.equal(records.find(({ lastName }) => lastName === 'Two')!['company'], 'Twice')
  assert.deepEqual(records.find(({ lastName }) => lastName === 'Saal')!['addresses'], [])
  assert.equal(identities.length, 2)
})

test('4.1 of contacts with the same identity one is inserted; the results of the others are undefined', async () => {
  const person = (lastName: string, email: string): NewContact => ({
    contactType: 'person',
    lastName,
    email,
    addressType: 2,
  })
  await inTransaction(db, systemActor, (tx) => insertContacts(tx, [person('Old', 'a@x.example')]))
  const { rows: before } = await sql<{ count: number }>`select count(*)::int from address`.execute(db)
  const inserted = await inTransaction(db, systemActor, (tx) =>
    insertContacts(tx, [
      person('Z', 'z@x.example'),
      person('OLD', 'A@x.example'),
      person('Y', 'y@x.example'),
      person('y', 'Y@x.example'),
      person('Old', 'b@x.example'),
    ]),
  )
  assert.deepEqual(
    inserted.map((contact) => contact !== undefined),
    [true, false, true, false, true],
  )
  const { rows: after } = await sql<{ count: number }>`select count(*)::int from address`.execute(db)
  assert.equal(after[0]!.count - before[0]!.count, 3)
  const [alone] = await inTransaction(db, systemActor, (tx) =>
    insertContacts(tx, [person('old', 'B@x.example')]),
  )
  assert.equal(alone, undefined)
})
