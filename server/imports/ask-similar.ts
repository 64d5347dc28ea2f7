// Rows that no contact matches, but that may be one: each becomes a question with the contact as its proposal. After the check of all rows,
// the contacts nearby are read once for the whole import, so that its work grows with rows and contacts, not with their product.
import { sql } from 'kysely'
import { wordsOfContact } from '../addresses/contact-names.ts'
import { isPerson } from '../addresses/contact-types.ts'
import { areNearby, type PlacedContact, similarityOf } from '../addresses/similar-contact.ts'
import type { Tx } from '../platform/database/database.ts'
import { foldText } from '../platform/ground/matching/letters.ts'
import {
  mayBeEqual,
  mayBeNear,
  type NearName,
  nearKeys,
  nearNames,
  ownKeys,
} from '../platform/ground/matching/near-names.ts'
import { phoneDigits } from '../platform/ground/matching/phones.ts'
import { wordsToFind } from '../platform/ground/matching/words.ts'
import { homeCallingCode } from '../platform/settings/instance-country.ts'
import { importErrors } from './import.errors.ts'
import { type LockedImport, loadNextRows, type RowResult, writeRowResults } from './import.rows.ts'
import { haveOneZip } from './match-contacts.ts'
import { parseRow } from './parse-row.ts'
import { rowError, rowsPerStep } from './validate-rows.ts'

type ComparedContact = PlacedContact & { zip: string }
type Row = ComparedContact & { number: number; near: NearName }
type Contact = ComparedContact & { id: number }
type Proposal = { contact: Contact; rank: number }

/** The contacts that are compared at once, so that no other request waits long. */
const contactsPerStep = 200

const companyKey = (name: string): string => wordsToFind(name).join(' ')

/** The rows that the import would create. Persons with an e-mail address are told apart by it, those of no place are not compared. */
async function loadNewRows(
  tx: Tx,
  contactImport: LockedImport,
  home: string,
  toNear: (one: ComparedContact) => NearName,
): Promise<Row[]> {
  const { plan } = contactImport
  const { contactType } = plan
  const found: Row[] = []
  let last_row = 0
  for (;;) {
    const rows = await loadNextRows(tx, { ...contactImport, last_row }, rowsPerStep, ['create'])
    for (const { number, cells, merged_columns } of rows) {
      const { data } = parseRow(cells, plan, merged_columns)
      const { firstName = '', lastName = '', name = '', city = '', company = '', zip = '' } = data
      const phones = [data.phone, data.mobile, data.fax].flatMap((phone) =>
        phone ? [phoneDigits(phone, home)] : [],
      )
      const isLeftOut = isPerson(contactType) && (data.email || !(city || company || phones.length > 0))
      if (isLeftOut) continue
      const placed = { contactType, firstName, city, zip, company: companyKey(company), phones }
      const row = { ...placed, lastName: isPerson(contactType) ? lastName : name }
      found.push({ ...row, number, near: toNear(row) })
    }
    if (rows.length < rowsPerStep) return found
    last_row = rows.at(-1)!.number
  }
}

/** The contacts of the cities, companies and telephone numbers of rows; of companies all. */
async function findNearby(
  tx: Tx,
  { plan: { contactType } }: LockedImport,
  rows: readonly Row[],
  home: string,
): Promise<number[]> {
  const cities = [...new Set(rows.map(({ city }) => foldText(city.trim())).filter(Boolean))]
  const companies = [...new Set(rows.map(({ company }) => company).filter(Boolean))]
  const phones = [...new Set(rows.flatMap((row) => row.phones))]
  const found = isPerson(contactType)
    ? sql`select contact_id from address where is_default and city <> '' and search_key(city) collate "C" = any(${cities}::text[])
        union select p.contact_id from phone p
          where ${phones.length > 0} and phone_digits(p.country_code, p.area_code, p.number, ${home}) = any(${phones}::text[])
        union select c.id from contact o join contact c on c.company_id = o.id
          where ${companies.length > 0} and o.contact_type = 'company' and search_names(o.last_name) = any(${companies}::text[])
        union select c.id from contact c
          where ${companies.length > 0} and c.company <> '' and search_names(c.company) = any(${companies}::text[])`
    : sql`select c.id from contact c`
  const { rows: ids } = await sql<{ id: number }>`
    select c.id from contact c where c.contact_type = ${contactType} and c.id in (${found}) order by c.id`.execute(
    tx,
  )
  return ids.map(({ id }) => id)
}

