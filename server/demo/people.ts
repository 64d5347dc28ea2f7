// The demo's data set: companies, persons, trainers and locations, in one id space.
import type { Company } from '../companies/company.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import {
  firmName,
  mobileNumber,
  type Name,
  namesAbroad,
  personName,
  phoneNumber,
  slug,
  towns,
} from './names.ts'
import { locations, locationText } from './places.ts'
import { type Random, random } from './random.ts'
import { address, type Ids, type Place, phone, placeAbroad, placeIn, reached } from './reach.ts'
import { asTrainer, type TrainingPerson } from './trainers.ts'

export const counts = { companies: 800, locations: 15, trainers: 60, persons: 5000 } as const

export type People = {
  companies: Company[]
  contacts: Contact[]
  locations: Contact[]
  trainers: TrainingPerson[]
}

export const contactCategories = [
  'Teilnehmende',
  'Personalentwicklung',
  'Newsletter Seminare',
  'Newsletter Recht',
  'Newsletter Pflege',
  'Trainerinnen und Trainer',
  'Firmenkunden',
  'Öffentlicher Dienst',
  'Interessenten',
  'Kooperationspartner',
  'Presse',
  'Katalogversand',
].map((name, index) => ({ id: index + 1, name }))

const department = [
  'Personal',
  'Einkauf',
  'Vertrieb',
  'IT',
  'Rechnungswesen',
  'Produktion',
  'Qualitätssicherung',
  'Marketing',
  'Geschäftsführung',
  'Pflegedienst',
  'Kundenservice',
  '',
] as const
const position = [
  'Sachbearbeitung',
  'Teamleitung',
  'Abteilungsleitung',
  'Referent',
  'Assistenz',
  'Projektleitung',
  'Geschäftsführung',
  'Fachkraft',
  'Personalentwicklung',
  '',
] as const

type Firm = { company: Company; domain: string; place: Place }

function firm(id: number, random: Random, ids: Ids): Firm {
  const { name, sector, domain } = firmName(id - 1)
  const place = placeIn(random, random.pick(towns))
  const email = `${random.pick(['info', 'kontakt', 'zentrale', 'post'])}@${domain}`
  const phones = [phone(ids, 'phone', place.area, phoneNumber(random, place.area))]
  if (random.chance(0.4)) phones.push(phone(ids, 'fax', place.area, phoneNumber(random, place.area)))
  const main = address(ids, 1, place, {
    isDefault: true,
    addition: random.chance(0.06) ? 'Gebäude B' : '',
    emails: [{ id: ++ids.email, email }],
    phones,
  })
  const all = [main]
  if (random.chance(0.15))
    all.push(
      address(ids, 3, random.chance(0.5) ? place : placeIn(random, random.pick(towns)), {
        department: 'Kreditorenbuchhaltung',
        emails: [{ id: ++ids.email, email: `rechnung@${domain}` }],
      }),
    )
  const categories = [
    7,
    ...(['Energie', 'Gesundheit', 'Verkehr'].includes(sector) ? [8] : []),
    ...(random.chance(0.2) ? [12] : []),
  ]
  return {
    domain,
    place,
    company: {
      id,
      name,
      name2: random.chance(0.1) ? `Niederlassung ${place.city}` : '',
      contactCategoriesId: categories,
      email,
      ...reached(main),
      allAddress: all,
    },
  }
}

// The four combinations that may be stored, as often as one meets them.
const states = [
  [1, 1, 1],
  [1, 1, 1],
  [1, 1, 1],
  [0, 1, 0],
  [0, 1, 1],
  [1, 0, 0],
] as const

function newsletters(id: number, random: Random): Contact['extNewsletter'] {
  if (!random.chance(0.35)) return []
  const services = random.chance(0.15)
    ? ['cleverreach', 'kontor']
    : [random.pick(['kontor', 'kontor', 'cleverreach', 'rapidmail'])]
  return services.map((ext_type) => {
    const [is_active, ext_opt_in, ext_opt_in_executed] = random.pick(states)
    const ext_id = ext_type === 'kontor' ? String(random.int(1, 4)) : `${ext_type.slice(0, 2)}-${100000 + id}`
    return [{ cmain_id: id, ext_type, ext_id, is_active, ext_opt_in, ext_opt_in_executed }]
  })
}

