// Look-up lists in the back office: values that staff can extend.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Name, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { deleteUnused } from '../platform/http/record-endpoints.ts'
import { type LookupList, lookupLists, lookupNames, toKey } from './lookup-lists.ts'
import { settingsErrors } from './settings.errors.ts'

const Meaning = Type.Record(Type.String(), Type.Union([Type.Boolean(), Type.String()]))

export const LookupValue = record({
  key: Type.String(),
  name: Type.String(),
  /** '' if the list is not bilingual. */
  nameEn: Type.String(),
  /** Cannot be deleted, and its meaning cannot be changed. */
  isBuiltIn: Type.Boolean(),
  meaning: Meaning,
})
type LookupValue = Static<typeof LookupValue>

const Lookup = record({
  id: Type.String(),
  /** Whether values have an English name, too. */
  isBilingual: Type.Boolean(),
  /** The possible meanings of a value; without options, true or false. */
  meanings: Type.Array(record({ name: Type.String(), options: Type.Array(Type.String()) })),
  values: Type.Array(LookupValue),
})

/** Reads the lists with one statement; built-in values come first, in their order. */
async function loadLists(reader: Reader, names: readonly string[]) {
  const parts = names.map((name) => {
    const { table, key, meanings, names } = lookupLists[name]!
    const meaning = meanings.flatMap(({ column }) => [sql.lit(column), sql.ref(column)])
    return sql`select ${sql.lit(name)} as list, ${sql.ref(key)}::text as key,
      ${sql.ref(names?.de ?? 'name')} as name, ${names ? sql.ref(names.en) : sql.lit('')} as "nameEn",
      jsonb_build_object(${sql.join(meaning)}) as meaning from ${sql.table(table)}`
  })
  const { rows } = await sql<{
    list: string
    key: string
    name: string
    nameEn: string
    meaning: LookupValue['meaning']
  }>`${sql.join(parts, sql` union all `)} order by name`.execute(reader)
  return names.map((id) => {
    const { builtIn, meanings, names } = lookupLists[id]!
    const position = (key: string) => builtIn.indexOf(key) + 1 || builtIn.length + 1
    return {
      id,
      isBilingual: names !== undefined,
      meanings: meanings.map(({ column, options = [] }) => ({ name: column, options: [...options] })),
      values: rows
        .filter((row) => row.list === id)
        .map(({ list: _, ...value }) => ({ ...value, isBuiltIn: builtIn.includes(value.key) }))
        .toSorted((one, other) => position(one.key) - position(other.key)),
    }
  })
}

const listParams = Type.Object({ list: Type.String() })
const params = Type.Object({ list: Type.String(), key: Type.String() })

function findList(name: string): LookupList {
  const list = Object.hasOwn(lookupLists, name) ? lookupLists[name] : undefined
  if (!list) throw notFound(settingsErrors.unknownList({ list: name }))
  return list
}

const listLookups = officeEndpoint({
  method: 'GET',
  path: '/lookups',
  response: Type.Array(Lookup),
  handle: ({ db }) => loadLists(db, lookupNames),
})

const getLookup = officeEndpoint({
  method: 'GET',
  path: '/lookups/{list}',
  params: listParams,
  response: Type.Array(Lookup),
  handle: ({ db, params: { list } }) => {
    findList(list)
    return loadLists(db, [list])
  },
})

/** @returns the columns of the meaning @throws Failure 400 */
function validateMeaning(list: LookupList, meaning: LookupValue['meaning'] = {}): Record<string, unknown> {
  const errors: FieldError[] = []
  for (const [column, value] of Object.entries(meaning)) {
    const known = list.meanings.find((one) => one.column === column)
    const field = `meaning.${column}`
    if (!known) errors.push({ field, ...generalErrors.unknownField() })
    else if (known.options && !known.options.includes(String(value)))
      errors.push({
        field,
        ...generalErrors.enum({ values: known.options.map((one) => `"${one}"`).join(', ') }),
      })
    else if (!known.options && typeof value !== 'boolean') errors.push({ field, ...generalErrors.boolean() })
  }
  if (errors.length > 0) throw badRequest(errors)
  return meaning
}

/** The columns of the given names. @param fallback the English name if none is given @throws Failure 400 */
function toNameColumns(list: LookupList, names: { name?: string; nameEn?: string }, fallback?: string) {
  if (!list.names && names.nameEn !== undefined)
    throw badRequest([{ field: 'nameEn', ...generalErrors.unknownField() }])
  const english = names.nameEn ?? fallback
  return {
    ...(names.name === undefined ? {} : { [list.names?.de ?? 'name']: names.name.trim() }),
    ...(list.names && english !== undefined ? { [list.names.en]: english.trim() } : {}),
  }
}

