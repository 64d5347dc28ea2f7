// Trainers as the website shows them, in the back office.
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
import { sanitizeHtml } from '../records/html.ts'
import { describeUsage } from './used-by.ts'

const right = '100100'
const params = Type.Object({ id: Id })

const columns = {
  trainer_identifier: 'identifier',
  salutation: 'salutation',
  trainer_firstname: 'first_name',
  trainer_lastname: 'last_name',
  trainer_title: 'title',
  trainer_company: 'company',
  trainer_description_html: 'description_html',
  trainer_image_url: 'image_url',
} as const

const writableTexts = {
  trainer_identifier: ShortText,
  salutation: ShortText,
  trainer_firstname: ShortText,
  trainer_lastname: ShortText,
  trainer_title: ShortText,
  trainer_company: ShortText,
  trainer_description_html: LongText,
  trainer_image_url: Type.String({ maxLength: 2000 }),
}
const OfficeTrainer = record({
  id: Id,
  version: Version,
  trainer_identifier: Type.String(),
  salutation: Type.String(),
  trainer_firstname: Type.String(),
  trainer_lastname: Type.String(),
  trainer_title: Type.String(),
  trainer_company: Type.String(),
  trainer_description_html: Type.String(),
  trainer_image_url: Type.String(),
  contact_id: IdOrNone,
  date_count: Count,
  /** Title, first and last name. */
  name: Type.String(),
})
type OfficeTrainer = Static<typeof OfficeTrainer>
const TrainerInput = record(partly({ ...writableTexts, contact_id: IdOrNone }))
type TrainerInput = Static<typeof TrainerInput>

const select = (reader: Reader) =>
  reader
    .selectFrom('trainer as t')
    .select([
      't.id',
      versionColumn('trainer', 't.id').as('version'),
      't.identifier as trainer_identifier',
      't.salutation',
      't.first_name as trainer_firstname',
      't.last_name as trainer_lastname',
      't.title as trainer_title',
      't.company as trainer_company',
      't.description_html as trainer_description_html',
      't.image_url as trainer_image_url',
      sql<number>`coalesce(t.contact_id, 0)`.as('contact_id'),
      sql<number>`(select count(distinct d.date_id)::int from date_trainer d where d.trainer_id = t.id)`.as(
        'date_count',
      ),
      sql<string>`concat_ws(' ', nullif(t.title, ''), nullif(t.first_name, ''), nullif(t.last_name, ''))`.as(
        'name',
      ),
    ])

async function read(reader: Reader, id: number): Promise<OfficeTrainer> {
  const row = await select(reader).where('t.id', '=', id).executeTakeFirst()
  if (!row) throw notFound(`There is no trainer ${id}.`)
  return row
}

async function write(tx: Tx, input: TrainerInput, before?: OfficeTrainer): Promise<number> {
  await rejectInvalid(tx, input, before)
  const row: Record<string, string | number | null> = {}
  for (const [field, column] of Object.entries(columns)) {
    const value = input[field as keyof typeof columns]
    if (value === undefined || value === before?.[field as keyof typeof columns]) continue
    row[column] = field === 'trainer_description_html' ? sanitizeHtml(value) : value
  }
  if (input.contact_id !== undefined) row['contact_id'] = input.contact_id || null
  if (!before)
    return (await tx.insertInto('trainer').values(row).returning('id').executeTakeFirstOrThrow()).id
  if (Object.keys(row).length > 0)
    await tx.updateTable('trainer').set(row).where('id', '=', before.id).execute()
  return before.id
}

async function rejectInvalid(tx: Tx, given: TrainerInput, before?: OfficeTrainer): Promise<void> {
  const errors: FieldError[] = []
  const { trainer_identifier, contact_id, trainer_lastname } = given
  if (trainer_lastname?.trim() === '' || (!before && trainer_lastname === undefined))
    errors.push({ field: 'trainer_lastname', message: 'is required' })
  if (trainer_identifier) {
    const duplicate = await tx
      .selectFrom('trainer')
      .select('id')
      .where('identifier', '=', trainer_identifier)
      .where('id', '<>', before?.id ?? 0)
      .executeTakeFirst()
    if (duplicate)
      errors.push({ field: 'trainer_identifier', message: `is that of trainer ${duplicate.id} already` })
  }
  if (contact_id) {
    const contact = await tx
      .selectFrom('contact')
      .select('contact_type')
      .where('id', '=', contact_id)
      .executeTakeFirst()
    if (contact?.contact_type !== 'person')
      errors.push({
        field: 'contact_id',
        message: contact ? 'must be a person' : 'refers to a record that does not exist',
      })
  }
  if (errors.length > 0) throw badRequest(errors)
}

const list = officeEndpoint({
  method: 'GET',
  path: '/trainers',
  query: listQuery({
    sorts: ['trainer_lastname', 'id', 'trainer_identifier', 'trainer_company', 'date_count'],
    filters: { q: Type.Optional(ShortText), contact_id: Type.Optional(Id) },
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
        .$if(query.contact_id !== undefined, (rows) => rows.where('t.contact_id', '=', query.contact_id!)),
      query,
      {
        trainer_lastname: sql`lower(t.last_name) || ' ' || lower(t.first_name)`,
        id: sql`t.id`,
        trainer_identifier: sql`t.identifier`,
        trainer_company: sql`lower(t.company)`,
        date_count: sql.ref('date_count'),
      },
      't.id',
    ),
})

const get = officeEndpoint({
  method: 'GET',
  path: '/trainers/{id}',
  params,
  response: Type.Array(OfficeTrainer),
  handle: async ({ db, params: { id } }) => [await read(db, id)],
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
  path: '/trainers/{id}',
  right,
  params,
  body: record({ version: Version, ...TrainerInput.properties }),
  response: Type.Array(OfficeTrainer),
  handle: async ({ tx, params: { id }, body: { version, ...given } }) => {
    await lockVersion(tx, 'trainer', id, version)
    return [await read(tx, await write(tx, given, await read(tx, id)))]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/trainers/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    await lockRecord(tx, 'trainer', id)
    const dates = await describeUsage(
      tx,
      sql`select coalesce(nullif(d.title, ''), e.title) || coalesce(' ' || d.start_date, '') as name
        from (select distinct date_id from date_trainer where trainer_id = ${id}) t
        join event_date d on d.id = t.date_id join event e on e.id = d.event_id order by d.start_date desc`,
    )
    if (dates) throw conflict(`The trainer has dates: ${dates}.`)
    await tx.deleteFrom('trainer').where('id', '=', id).execute()
    return []
  },
})

export const trainerOffice = [list, get, create, change, remove]