type Taken = Set<string>
function freeEmail(taken: Taken, { firstName, lastName }: Name, domain: string): string {
  const stem = `${slug(firstName)}.${slug(lastName)}`
  for (let count = 1; ; count++) {
    const email = `${stem}${count === 1 ? '' : count}@${domain}`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}

const privateDomains = [
  'postfach.example',
  'heimnetz.example',
  'briefkasten.example',
  'meinepost.example',
] as const
const roleOf = (random: Random) => ({ position: random.pick(position), department: random.pick(department) })

function person(id: number, random: Random, ids: Ids, firms: readonly Firm[], taken: Taken): Contact {
  const abroad = random.chance(0.03)
  const [first, ...rest] = random.pick(namesAbroad).split(' ')
  const name = abroad
    ? ({
        salutation: random.chance(0.5) ? '' : 'ms',
        title: '',
        firstName: first!,
        lastName: rest.join(' '),
      } as Omit<Name, 'salutation'> & { salutation: string })
    : personName(random)
  const own = id % 3 === 0 ? undefined : random.pick(firms)
  const home = abroad ? placeAbroad(random) : placeIn(random, random.pick(towns))
  const email = freeEmail(taken, name as Name, own?.domain ?? random.pick(privateDomains))
  const emails = [{ id: ++ids.email, email }]
  const phones =
    abroad && !own
      ? []
      : [phone(ids, 'phone', own?.place.area ?? home.area, phoneNumber(random, own?.place.area ?? home.area))]
  if (!abroad && random.chance(0.4)) phones.push(phone(ids, 'mobile', ...mobileNumber(random)))
  const main = own
    ? address(ids, 1, own.place, {
        isDefault: true,
        parentContact: own.company.name,
        parentContactId: own.company.id,
        ...roleOf(random),
        emails,
        phones,
      })
    : address(ids, 2, home, { isDefault: true, emails, phones })
  const all = [main]
  if (own && random.chance(0.2)) {
    const second = random.chance(0.5)
      ? [{ id: ++ids.email, email: freeEmail(taken, name as Name, random.pick(privateDomains)) }]
      : []
    all.push(address(ids, 2, home, { emails: second }))
  }
  if (random.chance(0.1))
    all.push(
      address(
        ids,
        3,
        own?.place ?? home,
        own
          ? { department: 'Buchhaltung', parentContact: own.company.name, parentContactId: own.company.id }
          : {},
      ),
    )
  if (own && random.chance(0.03)) all.push(address(ids, 4, home, { addition: 'Rechnungsversand' }))
  return {
    ...contactOf(id, 'person', name, main, all),
    company: own ? own.company.name : random.chance(0.05) ? `${name.lastName} Beratung` : '',
    companyId: own?.company.id ?? 0,
    email,
    contactCategoriesId: random.some([1, 2, 3, 4, 5, 8, 9, 12], random.int(0, 3)),
    extNewsletter: newsletters(id, random),
  }
}

const contactOf = (
  id: number,
  contactType: string,
  name: Omit<Name, 'salutation'> & { salutation: string },
  main: Contact['defaultAddress'][number],
  all: Contact['allAddress'],
): Contact => ({
  id,
  contactType,
  salutation: name.salutation,
  title: name.title,
  firstName: name.firstName,
  lastName: name.lastName,
  company: '',
  companyId: 0,
  email: '',
  website: '',
  contactCategoriesId: [],
  ...reached(main),
  allAddress: all,
  invoiceAddress: all.filter(({ addressType }) => addressType === 3),
  invoiceSendAddress: all.filter(({ addressType }) => addressType === 4),
  image_url: '',
  trn_data: [],
  loc_data: [],
  extNewsletter: [],
})

function location(id: number, index: number, random: Random, ids: Ids): Contact {
  const place = locations[index]!
  const email = `empfang@${slug(place.name)}.example`
  const home: Place = {
    street: place.street,
    houseNumber: place.houseNumber,
    zip: place.zip,
    city: place.city,
    state: '',
    country: 'DE',
    area: place.area,
  }
  const main = address(ids, 1, home, {
    isDefault: true,
    emails: [{ id: ++ids.email, email }],
    phones: [phone(ids, 'phone', place.area, phoneNumber(random, place.area))],
  })
  return {
    ...contactOf(id, 'location', { salutation: '', title: '', firstName: '', lastName: place.name }, main, [
      main,
    ]),
    email,
    website: `https://www.${slug(place.name)}.example`,
    loc_data: [
      {
        id: index + 1,
        loc_comment: place.comment,
        loc_description_html: locationText(place),
        loc_url: `https://www.${slug(place.name)}.example/anfahrt`,
        loc_misc: place.rooms,
      },
    ],
  }
}

/** Companies first, then locations, then persons; the first persons are the trainers. */
export function people(seed: number): People {
  const ids: Ids = { address: 0, email: 0, phone: 0 }
  const ofFirms = random(seed, 'companies')
  const firms = Array.from({ length: counts.companies }, (_, index) => firm(index + 1, ofFirms, ids))
  const ofPlaces = random(seed, 'locations')
  const places = Array.from({ length: counts.locations }, (_, index) =>
    location(counts.companies + index + 1, index, ofPlaces, ids),
  )
  const ofPersons = random(seed, 'persons')
  const taken: Taken = new Set()
  const before = counts.companies + counts.locations
  const persons = Array.from({ length: counts.persons }, (_, index) =>
    person(before + index + 1, ofPersons, ids, firms, taken),
  )
  const ofTrainers = random(seed, 'trainers')
  const trainers = persons
    .slice(0, counts.trainers)
    .map((contact, index) => asTrainer(contact, index, ofTrainers))
  return { companies: firms.map(({ company }) => company), contacts: persons, locations: places, trainers }
}
