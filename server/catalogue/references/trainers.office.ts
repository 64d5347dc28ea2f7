// Trainers in the back office.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { isPerson } from '../../addresses/contact-types.ts'
import { lockRecord, lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import { changedFields } from '../../platform/database/changed-fields.ts'
import { childRowsJson, completeRows, writeChildRows } from '../../platform/database/child-rows.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { answerProperties, type Fields, inputProperties, selections } from '../../platform/database/fields.ts'
import { insertRow, updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError, notFound } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Count, Id, IdOrNone, Name, record, ShortText, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../../platform/http/list.ts'
import { dateErrors } from '../dates/date.errors.ts'
import { throwIfOverlapping } from '../dates/overlaps.ts'
import { trainerAbsence } from '../records/child-tables.ts'
import { trainerName } from '../records/names.sql.ts'
import { trainerFields } from '../records/reference-fields.ts'
import { referenceErrors } from './references.errors.ts'
import { dateName, findUsage } from './used-by.ts'

const right = 'catalogue:edit'
const params = Type.Object({ trainerId: Id })

const OfficeTrainer = record({
  id: Id,
  version: Version,
  ...answerProperties(trainerFields),
  dateCount: Count,
  /** Title, first and last name. */
  name: Type.String(),
  absences: Type.Array(record({ id: Id, ...answerProperties(trainerAbsence.fields) })),
})
type OfficeTrainer = Static<typeof OfficeTrainer>

const input = {
  ...inputProperties(trainerFields),
  absences: Type.Optional(
    Type.Array(record({ id: Type.Optional(IdOrNone), ...inputProperties(trainerAbsence.fields) }), {
      maxItems: 500,
    }),
  ),
}
const NewTrainer = record({ ...input, lastName: Name })
const TrainerPatch = record({ version: Version, ...input, lastName: Type.Optional(Name) })
type TrainerInput = Partial<Static<typeof NewTrainer>>

const dateCount = sql<number>`(select count(distinct d.date_id)::int from date_trainer d where d.trainer_id = t.id)`

const select = (reader: Reader) =>
  reader
    .selectFrom('trainer as t')
    .select([
      't.id',
      versionColumn('trainer', 't.id').as('version'),
      ...selections(trainerFields, 't'),
      dateCount.as('dateCount'),
      trainerName.as('name'),
      sql<OfficeTrainer['absences']>`${sql.raw(childRowsJson(trainerAbsence, 't.id'))}`.as('absences'),
    ])

async function read(reader: Reader, id: number): Promise<OfficeTrainer> {
  const row = await select(reader).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'trainer', id }))
  return row
}

/** @throws Failure 400 */
async function validate(
  tx: Tx,
  { identifier, contactId, absences = [] }: TrainerInput,
  id = 0,
): Promise<void> {
  const errors: FieldError[] = []
  if (identifier) {
    const duplicate = await tx
      .selectFrom('trainer')
      .select('id')
      .where('identifier', '=', identifier)
      .where('id', '<>', id)
      .executeTakeFirst()
    if (duplicate)
      errors.push({ field: 'identifier', ...referenceErrors.identifierTaken({ trainerId: duplicate.id }) })
  }
  if (contactId) {
    const contact = await tx
      .selectFrom('contact')
      .select('contact_type')
      .where('id', '=', contactId)
      .executeTakeFirst()
    if (!contact || !isPerson(contact.contact_type))
      errors.push({
        field: 'contactId',
        ...(contact ? referenceErrors.notPerson() : generalErrors.unknownReference()),
      })
  }
  for (const [index, { firstDay, lastDay }] of absences.entries())
    if (lastDay < firstDay) errors.push({ field: `absences[${index}].lastDay`, ...dateErrors.beforeStart() })
  if (errors.length > 0) throw badRequest(errors)
}

async function writeAbsences(tx: Tx, id: number, { absences }: TrainerInput): Promise<void> {
  if (absences)
    await writeChildRows(tx, trainerAbsence, [[id, completeRows<Fields>(trainerAbsence.fields, absences)]], {
      list: 'absences',
    })
}

const list = officeEndpoint({
  method: 'GET',
  path: '/trainers',
  query: listQuery({
    sorts: ['lastName', 'id', 'identifier', 'company', 'dateCount'],
    filters: { q: Type.Optional(ShortText), contactId: Type.Optional(Id) },
  }),
  response: Type.Array(OfficeTrainer),
  handle: ({ db, query }) =>
    selectPage(
      db,
      select(db)
        .$if(!!query.q?.trim(), (rows) =>
          rows.where(
            containsWords(
              `concat_ws(' ', t.title, t.first_name, t.last_name, t.company, t.identifier)`,
              query.q!,
            ),
          ),
        )
        .$if(query.contactId !== undefined, (rows) => rows.where('t.contact_id', '=', query.contactId!)),
      query,
      {
        lastName: sql`lower(t.last_name) || ' ' || lower(t.first_name)`,
        id: sql`t.id`,
        identifier: sql`t.identifier`,
        company: sql`lower(t.company)`,
        dateCount,
      },
      't.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/trainers/{trainerId}',
  params,
  response: Type.Array(OfficeTrainer),
  handle: async ({ db, params: { trainerId: id } }) => [await read(db, id)],
})

const create = officeEndpoint({
  method: 'POST',
  path: '/trainers',
  right,
  body: NewTrainer,
  response: Type.Array(OfficeTrainer),
  handle: async ({ tx, body }) => {
    await validate(tx, body)
    const id = await insertRow(tx, 'trainer', trainerFields, changedFields(trainerFields, {}, body))
    await writeAbsences(tx, id, body)
    return [await read(tx, id)]
  },
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/trainers/{trainerId}',
  right,
  params,
  body: TrainerPatch,
  response: Type.Array(OfficeTrainer),
  handle: async ({ tx, params: { trainerId: id }, body: { version, ...body } }) => {
    await lockVersion(tx, 'trainer', id, version)
    await validate(tx, body, id)
    const changed = changedFields(trainerFields, await read(tx, id), body)
    await updateRow(tx, 'trainer', trainerFields, id, changed)
    await writeAbsences(tx, id, body)
    // Overlaps that were only warned about may be forbidden now.
    await throwIfOverlapping(tx, sql`a.trainer_id = ${id}`)
    return [await read(tx, id)]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/trainers/{trainerId}',
  right,
  params,
  handle: async ({ tx, params: { trainerId: id } }) => {
    await lockRecord(tx, 'trainer', id)
    const dates = await findUsage(
      tx,
      sql`select ${dateName} as name
        from (select distinct date_id from date_trainer where trainer_id = ${id}) t
        join event_date d on d.id = t.date_id join event e on e.id = d.event_id order by d.start_date desc`,
    )
    if (dates) throw conflict(referenceErrors.trainerHasDates(dates))
    await tx.deleteFrom('trainer').where('id', '=', id).execute()
    return []
  },
})

export const trainerOffice = [list, get, create, change, remove]
