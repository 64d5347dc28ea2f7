// A data set that fills every section and every field, for the tests. The first record of a section needs only the fields that refer to
// other records, or whose values a test names: the others get a value by their schema.
import { sections } from '../../server/exchange/data-set.schema.ts'
import type { TSchema } from '../../server/platform/ground/schema.ts'
import { sampleValue } from './sample-value.ts'

const address = (id: number, more: object = {}) => ({
  id,
  addressType: 1,
  parentContact: 'Nordlicht GmbH & Co. KG',
  parentContactId: 11,
  isDefault: false,
  position: 'Leitung',
  department: 'Einkauf',
  street: 'Hafenstraße',
  houseNumber: '12a',
  addition: 'Hinterhaus',
  zip: '20457',
  city: 'Hamburg',
  state: 'HH',
  country: 'DE',
  emails: [] as object[],
  phones: [] as object[],
  isPostOfficeBox: 0,
  ...more,
})

const phone = (id: number, type: string, number: string) => ({
  id,
  type,
  countryCode: '49',
  areaCode: '40',
  number,
})
const noPhone = (type: string) => ({ id: 0, type, countryCode: '', areaCode: '', number: '' })

const home = address(101, {
  isDefault: true,
  emails: [
    { id: 501, email: 'Jana.Köhler@nordlicht.example' },
    { id: 502, email: 'jana@zuhause.example' },
  ],
  phones: [phone(601, 'phone', '66969123'), phone(602, 'fax', '66969124')],
  isPostOfficeBox: 1,
})
const forInvoices = address(102, { addressType: 3, parentContact: '', parentContactId: 0 })
const forDispatch = address(103, { addressType: 9, city: 'Köln "am Rhein" \\ <b>' })

const messageRule = (id: number, owner: object) => ({
  id,
  categoryId: 0,
  eventId: 0,
  dateId: 0,
  ...owner,
  cause: 'booked',
  offsetDays: 0,
  recipients: ['orderer'],
  templateId: 0,
  hasCalendar: false,
  fileRights: [],
  documentKinds: [],
  isEnabled: false,
})

const jana = {
  id: 21,
  contactType: 'person',
  salutation: 'ms',
  title: 'Dr.',
  firstName: 'Jana',
  lastName: 'Köhler',
  company: 'Nordlicht GmbH & Co. KG',
  companyId: 11,
  email: 'Jana.Köhler@nordlicht.example',
  website: 'https://jana.example',
  contactCategoriesId: [1, 2],
  defaultAddress: [home],
  defaultPhone: phone(601, 'phone', '66969123'),
  defaultFax: phone(602, 'fax', '66969124'),
  defaultMobile: phone(603, 'mobile', '1701234'),
  allAddress: [home, forInvoices, forDispatch],
  invoiceAddress: [forInvoices],
  invoiceSendAddress: [forDispatch],
  image_url: 'https://jana.example/bild.png',
  trn_data: [
    {
      id: 31,
      trn_objectives: 'Ziele',
      trn_travel_expenses: 'Bahn',
      trn_comment: 'gern montags',
      trn_description_html: '<p>Trainerin</p>',
      trn_misc1: 'eins',
      trn_misc2: 'zwei',
      sub_categories: ['Führung', 'a,b', '"'],
    },
  ],
  loc_data: [] as object[],
  extNewsletter: [
    [
      { cmain_id: 21, ext_type: 'brevo', ext_id: 'A-1', is_active: 1, ext_opt_in: 1, ext_opt_in_executed: 1 },
      { cmain_id: 21, ext_type: 'brevo', ext_id: 'B-1', is_active: 0, ext_opt_in: 1, ext_opt_in_executed: 0 },
    ],
    [
      {
        cmain_id: 21,
        ext_type: 'listmonk',
        ext_id: '7',
        is_active: 1,
        ext_opt_in: 0,
        ext_opt_in_executed: 0,
      },
    ],
  ],
  name2: 'geb. Öz',
  language: 'de',
  comment: 'ruft zurück\nam Freitag 🌲',
  createdAt: '2025-01-02T03:04:05.678901Z',
  otherEmails: [{ id: 503, email: 'alt@jana.example' }],
  otherPhones: [phone(604, 'phone', '000')],
}

