// Look-up lists: the values that staff choose from, and what they mean.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/http/errors.ts'
import { Name, record } from '../platform/http/schema.ts'
import { keyOf, type LookupList, lookupLists, lookupNames } from './lookup-lists.ts'
import { deleteUnused } from './records.ts'

const Means = Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.String()]))

export const LookupValue = record({
  key: Type.String(),
  name: Type.String(),
  /** Where the list has names in two languages: the English one. */
  nameEn: Type.String(),
  /** It came with Kontor: it keeps its meaning, and stays. */
  given: Type.Boolean(),
  means: Means,
})
type LookupValue = Static<typeof LookupValue>

const Lookup = record({
  id: Type.String(),
  /** The values have an English name too. */
  bilingual: Type.Boolean(),
  meanings: Type.Array(record({ name: Type.String(), oneOf: Type.Array(Type.String()) })),
  values: Type.Array(LookupValue),
})

/** The values of the lists in one statement, those that came with Kontor first and in their order. */
async function readLists(reader: Reader, names: readonly string[]) {
  const parts = names.map((name) => {
    const { table, key, meanings, names } = lookupLists[name]!
    const means = meanings.flatMap(({ column }) => [sql.lit(column), sql.ref(column)])
    return sql`select ${sql.lit(name)} as list, ${sql.ref(key)}::text as key,
      ${sql.ref(names?.de ?? 'name')} as name, ${names ? sql.ref(names.en) : sql.lit('')} as "nameEn",
      jsonb_build_object(${sql.join(means)}) as means from ${sql.table(table)}`
  })
  const { rows } = await sql<{
    list: string
    key: string
    name: string
    nameEn: string
    means: LookupValue['means']
  }>`${sql.join(parts, sql` union all `)} order by name`.execute(reader)
  return names.map((id) => {
    const { given, meanings, names } = lookupLists[id]!
    const place = (key: string) => given.indexOf(key) + 1 || given.length + 1
    return {
      id,
      bilingual: names !== undefined,
      meanings: meanings.map(({ column, oneOf = [] }) => ({ name: column, oneOf: [...oneOf] })),
      values: rows
        .filter((row) => row.list === id)
        .map(({ list: _, ...value }) => ({ ...value, given: given.includes(value.key) }))
        .toSorted((one, other) => place(one.key) - place(other.key)),
    }
  })
}

const listParams = Type.Object({ list: Type.String() })
const params = Type.Object({ list: Type.String(), key: Type.String() })

function listOf(name: string): LookupList {
  const list = Object.hasOwn(lookupLists, name) ? lookupLists[name] : undefined
  if (!list) throw notFound(`There is no list ${name}.`)
  return list
}

const listLookups = officeEndpoint({
  method: 'GET',
  path: '/lookups',
  response: Type.Array(Lookup),
  handle: ({ db }) => readLists(db, lookupNames),
})

const getLookup = officeEndpoint({
  method: 'GET',
  path: '/lookups/{list}',
  params: listParams,
  response: Type.Array(Lookup),
  handle: ({ db, params: { list } }) => {
    listOf(list)
    return readLists(db, [list])
  },
})

/** The columns of what a value means. @throws Failure 400 */
function columnsOf(list: LookupList, means: LookupValue['means'] = {}): Record<string, unknown> {
  const faults: FieldError[] = []
  for (const [column, value] of Object.entries(means)) {
    const meaning = list.meanings.find((one) => one.column === column)
    const field = `means.${column}`
    if (!meaning) faults.push({ field, message: 'is not a known field' })
    else if (meaning.oneOf && !meaning.oneOf.includes(String(value)))
      faults.push({ field, message: `must be one of ${meaning.oneOf.map((one) => `"${one}"`).join(', ')}` })
    else if (!meaning.oneOf && typeof value !== 'boolean')
      faults.push({ field, message: 'must be true or false' })
  }
  if (faults.length > 0) throw badRequest(faults)
  return means
}

