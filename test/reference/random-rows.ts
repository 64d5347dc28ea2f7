// Random rows of every table that GET /events shows, with every oddity that the database accepts.
import { Temporal } from 'temporal-polyfill'
import type { Random } from '../../server/demo/random.ts'

/** The input of generated rows: the number of records that they can refer to, and the day around which dates lie. */
export type CatalogueContext = { random: Random; today: string; counts: Record<ReferencedTable, number> }

/** Referenced tables; ids run from 1 to the count, those of locations from 200. */
export type ReferencedTable =
  | 'catalogue'
  | 'catalogue_category'
  | 'client'
  | 'catalogue_file'
  | 'event'
  | 'event_date'
  | 'location'
  | 'trainer'
  | 'series_module'

export type Row = Record<string, unknown>

/** A table: its number of rows for these counts, and the generator of a row. */
export type Table = {
  name: string
  rows: (counts: CatalogueContext['counts']) => number
  /** `index` counts from 1; rows that violate a unique constraint are skipped on insertion. */
  row: (world: CatalogueContext, index: number) => Row
}

const texts = [
  '',
  '',
  'Seminar',
  'Käse & Brot',
  '"quoted" \\ back/slash',
  'line\nfeed\r\n\ttab \b\f',
  '\u0001\u001f\u007f\u0080',
  '\u2028\u2029\ufeff',
  '😀 𝒳 ﷽',
  '<p style="a">&amp;</p>',
  'null',
  '  blanks  ',
  '\u00a0\u3000',
  'e\u0301 and é',
  'x'.repeat(300),
]
export const randomText = ({ random }: CatalogueContext): string =>
  random.chance(0.3) ? `${random.pick(texts)}${random.int(0, 99)}` : random.pick(texts)

const randomFlag = ({ random }: CatalogueContext) => random.chance(0.5)
const mostlyTrue = ({ random }: CatalogueContext) => random.chance(0.85)
const time = ({ random }: CatalogueContext) =>
  random.pick(['', '', '00:00', '09:00', '09:00', '13:30', '23:59'])
const amount = ({ random }: CatalogueContext) =>
  random.pick([null, null, '0', '0.1', '1190', '99.95', '-5.5', '0.01', '1234567890.12', '9999999999.99'])
const percent = ({ random }: CatalogueContext) => random.pick(['0', '7', '19', '7.5', '8.25', '100'])
const smallCount = ({ random }: CatalogueContext) => random.pick([0, 0, 1, 2, 3, 5])

const addDays = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()
const soon = [-1, -1, 0, 0, 1, 1, 2]
/** A day close to today or further away, or null. */
export function randomDay({ random, today }: CatalogueContext): string | null {
  if (random.chance(0.3)) return null
  return addDays(today, random.chance(0.5) ? random.pick(soon) : random.int(-60, 400))
}
const closeDay = ({ random, today }: CatalogueContext) =>
  random.chance(0.4) ? null : addDays(today, random.pick(soon))
const laterDay = (world: CatalogueContext, start: string | null) =>
  start === null
    ? randomDay(world)
    : world.random.chance(0.3)
      ? null
      : addDays(start, world.random.int(0, 20))

/** The id of a record that may exist. */
export const randomId = ({ random, counts }: CatalogueContext, kind: ReferencedTable): number =>
  (kind === 'location' ? 199 : 0) + random.int(1, counts[kind])
const randomIdOrNull = (world: CatalogueContext, kind: ReferencedTable) =>
  world.random.chance(0.5) ? null : randomId(world, kind)

const randomList = <T>({ random }: CatalogueContext, most: number, make: () => T): T[] =>
  Array.from({ length: random.int(0, most) }, make)
