// The demo's data set: the dates of events, without bookings.
import type { CataloguePdf, DateMetaData } from '../catalogue/contract/child-rows.schema.ts'
import type { EventDate } from '../catalogue/contract/date.schema.ts'
import type { HotelQuota } from '../catalogue/contract/hotel-quota.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import { dropdown, type EventPlan, miscFields, netFee, price, site } from './catalogue.ts'
import { addDays, daysFrom, germanDay, mondayOf, startOnWeekdays, weekday } from './days.ts'
import { locations } from './locations.ts'
import { slug } from './names.ts'
import type { People } from './people.ts'
import type { Random } from './random.ts'
import { staff } from './staff.ts'
import { toTrainerRecord } from './trainers.ts'

const datesPerEvent = 5
const maxDaysFromToday = 350

/** Counters for the ids of dates, files and hotel quotas of all events. */
export type IdCounters = { date: number; file: number; quota: number }

/** The start of the n-th date: from one year before to one year after this week, evenly distributed. */
function startDay(
  monday: string,
  { course, apart, event }: EventPlan,
  index: number,
  random: Random,
): string {
  const length = (event.days - 1) * apart
  // Every twentieth event has a date in this week, each a day after the previous one, so that one takes place on every weekday.
  if (!course && index === 2 && event.event_id % 20 === 1)
    return startOnWeekdays(addDays(monday, Math.floor(event.event_id / 20) % 5), event.days)
  const part = (2 * maxDaysFromToday - length) / datesPerEvent
  const day = addDays(monday, Math.floor(-maxDaysFromToday + index * part + random.next() * (part - 7)))
  return apart === 1 ? startOnWeekdays(day, event.days) : startOnWeekdays(day, 1)
}

function statusOf(today: string, start: string, end: string, random: Random): string {
  const draw = random.next()
  if (draw < 0.05) return 'cancelled'
  if (end < today) return 'completed'
  if (start <= today) return 'running'
  if (draw < 0.09) return 'postponed'
  return start < addDays(today, 75)
    ? draw < 0.8
      ? 'confirmed'
      : 'planned'
    : draw < 0.25
      ? 'confirmed'
      : 'planned'
}

function formatOf({ level }: EventPlan, random: Random): string {
  if (level === 'online') return 'online'
  if (level === 'course') return 'hybrid'
  return level !== 'inHouse' && random.chance(0.12) ? 'hybrid' : 'onsite'
}

const locationOf = ({ id, lastName, defaultAddress, defaultPhone, website }: Contact) => {
  const [{ street, houseNumber, zip, city }] = defaultAddress as [Contact['defaultAddress'][number]]
  const { countryCode, areaCode, number } = defaultPhone
  return {
    location_id: id,
    name: lastName,
    street: `${street} ${houseNumber}`,
    zip,
    city,
    link: `${website}/anfahrt`,
    additional_field: '',
    phone: `${countryCode} ${areaCode} ${number}`,
  }
}

const statusOfQuota = ['requested', 'option', 'confirmed', 'confirmed', 'released'] as const

const quota = (location: Contact, dateId: number, id: number, random: Random): HotelQuota => ({
  id,
  data_identifier: `HK-${dateId}`,
  name: `Zimmerkontingent ${location.lastName}`,
  status: random.pick(statusOfQuota),
  file_url: `${site}/hotels/${slug(location.lastName)}.pdf`,
  resource_id: String(location.id),
  resource_name: location.lastName,
  resource_rooms: {
    name: random.pick(['Einzelzimmer', 'Doppelzimmer zur Einzelnutzung']),
    bedsAmount: String(random.int(8, 20)),
    price: random.int(78, 129) + random.pick([0, 0.5]),
    priceCurrency: 'EUR',
    priceTaxIncluded: true,
    priceTaxAmount: '7',
    priceBreakfast: random.pick([12.5, 14, 16.9]),
    priceCurrencyBreakfast: 'EUR',
    priceTaxIncludedBreakfast: true,
    priceTaxAmountBreakfast: '19',
    isMandatoryBreakfast: random.chance(0.3),
  },
})

