// What the small records of the settings have in common: a list, one, make, change, delete where nothing refers to it.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type TObject, type TSchema } from 'typebox'
import type { Principal } from '../platform/auth/principal.ts'
import { lockRecord, lockVersion, type Subject } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { type ListQuery, listQuery, selectPage } from '../platform/database/list.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/http/errors.ts'
import { Id, Version } from '../platform/http/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a query of any table
type Rows = SelectQueryBuilder<any, any, any>
type Fields = Record<string, unknown>

export type Records = {
  /** `/articles`; one record is `/articles/{id}`. */
  path: string
  /** What the log calls one. */
  subject: Subject
  table: string
  /** Who sees them; left out: any user. */
  read?: string
  write: string
  /** The record of an answer. */
  record: TObject
  /** The fields of a new record; those of a change are the same, each optional. */
  fields: Record<string, TSchema>
  rows: (reader: Reader, principal: Principal) => Rows
  /** The id's column in `rows`. */
  id: string
  sorts: Record<string, RawBuilder<unknown>>
  filters?: Record<string, TSchema>
  filter?: (rows: Rows, asked: Fields) => Rows
  /** Faults that only the database knows, or that are between fields. */
  faults?: (tx: Tx, given: Fields) => Promise<FieldError[]>
  /** The columns of the fields that are given. */
  columns: (given: Fields) => Fields
  /** What else is written. */
  after?: (tx: Tx, id: number, given: Fields) => Promise<void>
}

/** Deletes a record that nothing refers to: the database says so. @throws Failure 409 */
export async function deleteUnused(
  tx: Tx,
  table: string,
  key: string,
  value: number | string,
): Promise<void> {
  try {
    await sql`delete from ${sql.table(table)} where ${sql.ref(key)} = ${value}`.execute(tx)
  } catch (error) {
    if ((error as { code?: string }).code !== '23503') throw error
    throw conflict('It is in use, so that it cannot be deleted.')
  }
}

const optional = (fields: Record<string, TSchema>) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)]))

const assignments = (columns: Fields) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

export function recordEndpoints(of: Records): Endpoint[] {
  const { path, subject, table, write } = of
  const params = Type.Object({ id: Id })
  const response = Type.Array(of.record)
  const readable = of.read === undefined ? {} : { right: of.read }
  const one = async (reader: Reader, principal: Principal, id: number) => {
    const found = await of
      .rows(reader, principal)
      .where(sql<boolean>`${sql.ref(of.id)} = ${id}`)
      .executeTakeFirst()
    if (!found) throw notFound(`There is no ${subject} ${id}.`)
    return [found] as never[]
  }
  const check = async (tx: Tx, given: Fields) => {
    const faults = (await of.faults?.(tx, given)) ?? []
    if (faults.length > 0) throw badRequest(faults)
  }

  const list = officeEndpoint({
    method: 'GET',
    path,
    ...readable,
    query: listQuery({ sorts: Object.keys(of.sorts), filters: of.filters ?? {} }),
    response,
    handle: ({ db, query, principal }) => {
      const rows = of.rows(db, principal)
      return selectPage(db, of.filter?.(rows, query) ?? rows, query as ListQuery, of.sorts, of.id) as never
    },
  })

  const get = officeEndpoint({
    method: 'GET',
    path: `${path}/{id}`,
    ...readable,
    params,
    response,
    handle: ({ db, params: { id }, principal }) => one(db, principal, id),
  })

  const create = officeEndpoint({
    method: 'POST',
    path,
    right: write,
    body: Type.Object(of.fields, { additionalProperties: false }),
    response,
    handle: async ({ tx, principal, body }) => {
      const given = body as Fields
      await check(tx, given)
      const columns = of.columns(given)
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(columns))}) returning id`.execute(tx)
      await of.after?.(tx, rows[0]!.id, given)
      return one(tx, principal, rows[0]!.id)
    },
  })

  const change = officeEndpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    right: write,
    params,
    body: Type.Object({ ...optional(of.fields), version: Version }, { additionalProperties: false }),
    response,
    handle: async ({ tx, principal, params: { id }, body }) => {
      const { version, ...given } = body as Fields & { version: number }
      await lockVersion(tx, subject, id, version)
      const [before] = await one(tx, principal, id)
      await check(tx, { ...(before as unknown as Fields), ...given })
      const columns = of.columns(given)
      if (Object.keys(columns).length > 0)
        await sql`update ${sql.table(table)} set ${assignments(columns)} where id = ${id}`.execute(tx)
      await of.after?.(tx, id, given)
      return one(tx, principal, id)
    },
  })

  const remove = officeEndpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    right: write,
    params,
    handle: async ({ tx, principal, params: { id } }) => {
      await lockRecord(tx, subject, id)
      await one(tx, principal, id)
      await deleteUnused(tx, table, 'id', id)
      return []
    },
  })

  return [list, get, create, change, remove]
}

/** The columns of fields that are given: each field's name with its column. */
export const columnsOf =
  (columns: Record<string, string>) =>
  (given: Fields): Fields =>
    Object.fromEntries(
      Object.entries(columns)
        .filter(([field]) => given[field] !== undefined)
        .map(([field, column]) => [
          column,
          typeof given[field] === 'string' && field === 'name' ? given[field].trim() : given[field],
        ]),
    )
