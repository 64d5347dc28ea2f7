// The interface's records ("Resources and their fields", "Errors"), transcribed by hand and independent of the
// server's schemas.

type Leaf = 'string' | 'integer' | 'number' | 'boolean' | 'integer or [integer]'

/** `{ name: type }` is an object with these literal keys (a trailing `?` marks an optional one), `[type]` an array. */
export type Shape = Leaf | readonly [Shape] | { readonly [field: string]: Shape }

export type Fields = { readonly [field: string]: Shape }

/** Fields of one type, listed in one line as in the interface. */
const all = <Name extends string, Type extends Shape>(names: Name, type: Type): Fields =>
  Object.fromEntries(names.split(', ').map((name) => [name, type]))

export const phone = {
  id: 'integer',
  type: 'string',
  countryCode: 'string',
  areaCode: 'string',
  number: 'string',
} as const satisfies Fields

export const address: Fields = {
  id: 'integer',
  addressType: 'integer',
  parentContact: 'string',
  parentContactId: 'integer',
  isDefault: 'boolean',
  ...all('position, department, street, houseNumber, addition, zip, city, state, country', 'string'),
  emails: [{ id: 'integer', email: 'string' }],
  phones: [phone],
}

const trainerData: Fields = {
  id: 'integer',
  ...all(
    'trn_objectives, trn_travel_expenses, trn_comment, trn_description_html, trn_misc1, trn_misc2',
    'string',
  ),
  sub_categories: ['string'],
}

const locationData: Fields = {
  id: 'integer',
  ...all('loc_comment, loc_description_html, loc_url, loc_misc', 'string'),
}

const externalNewsletter: Fields = {
  cmain_id: 'integer',
  ext_type: 'string',
  ext_id: 'string',
  ...all('is_active, ext_opt_in, ext_opt_in_executed', 'integer'),
}

export const contact: Fields = {
  id: 'integer',
  contactType: 'string',
  salutation: 'string',
  ...all('title, firstName, lastName, company', 'string'),
  companyId: 'integer',
  ...all('email, website', 'string'),
  contactCategoriesId: ['integer'],
  defaultAddress: [address],
  ...all('defaultPhone, defaultFax, defaultMobile', phone),
  allAddress: [address],
  invoiceAddress: [address],
  invoiceSendAddress: [address],
  image_url: 'string',
  'trn_data?': [trainerData],
  'loc_data?': [locationData],
  extNewsletter: [[externalNewsletter]],
}

export const company: Fields = {
  id: 'integer',
  ...all('name, name2', 'string'),
  contactCategoriesId: ['integer'],
  email: 'string',
  defaultAddress: [address],
  ...all('defaultPhone, defaultFax, defaultMobile', phone),
  allAddress: [address],
}

export const leadSummary: Fields = {
  leadId: 'integer',
  ...all('name, sector, region, category, processor', 'string'),
  ...all('size, rating', 'integer'),
}

export const leadCategory: Fields = { categoryId: 'integer', categoryName: 'string' }

export const crmUser: Fields = { id: 'integer', name: 'string' }

export const participation: Fields = {
  ...all('date, eventName, articleNo, partStatus', 'string'),
  ...all('partId, dateId', 'integer'),
}

const invoiceConfirmationElement: Fields = {
  id: 'integer',
  ...all('typ, elementContent', 'string'),
  postId: 'integer',
  ...all('postTyp, postName, posDescription', 'string'),
  ...all('posTaxIncluded, posTaxAmount', 'integer'),
  posPriceTotal: 'number',
  ...all('posCurrency, posDateStart, posTimeStart, posDateEnd, posTimeEnd', 'string'),
}

export const invoiceConfirmation: Fields = {
  id: 'integer',
  typ: 'string',
  elements: [invoiceConfirmationElement],
}

export const newsletterAnswer: Fields = all('newslFormId, contactExisted, cid', 'integer')

export const mailImportAnswer: Fields = { leadId: 'integer', taskNr: 'string', taskId: 'integer' }

