// How values of columns are shown: texts, amounts, percentages.

/** The prefix of the text key of a value, by table and column, or by column. */
export const textPrefixes: Readonly<Record<string, string>> = {
  'attendance.half': 'attendance.half.',
  'booking_order.source': 'orders.source.',
  'booking_question.kind': 'catalogue.questionKind.',
  'booking.status': 'bookings.status.',
  'booking_status.counts_as': 'lookups.fields.counts_as_',
  'event.visitors_confirm_by_mail': 'catalogue.confirmationRule.',
  'event_date.status': 'dates.status.',
  'event_date.format': 'dates.format.',
  'series_module.module_type': 'dates.moduleType.',
  'series_module_date.module_type': 'dates.moduleType.',
  'series_module.sort_by': 'dates.sortBy.',
  'hotel_quota.status': 'dates.hotelQuotaStatus.',
  'catalogue_file.access_right': 'catalogue.access.',
  'contact.contact_type': 'contacts.type.',
  'feedback_question.kind': 'feedback.kinds.',
  'message_rule.recipients': 'messages.role.',
  'phone.type': 'contacts.phoneType.',
  'logbook_entry.kind': 'leads.logbook.',
  'task.kind': 'inbox.kind.',
  'task.invitation_answer': 'inbox.invitation.',
  'task.sender_authentication': 'inbox.authentication.',
  'article.unit': 'settings.unit.',
  'task.mail_problem': 'inbox.problem.',
  'legal_page.kind': 'website.legal.kind.',
  'terms_document.audience': 'website.terms.audience.',
  'voucher.kind': 'website.voucher.kind.',
  'withdrawal.obstacle': 'website.withdrawal.obstacle.',
  'contact_import.status': 'imports.status.',
  'contact_import.pause_reason': 'imports.pauseReason.',
  'role_right.code': 'users.rights.',
  'user_right.code': 'users.rights.',
  'setting.name': 'settings.',
  'website_pages.address_form': 'website.pages.addressForm.',
  'website_pages.start_page': 'website.pages.startPage.',
  'website_pages.font': 'website.pages.font.',
  address_type_id: 'contacts.addressType.',
  salutation: 'contacts.salutation.',
  cause: 'messages.cause.',
  file_rights: 'catalogue.access.',
  language: 'contacts.language.',
  overlap_check: 'catalogue.overlapCheck.',
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

/** Columns with amounts in one currency. */
export const fixedCurrencies: Readonly<Record<string, string>> = { value_eur: 'EUR' }

export const isPercent = (column: string): boolean => column === 'vat_rate' || column === 'tax_amount'
