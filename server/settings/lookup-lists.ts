// The look-up lists: tables, meanings and built-in values.
/** A column that states what a value means for Kontor; without options, a boolean. `isOptional`: data sets of earlier versions lack it. */
export type Meaning = { column: string; options?: readonly string[]; isOptional?: true }

export type LookupList = {
  table: string
  key: string
  hasNumericKey?: true
  /** The columns of the names in a bilingual list. */
  names?: { de: string; en: string }
  meanings: readonly Meaning[]
  /** Keys of values that cannot be deleted and whose meaning cannot be changed. */
  builtIn: readonly string[]
}

const flags = (...columns: string[]): Meaning[] => columns.map((column) => ({ column }))

export const lookupLists: Readonly<Record<string, LookupList>> = {
  date_status: {
    table: 'date_status',
    key: 'status',
    meanings: [...flags('is_bookable', 'goes_ahead'), { column: 'is_guaranteed', isOptional: true }],
    builtIn: ['planned', 'confirmed', 'running', 'completed', 'cancelled', 'postponed'],
  },
  date_format: {
    table: 'date_format',
    key: 'format',
    meanings: flags('is_onsite', 'is_online'),
    builtIn: ['onsite', 'online', 'hybrid'],
  },
  booking_status: {
    table: 'booking_status',
    key: 'status',
    meanings: [{ column: 'counts_as', options: ['none', 'reserved', 'waitlisted', 'booked'] }],
    builtIn: ['interested', 'reserved', 'offered', 'waitlisted', 'booked', 'attended', 'absent', 'cancelled'],
  },
  hotel_quota_status: {
    table: 'hotel_quota_status',
    key: 'status',
    meanings: flags('holds_rooms'),
    builtIn: ['requested', 'option', 'confirmed', 'released', 'cancelled'],
  },
  file_access_right: {
    table: 'file_access_right',
    key: 'access_right',
    meanings: flags('for_public', 'for_participants'),
    builtIn: ['public', 'participants', 'internal'],
  },
  module_type: {
    table: 'module_type',
    key: 'module_type',
    meanings: flags('is_mandatory'),
    builtIn: ['mandatory', 'elective', 'optional'],
  },
  series_sort: {
    table: 'series_sort',
    key: 'sort_by',
    meanings: flags('by_date'),
    builtIn: ['position', 'date'],
  },
  address_type: {
    table: 'address_type',
    key: 'id',
    hasNumericKey: true,
    meanings: flags('is_invoice', 'is_invoice_send'),
    builtIn: ['1', '2', '3', '4', '5'],
  },
  newsletter_service: {
    table: 'newsletter_service',
    key: 'service',
    meanings: [],
    builtIn: ['brevo', 'cleverreach', 'kontor', 'mailchimp', 'rapidmail'],
  },
  lead_status: {
    table: 'lead_status',
    key: 'status',
    names: { de: 'name_de', en: 'name_en' },
    meanings: flags('is_open'),
    builtIn: ['new', 'contacted', 'offer', 'won', 'lost'],
  },
}

export const lookupNames = Object.keys(lookupLists)

/** A key for a name: `In Klärung` → `in_klaerung`. */
export const toKey = (name: string): string =>
  name
    .toLowerCase()
    .replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter]!)
    .normalize('NFKD')
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 50) || 'value'