async function loadPlaced(tx: Tx, ids: readonly number[], home: string): Promise<Contact[]> {
  const { rows } = await sql<Contact>`
    select c.id, c.contact_type as "contactType", c.first_name as "firstName", c.last_name as "lastName", coalesce(a.city, '') as city,
      coalesce(a.zip, '') as zip, coalesce(o.last_name, c.company) as company,
      array(select phone_digits(p.country_code, p.area_code, p.number, ${home}) from phone p where p.contact_id = c.id) as phones
    from contact c left join address a on a.contact_id = c.id and a.is_default left join contact o on o.id = c.company_id
    where c.id = any(${ids}::int[]) order by c.id`.execute(tx)
  return rows.map((one) => ({ ...one, company: companyKey(one.company) }))
}

/** The places that persons may share; companies are compared wherever they are. */
function sharedPlaces({ contactType, city, company, phones }: ComparedContact): string[] {
  if (!isPerson(contactType)) return ['']
  return [
    ...(city.trim() ? [`city ${foldText(city.trim())}`] : []),
    ...(company ? [`company ${company}`] : []),
    ...phones.map((phone) => `phone ${phone}`),
  ]
}

/** The rows by what near names nearby have in common. */
function indexRows(rows: readonly Row[]): Map<string, Row[]> {
  const index = new Map<string, Row[]>()
  for (const row of rows) {
    const keys = nearKeys(row.near)
    for (const place of sharedPlaces(row))
      for (const key of keys) {
        const others = index.get(`${key} ${place}`)
        if (others) others.push(row)
        else index.set(`${key} ${place}`, [row])
      }
  }
  return index
}

/** Whether a user is asked: persons by name and place; a company of the same name and another postcode is another one. */
function rankOf(row: Row, contact: Contact): number | undefined {
  const rank = similarityOf(row, contact)
  if (rank === undefined) return undefined
  const asks = isPerson(row.contactType) ? areNearby(row, contact) : rank > 1 && haveOneZip(row, contact)
  return asks ? rank : undefined
}

/** Makes the rows that may be a contact nearby questions. */
export async function askAboutSimilar(tx: Tx, contactImport: LockedImport): Promise<void> {
  const home = await homeCallingCode(tx)
  const toName = nearNames()
  const toNear = (one: ComparedContact) => toName(wordsOfContact(one))
  const rows = await loadNewRows(tx, contactImport, home, toNear)
  if (rows.length === 0) return
  const index = indexRows(rows)
  const proposals = new Map<Row, Proposal>()
  const ids = await findNearby(tx, contactImport, rows, home)
  for (let from = 0; from < ids.length; from += contactsPerStep)
    for (const contact of await loadPlaced(tx, ids.slice(from, from + contactsPerStep), home)) {
      const near = toNear(contact)
      const compared = new Set<Row>()
      for (const place of sharedPlaces(contact))
        for (const key of ownKeys(near))
          for (const row of index.get(`${key} ${place}`) ?? []) {
            const known = proposals.get(row)
            // Of contacts that are as similar, the first.
            const mayBeCloser = known
              ? known.rank > 1 && mayBeEqual(row.near, near)
              : mayBeNear(row.near, near)
            if (!mayBeCloser || compared.has(row)) continue
            compared.add(row)
            const rank = rankOf(row, contact)
            if (rank !== undefined && rank < (known?.rank ?? Number.POSITIVE_INFINITY))
              proposals.set(row, { contact, rank })
          }
    }
  const questions = [...proposals].map(
    ([{ number, contactType }, { contact }]): RowResult => ({
      number,
      outcome: 'question',
      contactId: contact.id,
      errors: [
        rowError(
          contactImport.plan,
          isPerson(contactType) ? 'lastName' : 'name',
          importErrors.similarContact({
            id: contact.id,
            name: `${contact.firstName} ${contact.lastName}`.trim(),
          }),
        ),
      ],
    }),
  )
  await writeRowResults(tx, contactImport.id, questions)
  await sql`update contact_import set created_count = created_count - ${questions.length}, question_count = question_count + ${questions.length}
    where id = ${contactImport.id}`.execute(tx)
}
