// Categories of catalogues in the back office: a tree without circles, each branch in one catalogue.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { containsWords, listQuery, selectPage } from '../../platform/database/list.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/http/errors.ts'
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
import { CatalogueCategory } from '../contract/child-rows.schema.ts'
import { categoriesBelow } from '../records/categories.sql.ts'
import { sanitizeHtml } from '../records/html.ts'
import { describeUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ id: Id })

const { eventcat_id: _, ...categoryFields } = CatalogueCategory.properties
const Category = record({
  id: Id,
  version: Version,
  ...categoryFields,
  event_count: Count,
  children_count: Count,
})
type Category = Static<typeof Category>

const Name = Type.String({ minLength: 1, maxLength: 255, pattern: '\\S' })
const writable = {
  lang_id: ShortText,
  eventcatname_name: Name,
  eventcat_desc: LongText,
  eventcat_footerdesc: LongText,
  eventcat_color: ShortText,
  font_icon: ShortText,
  diskitem_file: ShortText,
  diskitem_id: IdOrNone,
  catalog_id: IdOrNone,
  eventcat_parent: IdOrNone,
  catalog_protected: Type.Boolean(),
}
const CategoryInput = record(partly(writable))
type CategoryInput = Static<typeof CategoryInput>

const select = (reader: Reader) =>
  reader
    .selectFrom('catalogue_category as c')
    .select([
      'c.id',
      versionColumn('catalogue_category', 'c.id').as('version'),
      'c.language as lang_id',
      'c.name as eventcatname_name',
      'c.description as eventcat_desc',
      'c.footer_description as eventcat_footerdesc',
      'c.color as eventcat_color',
      'c.font_icon',
      'c.image_file_name as diskitem_file',
      'c.image_file_id as diskitem_id',
      sql<number>`coalesce(c.catalogue_id, 0)`.as('catalog_id'),
      sql<number>`coalesce(c.parent_id, 0)`.as('eventcat_parent'),
      'c.is_protected as catalog_protected',
      sql<number>`(select count(*)::int from event_in_category e where e.category_id = c.id)`.as(
        'event_count',
      ),
      sql<number>`(select count(*)::int from catalogue_category k where k.parent_id = c.id)`.as(
        'children_count',
      ),
    ])