const hall = {
  ...jana,
  id: 31,
  contactType: 'location',
  salutation: '',
  title: '',
  firstName: '',
  lastName: 'Speicherhaus',
  name2: 'Saal 3',
  company: 'Betreiber',
  companyId: 0,
  email: 'ohne@adresse.example',
  contactCategoriesId: [],
  defaultAddress: [address(104, { isDefault: true, parentContact: '', parentContactId: 0 })],
  defaultPhone: phone(605, 'phone', '555'),
  defaultFax: noPhone('fax'),
  defaultMobile: noPhone('mobile'),
  allAddress: [address(104, { isDefault: true, parentContact: '', parentContactId: 0 })],
  invoiceAddress: [],
  invoiceSendAddress: [],
  trn_data: [],
  loc_data: [
    {
      id: 41,
      loc_comment: 'barrierefrei',
      loc_description_html: '<p>Saal</p>',
      loc_url: 'https://saal.example',
      loc_misc: 'WLAN',
    },
  ],
  extNewsletter: [],
  otherEmails: [{ id: 504, email: 'ohne@adresse.example' }],
  otherPhones: [],
}

const tower = {
  ...hall,
  id: 32,
  lastName: 'Turmhaus',
  email: '',
  defaultAddress: [],
  defaultPhone: noPhone('phone'),
  allAddress: [],
  loc_data: [],
  otherEmails: [],
}

const companyAddress = address(105, {
  isDefault: true,
  parentContact: '',
  parentContactId: 0,
  emails: [{ id: 505, email: 'info@nordlicht.example' }],
  phones: [phone(606, 'phone', '1')],
})

const nordlicht = {
  id: 11,
  name: 'Nordlicht GmbH & Co. KG',
  name2: 'Werk Süd',
  language: 'en',
  contactCategoriesId: [2],
  email: 'info@nordlicht.example',
  defaultAddress: [companyAddress],
  defaultPhone: phone(606, 'phone', '1'),
  defaultFax: phone(607, 'fax', '2'),
  defaultMobile: phone(608, 'mobile', '3'),
  allAddress: [companyAddress],
  invoiceAddress: [companyAddress],
  invoiceSendAddress: [companyAddress],
  website: 'https://nordlicht.example',
  image_url: 'https://nordlicht.example/logo.svg',
  extNewsletter: [
    [{ cmain_id: 11, ext_type: 'kontor', ext_id: 'x', is_active: 0, ext_opt_in: 1, ext_opt_in_executed: 1 }],
  ],
  comment: 'zahlt spät',
  createdAt: '2024-02-29T23:59:59.000001Z',
  otherEmails: [{ id: 506, email: 'rechnung@nordlicht.example' }],
  otherPhones: [phone(609, 'fax', '4')],
}

const dropdown = [
  {
    dropdown_list_id: [
      { list_id: 'L1', name: 'Liste', option: [{ entry_id: 'E1', value: 'v', name: 'Wert' }] },
    ],
  },
]
const misc = [Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`misc${index + 1}`, `m${index}`]))]
const ebg = [
  {
    deftpl_field: [
      { deftpl_description: 'Feld', deftpl_value: 'Wert', deftpl_detfault_description: 'Vorgabe' },
    ],
  },
]
const pdfs = [
  { pdf_name: 'Blatt', pdf_key: 'K', pdf_link: 'https://x.example/a.pdf' },
  { pdf_name: 'Zwei', pdf_key: '', pdf_link: '' },
]
const conference = [
  {
    resource_type: 'ROOM',
    resource_id: 'R1',
    article_name: 'Pauschale',
    article_description: 'mit Kaffee',
    article_comment: 'pro Kopf',
    article_description_html: '<i>Kaffee</i>',
    article_currency: 'EUR',
    price_per_day: '59.90',
    article_price_buy: 40.1,
    article_price_sale: 59.9,
    article_price_sale_intern: 45,
    article_tax_amount: 19,
    overwritten_sales_price: 55.55,
    article_tax_included: true,
  },
]
const file = (diskitem_id: number, access_right: string) => ({
  event_id: 1,
  diskitem_id,
  access_right,
  name: `Datei ${diskitem_id}`,
  description: 'Beschreibung',
  path: `/dateien/${diskitem_id}.pdf`,
})

