// Reads contacts: each operation runs one statement, which returns the finished JSON.
import { prepared, query, queryShared, type Reader } from '../platform/database/database.ts'
import { emailKey } from '../platform/ground/text.ts'
import { contactRecords } from './contact.record.ts'
import type { Contact, LoadFlags } from './contact.schema.ts'

/** The flags of the responses of POST and PATCH. */
export const allAddresses: LoadFlags = {
  loadAllAddresses: 1,
  loadInvoiceAddresses: 1,
  loadInvoiceSendAddresses: 1,
}

// In subqueries, so that PostgreSQL does not plan the statement again for each combination of values.
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

// A statement of its own for one id, because PostgreSQL caches its plan; it plans short lists each time.
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

/** The contact with an id as a JSON array; `[]`: unknown id. */
export const contactById = (db: Reader, id: number, flags: LoadFlags): Promise<string> =>
  queryJson(db, byId, id, flags)

/** The contacts with an e-mail address, in any of their addresses (decision 4.9), as a JSON array. */
export const contactsByEmail = (db: Reader, email: string, flags: LoadFlags): Promise<string> =>
  queryJson(db, byEmail, emailKey(email), flags)

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
 * The contacts in any of the categories, each once (decision 4.10). They are read page by page, so that memory does not grow with
 * their number; the next page is read while one is sent.
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
      // The reader may stop before this page, so its error must be handled here.
      contacts.catch(() => {})
      pendingPages.push(contacts)
    }
    yield* await pendingPages.shift()!
  }
}
