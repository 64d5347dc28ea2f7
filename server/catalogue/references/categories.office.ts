// Categories in the back office: a tree without circles, in which a category and its subcategories are in the same catalogue.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import { changedFields } from '../../platform/database/changed-fields.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { answerProperties, inputProperties, selections } from '../../platform/database/fields.ts'
import { insertRow, updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, Name, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { categoriesBelow } from '../records/categories.sql.ts'
import { categoryFields } from '../records/reference-fields.ts'
import { referenceErrors } from './references.errors.ts'
import { findUsage } from './used-by.ts'

const right = 'catalogue:edit'
const params = Type.Object({ categoryId: Id })

const Category = record({
  id: Id,
  version: Version,
  ...answerProperties(categoryFields),
  eventCount: Count,
  childCount: Count,
})
type Category = Static<typeof Category>

const input = inputProperties(categoryFields)
const NewCategory = record({ ...input, name: Name })
const CategoryPatch = record({ version: Version, ...input, name: Type.Optional(Name) })

const eventCount = sql<number>`(select count(*)::int from event_in_category e where e.category_id = c.id)`

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue_category as c')
    .select([
      'c.id',
      versionColumn('catalogue_category', 'c.id').as('version'),
      ...selections(categoryFields, 'c'),
      eventCount.as('eventCount'),
      sql<number>`(select count(*)::int from catalogue_category k where k.parent_id = c.id)`.as('childCount'),
    ])

async function read(reader: Reader, id: number): Promise<Category> {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'category', id }))
  return row
}

type Position = { parentId: number; catalogueId: number }

/**
 * The parent and the catalogue of a category after a request. A category that gets another parent moves into its catalogue, unless
 * the request has a catalogue.
 * @throws Failure 400 if they do not exist, do not match, or the tree would have a circle
 */
async function resolvePosition(
  tx: Tx,
  given: Partial<Position>,
  before: Position & { id: number } = { id: 0, parentId: 0, catalogueId: 0 },
): Promise<Position> {
  const { parentId = before.parentId } = given
  const { rows } = await sql<{ catalogueId: number; isBelow: boolean }>`
    select coalesce(catalogue_id, 0) as "catalogueId", id in ${categoriesBelow(before.id)} as "isBelow"
    from catalogue_category where id = ${parentId}`.execute(tx)
  const parent = rows[0]
  const catalogueId =
    given.catalogueId ?? (parent && parentId !== before.parentId ? parent.catalogueId : before.catalogueId)
  const { rows: catalogues } = await sql`select from catalogue where id = ${catalogueId}`.execute(tx)
  const errors: FieldError[] = []
  if (catalogueId !== 0 && catalogues.length === 0)
    errors.push({ field: 'catalogueId', ...generalErrors.unknownReference() })
  if (parentId !== 0 && !parent) errors.push({ field: 'parentId', ...generalErrors.unknownReference() })
  else if (parent?.isBelow) errors.push({ field: 'parentId', ...referenceErrors.categoryBelowItself() })
  else if (parent && parent.catalogueId !== catalogueId)
    errors.push({ field: 'catalogueId', ...referenceErrors.catalogueOfParent() })
  if (errors.length > 0) throw badRequest(errors)
  return { parentId, catalogueId }
}

/** Two concurrent moves could form a circle together. */
const lockCategoryTree = (tx: Tx) =>
  sql`lock table catalogue_category in share row exclusive mode`.execute(tx)

const list = officeEndpoint({
  method: 'GET',
  path: '/catalogue-categories',
  query: listQuery({
    sorts: ['name', 'id', 'eventCount'],
    filters: {
      q: Type.Optional(ShortText),
      catalogueId: Type.Optional(Id),
      parentId: Type.Optional(Id),
    },
  }),
  response: Type.Array(Category),
  handle: ({ db, query }) =>
    selectPage(
      db,
      select(db)
        .$if(!!query.q?.trim(), (rows) => rows.where(containsWords('c.name', query.q!)))
        .$if(query.catalogueId !== undefined, (rows) => rows.where('c.catalogue_id', '=', query.catalogueId!))
        .$if(query.parentId !== undefined, (rows) => rows.where('c.parent_id', '=', query.parentId!)),
      query,
      {
        name: sql`lower(c.name)`,
        id: sql`c.id`,
        eventCount,
      },
      'c.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/catalogue-categories/{categoryId}',
  params,
  response: Type.Array(Category),
  handle: async ({ db, params: { categoryId: id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/catalogue-categories',
  right,
  body: NewCategory,
  response: Type.Array(Category),
  handle: async ({ tx, body }) => {
    await lockCategoryTree(tx)
    const position = await resolvePosition(tx, body)
    const values = changedFields(categoryFields, {}, { ...body, name: body.name.trim(), ...position })
    return [await read(tx, await insertRow(tx, 'catalogue_category', categoryFields, values))]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/catalogue-categories/{categoryId}',
  right,
  params,
  body: CategoryPatch,
  response: Type.Array(Category),
  handle: async ({ tx, params: { categoryId: id }, body: { version, ...body } }) => {
    const isMove = body.parentId !== undefined || body.catalogueId !== undefined
    if (isMove) await lockCategoryTree(tx)
    await lockVersion(tx, 'catalogue_category', id, version)
    const before = await read(tx, id)
    const position = isMove ? await resolvePosition(tx, body, before) : {}
    const changed = changedFields(categoryFields, before, { ...body, name: body.name?.trim(), ...position })
    await updateRow(tx, 'catalogue_category', categoryFields, id, changed)
    // The subcategories move along.
    if (changed['catalogueId'] !== undefined)
      await sql`update catalogue_category set catalogue_id = nullif(${changed['catalogueId']}::int, 0)
        where id in ${categoriesBelow(id)} and id <> ${id}`.execute(tx)
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/catalogue-categories/{categoryId}',
  right,
  params,
  handle: async ({ tx, params: { categoryId: id } }) => {
    await lockRecord(tx, 'catalogue_category', id)
    const subcategories = await findUsage(
      tx,
      sql`select name from catalogue_category where parent_id = ${id} order by id`,
    )
    if (subcategories) throw conflict(referenceErrors.categoryHasSubcategories(subcategories))
    const events = await findUsage(
      tx,
      sql`select e.title as name from event_in_category c join event e on e.id = c.event_id where c.category_id = ${id} order by e.id`,
    )
    if (events) throw conflict(referenceErrors.categoryHasEvents(events))
    await tx.deleteFrom('catalogue_category').where('id', '=', id).execute()
    return []
  },
})

export const categoryOffice = [list, get, create, change, remove]
