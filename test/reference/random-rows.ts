// Rows of every table that GET /events shows, with all the oddities that the database lets through.
import type { Random } from '../../server/demo/random.ts'

/** What a row is made in: how many there are of what it may refer to, and the day that its dates lie around. */
export type World = { random: Random; today: string; counts: Record<Kind, number> }

/** What is referred to by number, 1 to its count; contacts of locations begin at 200. */
export type Kind =
  | 'catalog'
  | 'catalog_category'
  | 'client'
  | 'disk_item'
  | 'event'
  | 'event_date'
  | 'location'
  | 'trainer'
  | 'series_module'

export type Row = Record<string, unknown>

/** A table with how many rows it has where the counts are these, and how one is made. */
export type Table = {
  name: string
  rows: (counts: World['counts']) => number
  /** `index` counts from 1; rows that clash with another are left out by whoever inserts them. */
  row: (world: World, index: number) => Row
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
export const text = ({ random }: World): string =>
  random.chance(0.3) ? `${random.pick(texts)}${random.int(0, 99)}` : random.pick(texts)

const flag = ({ random }: World) => random.chance(0.5)
const mostly = ({ random }: World) => random.chance(0.85)
const time = ({ random }: World) => random.pick(['', '', '00:00', '09:00', '09:00', '13:30', '23:59'])
const amount = ({ random }: World) =>
  random.pick([null, null, '0', '0.1', '1190', '99.95', '-5.5', '0.01', '1234567890.12', '9999999999.99'])
const percent = ({ random }: World) => random.pick(['0', '7', '19', '7.5', '8.25', '100'])
const smallCount = ({ random }: World) => random.pick([0, 0, 1, 2, 3, 5])

const moved = (day: string, days: number) => Temporal.PlainDate.from(day).add({ days }).toString()
const soon = [-1, -1, 0, 0, 1, 1, 2]
/** A day close to today, further away, or none. */
export function someDay({ random, today }: World): string | null {
  if (random.chance(0.3)) return null
  return moved(today, random.chance(0.5) ? random.pick(soon) : random.int(-60, 400))
}
const closeDay = ({ random, today }: World) => (random.chance(0.4) ? null : moved(today, random.pick(soon)))
const laterDay = (world: World, start: string | null) =>
  start === null ? someDay(world) : world.random.chance(0.3) ? null : moved(start, world.random.int(0, 20))

/** The number of something that may be there. */
export const one = ({ random, counts }: World, kind: Kind): number =>
  (kind === 'location' ? 199 : 0) + random.int(1, counts[kind])
const maybe = (world: World, kind: Kind) => (world.random.chance(0.5) ? null : one(world, kind))

const several = <T>({ random }: World, most: number, make: () => T): T[] =>
  Array.from({ length: random.int(0, most) }, make)
/** Objects as staff left them: fields may be absent, null or unknown, in any order. */
const loose = (world: World, fields: Record<string, () => unknown>): Row => {
  const kept = Object.entries(fields).filter(() => world.random.chance(0.8))
  const row = Object.fromEntries(
    kept.map(([name, make]) => [name, world.random.chance(0.05) ? null : make()]),
  )
  return world.random.chance(0.1) ? { unknown: 1, ...row } : row
}
const miscOf = (world: World) =>
  several(world, 2, () =>
    loose(world, Object.fromEntries([10, 3, 2, 1, 7].map((index) => [`misc${index}`, () => text(world)]))),
  )
const dropdownsOf = (world: World) =>
  several(world, 2, () =>
    loose(world, {
      dropdown_list_id: () =>
        several(world, 2, () =>
          loose(world, {
            name: () => text(world),
            list_id: () => text(world),
            option: () =>
              several(world, 2, () =>
                loose(world, {
                  entry_id: () => text(world),
                  value: () => text(world),
                  name: () => text(world),
                }),
              ),
          }),
        ),
    }),
  )
const tagsOf = (world: World) =>
  several(world, 2, () =>
    loose(world, {
      meta_dropdown_list: () => dropdownsOf(world),
      meta_language_training: () => text(world),
      meta_topic_name: () => text(world),
      meta_occupation_name: () => text(world),
    }),
  )
const ebgOf = (world: World) =>
  several(world, 2, () =>
    loose(world, {
      deftpl_field: () =>
        several(world, 2, () =>
          loose(world, { deftpl_value: () => text(world), deftpl_detfault_description: () => text(world) }),
        ),
    }),
  )

const owner = (world: World) =>
  flag(world)
    ? { event_id: one(world, 'event'), date_id: null }
    : { event_id: null, date_id: one(world, 'event_date') }
const position = ({ random }: World) => random.int(0, 6)

/** Values of look-up tables beside the given ones, which an import may add. */
export const statuses = ['planned', 'planned', 'confirmed', 'confirmed', 'cancelled', 'postponed', 'odd "x"']
export const accessRights = ['public', 'participants', 'internal', 'vip', 'Ärzte', '😀']
const moduleTypes = ['mandatory', 'elective', 'optional', 'Zusatz', 'ärger', '😀']
const sorts = ['position', 'date', 'odd']
const orNone = <T>({ random }: World, values: readonly T[]) =>
  random.chance(0.15) ? null : random.pick(values)

const price = (world: World): Row => ({
  position: position(world),
  title: text(world),
  description: text(world),
  gross: amount(world),
  net: amount(world),
  currency: world.random.pick(['', 'EUR']),
  vat: percent(world),
  vat_included: flag(world),
})

/** All tables, each after those that it refers to. */
export const tables: readonly Table[] = [
  {
    name: 'client',
    rows: (counts) => counts.client,
    row: (world, index) => ({ id: index, name: `${text(world)}-` }),
  },
  {
    name: 'date_status',
    rows: () => 1,
    row: (world) => ({
      status: 'odd "x"',
      name: text(world),
      is_bookable: flag(world),
      takes_place: flag(world),
    }),
  },
  {
    name: 'file_access_right',
    rows: () => 3,
    row: (world, index) => ({ access_right: accessRights[index + 2], name: text(world) }),
  },
  {
    name: 'module_type',
    rows: () => 3,
    row: (world, index) => ({ module_type: moduleTypes[index + 2], name: text(world) }),
  },
  {
    name: 'series_sort',
    rows: () => 1,
    row: (world) => ({ sort_by: 'odd', name: text(world), by_date: flag(world) }),
  },
  {
    name: 'disk_item',
    rows: (counts) => counts.disk_item,
    row: (world, index) => ({
      id: index,
      access_right: orNone(world, accessRights),
      name: text(world),
      description: text(world),
      path: text(world),
    }),
  },
  {
    name: 'catalog',
    rows: (counts) => counts.catalog,
    row: (world, index) => ({ id: index, name: `${text(world)}-` }),
  },
  {
    name: 'catalog_category',
    rows: (counts) => counts.catalog_category,
    row: (world, index) => ({
      id: index,
      catalog_id: maybe(world, 'catalog'),
      // Only to earlier ones here; circles come by updates.
      parent_id: index > 1 && world.random.chance(0.7) ? world.random.int(1, index - 1) : null,
      lang_id: world.random.pick(['', 'de']),
      name: text(world),
      description: text(world),
      footer_description: text(world),
      color: text(world),
      font_icon: text(world),
      diskitem_file: text(world),
      diskitem_id: world.random.pick([0, 12]),
      is_protected: flag(world),
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
          'desc_link',
          'teaser',
          'description',
          'requirements',
          'objectives',
          'target_group',
          'itinerary',
          'service',
          'meta_data',
        ].map((name) => [name, text(world)]),
      ),
      days: smallCount(world),
      prospective_allowed: flag(world),
      publish_coop_data_allowed: flag(world),
      is_published: index % 4 !== 0,
      group_discounts: several(world, 3, () => text(world)),
      misc: miscOf(world),
      meta_tags: tagsOf(world),
      ebg_data: ebgOf(world),
    }),
  },
  {
    name: 'event_in_category',
    rows: (counts) => counts.event * 2,
    row: (world) => ({ event_id: one(world, 'event'), category_id: one(world, 'catalog_category') }),
  },
  {
    name: 'event_price',
    rows: (counts) => counts.event * 2,
    row: (world) => ({ event_id: one(world, 'event'), ...price(world) }),
  },
  {
    name: 'event_file',
    rows: (counts) => counts.event * 2,
    row: (world) => ({ event_id: one(world, 'event'), diskitem_id: one(world, 'disk_item') }),
  },
  {
    name: 'event_date',
    rows: (counts) => counts.event_date,
    row(world, index) {
      const start = someDay(world)
      const display = someDay(world)
      return {
        id: index,
        event_id: one(world, 'event'),
        client_id: maybe(world, 'client'),
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
          ].map((name) => [name, text(world)]),
        ),
        number_of_days: smallCount(world),
        participants_min: smallCount(world),
        participants_max: world.random.pick([0, 4, 8, 8, 2147483647]),
        places_elsewhere: world.random.pick([0, 0, 0, 0, 2, 2147483647]),
        booked_count: smallCount(world),
        reserved_count: smallCount(world),
        waitlisted_count: smallCount(world),
        is_bookable: mostly(world),
        is_active: mostly(world),
        is_published: index % 6 !== 0,
        waiting_list: world.random.chance(0.2),
        status: orNone(world, statuses),
        format: orNone(world, ['onsite', 'online', 'hybrid']),
        start_date: start,
        start_time: time(world),
        end_date: laterDay(world, start),
        end_time: time(world),
        booking_start_date: closeDay(world),
        booking_end_date: closeDay(world),
        display_start: display,
        display_end: laterDay(world, display),
        misc: miscOf(world),
        meta_data: several(world, 2, () =>
          loose(world, { meta_title: () => text(world), meta_dropdown_list: () => dropdownsOf(world) }),
        ),
        ebg_data: ebgOf(world),
      }
    },
  },
  {
    name: 'event_date_catalog',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({ date_id: one(world, 'event_date'), catalog_id: one(world, 'catalog') }),
  },
  {
    name: 'date_file',
    rows: (counts) => counts.event_date,
    row: (world) => ({ date_id: one(world, 'event_date'), diskitem_id: one(world, 'disk_item') }),
  },
  {
    name: 'catalogue_pdf',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      ...owner(world),
      position: position(world),
      name: text(world),
      key: text(world),
      link: text(world),
    }),
  },
  {
    name: 'conference_package_item',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      ...owner(world),
      position: position(world),
      resource_type: text(world),
      resource_id: text(world),
      name: text(world),
      description: text(world),
      comment: text(world),
      description_html: text(world),
      price_buy: amount(world),
      price_sale: amount(world),
      price_sale_intern: amount(world),
      currency: text(world),
      tax_included: flag(world),
      tax_amount: amount(world),
      price_per_day: amount(world),
      overwritten_sales_price: amount(world),
    }),
  },
  {
    name: 'date_partner',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: one(world, 'event_date'),
      position: position(world),
      ...Object.fromEntries(
        ['street', 'house_number', 'zip', 'city', 'country', 'department', 'email', 'website', 'phone'].map(
          (name) => [name, text(world)],
        ),
      ),
    }),
  },
  {
    name: 'date_responsible',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: one(world, 'event_date'),
      position: position(world),
      salutation: world.random.pick(['', 'mr', 'ms']),
      ...Object.fromEntries(
        ['name', 'first_name', 'email', 'phone', 'image_url'].map((name) => [name, text(world)]),
      ),
    }),
  },
  {
    name: 'date_hours',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      date_id: one(world, 'event_date'),
      position: position(world),
      day: someDay(world),
      start_time: time(world),
      end_time: time(world),
      comment: text(world),
    }),
  },
  {
    name: 'contact',
    rows: (counts) => counts.location,
    row: (world, index) => ({ id: 199 + index, contact_type: 'location', last_name: text(world) }),
  },
  {
    name: 'address',
    rows: (counts) => counts.location,
    row: (world) => ({
      contact_id: one(world, 'location'),
      address_type: world.random.int(1, 5),
      is_default: mostly(world),
      street: text(world),
      house_number: world.random.pick(['', '5a', ' 7 ', '\u00a0']),
      zip: text(world),
      city: text(world),
    }),
  },
  {
    name: 'phone',
    rows: (counts) => counts.location * 2,
    row: (world) => ({
      contact_id: one(world, 'location'),
      type: world.random.pick(['phone', 'phone', 'fax', 'mobile']),
      country_code: world.random.pick(['', '+49', ' ']),
      area_code: world.random.pick(['', '30']),
      number: text(world),
      is_default: flag(world),
    }),
  },
  {
    name: 'location',
    rows: (counts) => counts.location,
    row: (world, index) => ({ contact_id: 199 + index, link: text(world), additional_field: text(world) }),
  },
  {
    name: 'date_location',
    rows: (counts) => counts.event_date,
    row: (world) => ({ date_id: one(world, 'event_date'), contact_id: one(world, 'location') }),
  },
  {
    name: 'trainer',
    rows: (counts) => counts.trainer,
    row: (world, index) => ({
      id: index,
      identifier: world.random.chance(0.2) ? '' : `T${index}`,
      ...Object.fromEntries(
        ['salutation', 'first_name', 'last_name', 'title', 'company', 'description_html', 'image_url'].map(
          (name) => [name, text(world)],
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
        date_id: one(world, 'event_date'),
        position: position(world),
        // The last trainer has no date.
        trainer_id: world.random.int(1, Math.max(1, world.counts.trainer - 1)),
        is_main: isMain,
        is_listed: !isMain || flag(world),
      }
    },
  },
  {
    name: 'date_price',
    rows: (counts) => counts.event_date,
    row: (world) => ({
      date_id: one(world, 'event_date'),
      ...price(world),
      valid_from: someDay(world),
      valid_to: someDay(world),
      price_type: smallCount(world),
      cmscont_id: smallCount(world),
      ct_set_id: smallCount(world),
      ccategory_id: smallCount(world),
      additional_field_text: text(world),
      valid_for: text(world),
    }),
  },
  {
    name: 'hotel_quota',
    rows: (counts) => counts.event_date / 2,
    row: (world) => ({
      date_id: one(world, 'event_date'),
      data_identifier: text(world),
      name: text(world),
      status: orNone(world, ['requested', 'option', 'released']),
      file_url: text(world),
      resource_id: text(world),
      resource_name: text(world),
      room_name: text(world),
      room_beds: text(world),
      room_price: amount(world),
      room_currency: text(world),
      room_tax_included: flag(world),
      room_tax_amount: text(world),
      breakfast_price: amount(world),
      breakfast_currency: text(world),
      breakfast_tax_included: flag(world),
      breakfast_tax_amount: text(world),
      breakfast_is_mandatory: flag(world),
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
        : one(world, 'event_date'),
      module_event_id: maybe(world, 'event'),
      position: smallCount(world),
      module_type: orNone(world, moduleTypes),
      sort_by: orNone(world, sorts),
      is_mandatory: flag(world),
      is_bookable: flag(world),
    }),
  },
  {
    name: 'series_module_date',
    rows: (counts) => counts.series_module * 4,
    row: (world) => ({
      series_module_id: one(world, 'series_module'),
      linked_date_id: one(world, 'event_date'),
      module_event_id: maybe(world, 'event'),
      position: smallCount(world),
      is_preselected: flag(world),
      is_bookable: flag(world),
      is_mandatory: flag(world),
      module_type: orNone(world, moduleTypes),
    }),
  },
]

type Client = { query(text: string, values?: unknown[]): Promise<{ rowCount: number | null }> }

/** Inserts rows of one table that have the same columns; those that clash with another are left out. Gives how many came in. */
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

/** Fills an empty instance with a random catalogue. */
export async function insertCatalogue(client: Client, world: World): Promise<void> {
  for (const table of tables) {
    const rows = Array.from({ length: Math.ceil(table.rows(world.counts)) }, (_, index) =>
      table.row(world, index + 1),
    )
    await insertRows(client, table.name, rows)
  }
}
