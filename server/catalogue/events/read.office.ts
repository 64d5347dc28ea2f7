// Reads events of the back office: one with its child rows, and lists.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { versionColumn } from '../../platform/database/change-log.ts'
import { childRowsJson } from '../../platform/database/child-rows.ts'
import type { Reader } from '../../platform/database/database.ts'
import { selectList } from '../../platform/database/fields.ts'
import { notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, ShortText } from '../../platform/ground/schema.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { categoriesBelow } from '../records/categories.sql.ts'
import { eventFields } from '../records/event-fields.ts'
import { showValueLists } from '../records/value-lists.ts'
import { eventChildTables, type OfficeEvent } from './event.schema.office.ts'

const childRows = Object.entries(eventChildTables)
  .map(([list, table]) => `${childRowsJson(table, 'e.id')} as "${list}"`)
  .join(', ')

/** @throws Failure 404 */
export async function readEvent(reader: Reader, id: number): Promise<OfficeEvent> {
  const { rows } = await sql<OfficeEvent>`
    select e.id, ${versionColumn('event', 'e.id')} as version, e.is_published as "isPublished",
      ${sql.raw(selectList(eventFields, 'e'))},
      array(select c.category_id from event_in_category c where c.event_id = e.id order by 1) as "categoryIds",
      array(select f.file_id from event_file f where f.event_id = e.id order by 1) as "fileIds",
      ${sql.raw(childRows)},
      (select count(*)::int from event_date d where d.event_id = e.id) as "dateCount"
    from event e where e.id = ${id}`.execute(reader)
  if (!rows[0]) throw notFound(generalErrors.notFound({ kind: 'event', id }))
  return showValueLists(eventFields, rows[0])
}

const dateCount = sql<number>`(select count(*)::int from event_date d where d.event_id = e.id)`
const isUpcoming = (today: string) => sql`(d.event_id = e.id and ends_from(d, ${today}::date))`
const upcomingDateCount = (today: string) =>
  sql<number>`(select count(*)::int from event_date d where ${isUpcoming(today)})`
const nextStart = (today: string) =>
  sql`(select min(d.start_date) from event_date d where d.event_id = e.id and d.start_date >= ${today}::date)`

const sorts = {
  title: sql`lower(e.title)`,
  id: sql`e.id`,
  identifier: sql`lower(e.identifier)`,
  articleNo: sql`lower(e.article_no)`,
  numberOfDays: sql`e.number_of_days`,
  isPublished: sql`e.is_published`,
  dateCount,
}

export const eventListQuery = listQuery({
  sorts: [...Object.keys(sorts), 'nextStartDate', 'upcomingDateCount'],
  filters: {
    q: Type.Optional(ShortText),
    categoryId: Type.Optional(Id),
    catalogueId: Type.Optional(Id),
    isPublished: Type.Optional(Type.Boolean()),
    hasUpcomingDates: Type.Optional(Type.Boolean()),
  },
})

export function listEvents(reader: Reader, query: Static<typeof eventListQuery>, today: string) {
  const { q, categoryId, catalogueId, isPublished, hasUpcomingDates } = query
  const rows = reader
    .selectFrom('event as e')
    .select([
      'e.id',
      'e.is_published as isPublished',
      'e.identifier',
      'e.title',
      'e.subtitle',
      'e.article_no as articleNo',
      'e.number_of_days as numberOfDays',
      sql<
        number[]
      >`array(select c.category_id from event_in_category c where c.event_id = e.id order by 1)`.as(
        'categoryIds',
      ),
      dateCount.as('dateCount'),
      upcomingDateCount(today).as('upcomingDateCount'),
      sql<string>`coalesce(${nextStart(today)}::text, '')`.as('nextStartDate'),
    ])
    .$if(q !== undefined && q.trim() !== '', (list) =>
      list.where(containsWords(`concat_ws(' ', e.title, e.subtitle, e.identifier, e.article_no, e.id)`, q!)),
    )
    .$if(isPublished !== undefined, (list) => list.where('e.is_published', '=', isPublished!))
    .$if(categoryId !== undefined, (list) =>
      list.where(
        sql<boolean>`exists (select from event_in_category c where c.event_id = e.id and c.category_id in ${categoriesBelow(categoryId!)})`,
      ),
    )
    .$if(catalogueId !== undefined, (list) =>
      list.where(
        sql<boolean>`(exists (select from event_in_category c join catalogue_category k on k.id = c.category_id where c.event_id = e.id and k.catalogue_id = ${catalogueId})
          or exists (select from event_date d join date_catalogue k on k.date_id = d.id where d.event_id = e.id and k.catalogue_id = ${catalogueId}))`,
      ),
    )
    .$if(hasUpcomingDates !== undefined, (list) =>
      list.where(
        sql<boolean>`exists (select from event_date d where ${isUpcoming(today)}) = ${hasUpcomingDates}::boolean`,
      ),
    )
  return selectPage(
    reader,
    rows,
    query,
    { ...sorts, nextStartDate: nextStart(today), upcomingDateCount: upcomingDateCount(today) },
    'e.id',
  )
}
