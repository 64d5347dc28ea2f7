// Dates in the back office: a date with all its parts, as its page shows and changes it. Fields are named as the columns, but for those in row-mapping.office.ts.
import Type, { type Static, type TSchema } from 'typebox'
import { Count, Id, IdOrNone, LongText, record, ShortText } from '../../platform/http/schema.ts'
import { DateMetaData, EbgData, Misc } from '../contract/child-rows.schema.ts'

/** A calendar date `YYYY-MM-DD` or ''; `faultsOf` of date.rules.office.ts tells which is none. */
export const Day = Type.String({ maxLength: 10, title: 'Day' })
/** `HH:MM` or ''. */
export const TimeOfDay = Type.String({ maxLength: 5, title: 'Clock' })
/** At most two decimals, not negative. */
export const Amount = Type.Number({ minimum: 0, maximum: 9_999_999_999.99, title: 'Amount' })
const Percent = Type.Number({ minimum: 0, maximum: 100, title: 'Percent' })
const Flag = Type.Boolean()
/** A reference by a short name, '' for none. */
const LookupKey = Type.String({ maxLength: 50 })
/** Of a part that is new, the id is left out. */
const OptionalId = Type.Optional(Id)
/** left out: none */
const OptionalAmount = Type.Optional(Amount)

export const Hours = record({ day: Day, start_time: TimeOfDay, end_time: TimeOfDay, comment: ShortText })
export const DateTrainer = record({ trainer_id: Id, is_main: Flag, is_listed: Flag })
export const Partner = record({
  department: ShortText,
  street: ShortText,
  house_number: ShortText,
  zip: ShortText,
  city: ShortText,
  country: ShortText,
  email: ShortText,
  website: ShortText,
  phone: ShortText,
})
export const ResponsiblePerson = record({
  salutation: ShortText,
  first_name: ShortText,
  last_name: ShortText,
  email: ShortText,
  phone: ShortText,
  image_url: ShortText,
})
export const Price = record({
  id: OptionalId,
  title: ShortText,
  description: LongText,
  gross: OptionalAmount,
  net: OptionalAmount,
  currency: Type.String({ maxLength: 10 }),
  vat: Percent,
  vat_included: Flag,
  valid_from: Day,
  valid_to: Day,
  valid_for: ShortText,
  additional_field_text: ShortText,
  price_type: Type.Integer({ minimum: 0, maximum: 2147483647 }),
})
export const HotelQuota = record({
  id: OptionalId,
  data_identifier: ShortText,
  name: ShortText,
  status: LookupKey,
  file_url: ShortText,
  resource_id: ShortText,
  resource_name: ShortText,
  room_name: ShortText,
  room_beds: ShortText,
  room_price: OptionalAmount,
  room_currency: Type.String({ maxLength: 10 }),
  room_tax_included: Flag,
  room_tax_amount: ShortText,
  breakfast_price: OptionalAmount,
  breakfast_currency: Type.String({ maxLength: 10 }),
  breakfast_tax_included: Flag,
  breakfast_tax_amount: ShortText,
  breakfast_is_mandatory: Flag,
})
export const ModuleDate = record({
  linked_date_id: Id,
  is_preselected: Flag,
  is_bookable: Flag,
  is_mandatory: Flag,
})
export const Module = record({
  id: OptionalId,
  module_event_id: IdOrNone,
  module_type: LookupKey,
  sort_by: LookupKey,
  is_mandatory: Flag,
  is_bookable: Flag,
  dates: Type.Array(ModuleDate, { maxItems: 500 }),
})
export const Pdf = record({
  id: OptionalId,
  name: ShortText,
  key: ShortText,
  link: Type.String({ maxLength: 2000 }),
})
export const PackageItem = record({
  id: OptionalId,
  resource_type: ShortText,
  resource_id: ShortText,
  name: ShortText,
  description: LongText,
  comment: LongText,
  description_html: LongText,
  price_buy: OptionalAmount,
  price_sale: OptionalAmount,
  price_sale_intern: OptionalAmount,
  currency: Type.String({ maxLength: 10 }),
  tax_included: Flag,
  tax_amount: OptionalAmount,
  price_per_day: OptionalAmount,
  overwritten_sales_price: OptionalAmount,
})

