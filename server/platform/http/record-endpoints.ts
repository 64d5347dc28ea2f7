// The endpoints of simple records of the back office: list, get, create, update, delete.
import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import Type, { type Static, type TObject, type TSchema } from 'typebox'
import type { Principal } from '../auth/principal.ts'
import { lockRecord, lockVersion, type Subject, tableOf, versionColumn } from '../database/change-log.ts'
import type { Reader, Tx } from '../database/database.ts'
import { answerProperties, type Fields, inputProperties, selections } from '../database/fields.ts'
import { insertRow, updateRow } from '../database/write-rows.ts'
import { badRequest, conflict, type FieldError, notFound } from '../ground/errors.ts'
import { generalErrors } from '../ground/general.errors.ts'
import type { Right } from '../ground/rights.ts'
import { Id, partly, record, ShortText, Version } from '../ground/schema.ts'
import { officeEndpoint } from './endpoint.ts'
import { containsWords, listQuery, selectPage } from './list.ts'

// biome-ignore lint/suspicious/noExplicitAny: a query of any table
type RowsQuery = SelectQueryBuilder<any, any, any>
type Values = Record<string, unknown>
type Schemas = Record<string, TSchema>

type RecordResource<Path extends string, F extends Fields, Derived extends Schemas> = {
  /** `/articles`; one record is `/articles/{id}`. */
  path: Path
  /** The subject of the change log. */
  subject: Subject
  /** The right to read; left out: any user. */
  read?: Right
  write: Right | readonly Right[]
  /** The fields of the record's table; those of a request without an empty value are required in a new record. */
  fields: F
  /** Further fields of a response, which `rows` selects. */
  derived?: Derived
  /** The rows of the record's table under the alias `r`, with the columns of `derived`. */
  rows: (reader: Reader, principal: Principal) => RowsQuery
  /** SQL of the text that `q` searches. */
  searchText: string
  /** By value of `sort`; the first is the default. */
  sorts: { [name: string]: RawBuilder<unknown> }
  /** Filters of the list beside `q`. */
  filters?: Schemas
  filter?: (rows: RowsQuery, query: Values) => RowsQuery
  /** Errors that the schema cannot express, of the values after the change. */
  validate?: (tx: Tx, values: Values) => Promise<FieldError[]>
  /** The values to store of those sent. */
  normalize?: (values: Values) => Values
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

/** The endpoints of a record that is one row of a table. */
export const recordEndpoints = <
  const Path extends string,
  F extends Fields,
  // biome-ignore lint/complexity/noBannedTypes: no derived fields
  Derived extends Schemas = {},
>(
  resource: RecordResource<Path, F, Derived>,
) =>
  endpointsOf(
    resource,
    record({
      id: Id,
      version: Version,
      ...answerProperties(resource.fields),
      ...(resource.derived as Derived),
    }),
    inputProperties(resource.fields),
  )

function endpointsOf<const Path extends string, Answer extends TObject, Input extends Schemas>(
  resource: RecordResource<Path, Fields, Schemas>,
  answer: Answer,
  input: Input,
) {
  const { path, subject, fields, write, normalize = (values) => values } = resource
  const table = tableOf(subject)
  const params = Type.Object({ id: Id })
  const response = Type.Array(answer)
  const readRight = resource.read === undefined ? {} : { right: resource.read }
  const selectRows = (reader: Reader, principal: Principal): RowsQuery =>
    resource
      .rows(reader, principal)
      .select(['r.id', versionColumn(subject, 'r.id').as('version'), ...selections(fields, 'r')])
  const loadOne = async (reader: Reader, principal: Principal, id: number) => {
    const found: Static<Answer> | undefined = await selectRows(reader, principal)
      .where('r.id', '=', id)
      .executeTakeFirst()
    if (!found) throw notFound(generalErrors.notFound({ kind: subject, id }))
    return [found]
  }
  const validate = async (tx: Tx, values: Values) => {
    const errors = (await resource.validate?.(tx, values)) ?? []
    if (errors.length > 0) throw badRequest(errors)
  }

  const list = officeEndpoint({
    method: 'GET',
    path,
    ...readRight,
    query: listQuery({
      sorts: Object.keys(resource.sorts),
      filters: { q: Type.Optional(ShortText), ...resource.filters },
    }),
    response,
    handle: ({ db, query, principal }) => {
      const rows = selectRows(db, principal).where(containsWords(resource.searchText, query.q ?? ''))
      return selectPage(db, resource.filter?.(rows, query) ?? rows, query, resource.sorts, 'r.id')
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
    body: record(input),
    response,
    handle: async ({ tx, principal, body }) => {
      const values = body as Values
      await validate(tx, values)
      const id = await insertRow(tx, table, fields, normalize(values))
      return loadOne(tx, principal, id)
    },
  })

  const change = officeEndpoint({
    method: 'PATCH',
    path: `${path}/{id}`,
    right: write,
    params,
    body: record({ ...partly(input), version: Version }),
    response,
    handle: async ({ tx, principal, params: { id }, body }) => {
      const { version, ...values } = body as Values & { version: number }
      await lockVersion(tx, subject, id, version)
      const [before] = await loadOne(tx, principal, id)
      await validate(tx, { ...before, ...values })
      await updateRow(tx, table, fields, id, normalize(values))
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

  return [list, get, create, change, remove] as const
}