const category = (eventcat_id: number, more: object = {}) => ({
  eventcat_id,
  lang_id: 'de',
  eventcatname_name: `Kategorie ${eventcat_id}`,
  eventcat_desc: 'Text',
  eventcat_footerdesc: 'Fuß',
  eventcat_color: '#123456',
  font_icon: 'fa-star',
  diskitem_file: 'bild.png',
  diskitem_id: 77,
  catalog_id: 1,
  eventcat_parent: 0,
  catalog_protected: true,
  ...more,
})

const trainer = (trainer_identifier: string, name: string) => ({
  trainer_identifier,
  salutation: 'ms',
  trainer_firstname: 'Anna',
  trainer_lastname: name,
  trainer_title: 'Prof.',
  trainer_company: 'Freie Trainer',
  trainer_description_html: '<p>erfahren</p>',
  trainer_image_url: 'https://t.example/1.png',
  next_dates: [] as object[],
})

const location = {
  location_id: 31,
  name: 'Speicherhaus',
  street: 'Hafenstraße 12a',
  zip: '20457',
  city: 'Hamburg',
  link: 'https://saal.example/plan',
  additional_field: 'Aufzug links',
  phone: '49 40 555',
}
const { location_id: _id, phone: _phone, ...summary } = location

const quota = {
  id: 71,
  data_identifier: 'HQ',
  name: 'Kontingent',
  status: 'option',
  file_url: 'https://h.example/v.pdf',
  resource_id: 'H1',
  resource_name: 'Hotel am Hafen',
  resource_rooms: {
    name: 'Einzelzimmer',
    bedsAmount: '1',
    price: 99.5,
    priceCurrency: 'EUR',
    priceTaxIncluded: true,
    priceTaxAmount: '7',
    priceBreakfast: 12.25,
    priceCurrencyBreakfast: 'EUR',
    priceTaxIncludedBreakfast: true,
    priceTaxAmountBreakfast: '19',
    isMandatoryBreakfast: true,
  },
}

const datePrice = (title: string, gross: string, net: string) => ({
  price_title: title,
  price_description: 'Preis',
  price_value_gross: gross,
  price_value_net: net,
  price_currency: 'EUR',
  price_valid_from: '2026-01-01',
  price_valid_to: '2026-12-31',
  price_vat: 19,
  price_vat_included: true,
})

const seriesPrice = {
  price_id: 81,
  price_type: 1,
  cmscont_id: 2,
  ct_set_id: 3,
  ccategory_id: 4,
  date_id: 2,
  price_title: 'Regulär',
  price_description: 'Preis',
  price_currency: 'EUR',
  price_additional_field_text: 'Zusatz',
  price_valid_for: 'alle',
  price_value: 1190,
  price_tax_amount: 19,
  price_end: 1190,
  price_tax_included: true,
  price_valid_from: '2026-01-01',
  price_valid_to: '2026-12-31',
}