/** The columns of event_date that staff write. */
export const dateColumns = {
  event_id: Id,
  client_id: IdOrNone,
  identifier: ShortText,
  title: ShortText,
  subtitle: ShortText,
  status: LookupKey,
  format: LookupKey,
  start_date: Day,
  start_time: TimeOfDay,
  end_date: Day,
  end_time: TimeOfDay,
  booking_start_date: Day,
  booking_end_date: Day,
  display_start: Day,
  display_end: Day,
  number_of_days: Count,
  duration: ShortText,
  lesson_units: ShortText,
  participants_min: Count,
  participants_max: Count,
  places_elsewhere: Count,
  waiting_list: Flag,
  is_bookable: Flag,
  is_active: Flag,
  is_published: Flag,
  cooperation_partner: ShortText,
  article_no: ShortText,
  website_booking_link: Type.String({ maxLength: 2000 }),
  misc: Type.Array(Misc, { maxItems: 20 }),
  meta_data: Type.Array(DateMetaData, { maxItems: 100 }),
  ebg_data: Type.Array(EbgData, { maxItems: 100 }),
}
const listOptions = { maxItems: 500 }
export const childRows = {
  catalog_ids: Type.Array(Id, listOptions),
  location_ids: Type.Array(Id, listOptions),
  file_ids: Type.Array(Id, listOptions),
  hours: Type.Array(Hours, listOptions),
  trainers: Type.Array(DateTrainer, listOptions),
  partners: Type.Array(Partner, listOptions),
  responsibles: Type.Array(ResponsiblePerson, listOptions),
  prices: Type.Array(Price, listOptions),
  hotel_quota: Type.Array(HotelQuota, listOptions),
  modules: Type.Array(Module, listOptions),
  pdfs: Type.Array(Pdf, listOptions),
  packages: Type.Array(PackageItem, listOptions),
}

/** What is written of a date. */
export const DateContent = record({ ...dateColumns, ...childRows })
export type DateContent = Static<typeof DateContent>
export type DateBase = Pick<DateContent, keyof typeof dateColumns>
export type DateParts = Pick<DateContent, keyof typeof childRows>

/** Something that is allowed, but perhaps not meant. */
export const Warning = record({ field: Type.String(), message: Type.String() })

/** A series that has this date in a module. */
const ParentSeries = record({ id: Id, title: Type.String(), start_date: Day })

export const DateRecord = record({
  id: Id,
  version: Type.Integer(),
  event_title: Type.String(),
  event_identifier: Type.String(),
  booked_count: Count,
  reserved_count: Count,
  waitlisted_count: Count,
  free_places: Count,
  takes_place: Flag,
  series: Type.Array(ParentSeries),
  warnings: Type.Array(Warning),
  ...dateColumns,
  ...childRows,
})
export type DateRecord = Static<typeof DateRecord>

/** What names a part of a list has no value that means none. */
const requiredKeys = new Set(['trainer_id', 'linked_date_id'])

type Shape = TSchema & {
  properties?: Record<string, Shape>
  items?: Shape
  required?: string[]
  maxItems?: number
}

/** The same shape, of which anything may be left out: forms send no empty fields. `completed` adds them. */
function makeOptional(schema: Shape): TSchema {
  if (schema.items)
    return Type.Array(
      makeOptional(schema.items),
      schema.maxItems === undefined ? {} : { maxItems: schema.maxItems },
    )
  if (!schema.properties) return schema
  return record(
    Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [
        name,
        requiredKeys.has(name) ? property : Type.Optional(makeOptional(property)),
      ]),
    ),
  )
}

/** What a field is when it has no value; undefined: it is left out. */
export function emptyValue(schema: TSchema): unknown {
  const { type, title } = schema as unknown as { type: string; title?: string }
  if (title === 'Amount') return undefined
  return { string: '', boolean: false, array: [], integer: 0, number: 0 }[type]
}

/** A value with all fields of its shape. */
function fillDefaults(schema: Shape, value: unknown): unknown {
  if (Array.isArray(value) && schema.items) return value.map((one) => fillDefaults(schema.items!, one))
  if (typeof value !== 'object' || value === null || !schema.properties) return value
  const input = value as Record<string, unknown>
  const fields: Record<string, unknown> = {}
  for (const [name, property] of Object.entries(schema.properties)) {
    const field =
      input[name] === undefined && schema.required?.includes(name)
        ? emptyValue(property)
        : fillDefaults(property, input[name])
    if (field !== undefined) fields[name] = field
  }
  return fields
}

/** What was given of a date, its parts with all their fields. */
export const withDefaults = <T extends Partial<DateContent>>(input: T): T =>
  Object.fromEntries(
    Object.entries(input).map(([name, value]) => {
      const schema = DateContent.properties[name as keyof DateContent] as Shape | undefined
      return [name, schema ? fillDefaults(schema, value) : value]
    }),
  ) as T

const optionalFields = (
  makeOptional(DateContent as unknown as Shape) as ReturnType<typeof Type.Partial<typeof DateContent>>
).properties

/** POST: an event, and whatever else is known. */
export const NewDate = record({ ...optionalFields, event_id: Id })
/** PATCH: the version that was read, and what changes; a list is given whole. */
export const DateChange = record({ ...optionalFields, version: Type.Integer({ minimum: 0 }) })
/** A date whose event is said elsewhere. */
const { event_id: _event, ...withoutEvent } = optionalFields
export const NewDateWithoutEvent = record(withoutEvent)