export const todoAnswer: Fields = all('id, clientId', 'integer')

export const attachmentAnswer: Fields = { path: 'string' }

/** Only 400 has `details`. */
export const errorBody: Fields = {
  error: 'string',
  message: 'string',
  code: 'integer',
  'details?': [{ field: 'string', message: 'string' }],
}

const catalogueCategory: Fields = {
  eventcat_id: 'integer',
  ...all(
    'lang_id, eventcatname_name, eventcat_desc, eventcat_footerdesc, eventcat_color, font_icon, diskitem_file',
    'string',
  ),
  ...all('diskitem_id, catalog_id, eventcat_parent', 'integer'),
  catalog_protected: 'boolean',
}

const misc = all('misc1, misc2, misc3, misc4, misc5, misc6, misc7, misc8, misc9, misc10', 'string')

const dropdownLists: Shape = [
  {
    dropdown_list_id: [
      { list_id: 'string', name: 'string', option: [all('entry_id, value, name', 'string')] },
    ],
  },
]

const metaTags: Fields = {
  ...all(
    'meta_language_training, meta_event_type_name, meta_target_group_name, meta_topic_name, meta_competence_level_name, meta_occupation_name',
    'string',
  ),
  meta_dropdown_list: dropdownLists,
}

const file: Fields = {
  ...all('event_id, diskitem_id', 'integer'),
  ...all('access_right, name, description, path', 'string'),
}

const eventPrice: Fields = {
  ...all('price_title, price_description, price_value_gross, price_value_net, price_currency', 'string'),
  price_vat: 'number',
  price_vat_included: 'boolean',
}

const groupDiscount: Fields = { discount_string: 'string' }

const pdf = all('pdf_name, pdf_key, pdf_link', 'string')

const ebgData: Fields = {
  deftpl_field: [all('deftpl_description, deftpl_value, deftpl_detfault_description', 'string')],
}

const conferencePackageItem: Fields = {
  ...all(
    'resource_type, resource_id, article_name, article_description, article_comment, article_description_html, article_currency, price_per_day',
    'string',
  ),
  ...all(
    'article_price_buy, article_price_sale, article_price_sale_intern, article_tax_amount, overwritten_sales_price',
    'number',
  ),
  article_tax_included: 'boolean',
}

const coopPartner = all(
  'address_street, address_housenumber, address_zip, address_city, address_country, address_department, default_email, default_website, default_phone',
  'string',
)

const responsiblePerson = all('salutation, name, first_name, email, phone, image_url', 'string')

const dateLocation: Fields = {
  location_id: 'integer',
  ...all('name, street, zip, city, link, additional_field, phone', 'string'),
}

const dateHours = all(
  'date_hours_date, date_hours_time_start, date_hours_time_end, date_hours_comment',
  'string',
)

const hotelQuota: Fields = {
  id: 'integer',
  ...all('data_identifier, name, status, file_url, resource_id, resource_name', 'string'),
  resource_rooms: {
    name: 'string',
    bedsAmount: 'string',
    price: 'number',
    priceCurrency: 'string',
    priceTaxIncluded: 'boolean',
    priceTaxAmount: 'string',
    priceBreakfast: 'number',
    priceCurrencyBreakfast: 'string',
    priceTaxIncludedBreakfast: 'boolean',
    priceTaxAmountBreakfast: 'string',
    isMandatoryBreakfast: 'boolean',
  },
}

const trainer: Fields = {
  ...all(
    'trainer_identifier, salutation, trainer_firstname, trainer_lastname, trainer_title, trainer_company, trainer_description_html, trainer_image_url',
    'string',
  ),
  next_dates: [all('date_id, title, date_start, date_end', 'string')],
}

const datePrice: Fields = {
  ...all(
    'price_title, price_description, price_value_gross, price_value_net, price_currency, price_valid_from, price_valid_to',
    'string',
  ),
  price_vat: 'number',
  price_vat_included: 'boolean',
}