const releasedIf = (isOver: boolean, hotelQuota: HotelQuota): HotelQuota =>
  isOver ? { ...hotelQuota, status: 'released' } : hotelQuota

const metaData = (plan: EventPlan, index: number): DateMetaData[] => [
  {
    meta_title: `${plan.event.event_title} – ${plan.event.event_subtitle}`,
    meta_dropdown_list: [
      dropdown(
        '20',
        'Barrierefreiheit',
        [
          { entry_id: '1', value: 'rollstuhl', name: 'Rollstuhlgerecht' },
          { entry_id: '2', value: 'schrift', name: 'Schriftdolmetschen auf Anfrage' },
        ].slice(0, 1 + (index % 2)),
      ),
      dropdown('21', 'Förderung', [
        { entry_id: '3', value: 'bildungsscheck', name: 'Bildungsscheck möglich' },
      ]),
    ],
  },
]

const pdf = (id: number, start: string): CataloguePdf => ({
  pdf_name: `Einladung zum ${germanDay(start)}`,
  pdf_key: `einladung-${id}`,
  pdf_link: `${site}/pdf/einladung-${id}.pdf`,
})

function prices(plan: EventPlan, start: string, index: number): EventDate['date_prices'] {
  const { taxFree } = plan.topic
  const fee = netFee(plan)
  const note = taxFree ? 'steuerfrei nach § 4 Nr. 21 UStG' : 'zuzüglich 19 % Umsatzsteuer'
  const regular = {
    ...price(plan.level === 'inHouse' ? 'Inhouse-Pauschale' : 'Teilnahmegebühr', note, fee, taxFree),
    price_valid_from: '',
    price_valid_to: '',
  }
  if (plan.level === 'inHouse' || index % 2 === 1) return [regular]
  const early = price(
    'Frühbucherpreis',
    'bei Buchung bis sechs Wochen vor Beginn',
    Math.round(fee * 0.9),
    taxFree,
  )
  return [
    { ...early, price_valid_from: '', price_valid_to: addDays(start, -42) },
    { ...regular, price_valid_from: addDays(start, -41) },
  ]
}

const hoursOf = (plan: EventPlan, days: string[]) =>
  days.map((day, index) => ({
    date_hours_date: day,
    date_hours_time_start: plan.level === 'online' || index > 0 ? '09:00' : '09:30',
    date_hours_time_end: plan.level === 'online' ? '12:30' : '17:00',
    date_hours_comment: plan.course
      ? `Block ${index + 1}`
      : index === 0 && plan.level !== 'online'
        ? 'Empfang ab 09:00 Uhr'
        : '',
  }))

const partner = {
  address_street: 'Marktplatz',
  address_housenumber: '4',
  address_zip: '50667',
  address_city: 'Köln',
  address_country: 'DE',
  address_department: 'Weiterbildung',
  default_email: 'weiterbildung@kammerforum-uferland.example',
  default_website: 'https://www.kammerforum-uferland.example',
  default_phone: '0221 4710700',
}

