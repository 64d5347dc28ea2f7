// Categories of catalogues in the back office: a tree without circles, each branch in one catalogue.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { containsWords, listQuery, selectPage } from '../../platform/database/list.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/http/errors.ts'
import { generalErrors } from '../../platform/http/general.errors.ts'
import {
  Count,
  Id,
  IdOrNone,
  LongText,
  partly,
  record,
  ShortText,
  Version,
} from '../../platform/http/schema.ts'
import { categoriesBelow } from '../records/categories.sql.ts'
import { sanitizeHtml } from '../records/html.ts'
import { referenceErrors } from './references.errors.ts'
import { findUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ categoryId: Id })

const Category = record({
  id: Id,
  version: Version,
  language: Type.String(),
  name: Type.String(),
  description: Type.String(),
  footerDescription: Type.String(),
  color: Type.String(),
  fontIcon: Type.String(),
  imageFileName: Type.String(),
  imageFileId: Count,
  catalogueId: IdOrNone,
  parentId: IdOrNone,
  isProtected: Type.Boolean(),
  eventCount: Count,
  childCount: Count,
})
type Category = Static<typeof Category>

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const writable = {
  language: ShortText,
  name: Name,
  description: LongText,
  footerDescription: LongText,
  color: ShortText,
  fontIcon: ShortText,
  imageFileName: ShortText,
  imageFileId: IdOrNone,
  catalogueId: IdOrNone,
  parentId: IdOrNone,
  isProtected: Type.Boolean(),
}
const CategoryInput = record(partly(writable))
type CategoryInput = Static<typeof CategoryInput>

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue_category as c')
    .select([
      'c.id',
      versionColumn('catalogue_category', 'c.id').as('version'),
      'c.language',
      'c.name',
      'c.description',
      'c.footer_description as footerDescription',
      'c.color',
      'c.font_icon as fontIcon',
      'c.image_file_name as imageFileName',
      'c.image_file_id as imageFileId',
      sql<number>`coalesce(c.catalogue_id, 0)`.as('catalogueId'),
      sql<number>`coalesce(c.parent_id, 0)`.as('parentId'),
      'c.is_protected as isProtected',
      sql<number>`(select count(*)::int from event_in_category e where e.category_id = c.id)`.as(
        'eventCount',
      ),
      sql<number>`(select count(*)::int from catalogue_category k where k.parent_id = c.id)`.as('childCount'),
    ])

async function read(reader: Reader, id: number): Promise<Category> {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'category', id }))
  return row
}

/** Checks the new parent: no circle, the same catalogue, existing records. */
async function validateParent(tx: Tx, id: number, parent: number, catalog: number): Promise<FieldError[]> {
  const { rows } = await sql<{ parent: number | null; below: boolean; catalog: boolean }>`
    select (select coalesce(catalogue_id, 0) from catalogue_category where id = ${parent}) as parent,
      ${parent}::int in ${categoriesBelow(id)} as below,
      exists (select from catalogue where id = ${catalog}) as catalog`.execute(tx)
  const found = rows[0]!
  const unknown = generalErrors.unknownReference()
  const errors: FieldError[] = []
  if (catalog !== 0 && !found.catalog) errors.push({ field: 'catalogueId', ...unknown })
  if (parent === 0) return errors
  if (found.parent === null) errors.push({ field: 'parentId', ...unknown })
  else if (id !== 0 && found.below)
    errors.push({ field: 'parentId', ...referenceErrors.categoryBelowItself() })
  else if (found.parent !== catalog)
    errors.push({ field: 'catalogueId', ...referenceErrors.catalogueOfParent() })
  return errors
}

const columnsOf = (input: CategoryInput, before?: Category) => {
  const html = (field: 'description' | 'footerDescription') =>
    input[field] === before?.[field] ? input[field] : sanitizeHtml(input[field]!)
  return {
    ...(input.language !== undefined && { language: input.language }),
    ...(input.name !== undefined && { name: input.name.trim() }),
    ...(input.description !== undefined && { description: html('description')! }),
    ...(input.footerDescription !== undefined && { footer_description: html('footerDescription')! }),
    ...(input.color !== undefined && { color: input.color }),
    ...(input.fontIcon !== undefined && { font_icon: input.fontIcon }),
    ...(input.imageFileName !== undefined && { image_file_name: input.imageFileName }),
    ...(input.imageFileId !== undefined && { image_file_id: input.imageFileId }),
    ...(input.isProtected !== undefined && { is_protected: input.isProtected }),
  }
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
        eventCount: sql.ref('eventCount'),
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
  body: record({ ...CategoryInput.properties, name: Name }),
  response: Type.Array(Category),
  handle: async ({ tx, body }) => {
    await lockCategoryTree(tx)
    const parent = body.parentId ?? 0
    const catalog = body.catalogueId ?? (await catalogueIdOf(tx, parent))
    const errors = await validateParent(tx, 0, parent, catalog)
    if (errors.length > 0) throw badRequest(errors)
    const { id } = await tx
      .insertInto('catalogue_category')
      .values({ ...columnsOf(body), parent_id: parent || null, catalogue_id: catalog || null })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [await read(tx, id)]
  },
})

const catalogueIdOf = async (tx: Tx, category: number): Promise<number> =>
  (
    await tx
      .selectFrom('catalogue_category')
      .select('catalogue_id')
      .where('id', '=', category)
      .executeTakeFirst()
  )?.catalogue_id ?? 0

const change = officeEndpoint({
  method: 'PATCH',
  path: '/catalogue-categories/{categoryId}',
  right,
  params,
  body: record({ version: Version, ...CategoryInput.properties }),
  response: Type.Array(Category),
  handle: async ({ tx, params: { categoryId: id }, body: { version, ...input } }) => {
    if (input.parentId !== undefined || input.catalogueId !== undefined) await lockCategoryTree(tx)
    await lockVersion(tx, 'catalogue_category', id, version)
    const before = await read(tx, id)
    const columns = columnsOf(input, before)
    if (Object.keys(columns).length > 0)
      await tx.updateTable('catalogue_category').set(columns).where('id', '=', id).execute()
    await move(tx, before, input)
    return [await read(tx, id)]
  },
})

/** Moves a category with its subtree, also into another catalogue. */
async function move(tx: Tx, before: Category, { parentId, catalogueId }: CategoryInput): Promise<void> {
  if (parentId === undefined && catalogueId === undefined) return
  const { id } = before
  const parent = parentId ?? before.parentId
  const moved = parentId !== undefined && parentId !== before.parentId
  const catalog =
    catalogueId ?? (moved && parent !== 0 ? await catalogueIdOf(tx, parent) : before.catalogueId)
  const errors = await validateParent(tx, id, parent, catalog)
  if (errors.length > 0) throw badRequest(errors)
  await sql`update catalogue_category set parent_id = ${parent || null}, catalogue_id = ${catalog || null}
    where id = ${id} and (parent_id is distinct from ${parent || null}::int or catalogue_id is distinct from ${catalog || null}::int)`.execute(
    tx,
  )
  if (catalog !== before.catalogueId)
    await sql`update catalogue_category set catalogue_id = ${catalog || null}
      where id in ${categoriesBelow(id)} and catalogue_id is distinct from ${catalog || null}::int`.execute(
      tx,
    )
}

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