const linkedDate: Fields = {
  ...all('date_config_id, linked_date_id, module_event_id, module_position', 'integer'),
  ...all('is_preselected, module_is_bookable, module_is_mandatory', 'boolean'),
  module_type: 'string',
}

const seriesConfig: Fields = {
  ...all('date_config_id, date_id, module_event_id, module_position', 'integer'),
  ...all('module_type, sort_by', 'string'),
  ...all('module_is_mandatory, module_is_bookable', 'boolean'),
  linked_dates: [linkedDate],
}

const locationSummary = all('name, street, zip, city, link, additional_field', 'string')

const seriesPrice: Fields = {
  ...all('price_id, price_type, cmscont_id, ct_set_id, ccategory_id, date_id', 'integer'),
  ...all('price_title, price_description, price_currency', 'string'),
  ...all('price_additional_field_text, price_valid_for', 'string'),
  ...all('price_value, price_tax_amount, price_end', 'number'),
  price_tax_included: 'boolean',
  ...all('price_valid_from, price_valid_to', 'string'),
}

/** A series date without is_preselected, date_config_id, main_trainer and trainer. */
const seriesDateSummary: Fields = {
  date_id: 'integer',
  ...all('participants_min, participants_max, participants_count', 'integer'),
  ...all('participants_reserved, participants_waitlist', 'integer'),
  is_generally_bookable: 'boolean',
  ...all('date_identifier, date_title, date_subtitle, date_duration, date_time_end', 'string'),
  ...all('date_date_start, date_date_end, date_time_start', 'string'),
  main_location: locationSummary,
  location: [locationSummary],
  prices: [seriesPrice],
}

const seriesDate: Fields = {
  ...seriesDateSummary,
  date_config_id: 'integer',
  is_preselected: 'boolean',
  main_trainer: 'string',
  trainer: ['string'],
}

const eventDate: Fields = {
  ...all('date_id, number_of_days, free_places, participants_min, participants_max, client_id', 'integer'),
  ...all('date_is_bookable, date_is_active, waiting_list', 'boolean'),
  ...all('date_identifier, date_title, date_subtitle, cooperation_partner, article_no', 'string'),
  ...all('date_status, date_format, date_lesson_units', 'string'),
  ...all('start_date, start_time, end_date, end_time, booking_start_date, booking_end_date', 'string'),
  ...all('display_time_start, display_time_end, date_website_booking_link', 'string'),
  date_catalog: ['integer'],
  coop_partner_data: [coopPartner],
  responsible_person: [responsiblePerson],
  location: [dateLocation],
  date_hours: [dateHours],
  hotel_quota: [hotelQuota],
  ...all('all_trainers, main_trainer', [trainer]),
  date_prices: [datePrice],
  series_dates: [{ module_type: [{ config: seriesConfig, dates: [seriesDate] }] }],
  series_parents: [{ parent_date_id: [seriesDateSummary] }],
  date_meta_data: [{ meta_title: 'string', meta_dropdown_list: dropdownLists }],
  ebg_data: [ebgData],
  conference_package: [conferencePackageItem],
  event_pdfs: [pdf],
  date_misc: [misc],
  date_files: [[file]],
}

/** A request can choose these fields, so that any of them may be missing. */
const selectable = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, shape]) => [`${name}?`, shape]))

export const event: Fields = selectable({
  event_id: 'integer',
  ...all('event_identifier, event_title, event_subtitle, event_article_no, event_desc_link', 'string'),
  ...all('event_teaser, event_description, event_requirements, event_objectives', 'string'),
  ...all('event_target_group, event_itinerary, event_service, meta_data', 'string'),
  days: 'integer',
  ...all('prospective_allowed, publish_coop_data_allowed', 'boolean'),
  event_catalog_categories: [catalogueCategory],
  event_misc: [misc],
  meta_tags: [metaTags],
  event_files: [[file]],
  event_prices: [eventPrice],
  event_group_discounts: [groupDiscount],
  event_pdfs: [pdf],
  ebg_data: [ebgData],
  conference_package: [conferencePackageItem],
  dates: [selectable(eventDate)],
})