/** A JSON object as staff may have stored it: fields can be missing, null or unknown, in any order. */
const looseJson = (world: CatalogueContext, fields: Record<string, () => unknown>): Row => {
  const keptFields = Object.entries(fields).filter(() => world.random.chance(0.8))
  const row = Object.fromEntries(
    keptFields.map(([name, make]) => [name, world.random.chance(0.05) ? null : make()]),
  )
  return world.random.chance(0.1) ? { unknown: 1, ...row } : row
}
const miscOf = (world: CatalogueContext) =>
  randomList(world, 2, () =>
    looseJson(
      world,
      Object.fromEntries([10, 3, 2, 1, 7].map((index) => [`misc${index}`, () => randomText(world)])),
    ),
  )
const dropdownsOf = (world: CatalogueContext) =>
  randomList(world, 2, () =>
    looseJson(world, {
      dropdown_list_id: () =>
        randomList(world, 2, () =>
          looseJson(world, {
            name: () => randomText(world),
            list_id: () => randomText(world),
            option: () =>
              randomList(world, 2, () =>
                looseJson(world, {
                  entry_id: () => randomText(world),
                  value: () => randomText(world),
                  name: () => randomText(world),
                }),
              ),
          }),
        ),
    }),
  )
const tagsOf = (world: CatalogueContext) =>
  randomList(world, 2, () =>
    looseJson(world, {
      meta_dropdown_list: () => dropdownsOf(world),
      meta_language_training: () => randomText(world),
      meta_topic_name: () => randomText(world),
      meta_occupation_name: () => randomText(world),
    }),
  )
const ebgOf = (world: CatalogueContext) =>
  randomList(world, 2, () =>
    looseJson(world, {
      deftpl_field: () =>
        randomList(world, 2, () =>
          looseJson(world, {
            deftpl_value: () => randomText(world),
            deftpl_detfault_description: () => randomText(world),
          }),
        ),
    }),
  )

const owner = (world: CatalogueContext) =>
  randomFlag(world)
    ? { event_id: randomId(world, 'event'), date_id: null }
    : { event_id: null, date_id: randomId(world, 'event_date') }
const position = ({ random }: CatalogueContext) => random.int(0, 6)

/** Values of look-up tables beside the built-in ones, as an import may add them. */
export const dateStatuses = [
  'planned',
  'planned',
  'confirmed',
  'confirmed',
  'cancelled',
  'postponed',
  'odd "x"',
]
export const accessRights = ['public', 'participants', 'internal', 'vip', 'Ärzte', '😀']
const moduleTypes = ['mandatory', 'elective', 'optional', 'Zusatz', 'ärger', '😀']
const seriesSorts = ['position', 'date', 'odd']
const valueOrNull = <T>({ random }: CatalogueContext, values: readonly T[]) =>
  random.chance(0.15) ? null : random.pick(values)

const price = (world: CatalogueContext): Row => ({
  position: position(world),
  title: randomText(world),
  description: randomText(world),
  gross_price: amount(world),
  net_price: amount(world),
  currency: world.random.pick(['', 'EUR']),
  vat_rate: percent(world),
  vat_included: randomFlag(world),
})

