// The endpoints of simple records: list, get, create, update, delete.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Principal } from '../platform/auth/principal.ts'
import { lockRecord, lockVersion, type Subject } from '../platform/database/change-log.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { Id, partly, Version } from '../platform/http/schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: a query of any table
type RowsQuery = SelectQueryBuilder<any, any, any>
type Fields = Record<string, unknown>

type Schemas = Record<string, TSchema>

type RecordResource<Path extends string, Record extends TObject, NewFields extends Schemas> = {
  /** `/articles`; one record is `/articles/{id}`. */
  path: Path
  /** The subject of the change log. */
  subject: Subject
  table: string
  /** The right to read; left out: any user. */
  read?: string
  write: string
  record: Record
  /** The fields of a new record; all are optional in a change. */
  fields: NewFields
  rows: (reader: Reader, principal: Principal) => RowsQuery
  /** The id column of `rows`. */
  id: string
  sorts: { [name: string]: RawBuilder<unknown> }
  filters?: Schemas
  filter?: (rows: RowsQuery, query: Fields) => RowsQuery
  /** Errors that the schema cannot express. */
  validate?: (tx: Tx, fields: Fields) => Promise<FieldError[]>
  columns: (fields: Fields) => Fields
  afterWrite?: (tx: Tx, id: number, fields: Fields) => Promise<void>
}

/** @throws Failure 409 if the database has references to the record */
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
    throw conflict(generalErrors.inUse())
  }
}

const assignments = (columns: Fields) =>
  sql.join(Object.entries(columns).map(([name, value]) => sql`${sql.ref(name)} = ${value}`))

export function recordEndpoints<const Path extends string, Record extends TObject, NewFields extends Schemas>(
  resource: RecordResource<Path, Record, NewFields>,
) {
  const { path, subject, table, write } = resource
  const params = Type.Object({ id: Id })
  const response = Type.Array(resource.record)
  const readRight = resource.read === undefined ? {} : { right: resource.read }
  const loadOne = async (reader: Reader, principal: Principal, id: number) => {
    const found: Static<Record> | undefined = await resource
      .rows(reader, principal)
      .where(sql<boolean>`${sql.ref(resource.id)} = ${id}`)
      .executeTakeFirst()
    if (!found) throw notFound(generalErrors.notFound({ kind: subject, id }))
    return [found]
  }
  const validate = async (tx: Tx, fields: Fields) => {
    const errors = (await resource.validate?.(tx, fields)) ?? []
    if (errors.length > 0) throw badRequest(errors)
  }

  const list = officeEndpoint({
    method: 'GET',
    path,
    ...readRight,
    query: listQuery({ sorts: Object.keys(resource.sorts), filters: resource.filters ?? {} }),
    response,
    handle: ({ db, query, principal }) => {
      const rows = resource.rows(db, principal)
      return selectPage(db, resource.filter?.(rows, query) ?? rows, query, resource.sorts, resource.id)
    },
  })

  const get = officeEndpoint({
    method: 'GET',
    path: `${path}/{id}`,
    ...readRight,
    params,
    response,
    handle: ({ db, params: { id }, principal }) => loadOne(db, principal, id),
  })

  const create = officeEndpoint({
    method: 'POST',
    path,
    right: write,
    body: Type.Object(resource.fields, { additionalProperties: false }),
    response,
    handle: async ({ tx, principal, body }) => {
      const fields = body as Fields
      await validate(tx, fields)
      const columns = resource.columns(fields)
      const { rows } = await sql<{ id: number }>`
        insert into ${sql.table(table)} (${sql.join(Object.keys(columns).map((name) => sql.ref(name)))})
        values (${sql.join(Object.values(columns))}) returning id`.execute(tx)
      await resource.afterWrite?.(tx, rows[0]!.id, fields)
      return loadOne(tx, principal, rows[0]!.id)
    },
  })

  const change = officeEndpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    right: write,
    params,
    body: Type.Object({ ...partly(resource.fields), version: Version }, { additionalProperties: false }),
    response,
    handle: async ({ tx, principal, params: { id }, body }) => {
      const { version, ...fields } = body as Fields & { version: number }
      await lockVersion(tx, subject, id, version)
      const [before] = await loadOne(tx, principal, id)
      await validate(tx, { ...before, ...fields })
      const columns = resource.columns(fields)
      if (Object.keys(columns).length > 0)
        await sql`update ${sql.table(table)} set ${assignments(columns)} where id = ${id}`.execute(tx)
      await resource.afterWrite?.(tx, id, fields)
      return loadOne(tx, principal, id)
    },
  })

  const remove = officeEndpoint({
    method: 'DELETE',
    path: `${path}/{id}`,
    right: write,
    params,
    handle: async ({ tx, principal, params: { id } }) => {
      await lockRecord(tx, subject, id)
      await loadOne(tx, principal, id)
      await deleteUnused(tx, table, 'id', id)
      return []
    },
  })

  return [list, get, create, change, remove]
}

/** Maps the given fields to their columns. @param columns column by field */
export const mapToColumns =
  (columns: Record<string, string>) =>
  (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(columns)
        .filter(([field]) => fields[field] !== undefined)
        .map(([field, column]) => [
          column,
          typeof fields[field] === 'string' && field === 'name' ? fields[field].trim() : fields[field],
        ]),
    )
