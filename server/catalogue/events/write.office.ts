// Writes events of the back office: only changed columns and rows, so that the change log shows what was edited.

import { sql } from 'kysely'
import { changedFields, sanitizedRows } from '../../platform/database/changed-fields.ts'
import { writeChildRows } from '../../platform/database/child-rows.ts'
import { acrossClients } from '../../platform/database/client-scope.ts'
import type { Tx } from '../../platform/database/database.ts'
import type { Fields } from '../../platform/database/fields.ts'
import { updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { choiceLines } from '../records/child-tables.ts'
import { eventFields } from '../records/event-fields.ts'
import { questionKinds } from '../records/question-kinds.ts'
import { storeValueLists } from '../records/value-lists.ts'
import { writeExistingLinks } from './child-rows.office.ts'
import { eventErrors } from './event.errors.ts'
import { type EventInput, eventChildTables, type OfficeEvent } from './event.schema.office.ts'

/** Negative amounts, and VAT beyond 100 %, in rows that are new or changed. Data sets may have them. */
function* amountErrors(before: OfficeEvent, input: EventInput): Generator<FieldError> {
  for (const list of ['prices', 'conferencePackageItems'] as const)
    for (const [index, row] of (input[list] ?? []).entries()) {
      const stored: Readonly<Record<string, unknown>> | undefined = before[list].find(
        ({ id }) => id === row.id,
      )
      for (const [name, value] of Object.entries(row)) {
        if (typeof value !== 'number' || value === stored?.[name]) continue
        const field = `${list}[${index}].${name}`
        if (value < 0) yield { field, ...generalErrors.min({ min: 0 }) }
        if (name === 'vatRate' && value > 100) yield { field, ...generalErrors.max({ max: 100 }) }
      }
    }
}

const repeated = (values: readonly number[], fieldOf: (index: number) => string): FieldError[] =>
  values.flatMap((value, index) =>
    values.indexOf(value) < index ? [{ field: fieldOf(index), ...generalErrors.repeated() }] : [],
  )

/** A number of days, and of seats, has one step. */
const repeatedSteps = ({ cancellationSteps = [], groupDiscountSteps = [] }: EventInput): FieldError[] => [
  ...repeated(
    cancellationSteps.map(({ daysBefore = 0 }) => daysBefore),
    (index) => `cancellationSteps[${index}].daysBefore`,
  ),
  ...repeated(
    groupDiscountSteps.map(({ minSeats }) => minSeats),
    (index) => `groupDiscountSteps[${index}].minSeats`,
  ),
]

/** A choice has at least two choices, and as many in English if there are any. */
const choiceErrors = ({ questions = [] }: EventInput): FieldError[] =>
  questions.flatMap(({ kind = 'text', choicesDe = '', choicesEn = '' }, index) => {
    if (!questionKinds[kind].hasChoices) return []
    const [german, english] = [choiceLines(choicesDe), choiceLines(choicesEn)]
    if (german.length < 2) return [{ field: `questions[${index}].choicesDe`, ...eventErrors.tooFewChoices() }]
    return english.length > 0 && english.length !== german.length
      ? [{ field: `questions[${index}].choicesEn`, ...eventErrors.otherChoices({ count: german.length }) }]
      : []
  })

/** Updates a locked event. Fields that are left out stay. @throws Failure 400 by field */
export async function writeEvent(tx: Tx, before: OfficeEvent, input: EventInput): Promise<void> {
  const errors = [...amountErrors(before, input), ...repeatedSteps(input), ...choiceErrors(input)]
  if (errors.length > 0) throw badRequest(errors)
  const changed = storeValueLists(eventFields, changedFields(eventFields, before, input))
  await updateRow(tx, 'event', eventFields, before.id, changed)
  const { categoryIds, fileIds } = input
  if (categoryIds)
    await writeExistingLinks(
      tx,
      { table: 'event_in_category', owner: 'event_id', column: 'category_id' },
      'catalogue_category',
      'categoryIds',
      before.id,
      categoryIds,
    )
  if (fileIds)
    await writeExistingLinks(
      tx,
      { table: 'event_file', owner: 'event_id', column: 'file_id' },
      'catalogue_file',
      'fileIds',
      before.id,
      fileIds,
    )
  for (const list of Object.keys(eventChildTables) as (keyof typeof eventChildTables)[]) {
    const table = eventChildTables[list]
    const rows = input[list]
    if (rows)
      await writeChildRows(tx, table, [[before.id, sanitizedRows(table, rows, before[list])]], { list })
  }
}

const columnsOf = (fields: Fields) => Object.values(fields).map(([column]) => column)

/** The tables that are copied with an event, with their columns. */
const copiedTables: readonly [table: string, columns: readonly string[]][] = [
  ['event_in_category', ['category_id']],
  ['event_file', ['file_id']],
  ...Object.values(eventChildTables).map(({ table, ordered, fields }): [string, string[]] => [
    table,
    [...(ordered ? ['position'] : []), ...columnsOf(fields)],
  ]),
]

/** Copies an event without its dates and its identifier. The copy is unpublished. @returns its id */
export async function copyEvent(tx: Tx, id: number, title: string): Promise<number> {
  const { title: _title, identifier: _identifier, ...copied } = eventFields
  const columns = sql.raw(columnsOf(copied).join(', '))
  const { rows } = await sql<{ id: number }>`
    insert into event (title, is_published, ${columns})
    select ${title}, false, ${columns} from event where id = ${id} returning id`.execute(tx)
  const copyId = rows[0]!.id
  for (const [table, names] of copiedTables) {
    const list = sql.raw(names.join(', '))
    await sql`insert into ${sql.table(table)} (event_id, ${list})
      select ${copyId}::int, ${list} from ${sql.table(table)} where event_id = ${id}`.execute(tx)
  }
  return copyId
}

/** Deletes a locked event. @throws Failure 409 if it has dates or is a module */
export async function deleteEvent(tx: Tx, id: number): Promise<void> {
  const count = async () => {
    const { rows } = await sql<{ dates: number; series: number }>`select
      (select count(*)::int from event_date where event_id = ${id}) as dates,
      (select count(*)::int from (select date_id from series_module where module_event_id = ${id}
        union select m.date_id from series_module_date l join series_module m on m.id = l.series_module_id
        where l.module_event_id = ${id}) used) as series`.execute(tx)
    return rows[0]!
  }
  const { dates, series } = await count()
  if (dates > 0) throw conflict(eventErrors.hasDates({ count: dates }))
  if (series > 0) throw conflict(eventErrors.isModule({ count: series }))
  // The event is shared: another client may have dates of it.
  const ofAll = await acrossClients(tx, count)
  if (ofAll.dates + ofAll.series > 0) throw conflict(generalErrors.inUse())
  await tx.deleteFrom('event').where('id', '=', id).execute()
}
