// How values of columns are shown: texts, amounts, percentages.

/** The prefix of the text key of a value, by table and column, or by column. */
export const textPrefixes: Readonly<Record<string, string>> = {
  'attendance.half': 'attendance.half.',
  'booking.status': 'bookings.status.',
  'booking_status.counts_as': 'lookups.meanings.counts_as_',
  'event_date.status': 'dates.status.',
  'event_date.format': 'dates.format.',
  'series_module.module_type': 'dates.moduleType.',
  'series_module_date.module_type': 'dates.moduleType.',
  'series_module.sort_by': 'dates.sortBy.',
  'hotel_quota.status': 'dates.hotelQuotaStatus.',
  'catalogue_file.access_right': 'catalogue.access.',
  'contact.contact_type': 'contacts.type.',
  'phone.type': 'contacts.phoneType.',
  'logbook_entry.kind': 'contacts.logbook.',
  'task.kind': 'inbox.kind.',
  'task.sender_authentication': 'inbox.authentication.',
  'article.unit': 'settings.unit.',
  'voucher.kind': 'website.voucher.kind.',
  'withdrawal.obstacle': 'website.withdrawal.obstacle.',
  'contact_import.status': 'imports.status.',
  'user_right.code': 'users.rights.',
  'setting.name': 'codes.',
  'website_pages.address_form': 'website.pages.addressForm.',
  'website_pages.font': 'website.pages.font.',
  address_type_id: 'contacts.addressType.',
  salutation: 'contacts.salutation.',
  language: 'codes.',
}
export const valueTextPrefix = (tableName: string, column: string): string | undefined =>
  textPrefixes[`${tableName}.${column}`] ?? textPrefixes[column]

/** The column with the currency of an amount. */
export const currencyColumns: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    [
      'gross_price',
      'net_price',
      'price',
      'purchase_price',
      'sales_price',
      'internal_sales_price',
      'price_per_day',
    ]
      .concat('overwritten_sales_price', 'total_price')
      .map((column) => [column, 'currency']),
  ),
  room_price: 'room_currency',
  breakfast_price: 'breakfast_currency',
}

export const isPercent = (column: string): boolean => column === 'vat_rate' || column === 'tax_amount'