async function read(reader: Reader, id: number): Promise<Category> {
  const row = await select(reader).where('c.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(`There is no category ${id}.`)
  return row
}

/** Where a category is to hang: 400 for a circle, a parent in another catalogue, and what does not exist. */
async function validateParent(tx: Tx, id: number, parent: number, catalog: number): Promise<FieldError[]> {
  const { rows } = await sql<{ parent: number | null; below: boolean; catalog: boolean }>`
    select (select coalesce(catalogue_id, 0) from catalogue_category where id = ${parent}) as parent,
      ${parent}::int in ${categoriesBelow(id)} as below,
      exists (select from catalogue where id = ${catalog}) as catalog`.execute(tx)
  const found = rows[0]!
  const unknown = 'refers to a record that does not exist'
  const errors: FieldError[] = []
  if (catalog !== 0 && !found.catalog) errors.push({ field: 'catalog_id', message: unknown })
  if (parent === 0) return errors
  if (found.parent === null) errors.push({ field: 'eventcat_parent', message: unknown })
  else if (id !== 0 && found.below)
    errors.push({ field: 'eventcat_parent', message: 'must not be the category itself or one below it' })
  else if (found.parent !== catalog)
    errors.push({ field: 'catalog_id', message: 'must be the catalogue of the category above' })
  return errors
}

const columnsOf = (input: CategoryInput, before?: Category) => {
  const html = (field: 'eventcat_desc' | 'eventcat_footerdesc') =>
    input[field] === before?.[field] ? input[field] : sanitizeHtml(input[field]!)
  return {
    ...(input.lang_id !== undefined && { language: input.lang_id }),
    ...(input.eventcatname_name !== undefined && { name: input.eventcatname_name.trim() }),
    ...(input.eventcat_desc !== undefined && { description: html('eventcat_desc')! }),
    ...(input.eventcat_footerdesc !== undefined && { footer_description: html('eventcat_footerdesc')! }),
    ...(input.eventcat_color !== undefined && { color: input.eventcat_color }),
    ...(input.font_icon !== undefined && { font_icon: input.font_icon }),
    ...(input.diskitem_file !== undefined && { image_file_name: input.diskitem_file }),
    ...(input.diskitem_id !== undefined && { image_file_id: input.diskitem_id }),
    ...(input.catalog_protected !== undefined && { is_protected: input.catalog_protected }),
  }
}

/** Two moves at once could make a circle that neither of them is. */
const lockCategoryTree = (tx: Tx) =>
  sql`lock table catalogue_category in share row exclusive mode`.execute(tx)

const list = officeEndpoint({
  method: 'GET',
  path: '/catalog-categories',
  query: listQuery({
    sorts: ['eventcatname_name', 'id', 'event_count'],
    filters: {
      q: Type.Optional(ShortText),
      catalog_id: Type.Optional(Id),
      eventcat_parent: Type.Optional(Id),
    },
  }),
  response: Type.Array(Category),
  handle: ({ db, query }) =>
    selectPage(
      db,
      select(db)
        .$if(!!query.q?.trim(), (rows) => rows.where(containsWords('c.name', query.q!)))
        .$if(query.catalog_id !== undefined, (rows) => rows.where('c.catalogue_id', '=', query.catalog_id!))
        .$if(query.eventcat_parent !== undefined, (rows) =>
          rows.where('c.parent_id', '=', query.eventcat_parent!),
        ),
      query,
      {
        eventcatname_name: sql`lower(c.name)`,
        id: sql`c.id`,
        event_count: sql.ref('event_count'),
      },
      'c.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/catalog-categories/{id}',
  params,
  response: Type.Array(Category),
  handle: async ({ db, params: { id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/catalog-categories',
  right,
  body: record({ ...CategoryInput.properties, eventcatname_name: Name }),
  response: Type.Array(Category),
  handle: async ({ tx, body }) => {
    await lockCategoryTree(tx)
    const parent = body.eventcat_parent ?? 0
    const catalog = body.catalog_id ?? (await catalogueIdOf(tx, parent))
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
  path: '/catalog-categories/{id}',
  right,
  params,
  body: record({ version: Version, ...CategoryInput.properties }),
  response: Type.Array(Category),
  handle: async ({ tx, params: { id }, body: { version, ...given } }) => {
    if (given.eventcat_parent !== undefined || given.catalog_id !== undefined) await lockCategoryTree(tx)
    await lockVersion(tx, 'catalogue_category', id, version)
    const before = await read(tx, id)
    const columns = columnsOf(given, before)
    if (Object.keys(columns).length > 0)
      await tx.updateTable('catalogue_category').set(columns).where('id', '=', id).execute()
    await move(tx, before, given)
    return [await read(tx, id)]
  },
})

/** Hangs a category elsewhere; what is below it goes along into the other catalogue. */
async function move(tx: Tx, before: Category, { eventcat_parent, catalog_id }: CategoryInput): Promise<void> {
  if (eventcat_parent === undefined && catalog_id === undefined) return
  const { id } = before
  const parent = eventcat_parent ?? before.eventcat_parent
  const moved = eventcat_parent !== undefined && eventcat_parent !== before.eventcat_parent
  const catalog = catalog_id ?? (moved && parent !== 0 ? await catalogueIdOf(tx, parent) : before.catalog_id)
  const errors = await validateParent(tx, id, parent, catalog)
  if (errors.length > 0) throw badRequest(errors)
  await sql`update catalogue_category set parent_id = ${parent || null}, catalogue_id = ${catalog || null}
    where id = ${id} and (parent_id is distinct from ${parent || null}::int or catalogue_id is distinct from ${catalog || null}::int)`.execute(
    tx,
  )
  if (catalog !== before.catalog_id)
    await sql`update catalogue_category set catalogue_id = ${catalog || null}
      where id in ${categoriesBelow(id)} and catalogue_id is distinct from ${catalog || null}::int`.execute(
      tx,
    )
}

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/catalog-categories/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'catalogue_category', id)
    const subcategories = await describeUsage(
      tx,
      sql`select name from catalogue_category where parent_id = ${id} order by id`,
    )
    if (subcategories) throw conflict(`The category has subcategories: ${subcategories}.`)
    const events = await describeUsage(
      tx,
      sql`select e.title as name from event_in_category c join event e on e.id = c.event_id where c.category_id = ${id} order by e.id`,
    )
    if (events) throw conflict(`The category is used by events: ${events}.`)
    await tx.deleteFrom('catalogue_category').where('id', '=', id).execute()
    return []
  },
})

export const categoryOffice = [list, get, create, change, remove]