const loadValue = async (tx: Tx, name: string, key: string): Promise<LookupValue> => {
  const [list] = await loadLists(tx, [name])
  const value = list!.values.find((one) => one.key === key)
  if (!value) throw notFound(settingsErrors.unknownValue({ key, list: name }))
  return value
}

const addValue = officeEndpoint({
  method: 'POST',
  path: '/lookups/{list}',
  right: 'settings',
  params: listParams,
  body: record({
    name: Name,
    nameEn: Type.Optional(Name),
    /** Left out: derived from the name. */
    key: Type.Optional(Type.String({ pattern: '^[a-z0-9][a-z0-9_-]{0,49}$' })),
    meaning: Type.Optional(Meaning),
  }),
  response: Type.Array(LookupValue),
  handle: async ({ tx, params: { list: name }, body }) => {
    const list = findList(name)
    const missing = list.meanings.filter((one) => one.options && body.meaning?.[one.column] === undefined)
    if (missing.length > 0)
      throw badRequest(
        missing.map(({ column }) => ({ field: `meaning.${column}`, ...generalErrors.required() })),
      )
    const columns = validateMeaning(list, body.meaning)
    // Two values that are added at the same time get different keys.
    await sql`lock table ${sql.table(list.table)} in share row exclusive mode`.execute(tx)
    const [before] = await loadLists(tx, [name])
    const usedKeys = new Set(before!.values.map(({ key }) => key))
    const key = list.hasNumericKey
      ? String(Math.max(0, ...[...usedKeys].map(Number)) + 1)
      : (body.key ?? nextFreeKey(toKey(body.name), usedKeys))
    if (usedKeys.has(key)) throw badRequest([{ field: 'key', ...settingsErrors.usedKey() }])
    const row = {
      [list.key]: list.hasNumericKey ? Number(key) : key,
      ...toNameColumns(list, body, body.name),
      ...columns,
    }
    await sql`insert into ${sql.table(list.table)} (${sql.join(Object.keys(row).map((one) => sql.ref(one)))})
      values (${sql.join(Object.values(row))})`.execute(tx)
    return [await loadValue(tx, name, key)]
  },
})

function nextFreeKey(preferred: string, usedKeys: ReadonlySet<string>): string {
  for (let number = 1; ; number++) {
    const key = number === 1 ? preferred : `${preferred}_${number}`
    if (!usedKeys.has(key)) return key
  }
}

const changeValue = officeEndpoint({
  method: 'PATCH',
  path: '/lookups/{list}/{key}',
  right: 'settings',
  params,
  body: record({ name: Type.Optional(Name), nameEn: Type.Optional(Name), meaning: Type.Optional(Meaning) }),
  response: Type.Array(LookupValue),
  handle: async ({ tx, params: { list: name, key }, body }) => {
    const list = findList(name)
    const before = await loadValue(tx, name, key)
    const columns = validateMeaning(list, body.meaning)
    const changed = Object.keys(columns).filter((column) => columns[column] !== before.meaning[column])
    if (before.isBuiltIn && changed.length > 0)
      throw badRequest(
        changed.map((column) => ({ field: `meaning.${column}`, ...settingsErrors.fixedMeaning() })),
      )
    const row = {
      ...toNameColumns(list, body),
      ...Object.fromEntries(changed.map((column) => [column, columns[column]])),
    }
    if (Object.keys(row).length > 0)
      await sql`update ${sql.table(list.table)} set ${sql.join(
        Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`),
      )} where ${sql.ref(list.key)} = ${list.hasNumericKey ? Number(key) : key}`.execute(tx)
    return [await loadValue(tx, name, key)]
  },
})

const deleteValue = officeEndpoint({
  method: 'DELETE',
  path: '/lookups/{list}/{key}',
  right: 'settings',
  params,
  handle: async ({ tx, params: { list: name, key } }) => {
    const list = findList(name)
    const { isBuiltIn } = await loadValue(tx, name, key)
    if (isBuiltIn) throw conflict(settingsErrors.builtIn())
    await deleteUnused(tx, list.table, list.key, list.hasNumericKey ? Number(key) : key)
    return []
  },
})

export const lookupsOffice = [listLookups, getLookup, addValue, changeValue, deleteValue]
