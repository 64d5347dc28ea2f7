// Saved views of lists: a name for filters, order and columns. A view has no records: a user who opens it sees those of the list.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { assertRights, hasRight, type Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { bool, choice, fields, id, jsonColumn, name, shortText, texts } from '../platform/database/fields.ts'
import { insertRow, updateRow } from '../platform/database/write-rows.ts'
import { badRequest, forbidden, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, Name, partly, record, ShortText } from '../platform/ground/schema.ts'
import { type Endpoint, officeEndpoint, rightsOf } from '../platform/http/endpoint.ts'
import { parseRequest } from '../platform/http/parse-request.ts'
import { settingsErrors } from './settings.errors.ts'

const FilterValue = Type.Union([
  Type.String({ maxLength: 255 }),
  Type.Number(),
  Type.Boolean(),
  Type.Array(Type.Union([Type.String({ maxLength: 255 }), Type.Number()]), { maxItems: 100 }),
])
const Filter = Type.Record(Type.String({ maxLength: 50 }), FilterValue, { maxProperties: 50 })
const Order = Type.Enum(['asc', 'desc'])
const Columns = Type.Array(Type.String({ maxLength: 50 }), { maxItems: 50 })

const input = {
  name: Name,
  isShared: Type.Boolean(),
  filter: Filter,
  /** '': the list's own order. */
  sort: ShortText,
  sortOrder: Order,
  /** The shown ones; empty: the list's own. */
  columns: Columns,
}
const SavedView = record({
  id: Id,
  resource: Type.String(),
  ...input,
  name: Type.String(),
  /** The name of the author. */
  userName: Type.String(),
  isOwn: Type.Boolean(),
  /** The reader may rename, change and delete it. */
  mayEdit: Type.Boolean(),
})
type SavedView = Static<typeof SavedView>

export const savedViewFields = fields({
  userId: id,
  name,
  resource: shortText,
  isShared: bool,
  filter: { ...jsonColumn, schema: Filter, input: Filter, empty: {} },
  sort: shortText,
  sortOrder: choice(['asc', 'desc'], 'asc'),
  columns: texts,
})

/** The views that a user sees of lists that he may read: his own, and shared ones. */
const selectViews = (reader: Reader, { userId, admin }: Principal) => {
  const isOwn = sql<boolean>`v.user_id = ${userId}`
  return reader
    .selectFrom('saved_view as v')
    .innerJoin('app_user as u', 'u.id', 'v.user_id')
    .select([
      'v.id',
      'v.resource',
      'v.name',
      'v.is_shared as isShared',
      sql<SavedView['filter']>`v.filter`.as('filter'),
      'v.sort',
      sql<'asc' | 'desc'>`v.sort_order`.as('sortOrder'),
      'v.columns',
      'u.name as userName',
      isOwn.as('isOwn'),
      sql<boolean>`${isOwn} or ${admin}`.as('mayEdit'),
    ])
    .where(sql<boolean>`(${isOwn} or v.is_shared)`)
}

/** The query of a list with the filters and the order of a view. */
const queryOf = ({ filter, sort, sortOrder }: Pick<SavedView, 'filter' | 'sort' | 'sortOrder'>): string =>
  new URLSearchParams({
    ...Object.fromEntries(Object.entries(filter).map(([key, value]) => [key, String(value)])),
    ...(sort === '' ? {} : { sort, order: sortOrder }),
  }).toString()

/** @param endpoints of the back office; those that answer a page have views */
export function savedViewsOffice(endpoints: readonly Endpoint[]) {
  const lists = new Map(
    endpoints
      .filter(
        ({ method, path, query }) =>
          method === 'GET' && /^\/[^/]+$/.test(path) && query?.properties['perPage'],
      )
      .map((endpoint) => [endpoint.path.slice(1), endpoint] as const),
  )
  const mayRead = (principal: Principal, resource: string): boolean => {
    const list = lists.get(resource)
    return list !== undefined && rightsOf(list).every((right) => hasRight(principal, right))
  }
  const loadOne = async (reader: Reader, principal: Principal, id: number): Promise<SavedView> => {
    const view = await selectViews(reader, principal).where('v.id', '=', id).executeTakeFirst()
    if (!view || !mayRead(principal, view.resource))
      throw notFound(generalErrors.notFound({ kind: 'view', id }))
    return view
  }
  /** @throws Failure 400 for filters and orders that the list does not have */
  const validate = (view: Pick<SavedView, 'resource' | 'filter' | 'sort' | 'sortOrder'>): void => {
    parseRequest(lists.get(view.resource)!, {}, queryOf(view), undefined)
  }
  const lockOne = async (tx: Tx, principal: Principal, id: number): Promise<SavedView> => {
    await sql`select from saved_view where id = ${id} for update`.execute(tx)
    const view = await loadOne(tx, principal, id)
    if (!view.mayEdit) throw forbidden(settingsErrors.viewOfOther({ name: view.userName }))
    return view
  }

  const list = officeEndpoint({
    method: 'GET',
    path: '/saved-views',
    query: Type.Object({ resource: ShortText }),
    response: Type.Array(SavedView),
    handle: async ({ db, principal, query: { resource } }) =>
      mayRead(principal, resource)
        ? selectViews(db, principal)
            .where('v.resource', '=', resource)
            .orderBy(sql`lower(v.name)`)
            .orderBy('v.id')
            .execute()
        : [],
  })

  const create = officeEndpoint({
    method: 'POST',
    path: '/saved-views',
    body: record({ resource: ShortText, ...input }),
    response: Type.Array(SavedView),
    handle: async ({ tx, principal, body }) => {
      const endpoint = lists.get(body.resource)
      if (!endpoint)
        throw badRequest([{ field: 'resource', ...settingsErrors.unknownList({ list: body.resource }) }])
      assertRights(principal, rightsOf(endpoint))
      validate(body)
      const viewId = await insertRow(tx, 'saved_view', savedViewFields, { ...body, userId: principal.userId })
      return [await loadOne(tx, principal, viewId)]
    },
  })

  const change = officeEndpoint({
    method: 'PATCH',
    path: '/saved-views/{id}',
    params: Type.Object({ id: Id }),
    body: record(partly(input)),
    response: Type.Array(SavedView),
    handle: async ({ tx, principal, params: { id }, body }) => {
      validate({ ...(await lockOne(tx, principal, id)), ...body })
      await updateRow(tx, 'saved_view', savedViewFields, id, body)
      // An administrator who makes another user's view private no longer sees it.
      return selectViews(tx, principal).where('v.id', '=', id).execute()
    },
  })

  const remove = officeEndpoint({
    method: 'DELETE',
    path: '/saved-views/{id}',
    params: Type.Object({ id: Id }),
    handle: async ({ tx, principal, params: { id } }) => {
      await lockOne(tx, principal, id)
      await tx.deleteFrom('saved_view').where('id', '=', id).execute()
      return []
    },
  })

  return [list, create, change, remove]
}
