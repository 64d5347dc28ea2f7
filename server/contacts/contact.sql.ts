// Contacts read: each operation asks one statement, which answers with the finished JSON.
import { prepared, query, queryShared, type Reader } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/runtime/text.ts'
import { contactRecords } from './contact.record.ts'
import type { Contact, LoadFlags } from './contact.schema.ts'

/** What POST and PATCH answer with. */
export const allAddresses: LoadFlags = {
  loadAllAddresses: 1,
  loadInvoiceAddresses: 1,
  loadInvoiceSendAddresses: 1,
}

// In subqueries, where PostgreSQL does not see their values: else it would plan anew for each set of flags.
const flagsInSql = {
  loadAllAddresses: '(select $2::boolean)',
  loadInvoiceAddresses: '(select $3::boolean)',
  loadInvoiceSendAddresses: '(select $4::boolean)',
  loadContactImage: '(select $5::boolean)',
  loadResourceData: '(select $6::boolean)',
}

const flagValues = (flags: LoadFlags): boolean[] =>
  (Object.keys(flagsInSql) as (keyof LoadFlags)[]).map((name) => flags[name] === 1)

const jsonArrayQuery = (condition: string): string =>
  `select coalesce('[' || string_agg(json, ',' order by id) || ']', '[]') as json
    from (${contactRecords(flagsInSql, condition)}) records`

// One id has a statement of its own: its plan is kept, while one for a list is made for each list that is short.
const byId = prepared(jsonArrayQuery('c.id = $1'))
const byIds = prepared(jsonArrayQuery('c.id = any($1::int[])'))
const byEmail = prepared(
  jsonArrayQuery('c.id = any(array(select contact_id from email_address where email_key = $1))'),
)

const queryJson = async (
  db: Reader,
  text: string,
  key: unknown,
  flags: LoadFlags,
  run: typeof query = queryShared,
): Promise<string> => {
  const [row] = await run<{ json: string }>(db, text, [key, ...flagValues(flags)])
  return row!.json
}

/** The contact of an id as the text of a JSON array, which is `[]` for an unknown id. */
export const contactById = (db: Reader, id: number, flags: LoadFlags): Promise<string> =>
  queryJson(db, byId, id, flags)

/** The contacts that have an e-mail address, in any of their addresses (decision 4.9), as the text of a JSON array. */
export const contactsByEmail = (db: Reader, email: string, flags: LoadFlags): Promise<string> =>
  queryJson(db, byEmail, comparisonKey(email), flags)

/** Contacts by id, in the order of their ids; unknown ids are left out. */
export const loadContacts = async (
  db: Reader,
  ids: readonly number[],
  flags: LoadFlags,
): Promise<Contact[]> => JSON.parse(await queryJson(db, byIds, ids, flags, query))

const pageSize = 200
const maxPendingPages = 2

const pageQuery = prepared(`select array(select distinct contact_id from contact_in_category
  where category_id = any($1::int[]) and contact_id > $2 order by contact_id limit ${pageSize}) as ids`)

/**
 * The contacts in any of the categories, each once, page by page (decision 4.10): memory does not grow with their number. The
 * database writes the next page while one is sent.
 */
export async function* contactsInCategories(
  db: Reader,
  categoryIds: readonly number[],
  flags: LoadFlags,
): AsyncGenerator<Contact> {
  const pendingPages: Promise<Contact[]>[] = []
  let lastId: number | undefined = 0
  while (lastId !== undefined || pendingPages.length > 0) {
    while (lastId !== undefined && pendingPages.length < maxPendingPages) {
      const rows: { ids: number[] }[] = await query(db, pageQuery, [categoryIds, lastId])
      const { ids } = rows[0]!
      lastId = ids.length < pageSize ? undefined : ids.at(-1)
      const contacts = loadContacts(db, ids, flags)
      // Whoever reads may stop before this page.
      contacts.catch(() => {})
      pendingPages.push(contacts)
    }
    yield* await pendingPages.shift()!
  }
}
