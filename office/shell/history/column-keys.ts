// Where the texts of tables and columns stand in the texts of forms and lists. Columns that no form shows are in column-texts.ts.
import { camelCase } from '../language/names.ts'

/** The resource that shows a table, for child rows with the field that lists them: its fields name the columns. */
const resources: Readonly<Record<string, string>> = {
  app_user: 'users',
  article: 'articles',
  booking: 'bookings',
  booking_order: 'orders',
  booking_question: 'events.questions',
  booking_reduction: 'bookings.reductions',
  cancellation_step: 'events.cancellationSteps',
  catalogue: 'catalogues',
  catalogue_category: 'catalogue-categories',
  catalogue_file: 'files',
  catalogue_pdf: 'events.pdfs',
  certificate: 'certificates',
  client: 'clients',
  communication_template: 'communication-templates',
  conference_package_item: 'events.conferencePackageItems',
  contact: 'contacts',
  contact_category: 'contact-categories',
  contact_import: 'imports',
  date_partner: 'dates.partners',
  date_price: 'dates.prices',
  date_responsible_person: 'dates.responsiblePersons',
  date_session_day: 'dates.sessionDays',
  date_trainer: 'dates.trainers',
  event: 'events',
  event_date: 'dates',
  event_price: 'events.prices',
  group_discount_step: 'events.groupDiscountSteps',
  hotel_quota: 'dates.hotelQuotas',
  invoice_confirmation: 'invoice-confirmations',
  lead: 'leads',
  lead_category: 'lead-categories',
  letterhead: 'letterheads',
  location: 'locations',
  newsletter_consent: 'newsletter-consents',
  newsletter_form: 'newsletter-forms',
  role: 'roles',
  room: 'locations.rooms',
  series_module: 'dates.modules',
  series_module_date: 'dates.modules.dates',
  task: 'tasks',
  legal_page: 'legal-pages',
  terms_document: 'terms-documents',
  token: 'tokens',
  trainer: 'trainers',
  trainer_absence: 'trainers.absences',
  travel_time: 'locations.travelTimes',
  voucher: 'vouchers',
  webhook: 'webhooks',
  website_key: 'website-keys',
  website_pages: 'website-pages',
  withdrawal: 'withdrawals',
}

/** Other texts that name the columns of a table. */
const prefixes: Readonly<Record<string, string>> = {
  address: 'resources.contacts.fields',
  address_type: 'lookups.fields',
  booking_status: 'lookups.fields',
  date_format: 'lookups.fields',
  date_status: 'lookups.fields',
  email_address: 'resources.contacts.fields',
  feedback_question: 'feedback',
  file_access_right: 'lookups.fields',
  hotel_quota_status: 'lookups.fields',
  invoice_confirmation_element: 'invoices',
  lead_status: 'lookups.fields',
  location_data: 'resources.contacts.fields',
  logbook_entry: 'leads.logbook',
  message: 'messages.field',
  message_rule: 'messages.rules',
  module_type: 'lookups.fields',
  newsletter_service: 'lookups.fields',
  phone: 'resources.contacts.fields',
  series_sort: 'lookups.fields',
  trainer_data: 'resources.contacts.fields',
}