const date = (date_id: number, more: object = {}) => ({
  date_id,
  number_of_days: 2,
  free_places: 0,
  participants_min: 3,
  participants_max: 1,
  client_id: 1,
  date_is_bookable: false,
  date_is_active: true,
  waiting_list: true,
  date_identifier: `T-${date_id}`,
  date_title: `Termin ${date_id}`,
  date_subtitle: 'Untertitel',
  cooperation_partner: 'IHK',
  article_no: 'A-1',
  date_status: 'confirmed',
  date_format: 'onsite',
  date_lesson_units: '16',
  start_date: '2026-09-01',
  start_time: '09:00',
  end_date: '2026-09-02',
  end_time: '17:00',
  booking_start_date: '2026-01-01',
  booking_end_date: '2026-08-31',
  display_time_start: '2026-01-01',
  display_time_end: '2026-09-02',
  date_website_booking_link: 'https://buchen.example',
  date_catalog: [1, 2],
  coop_partner_data: [
    {
      address_street: 'Platz',
      address_housenumber: '1',
      address_zip: '1',
      address_city: 'Kiel',
      address_country: 'DE',
      address_department: 'Bildung',
      default_email: 'a@ihk.example',
      default_website: 'https://ihk.example',
      default_phone: '123',
    },
  ],
  responsible_person: [
    { salutation: 'mr', name: 'Li', first_name: 'Bo', email: 'bo@x.example', phone: '1', image_url: 'u' },
  ],
  location: [location],
  date_hours: [
    {
      date_hours_date: '2026-09-01',
      date_hours_time_start: '09:00',
      date_hours_time_end: '17:00',
      date_hours_comment: 'Tag 1',
    },
    {
      date_hours_date: '',
      date_hours_time_start: '',
      date_hours_time_end: '',
      date_hours_comment: 'Abend offen',
    },
  ],
  hotel_quota: [] as object[],
  all_trainers: [trainer('T2', 'Zwei'), trainer('T1', 'Eins'), trainer('', 'Ohne Kennung')],
  main_trainer: [trainer('T1', 'Eins'), trainer('T3', 'Drei')],
  date_prices: [datePrice('Regulär', '1190.00', '1000.00'), datePrice('Früh', '', '')],
  series_dates: [] as object[],
  series_parents: [] as object[],
  date_meta_data: [{ meta_title: 'Meta', meta_dropdown_list: dropdown }],
  ebg_data: ebg,
  conference_package: conference,
  event_pdfs: pdfs,
  date_misc: misc,
  date_files: [[file(91, 'internal')], [file(92, 'public'), file(93, 'public')]],
  ...more,
})

const seriesDate = {
  date_id: 2,
  participants_min: 3,
  participants_max: 1,
  participants_count: 2,
  participants_reserved: 0,
  participants_waitlist: 1,
  is_generally_bookable: false,
  date_identifier: 'T-2',
  date_title: 'Termin 2',
  date_subtitle: 'Untertitel',
  date_duration: '2 Tage',
  date_time_end: '17:00',
  date_date_start: '2026-09-01',
  date_date_end: '2026-09-02',
  date_time_start: '09:00',
  main_location: summary,
  location: [summary],
  prices: [
    seriesPrice,
    {
      ...seriesPrice,
      price_id: 82,
      price_title: 'Früh',
      price_value: 0,
      price_end: 0,
      price_type: 0,
      cmscont_id: 0,
      ct_set_id: 0,
      ccategory_id: 0,
      price_additional_field_text: '',
      price_valid_for: '',
    },
  ],
}

const series = [
  {
    module_type: [
      {
        config: {
          date_config_id: 61,
          date_id: 1,
          module_event_id: 2,
          module_position: 1,
          module_type: 'mandatory',
          sort_by: 'date',
          module_is_mandatory: true,
          module_is_bookable: true,
          linked_dates: [
            {
              date_config_id: 61,
              linked_date_id: 2,
              module_event_id: 2,
              module_position: 1,
              is_preselected: true,
              module_is_bookable: true,
              module_is_mandatory: true,
              module_type: 'elective',
            },
          ],
        },
        dates: [
          {
            ...seriesDate,
            date_config_id: 61,
            is_preselected: true,
            main_trainer: 'Prof. Anna Eins',
            trainer: ['Prof. Anna Zwei', 'Prof. Anna Eins', 'Prof. Anna Ohne Kennung'],
          },
        ],
      },
    ],
  },
]