/** The columns of the names that are given; a new value has the first name in both languages. @throws Failure 400 */
function namesOf(list: LookupList, given: { name?: string; nameEn?: string }, fallback?: string) {
  if (!list.names && given.nameEn !== undefined)
    throw badRequest([{ field: 'nameEn', message: 'is not a known field' }])
  const english = given.nameEn ?? fallback
  return {
    ...(given.name === undefined ? {} : { [list.names?.de ?? 'name']: given.name.trim() }),
    ...(list.names && english !== undefined ? { [list.names.en]: english.trim() } : {}),
  }
}

const lookupValue = async (tx: Tx, name: string, key: string): Promise<LookupValue> => {
  const [list] = await readLists(tx, [name])
  const value = list!.values.find((one) => one.key === key)
  if (!value) throw notFound(`There is no ${key} in the list ${name}.`)
  return value
}

const addValue = officeEndpoint({
  method: 'POST',
  path: '/lookups/{list}',
  right: 'admin',
  params: listParams,
  body: record({
    name: Name,
    nameEn: Type.Optional(Name),
    /** Left out: made of the name. */
    key: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$' })),
    means: Type.Optional(Means),
  }),
  response: Type.Array(LookupValue),
  handle: async ({ tx, params: { list: name }, body }) => {
    const list = listOf(name)
    const needed = list.meanings.filter((one) => one.oneOf && body.means?.[one.column] === undefined)
    if (needed.length > 0)
      throw badRequest(needed.map(({ column }) => ({ field: `means.${column}`, message: 'is required' })))
    const columns = columnsOf(list, body.means)
    // Of two who add a value at once, the second sees the first's.
    await sql`lock table ${sql.table(list.table)} in share row exclusive mode`.execute(tx)
    const [before] = await readLists(tx, [name])
    const taken = new Set(before!.values.map(({ key }) => key))
    const key = list.numbered
      ? String(Math.max(0, ...[...taken].map(Number)) + 1)
      : (body.key ?? freeKey(keyOf(body.name), taken))
    if (taken.has(key)) throw badRequest([{ field: 'key', message: 'is in use' }])
    const row = {
      [list.key]: list.numbered ? Number(key) : key,
      ...namesOf(list, body, body.name),
      ...columns,
    }
    await sql`insert into ${sql.table(list.table)} (${sql.join(Object.keys(row).map((one) => sql.ref(one)))})
      values (${sql.join(Object.values(row))})`.execute(tx)
    return [await lookupValue(tx, name, key)]
  },
})

function freeKey(wanted: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? wanted : `${wanted}_${number}`
    if (!taken.has(key)) return key
  }
}

const changeValue = officeEndpoint({
  method: 'PATCH',
  path: '/lookups/{list}/{key}',
  right: 'admin',
  params,
  body: record({ name: Type.Optional(Name), nameEn: Type.Optional(Name), means: Type.Optional(Means) }),
  response: Type.Array(LookupValue),
  handle: async ({ tx, params: { list: name, key }, body }) => {
    const list = listOf(name)
    const before = await lookupValue(tx, name, key)
    const columns = columnsOf(list, body.means)
    const changed = Object.keys(columns).filter((column) => columns[column] !== before.means[column])
    if (before.given && changed.length > 0)
      throw badRequest(changed.map((column) => ({ field: `means.${column}`, message: 'cannot be changed' })))
    const row = {
      ...namesOf(list, body),
      ...Object.fromEntries(changed.map((column) => [column, columns[column]])),
    }
    if (Object.keys(row).length > 0)
      await sql`update ${sql.table(list.table)} set ${sql.join(
        Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )} where ${sql.ref(list.key)} = ${list.numbered ? Number(key) : key}`.execute(tx)
    return [await lookupValue(tx, name, key)]
  },
})

const deleteValue = officeEndpoint({
  method: 'DELETE',
  path: '/lookups/{list}/{key}',
  right: 'admin',
  params,
  handle: async ({ tx, params: { list: name, key } }) => {
    const list = listOf(name)
    const { given } = await lookupValue(tx, name, key)
    if (given) throw conflict('This value came with Kontor, and stays.')
    await deleteUnused(tx, list.table, list.key, list.numbered ? Number(key) : key)
    return []
  },
})

export const lookupsOffice = [listLookups, getLookup, addValue, changeValue, deleteValue]
