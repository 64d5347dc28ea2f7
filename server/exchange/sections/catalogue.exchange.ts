// Data set: catalogues, their categories, files, trainers and locations of the event catalogue.
import { sql } from 'kysely'
import { categoryColumns, fileColumns } from '../../catalogue/contract/child-rows.schema.ts'
import { trainerColumns } from '../../catalogue/contract/trainer.schema.ts'
import { room, trainerAbsence } from '../../catalogue/records/child-tables.ts'
import { locationFields, trainerFields } from '../../catalogue/records/reference-fields.ts'
import { catalogueFields } from '../../catalogue/references/catalogues.office.ts'
import type { Tx } from '../../platform/database/database.ts'
import { id, integer, renamed, shortText } from '../../platform/database/fields.ts'
import { advanceSequence, chunkSize } from '../../platform/database/write-rows.ts'
import { TravelMinutes } from '../../settings/travel-time.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import type { PlaceholderIds } from '../records/references.ts'
import { type DataRecord, tableSection } from '../records/section.ts'
import { insertUnknownValues } from './lookups.exchange.ts'

export const catalogs = tableSection({
  name: 'catalogs',
  table: 'catalogue',
  target: 'catalog',
  fields: { id: ['id', id], ...renamed(catalogueFields, { name: ['name', shortText] }) },
})

export const catalogCategories = tableSection({
  name: 'catalogCategories',
  table: 'catalogue_category',
  key: ['eventcat_id', 'id'],
  target: 'category',
  fields: categoryColumns,
  validate(records, { references, errors }) {
    records.items.forEach((item, index) => {
      references.requireOrCreate('catalog', item['catalog_id'])
      references.requireOrCreate('category', item['eventcat_parent'])
      if (item['eventcat_parent'] === item['eventcat_id'])
        errors.add(`${records.pointer(index)}/eventcat_parent`, 'must not be the category itself')
    })
  },
  beforeWrite: (tx, records) =>
    insertLaterParents(
      tx,
      records.items.map((item) => item['eventcat_id']),
    ),
})

/** Inserts missing categories without content, so that others can refer to them as parents. */
async function insertEmptyCategories(tx: Tx, ids: readonly number[]): Promise<void> {
  await advanceSequence(tx, 'catalogue_category', ids)
  await sql`insert into catalogue_category (id) select unnest(${ids}::int[]) on conflict do nothing`.execute(
    tx,
  )
}

/** Prepares categories that are written in several statements: one may come before its parent. */
export async function insertLaterParents(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > chunkSize) await insertEmptyCategories(tx, ids)
}

/** Inserts missing records with a name made from their id. */
export async function insertPlaceholders(tx: Tx, placeholders: PlaceholderIds): Promise<void> {
  for (const [target, table, name] of [
    ['client', 'client', 'Client '],
    ['catalog', 'catalogue', 'Catalogue '],
  ] as const) {
    const ids = [...(placeholders.get(target) ?? [])]
    await advanceSequence(tx, table, ids)
    await sql`insert into ${sql.raw(table)} (id, name) select v, ${name}::text || v from unnest(${ids}::int[]) v`.execute(
      tx,
    )
  }
  await insertEmptyCategories(tx, [...(placeholders.get('category') ?? [])])
}

export const catalogueFiles = tableSection({
  name: 'catalogueFiles',
  table: 'catalogue_file',
  key: ['diskitem_id', 'id'],
  fields: fileColumns,
  beforeWrite: (tx, records) =>
    insertUnknownValues(
      tx,
      'file_access_right',
      records.items.map((item) => item['access_right']),
    ),
})

const trainerIdentity = (item: { [field: string]: unknown }): string =>
  item['trainer_identifier'] === '' ? `\0${item['id']}` : String(item['trainer_identifier'])