const event = (event_id: number, dates: object[]) => ({
  event_id,
  event_identifier: `E-${event_id}`,
  event_title: 'Führung & Kommunikation',
  event_subtitle: 'Untertitel',
  event_article_no: 'A-1',
  event_desc_link: 'https://x.example',
  event_teaser: 'Teaser',
  event_description: '<p>Text</p>',
  event_requirements: 'keine',
  event_objectives: 'Ziele',
  event_target_group: 'alle',
  event_itinerary: 'Ablauf',
  event_service: 'Mittag',
  meta_data: 'meta',
  days: 2,
  prospective_allowed: true,
  publish_coop_data_allowed: true,
  event_catalog_categories: [
    category(1),
    category(2, { eventcat_parent: 1, catalog_id: 0, catalog_protected: false }),
  ],
  event_misc: misc,
  meta_tags: [
    {
      meta_language_training: 'de',
      meta_event_type_name: 'Seminar',
      meta_target_group_name: 'Leitende',
      meta_topic_name: 'Führung',
      meta_competence_level_name: 'Einstieg',
      meta_occupation_name: 'alle',
      meta_dropdown_list: dropdown,
    },
  ],
  event_files: event_id === 1 ? [[file(92, 'public')]] : [],
  event_prices: [
    {
      price_title: 'Listenpreis',
      price_description: 'je Person',
      price_value_gross: '1190.00',
      price_value_net: '1000.00',
      price_currency: 'EUR',
      price_vat: 19,
      price_vat_included: true,
    },
  ],
  event_group_discounts: [{ discount_string: '10 % ab 3' }, { discount_string: '' }],
  event_pdfs: pdfs,
  ebg_data: ebg,
  conference_package: conference,
  dates,
})

const timestamp = '2026-03-04T05:06:07.080910Z'
const hash = (digit: string) => digit.repeat(64)

const { id: _none, ...withoutId } = { id: 0, ...trainer('T1', 'Eins') }
const shownTrainer = ({ next_dates: _next, ...rest }: typeof withoutId) => rest