/** All tables in the order of their references. */
export const tables: readonly Table[] = [
  {
    name: 'client',
    rows: (counts) => counts.client,
    row: (world, index) => ({ id: index, name: `${randomText(world)}-` }),
  },
  {
    name: 'date_status',
    rows: () => 1,
    row: (world) => ({
      status: 'odd "x"',
      name: randomText(world),
      is_bookable: randomFlag(world),
      goes_ahead: randomFlag(world),
    }),
  },
  {
    name: 'file_access_right',
    rows: () => 3,
    row: (world, index) => ({ access_right: accessRights[index + 2], name: randomText(world) }),
  },
  {
    name: 'module_type',
    rows: () => 3,
    row: (world, index) => ({ module_type: moduleTypes[index + 2], name: randomText(world) }),
  },
  {
    name: 'series_sort',
    rows: () => 1,
    row: (world) => ({ sort_by: 'odd', name: randomText(world), by_date: randomFlag(world) }),
  },
  {
    name: 'catalogue_file',
    rows: (counts) => counts.catalogue_file,
    row: (world, index) => ({
      id: index,
      access_right: valueOrNull(world, accessRights),
      name: randomText(world),
      description: randomText(world),
      path: randomText(world),
    }),
  },
  {
    name: 'catalogue',
    rows: (counts) => counts.catalogue,
    row: (world, index) => ({ id: index, name: `${randomText(world)}-` }),
  },
  {
    name: 'catalogue_category',
    rows: (counts) => counts.catalogue_category,
    row: (world, index) => ({
      id: index,
      catalogue_id: randomIdOrNull(world, 'catalogue'),
      // Refers only to earlier categories; updates create cycles.
      parent_id: index > 1 && world.random.chance(0.7) ? world.random.int(1, index - 1) : null,
      language: world.random.pick(['', 'de']),
      name: randomText(world),
      description: randomText(world),
      footer_description: randomText(world),
      color: randomText(world),
      font_icon: randomText(world),
      image_file_name: randomText(world),
      image_file_id: world.random.pick([0, 12]),
      is_protected: randomFlag(world),
    }),
  },
  {
    name: 'event',
    rows: (counts) => counts.event,
    row: (world, index) => ({
      id: index,
      ...Object.fromEntries(
        [
          'identifier',
          'title',
          'subtitle',
          'article_no',
          'description_link',
          'teaser',
          'description',
          'requirements',
          'objectives',
          'target_group',
          'itinerary',
          'service',
          'meta_data',
        ].map((name) => [name, randomText(world)]),
      ),
      number_of_days: smallCount(world),
      prospective_allowed: randomFlag(world),
      publish_coop_data_allowed: randomFlag(world),
      is_published: index % 4 !== 0,
      group_discounts: randomList(world, 3, () => randomText(world)),
      misc: miscOf(world),
      meta_tags: tagsOf(world),
      ebg_data: ebgOf(world),
    }),
  },
  {
    name: 'event_in_category',
    rows: (counts) => counts.event * 2,
    row: (world) => ({
      event_id: randomId(world, 'event'),
      category_id: randomId(world, 'catalogue_category'),
    }),
  },
  {
    name: 'event_price',
    rows: (counts) => counts.event * 2,
    row: (world) => ({ event_id: randomId(world, 'event'), ...price(world) }),
  },
  {
    name: 'event_file',
    rows: (counts) => counts.event * 2,
    row: (world) => ({ event_id: randomId(world, 'event'), file_id: randomId(world, 'catalogue_file') }),
  },
  {
    name: 'event_date',
    rows: (counts) => counts.event_date,
    row(world, index) {
      const start = randomDay(world)
      const display = randomDay(world)
      return {
        id: index,
        event_id: randomId(world, 'event'),
        client_id: randomIdOrNull(world, 'client'),
        ...Object.fromEntries(
          [
            'identifier',
            'title',
            'subtitle',
            'duration',
            'cooperation_partner',
            'article_no',
            'lesson_units',
            'website_booking_link',
          ].map((name) => [name, randomText(world)]),
        ),
        number_of_days: smallCount(world),
        participants_min: smallCount(world),
        participants_max: world.random.pick([0, 4, 8, 8, 2147483647]),
        seats_elsewhere: world.random.pick([0, 0, 0, 0, 2, 2147483647]),
        booked_count: smallCount(world),
        reserved_count: smallCount(world),
        waitlisted_count: smallCount(world),
        is_bookable: mostlyTrue(world),
        is_active: mostlyTrue(world),
        is_published: index % 6 !== 0,
        has_waiting_list: world.random.chance(0.2),
        status: valueOrNull(world, dateStatuses),
        format: valueOrNull(world, ['onsite', 'online', 'hybrid']),
        start_date: start,
        start_time: time(world),
        end_date: laterDay(world, start),
        end_time: time(world),
        booking_start_date: closeDay(world),
        booking_end_date: closeDay(world),
        display_start_date: display,
        display_end_date: laterDay(world, display),
        misc: miscOf(world),
        meta_data: randomList(world, 2, () =>
          looseJson(world, {
            meta_title: () => randomText(world),
            meta_dropdown_list: () => dropdownsOf(world),
          }),
        ),
        ebg_data: ebgOf(world),
      }
    },
  },
  {
    name: 'date_catalogue',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({ date_id: randomId(world, 'event_date'), catalogue_id: randomId(world, 'catalogue') }),
  },
  {
    name: 'date_file',
    rows: (counts) => counts.event_date,
    row: (world) => ({ date_id: randomId(world, 'event_date'), file_id: randomId(world, 'catalogue_file') }),
  },
  {
    name: 'catalogue_pdf',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      ...owner(world),
      position: position(world),
      name: randomText(world),
      key: randomText(world),
      link: randomText(world),
    }),
  },
  {
    name: 'conference_package_item',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      ...owner(world),
      position: position(world),
      resource_type: randomText(world),
      resource_id: randomText(world),
      name: randomText(world),
      description: randomText(world),
      comment: randomText(world),
      description_html: randomText(world),
      purchase_price: amount(world),
      sales_price: amount(world),
      internal_sales_price: amount(world),
      currency: randomText(world),
      tax_included: randomFlag(world),
      tax_amount: amount(world),
      price_per_day: amount(world),
      overwritten_sales_price: amount(world),
    }),
  },
  {
    name: 'date_partner',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: randomId(world, 'event_date'),
      position: position(world),
      ...Object.fromEntries(
        ['street', 'house_number', 'zip', 'city', 'country', 'department', 'email', 'website', 'phone'].map(
          (name) => [name, randomText(world)],
        ),
      ),
    }),
  },
  {
    name: 'date_responsible_person',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: randomId(world, 'event_date'),
      position: position(world),
      salutation: world.random.pick(['', 'mr', 'ms']),
      ...Object.fromEntries(
        ['last_name', 'first_name', 'email', 'phone', 'image_url'].map((name) => [name, randomText(world)]),
      ),
    }),
  },
  {
    name: 'date_session_day',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      date_id: randomId(world, 'event_date'),
      position: position(world),
      day: randomDay(world),
      start_time: time(world),
      end_time: time(world),
      comment: randomText(world),
    }),
  },
  {
    name: 'contact',
    rows: (counts) => counts.location,
    row: (world, index) => ({ id: 199 + index, contact_type: 'location', last_name: randomText(world) }),
  },
  {
    name: 'address',
    rows: (counts) => counts.location,
    row: (world) => ({
      contact_id: randomId(world, 'location'),
      address_type_id: world.random.int(1, 5),
      is_default: mostlyTrue(world),
      street: randomText(world),
      house_number: world.random.pick(['', '5a', ' 7 ', '\u00a0']),
      zip: randomText(world),
      city: randomText(world),
    }),
  },
  {
    name: 'phone',
    rows: (counts) => counts.location * 2,
    row: (world) => ({
      contact_id: randomId(world, 'location'),
      type: world.random.pick(['phone', 'phone', 'fax', 'mobile']),
      country_code: world.random.pick(['', '+49', ' ']),
      area_code: world.random.pick(['', '30']),
      number: randomText(world),
      is_default: randomFlag(world),
    }),
  },
  {
    name: 'location',
    rows: (counts) => counts.location,
    row: (world, index) => ({
      contact_id: 199 + index,
      link: randomText(world),
      additional_field: randomText(world),
    }),
  },
  {
    name: 'date_location',
    rows: (counts) => counts.event_date,
    row: (world) => ({ date_id: randomId(world, 'event_date'), contact_id: randomId(world, 'location') }),
  },
  {
    name: 'trainer',
    rows: (counts) => counts.trainer,
    row: (world, index) => ({
      id: index,
      identifier: world.random.chance(0.2) ? '' : `T${index}`,
      ...Object.fromEntries(
        ['salutation', 'first_name', 'last_name', 'title', 'company', 'description_html', 'image_url'].map(
          (name) => [name, randomText(world)],
        ),
      ),
    }),
  },
  {
    name: 'date_trainer',
    rows: (counts) => counts.event_date * 2,
    row(world) {
      const isMain = world.random.chance(0.4)
      return {
        date_id: randomId(world, 'event_date'),
        position: position(world),
        // The last trainer has no date.
        trainer_id: world.random.int(1, Math.max(1, world.counts.trainer - 1)),
        is_main: isMain,
        is_listed: !isMain || randomFlag(world),
      }
    },
  },
  {
    name: 'date_price',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      date_id: randomId(world, 'event_date'),
      ...price(world),
      valid_from: randomDay(world),
      valid_to: randomDay(world),
      price_type: smallCount(world),
      cmscont_id: smallCount(world),
      ct_set_id: smallCount(world),
      ccategory_id: smallCount(world),
      additional_field_text: randomText(world),
      valid_for: randomText(world),
    }),
  },
  {
    name: 'hotel_quota',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: randomId(world, 'event_date'),
      data_identifier: randomText(world),
      name: randomText(world),
      status: valueOrNull(world, ['requested', 'option', 'released']),
      file_url: randomText(world),
      resource_id: randomText(world),
      resource_name: randomText(world),
      room_name: randomText(world),
      room_beds: randomText(world),
      room_price: amount(world),
      room_currency: randomText(world),
      room_tax_included: randomFlag(world),
      room_tax_amount: randomText(world),
      breakfast_price: amount(world),
      breakfast_currency: randomText(world),
      breakfast_tax_included: randomFlag(world),
      breakfast_tax_amount: randomText(world),
      breakfast_is_mandatory: randomFlag(world),
    }),
  },
  {
    name: 'series_module',
    rows: (counts) => counts.series_module,
    row: (world, index) => ({
      id: index,
      // A few series with several modules.
      date_id: world.random.chance(0.5)
        ? world.random.int(1, Math.min(3, world.counts.event_date))
        : randomId(world, 'event_date'),
      module_event_id: randomIdOrNull(world, 'event'),
      position: smallCount(world),
      module_type: valueOrNull(world, moduleTypes),
      sort_by: valueOrNull(world, seriesSorts),
      is_mandatory: randomFlag(world),
      is_bookable: randomFlag(world),
    }),
  },
  {
    name: 'series_module_date',
    rows: (counts) => counts.series_module * 4,
    row: (world) => ({
      series_module_id: randomId(world, 'series_module'),
      linked_date_id: randomId(world, 'event_date'),
      module_event_id: randomIdOrNull(world, 'event'),
      position: smallCount(world),
      is_preselected: randomFlag(world),
      is_bookable: randomFlag(world),
      is_mandatory: randomFlag(world),
      module_type: valueOrNull(world, moduleTypes),
    }),
  },
]

type Client = { query(text: string, values?: unknown[]): Promise<{ rowCount: number | null }> }

/** Inserts rows of one table with the same columns; rows that violate a unique constraint are skipped. @returns the number of inserted rows */
export async function insertRows(client: Client, table: string, rows: readonly Row[]): Promise<number> {
  const first = rows[0]
  if (!first) return 0
  const columns = Object.keys(first).join(', ')
  const { rowCount } = await client.query(
    `insert into ${table} (${columns}) select ${columns} from json_populate_recordset(null::${table}, $1) on conflict do nothing`,
    [JSON.stringify(rows)],
  )
  return rowCount ?? 0
}

/** Inserts a random catalogue into an empty instance. */
export async function insertCatalogue(client: Client, world: CatalogueContext): Promise<void> {
  for (const table of tables) {
    const rows = Array.from({ length: Math.ceil(table.rows(world.counts)) }, (_, index) =>
      table.row(world, index + 1),
    )
    await insertRows(client, table.name, rows)
  }
}
