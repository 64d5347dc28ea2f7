// Trainers as the website shows them, in the back office.
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
import { sanitizeHtml } from '../records/html.ts'
import { referenceErrors } from './references.errors.ts'
import { findUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ trainerId: Id })

const columns = {
  identifier: 'identifier',
  salutation: 'salutation',
  firstName: 'first_name',
  lastName: 'last_name',
  title: 'title',
  company: 'company',
  descriptionHtml: 'description_html',
  imageUrl: 'image_url',
} as const

const writableTexts = {
  identifier: ShortText,
  salutation: ShortText,
  firstName: ShortText,
  lastName: ShortText,
  title: ShortText,
  company: ShortText,
  descriptionHtml: LongText,
  imageUrl: Type.String({ maxLength: 2000 }),
}
const OfficeTrainer = record({
  id: Id,
  version: Version,
  identifier: Type.String(),
  salutation: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  title: Type.String(),
  company: Type.String(),
  descriptionHtml: Type.String(),
  imageUrl: Type.String(),
  contactId: IdOrNone,
  dateCount: Count,
  /** Title, first and last name. */
  name: Type.String(),
})
type OfficeTrainer = Static<typeof OfficeTrainer>
const TrainerInput = record(partly({ ...writableTexts, contactId: IdOrNone }))
type TrainerInput = Static<typeof TrainerInput>

const select = (reader: Reader) =>
  reader
    .selectFrom('trainer as t')
    .select([
      't.id',
      versionColumn('trainer', 't.id').as('version'),
      't.identifier',
      't.salutation',
      't.first_name as firstName',
      't.last_name as lastName',
      't.title',
      't.company',
      't.description_html as descriptionHtml',
      't.image_url as imageUrl',
      sql<number>`coalesce(t.contact_id, 0)`.as('contactId'),
      sql<number>`(select count(distinct d.date_id)::int from date_trainer d where d.trainer_id = t.id)`.as(
        'dateCount',
      ),
      sql<string>`concat_ws(' ', nullif(t.title, ''), nullif(t.first_name, ''), nullif(t.last_name, ''))`.as(
        'name',
      ),
    ])

async function read(reader: Reader, id: number): Promise<OfficeTrainer> {
  const row = await select(reader).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'trainer', id }))
  return row
}

async function write(tx: Tx, input: TrainerInput, before?: OfficeTrainer): Promise<number> {
  await rejectInvalid(tx, input, before)
  const row: Record<string, string | number | null> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = input[field as keyof typeof columns]
    if (value === undefined || value === before?.[field as keyof typeof columns]) continue
    row[column] = field === 'descriptionHtml' ? sanitizeHtml(value) : value
  }
  if (input.contactId !== undefined) row['contact_id'] = input.contactId || null
  if (!before)
    return (await tx.insertInto('trainer').values(row).returning('id').executeTakeFirstOrThrow()).id
  if (Object.keys(row).length > 0)
    await tx.updateTable('trainer').set(row).where('id', '=', before.id).execute()
  return before.id
}

async function rejectInvalid(tx: Tx, input: TrainerInput, before?: OfficeTrainer): Promise<void> {
  const errors: FieldError[] = []
  const { identifier, contactId, lastName } = input
  if (lastName?.trim() === '' || (!before && lastName === undefined))
    errors.push({ field: 'lastName', ...generalErrors.required() })
  if (identifier) {
    const duplicate = await tx
      .selectFrom('trainer')
      .select('id')
      .where('identifier', '=', identifier)
      .where('id', '<>', before?.id ?? 0)
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
    if (contact?.contact_type !== 'person')
      errors.push({
        field: 'contactId',
        ...(contact ? referenceErrors.notPerson() : generalErrors.unknownReference()),
      })
  }
  if (errors.length > 0) throw badRequest(errors)
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
        dateCount: sql.ref('dateCount'),
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
  body: TrainerInput,
  response: Type.Array(OfficeTrainer),
  handle: async ({ tx, body }) => [await read(tx, await write(tx, body))],
})

const change = officeEndpoint({
  method: 'PATCH',
  path: '/trainers/{trainerId}',
  right,
  params,
  body: record({ version: Version, ...TrainerInput.properties }),
  response: Type.Array(OfficeTrainer),
  handle: async ({ tx, params: { trainerId: id }, body: { version, ...input } }) => {
    await lockVersion(tx, 'trainer', id, version)
    return [await read(tx, await write(tx, input, await read(tx, id)))]
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
      sql`select coalesce(nullif(d.title, ''), e.title) || coalesce(' ' || d.start_date, '') as name
        from (select distinct date_id from date_trainer where trainer_id = ${id}) t
        join event_date d on d.id = t.date_id join event e on e.id = d.event_id order by d.start_date desc`,
    )
    if (dates) throw conflict(referenceErrors.trainerHasDates(dates))
    await tx.deleteFrom('trainer').where('id', '=', id).execute()
    return []
  },
})

export const trainerOffice = [list, get, create, change, remove]