export const trainers = tableSection({
  name: 'trainers',
  table: 'trainer',
  target: 'trainer',
  fields: {
    id: ['id', id],
    ...trainerColumns,
    contactId: trainerFields.contactId,
    overlapCheck: trainerFields.overlapCheck,
  },
  references: { contactId: 'contact' },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'trainer_identifier', trainerIdentity),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(
      tx,
      {
        items: records.items.filter((item) => item['trainer_identifier'] !== ''),
        pointer: (index) => records.pointer(indexesWithIdentifier(records.items)[index]!),
      },
      errors,
      {
        table: 'trainer',
        column: 'identifier',
        field: 'trainer_identifier',
        value: trainerIdentity,
        name: 'trainer',
      },
    ),
})

const indexesWithIdentifier = (items: readonly { [field: string]: unknown }[]): number[] =>
  items.flatMap((item, index) => (item['trainer_identifier'] === '' ? [] : [index]))

export const locations = tableSection({
  name: 'locations',
  table: 'location',
  key: ['location_id', 'contact_id'],
  fields: {
    location_id: ['contact_id', id],
    ...renamed(locationFields, { link: 'link', additional_field: 'additionalField' }),
  },
  references: { location_id: 'contact' },
})

export const trainerAbsences = tableSection({
  name: 'trainerAbsences',
  table: trainerAbsence.table,
  fields: { id: ['id', id], trainerId: [trainerAbsence.owner, id], ...trainerAbsence.fields },
  references: { trainerId: 'trainer' },
  validate: ({ items, pointer }, { errors }) => {
    for (const [index, { firstDay, lastDay }] of items.entries())
      if (lastDay < firstDay) errors.add(`${pointer(index)}/lastDay`, 'must not be before firstDay')
  },
})

/** Rooms of locations, and the dates that take place in them. */
export const rooms = tableSection({
  name: 'rooms',
  table: room.table,
  fields: { id: ['id', id], locationId: [room.owner, id], ...room.fields },
  references: { locationId: 'contact' },
  links: {
    dateIds: {
      table: 'date_room',
      owner: 'room_id',
      column: 'date_id',
      type: 'int',
      schema: id.schema,
      to: 'date',
    },
  },
  beforeWrite: (tx, { items }) =>
    insertLocations(
      tx,
      items.map(({ locationId }) => locationId as number),
    ),
})

const pairOf = (item: DataRecord): string =>
  [item['locationId'], item['otherLocationId']].toSorted((a, b) => a - b).join(' ')

/** Travel times between two locations, in whichever order. */
export const travelTimes = tableSection({
  name: 'travelTimes',
  table: 'travel_time',
  required: ['locationId', 'otherLocationId', 'minutes'],
  fields: {
    id: ['id', id],
    locationId: ['low_id', id],
    otherLocationId: ['high_id', id],
    minutes: ['minutes', { ...integer, schema: TravelMinutes }],
  },
  references: { locationId: 'contact', otherLocationId: 'contact' },
  normalize(item, _raw, pointer, errors) {
    const { locationId, otherLocationId } = item
    if (locationId === otherLocationId) errors.add(`${pointer}/otherLocationId`, 'must be another location')
    return locationId < otherLocationId
      ? item
      : { ...item, locationId: otherLocationId, otherLocationId: locationId }
  },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'otherLocationId', pairOf),
  validateAgainstDatabase: (tx, records, { errors }) =>
    reportTaken(tx, records, errors, {
      table: 'travel_time',
      column: `low_id || ' ' || high_id`,
      field: 'otherLocationId',
      value: pairOf,
      name: 'travel time',
    }),
  beforeWrite: (tx, { items }) =>
    insertLocations(
      tx,
      items.flatMap((item) => [item['locationId'], item['otherLocationId']]),
    ),
})

async function insertLocations(tx: Tx, contactIds: readonly number[]): Promise<void> {
  await sql`insert into location (contact_id) select unnest(${contactIds}::int[]) on conflict do nothing`.execute(
    tx,
  )
}