function createDate(
  plan: EventPlan,
  index: number,
  today: string,
  numbers: IdCounters,
  people: People,
  random: Random,
): EventDate {
  const { event, level } = plan
  const id = ++numbers.date
  const start = startDay(mondayOf(today), plan, index, random)
  const days = daysFrom(start, event.days, plan.apart).map((day) =>
    weekday(day) > 5 ? addDays(day, 8 - weekday(day)) : day,
  )
  const end = days.at(-1)!
  const status = statusOf(today, start, end, random)
  const format = formatOf(plan, random)
  const suitableTrainers = people.trainers.filter(({ topics }) => topics.includes(plan.topic))
  const trainers = random.sample(suitableTrainers, random.chance(0.3) || plan.course ? 2 : 1)
  const suitableLocations = people.locations.filter((_, place) =>
    plan.topic.code === 'BS' && level === 'workshop' ? place === 14 : true,
  )
  const location =
    format === 'online'
      ? undefined
      : plan.topic.code === 'PF' && level === 'workshop'
        ? people.locations[13]!
        : random.pick(suitableLocations)
  const hours = hoursOf(plan, days)
  const max = level === 'online' ? 20 : level === 'advanced' ? 14 : 12
  const hasPartner = event.publish_coop_data_allowed && index % 2 === 0
  const inHouse = level === 'inHouse'
  const hotel = location && locations[people.locations.indexOf(location)]!.isHotel
  const articleNo = `${event.event_article_no}-${start.slice(2, 4)}${String(id).padStart(3, '0')}`
  return {
    date_id: id,
    number_of_days: event.days,
    free_places: max,
    participants_min: inHouse ? 1 : 5,
    participants_max: max,
    client_id: 1 + (event.event_id % 3 === 0 ? 1 : 0),
    date_is_bookable: !inHouse,
    date_is_active: status !== 'cancelled' || index % 2 === 0,
    waiting_list: !inHouse && random.chance(0.6),
    date_identifier: `${slug(event.event_title).slice(0, 40).replace(/-$/, '')}-${start}-${id}`,
    date_title: event.event_title,
    date_subtitle: location
      ? `${location.defaultAddress[0]!.city}, ${germanDay(start)}`
      : `Online, ${germanDay(start)}`,
    cooperation_partner: hasPartner ? 'Kammerforum Uferland' : '',
    article_no: articleNo,
    date_status: status,
    date_format: format,
    date_lesson_units: String(event.days * (level === 'online' ? 4 : 8)),
    start_date: start,
    start_time: hours[0]!.date_hours_time_start,
    end_date: end,
    end_time: hours.at(-1)!.date_hours_time_end,
    booking_start_date: index % 3 === 0 ? '' : addDays(start, -270),
    booking_end_date: addDays(start, level === 'online' ? -1 : -7),
    display_time_start: index % 4 === 0 ? '' : addDays(start, -300),
    display_time_end: index % 5 === 0 ? '' : end,
    date_website_booking_link: inHouse ? `${site}/inhouse-anfrage/${event.event_id}` : `${site}/buchen/${id}`,
    date_catalog: [...new Set(event.event_catalog_categories.map(({ catalog_id }) => catalog_id))].sort(
      (a, b) => a - b,
    ),
    coop_partner_data: hasPartner ? [partner] : [],
    responsible_person: [staff[event.event_id % staff.length]!],
    location: location ? [locationOf(location)] : [],
    date_hours: hours,
    hotel_quota:
      hotel && event.days > 1 ? [releasedIf(end < today, quota(location, id, ++numbers.quota, random))] : [],
    all_trainers: trainers.map(toTrainerRecord),
    main_trainer: trainers.slice(0, 1).map(toTrainerRecord),
    date_prices: prices(plan, start, index),
    series_dates: [],
    series_parents: [],
    date_meta_data: metaData(plan, index),
    ebg_data: index === 0 ? event.ebg_data : [],
    conference_package: event.conference_package,
    event_pdfs: index % 2 === 0 ? [pdf(id, start)] : [],
    date_misc: miscFields(
      location ? 'Anreise mit Bus und Bahn empfohlen' : 'Zugangsdaten zwei Tage vorher per E-Mail',
    ),
    date_files:
      index % 3 === 0
        ? [
            [
              {
                event_id: event.event_id,
                diskitem_id: ++numbers.file,
                access_right: 'participants',
                name: `anreise-${id}.pdf`,
                description: `Hinweise zum ${germanDay(start)}`,
                path: `/termine/${id}/anreise-${id}.pdf`,
              },
            ],
          ]
        : [],
  }
}

/** Adds the dates of all events, in the order in which the interface returns them. */
export function addDates(plans: readonly EventPlan[], today: string, people: People, random: Random): void {
  const numbers: IdCounters = {
    date: 0,
    quota: 0,
    file: Math.max(
      ...plans.flatMap(({ event }) => event.event_files.flat().map(({ diskitem_id }) => diskitem_id)),
    ),
  }
  for (const plan of plans)
    plan.event.dates = Array.from({ length: datesPerEvent }, (_, index) =>
      createDate(plan, index, today, numbers, people, random),
    ).toSorted((a, b) =>
      a.start_date === b.start_date ? a.date_id - b.date_id : a.start_date < b.start_date ? -1 : 1,
    )
}