const namedRecords = () =>
  structuredClone({
    addressTypes: [{ id: 9, name: 'dispatch abroad', isInvoice: true, isInvoiceSend: true }],
    newsletterTypes: [{ extType: 'listmonk', name: 'listmonk' }],
    dateStatuses: [{ status: 'rumoured', name: 'rumoured', isBookable: true, takesPlace: true }],
    dateFormats: [{ format: 'hike', name: 'outdoors', isOnsite: true, isOnline: true }],
    moduleTypes: [{ moduleType: 'exam', name: 'exam', isMandatory: true }],
    seriesSorts: [{ sortBy: 'mood', name: 'by mood', byDate: true }],
    hotelQuotaStatuses: [{ status: 'promised', name: 'promised', holdsRooms: true }],
    fileAccessRights: [{ accessRight: 'press', name: 'press', forPublic: true, forParticipants: true }],
    participationStatuses: [{ status: 'guest', name: 'guest', countsAs: 'booked' }],
    leadStates: [{ state: 'parked', nameDe: 'Ruht', nameEn: 'Parked', position: 60, isOpen: true }],
    settings: [{ name: 'name', value: 'Kontor Süd' }],
    clients: [
      { id: 1, name: 'Haus Nord' },
      { id: 2, name: 'Haus Süd' },
    ],
    letterheads: [
      {
        clientId: 1,
        addressLines: 'Hafenstraße 12\n20457 Hamburg',
        phone: '+49 40 123456',
        email: 'info@haus-nord.example',
        website: 'www.haus-nord.example',
        footerLines: 'Amtsgericht Hamburg HRB 12345\nUSt-IdNr. DE123456789',
        accentColor: '#0b5c6b',
        signatory: 'Dr. Anna Nord',
        senderName: 'Haus Nord',
        senderAddress: 'seminare@haus-nord.example',
        logo: '89504e470d0a1a0a',
      },
    ],
    roles: [{ id: 21, name: 'Empfang', rights: ['booking:access', 'task'] }],
    users: [
      {
        id: 1,
        name: 'Ömer Ada',
        email: 'Oemer@kontor.example',
        admin: true,
        crm: true,
        lockedAt: timestamp,
        language: 'de',
        passwordHash: '$argon2id$v=19$m=19456,t=2,p=1$c2FsdHNhbHRzYWx0c2FsdA$aGFzaA',
        totpSecret: 'JBSWY3DPEHPK3PXP',
        totpConfirmed: true,
        clientIds: [1, 2],
        rights: ['090300:access', '100400'],
        roleIds: [21],
        defaultClientId: 2,
      },
      {
        id: 2,
        name: 'Bea',
        email: 'bea@kontor.example',
        admin: false,
        crm: false,
        lockedAt: '',
        language: '',
        passwordHash: '',
        totpSecret: '',
        totpConfirmed: false,
        clientIds: [1],
        rights: [],
        roleIds: [],
        defaultClientId: 0,
      },
    ],
    savedViews: [
      {
        id: 6,
        userId: 1,
        resource: 'contacts',
        name: 'Neu in Hamburg',
        shared: true,
        filter: { city: 'Hamburg', categoryIds: [1] },
        sort: 'createdAt',
        sortOrder: 'desc',
        columns: ['lastName', 'city'],
      },
    ],
    contactCategories: [
      { id: 1, name: 'Kundin' },
      { id: 2, name: 'Presse' },
    ],
    commTemplates: [
      {
        id: 1,
        name: 'Willkommen',
        subject: 'Hallo',
        body: 'Guten Tag',
        subjectEn: 'Hello',
        bodyEn: 'Dear all',
        cause: 'booked',
      },
    ],
    companies: [nordlicht],
    contacts: [jana, hall, tower],
    leadCategories: [{ categoryId: 3, categoryName: 'Messe', clientId: 2 }],
    newsletterForms: [
      {
        id: 4,
        name: 'Web',
        clientId: 1,
        contactCategoriesId: [1, 2],
      },
    ],
    articles: [
      {
        id: 6,
        articleNo: 'B-1',
        name: 'Buch',
        description: 'gebunden',
        price: 19.95,
        currency: 'CHF',
        taxAmount: 7,
        taxIncluded: true,
        unit: 'day',
      },
    ],
    catalogs: [
      { id: 1, name: 'Programm' },
      { id: 2, name: 'Firmen' },
    ],
    catalogCategories: [category(3, { eventcat_parent: 4 }), category(4)],
    catalogueFiles: [
      { diskitem_id: 94, access_right: 'press', name: 'Lose', description: 'hängt an nichts', path: '/94' },
    ],
    trainers: [
      { id: 7, ...shownTrainer(trainer('T1', 'Eins')), contactId: 21, overlapCheck: 'off' },
      { id: 8, ...shownTrainer(trainer('', 'Ohne Kennung')), contactId: 0, overlapCheck: 'warn' },
    ],
    trainerAbsences: [
      { id: 9, trainerId: 7, firstDay: '2026-08-03', lastDay: '2026-08-14', reason: 'Urlaub' },
    ],
    rooms: [
      { id: 10, locationId: 31, name: 'Raum Rhein', capacity: 12, overlapCheck: 'forbid', dateIds: [1, 3] },
    ],
    locations: [
      { location_id: 31, link: 'https://saal.example/plan', additional_field: 'Aufzug links' },
      { location_id: 32, link: '', additional_field: '' },
    ],
    travelTimes: [{ id: 12, locationId: 31, otherLocationId: 32, minutes: 45 }],
    events: [
      event(1, [date(1, { series_dates: series, hotel_quota: [quota] })]),
      event(2, [date(2), date(3, { date_files: [], date_is_active: false })]),
    ].map((one) =>
      one.event_id === 1 ? one : { ...one, dates: one.dates.map((each) => ({ ...each, date_files: [] })) },
    ),
    eventSettings: [
      {
        event_id: 1,
        is_published: false,
        visitorsMayName: false,
        visitorsMayMove: false,
        visitorsMayCancel: false,
        visitorsConfirmByMail: 'always',
        visitorChangeDays: 7,
      },
      {
        event_id: 2,
        is_published: true,
        certificatePercent: 0,
        certificateTextDe: '',
        certificateTextEn: '',
        withdrawalExceptionDe: '',
        withdrawalExceptionEn: '',
        vatExemptionDe: 'steuerfrei nach § 4 Nr. 22 UStG',
        vatExemptionEn: '',
        visitorsMayName: true,
        visitorsMayMove: true,
        visitorsMayCancel: true,
        visitorsConfirmByMail: 'never',
        visitorChangeDays: 1,
      },
    ],
    leads: [
      {
        leadId: 12,
        name: 'Inhouse',
        clientId: 2,
        categoryId: 3,
        ownerId: 1,
        companyId: 11,
        state: 'parked',
        stateAt: timestamp,
        nextStepUserId: 1,
        createdAt: timestamp,
        contactIds: [11, 21],
        category: 'Messe',
        processor: 'Ömer Ada',
      },
    ],
    cancellationSteps: [{ id: 1, eventId: 1, daysBefore: 14, feePercent: 50 }],
    bookingQuestions: [
      {
        id: 1,
        eventId: 1,
        position: 2,
        kind: 'choice',
        textDe: 'Wie haben Sie von uns erfahren?',
        textEn: 'How did you hear about us?',
        choicesDe: 'Suche\nEmpfehlung',
        choicesEn: 'Search\nRecommendation',
        isRequired: true,
        isPerParticipant: true,
      },
    ],
    groupDiscountSteps: [{ id: 1, eventId: 1, minSeats: 5, discountPercent: 10 }],
    vouchers: [
      {
        id: 1,
        clientId: 2,
        code: 'SOMMER-27',
        name: 'Sommeraktion',
        kind: 'amount',
        value: 50,
        currency: 'CHF',
        validFrom: '2027-06-01',
        validTo: '2027-08-31',
        maxUses: 100,
        oncePerPerson: true,
        isCombinable: true,
        eventId: 1,
        isActive: true,
      },
    ],
    orders: [
      {
        id: 1,
        clientId: 2,
        createdAt: timestamp,
        source: 'website',
        ordererId: 21,
        companyId: 11,
        invoiceContactId: 11,
        invoiceReference: 'PO-1',
        comment: 'per Telefon',
        termsAcceptedAt: timestamp,
        code: 'K7QF-3M2X',
        isConsumer: true,
        entered: { orderer: { firstName: 'Jana', lastName: 'Köhler', email: 'jana@kontor.example' } },
        utm: { source: 'newsletter', campaign: 'herbst' },
        visitorAddress: '192.0.2.7',
      },
    ],
    participations: [
      {
        partId: 51,
        orderId: 1,
        answers: { 'Wie haben Sie von uns erfahren?': 'Suche' },
        groupDiscount: [{ minSeats: 3, discountPercent: 7.5 }],
        entered: { firstName: 'Jana', lastName: 'Köhler', email: 'jana@kontor.example' },
        contactId: 21,
        dateId: 2,
        partStatus: 'guest',
        leadId: 12,
        createdAt: timestamp,
        partOf: 52,
        moduleDateIds: [1, 2],
      },
      { partId: 52, contactId: 21, dateId: 2, partStatus: 'booked', leadId: 0, createdAt: timestamp },
      { partId: 53, contactId: 21, dateId: 2, partStatus: 'waitlisted', leadId: 0, createdAt: timestamp },
    ],
    participationReductions: [
      { id: 1, participationId: 51, reason: 'Mitglied', amount: 50, isGroupDiscount: true },
    ],
    participationHistory: [
      {
        id: 1,
        participationId: 51,
        until: timestamp,
        contactId: 21,
        dateId: 1,
        dateTitle: 'Alt',
        startDate: '2026-02-01',
      },
    ],
    attendance: [{ id: 61, partId: 52, day: '2026-09-01', half: 'afternoon', attended: true }],
    dateSettings: [
      {
        date_id: 1,
        is_bookable: true,
        places_elsewhere: 1,
        is_published: true,
        duration: 'ein Jahr',
        online_link: 'https://raum.example/1',
        moves_up: true,
        keeps_groups: false,
        offer_hours: 48,
        prices: [{ ...extraPriceFields(83) }, { ...extraPriceFields(84) }],
      },
      {
        date_id: 2,
        is_bookable: false,
        places_elsewhere: 5,
        is_published: false,
        duration: '2 Tage',
        online_link: '',
        moves_up: false,
        keeps_groups: true,
        offer_hours: 0,
      },
    ],
    feedbackQuestions: [
      {
        id: 141,
        eventId: 1,
        position: 2,
        kind: 'choice',
        textDe: 'Weiterempfehlen?',
        textEn: 'Recommend?',
        choicesDe: ['Ja', 'Nein'],
        choicesEn: ['Yes', 'No'],
        isRetired: true,
      },
    ],
    tasks: [
      {
        id: 61,
        clientId: 1,
        kind: 'mail',
        contactId: 21,
        leadId: 12,
        participationId: 51,
        createdBy: 1,
        createdAt: timestamp,
        doneAt: timestamp,
        assigneeId: 1,
        dateId: 2,
        threadIds: ['0190a2b4-0000-4000-8000-00000000000a@kontor.example'],
      },
    ],
    logbook: [
      {
        id: 81,
        kind: 'note',
        contactId: 0,
        leadId: 12,
        participationId: 0,
        taskId: 61,
        text: 'kam an',
        createdBy: 1,
        createdAt: timestamp,
      },
      {
        id: 82,
        kind: 'note',
        contactId: 21,
        leadId: 0,
        participationId: 0,
        taskId: 0,
        text: '',
        createdBy: 0,
        createdAt: timestamp,
      },
      {
        id: 83,
        kind: 'call',
        contactId: 0,
        leadId: 0,
        participationId: 51,
        taskId: 0,
        text: 'x',
        createdBy: 0,
        createdAt: timestamp,
      },
    ],
    invoiceConfirmations: [
      {
        id: 91,
        clientId: 2,
        tcpId: 51,
        contactId: 21,
        addressId: 102,
        reference: 'PO-1',
        bookingIds: [51],
        createdBy: 1,
        createdAt: timestamp,
        typ: 'INVOICE_CONFIRMATION',
        elements: [
          {
            id: 92,
            elementContent: 'Buch',
            postId: 6,
            postName: 'Buch',
            posDescription: 'gebunden',
            posTaxIncluded: 1,
            posTaxAmount: 7,
            posPriceTotal: 39.9,
            posCurrency: 'CHF',
            posDateStart: '2026-09-01',
            posTimeStart: '09:00',
            posDateEnd: '2026-09-02',
            posTimeEnd: '17:00',
            typ: 'ART',
            postTyp: 'ARTICLE',
          },
        ],
      },
    ],
    newsletterConsents: [
      {
        id: 95,
        contactId: 21,
        formId: 4,
        clientId: 1,
        email: 'jana@zuhause.example',
        originAddress: '::1',
        originAgent: 'Browser',
        givenAt: timestamp,
        confirmationHash: hash('c'),
        confirmedAt: timestamp,
        confirmedAddress: '::2',
        confirmedAgent: 'Telefon',
      },
    ],
    messageRules: [
      {
        id: 110,
        categoryId: 0,
        eventId: 0,
        dateId: 1,
        cause: 'reminder',
        offsetDays: -3,
        recipients: ['participant'],
        templateId: 1,
        hasCalendar: true,
        fileRights: ['participants'],
        documentKinds: ['badges'],
        isEnabled: true,
      },
      messageRule(111, { eventId: 1 }),
      messageRule(112, { categoryId: 1 }),
    ],
    websiteKeys: [
      {
        id: 134,
        clientId: 1,
        key: 'pk_full',
        hash: hash('f'),
        catalogIds: [1],
      },
    ],
    websitePages: [
      {
        id: 1,
        keyId: 134,
      },
    ],
    termsDocuments: [
      {
        id: 135,
        clientId: 2,
      },
    ],
    legalPages: [
      {
        id: 136,
        clientId: 2,
        url: 'https://nordlicht.example/impressum',
      },
    ],
    eventSlugs: [{ slug: 'full', eventId: 1, current: true }],
  })

/** A new copy of the data set. */
export function fullDataSet() {
  const set = namedRecords()
  for (const { name, schema } of sections) {
    const [first] = (set as Record<string, Record<string, unknown>[]>)[name] ?? []
    const { properties } = schema as { properties?: Record<string, TSchema> }
    for (const [field, value] of Object.entries(properties ?? {}))
      if (first && !(field in first)) first[field] = sampleValue(field, value)
  }
  return set
}

function extraPriceFields(price_id: number) {
  return {
    price_id,
    price_type: 5,
    cmscont_id: 6,
    ct_set_id: 7,
    ccategory_id: 8,
    price_additional_field_text: 'Feld',
    price_valid_for: 'Mitglieder',
  }
}
