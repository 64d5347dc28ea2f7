// Data set: look-up values and their meaning (decision 11.1).
import { sql } from 'kysely'
import Type from 'typebox'
import type { Tx } from '../../platform/database/database.ts'
import { bool, type FieldType, id, integer, shortText, text } from '../../platform/database/fields.ts'
import { settingNamePattern } from '../records/record-errors.ts'
import { lookupSection, type Section, tableSection } from '../records/section.ts'

const countsAsType: FieldType = { ...text, schema: Type.Enum(['none', 'reserved', 'waitlisted', 'booked']) }

export const addressTypes = tableSection({
  name: 'addressTypes',
  table: 'address_type',
  target: 'addressType',
  fields: {
    id: ['id', id],
    name: ['name', shortText],
    isInvoice: ['is_invoice', bool],
    isInvoiceSend: ['is_invoice_send', bool],
  },
})

const requiredText: FieldType = { ...shortText, schema: Type.String({ minLength: 1 }) }

const leadStates = tableSection({
  name: 'leadStates',
  table: 'lead_status',
  key: ['state', 'status'],
  required: ['nameDe', 'nameEn', 'isOpen'],
  fields: {
    state: ['status', requiredText],
    nameDe: ['name_de', shortText],
    nameEn: ['name_en', shortText],
    position: ['position', integer],
    isOpen: ['is_open', bool],
  },
})

const settings = tableSection({
  name: 'settings',
  table: 'setting',
  key: ['name', 'name'],
  required: ['value'],
  fields: {
    name: ['name', { ...text, schema: Type.String({ pattern: settingNamePattern }) }],
    value: ['value', requiredText],
  },
})

export const lookupSections: readonly Section[] = [
  settings,
  addressTypes,
  lookupSection('newsletterTypes', 'newsletter_service', 'extType', 'service', {}),
  lookupSection('dateStatuses', 'date_status', 'status', 'status', {
    isBookable: ['is_bookable', bool],
    takesPlace: ['goes_ahead', bool],
  }),
  lookupSection('dateFormats', 'date_format', 'format', 'format', {
    isOnsite: ['is_onsite', bool],
    isOnline: ['is_online', bool],
  }),
  lookupSection('moduleTypes', 'module_type', 'moduleType', 'module_type', {
    isMandatory: ['is_mandatory', bool],
  }),
  lookupSection('seriesSorts', 'series_sort', 'sortBy', 'sort_by', { byDate: ['by_date', bool] }),
  lookupSection('hotelQuotaStatuses', 'hotel_quota_status', 'status', 'status', {
    holdsRooms: ['holds_rooms', bool],
  }),
  lookupSection('fileAccessRights', 'file_access_right', 'accessRight', 'access_right', {
    forPublic: ['for_public', bool],
    forParticipants: ['for_participants', bool],
  }),
  lookupSection('participationStatuses', 'booking_status', 'status', 'status', {
    countsAs: ['counts_as', countsAsType],
  }),
  leadStates,
]

/** The table of each look-up list, and the most restrictive meaning, which unknown values get. */
const unknownValueDefaults = {
  newsletterType: ['newsletter_service', 'service, name', 'v, v'],
  dateStatus: ['date_status', 'status, name, is_bookable, goes_ahead', 'v, v, false, true'],
  dateFormat: ['date_format', 'format, name, is_onsite, is_online', 'v, v, false, false'],
  moduleType: ['module_type', 'module_type, name, is_mandatory', 'v, v, false'],
  seriesSort: ['series_sort', 'sort_by, name, by_date', 'v, v, false'],
  hotelQuotaStatus: ['hotel_quota_status', 'status, name, holds_rooms', 'v, v, false'],
  fileAccessRight: [
    'file_access_right',
    'access_right, name, for_public, for_participants',
    'v, v, false, false',
  ],
  leadState: ['lead_status', 'status, name_de, name_en, is_open', 'v, v, v, true'],
  participationStatus: ['booking_status', 'status, name, counts_as', `v, v, 'none'`],
} as const

/** Adds unknown look-up values. */
export async function insertUnknownValues(
  tx: Tx,
  list: keyof typeof unknownValueDefaults,
  values: Iterable<string>,
): Promise<void> {
  const newValues = [...new Set(values)].filter((value) => value !== '')
  const [table, columns, meaning] = unknownValueDefaults[list]
  await sql`insert into ${sql.raw(`${table} (${columns})`)} select ${sql.raw(meaning)} from unnest(${newValues}::text[]) v
    on conflict do nothing`.execute(tx)
}

/** Adds unknown address types. */
export async function insertUnknownAddressTypes(tx: Tx, ids: Iterable<number>): Promise<void> {
  await sql`insert into address_type (id, name) select v, 'type ' || v from unnest(${[...new Set(ids)]}::int[]) v
    on conflict do nothing`.execute(tx)
}