/** Columns that forms and lists call by another name, of a table or of all. */
const exceptions: Readonly<Record<string, string>> = {
  'app_user.locked_at': 'resources.users.fields.isLocked',
  'app_user.totp_confirmed': 'account.factor.title',
  'attendance.attended': 'attendance.mark.attended',
  'attendance.half': 'attendance.halfDay',
  'booking.cancellation_fee': 'bookings.cancelFee',
  'booking_order.terms_accepted_at': 'resources.orders.fields.termsAccepted',
  'certificate.withdrawn_at': 'resources.certificates.fields.isWithdrawn',
  'company_link.name': 'companies.links.name',
  'contact_import.worksheet': 'imports.worksheet',
  'contact_import.created_by': 'resources.imports.fields.createdByName',
  'event_date.auto_promote': 'bookings.autoPromote',
  'event_date.keeps_groups': 'bookings.keepsGroups',
  'image.alt_text': 'catalogue.image.altText',
  'invoice_confirmation.contact_id': 'resources.invoice-confirmations.fields.contactName',
  'invoice_confirmation.created_by': 'resources.invoice-confirmations.fields.createdByName',
  'invoice_confirmation.reference': 'resources.orders.fields.invoiceReference',
  'invoice_confirmation_element.currency': 'resources.articles.fields.currency',
  'invoice_confirmation_element.description': 'resources.articles.fields.description',
  'invoice_confirmation_element.name': 'resources.articles.fields.name',
  'invoice_confirmation_element.vat_included': 'resources.articles.fields.vatIncluded',
  'invoice_confirmation_element.vat_rate': 'resources.articles.fields.vatRate',
  'lead.value_eur': 'resources.leads.fields.value',
  'lead_status.name_de': 'lookups.fields.name',
  'location_data.comment': 'resources.contacts.fields.internal',
  'message_rule.is_enabled': 'messages.rules.enabled',
  'message_rule.offset_days': 'messages.rules.offset',
  'newsletter_consent.given_ip_address': 'resources.newsletter-consents.fields.ipAddress',
  'newsletter_consent.given_user_agent': 'resources.newsletter-consents.fields.userAgent',
  'task.created_by': 'resources.tasks.fields.createdByName',
  'trainer_data.comment': 'resources.contacts.fields.internal',
  'travel_time.low_id': 'resources.locations.fields.travelTimes.locationId',
  'user_client.is_default': 'resources.users.fields.defaultClientId',
  access_right: 'resources.files.fields.accessRight',
  address_id: 'relations.address',
  category_id: 'resources.catalogue-categories.name',
  ccategory_id: 'resources.contact-categories.name',
  company_id: 'resources.companies.name',
  confirmation_id: 'resources.invoice-confirmations.name',
  document_kinds: 'messages.rules.documents',
  entered: 'resources.orders.fields.entered',
  file_rights: 'messages.rules.files',
  form_id: 'resources.newsletter-forms.name',
  format: 'resources.dates.fields.format',
  has_calendar: 'messages.rules.calendar',
  module_event_id: 'resources.dates.fields.modules.moduleEventId',
  module_type: 'resources.dates.fields.modules.moduleType',
  room_id: 'relations.room',
  series_module_id: 'relations.series_module',
  sort_by: 'resources.dates.fields.modules.sortBy',
  status: 'resources.dates.fields.status',
  template_id: 'messages.rules.template',
}

/** The tables that a resource shows, without those of child rows. */
export const tablesOfResources: readonly string[] = Object.keys(resources).filter(
  (table) => !resources[table]?.includes('.'),
)

/** The table whose rows a resource shows. */
export const tableOfResource = (resource: string): string | undefined =>
  Object.keys(resources).find((table) => resources[table] === resource)

/** The keys of a table's name; the first that has a text names it. */
export const tableKeys = (tableName: string): string[] => [
  `relations.${tableName}`,
  `resources.${resources[tableName]}.name`,
]

/** The keys of a column's name; the first that has a text names it: as its form does, or by the record that it refers to. */
export function columnKeys(tableName: string, column: string): string[] {
  const resource = resources[tableName]?.replace(/^[^.]+/, 'resources.$&.fields')
  const prefix = resource ?? prefixes[tableName]
  const [, record] = /^(.+)_id$/.exec(column) ?? []
  return [
    exceptions[`${tableName}.${column}`] ?? [],
    prefix ? [`${prefix}.${camelCase(column)}`, `${prefix}.${column}`] : [],
    exceptions[column] ?? [],
    record ? `resources.${record}s.name` : [],
  ].flat()
}
