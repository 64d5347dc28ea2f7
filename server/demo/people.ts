// The demo's data set: companies, persons, trainers and locations, in one id space.
import type { Company } from '../companies/company.schema.ts'
import type { Contact } from '../contacts/contact.schema.ts'
import {
  type AddressFields,
  address,
  defaultContactDetails,
  type IdCounters,
  phone,
  randomAddress,
  randomAddressAbroad,
} from './contact-details.ts'
import { locations, locationText } from './locations.ts'
import {
  companyName,
  departments,
  mobileNumber,
  type Name,
  namesAbroad,
  personName,
  phoneNumber,
  positions,
  privateDomains,
  slug,
  towns,
} from './names.ts'
import { type Random, seededRandom } from './random.ts'
import { type TrainingPerson, toTrainer } from './trainers.ts'

export const counts = { companies: 800, locations: 15, trainers: 60, persons: 5000 } as const

export type People = {
  companies: Company[]
  contacts: Contact[]
  locations: Contact[]
  trainers: TrainingPerson[]
}

type DemoCompany = { company: Company; domain: string; addressFields: AddressFields }

function createCompany(id: number, random: Random, ids: IdCounters): DemoCompany {
  const { name, sector, domain } = companyName(id - 1)
  const site = randomAddress(random, random.pick(towns))
  const email = `${random.pick(['info', 'kontakt', 'zentrale', 'post'])}@${domain}`
  const phones = [phone(ids, 'phone', site.area, phoneNumber(random, site.area))]
  if (random.chance(0.4)) phones.push(phone(ids, 'fax', site.area, phoneNumber(random, site.area)))
  const main = address(ids, 1, site, {
    isDefault: true,
    addition: random.chance(0.06) ? 'Gebäude B' : '',
    emails: [{ id: ++ids.email, email }],
    phones,
  })
  const all = [main]
  if (random.chance(0.15))
    all.push(
      address(ids, 3, random.chance(0.5) ? site : randomAddress(random, random.pick(towns)), {
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
    addressFields: site,
    company: {
      id,
      name,
      name2: random.chance(0.1) ? `Niederlassung ${site.city}` : '',
      contactCategoriesId: categories,
      email,
      ...defaultContactDetails(main),
      allAddress: all,
    },
  }
}

// The four valid combinations, with realistic frequencies.
const optInStates = [
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
    const [is_active, ext_opt_in, ext_opt_in_executed] = random.pick(optInStates)
    const ext_id = ext_type === 'kontor' ? String(random.int(1, 4)) : `${ext_type.slice(0, 2)}-${100000 + id}`
    return [{ cmain_id: id, ext_type, ext_id, is_active, ext_opt_in, ext_opt_in_executed }]
  })
}

type UsedEmails = Set<string>
function uniqueEmail(taken: UsedEmails, { firstName, lastName }: Name, domain: string): string {
  const stem = `${slug(firstName)}.${slug(lastName)}`
  for (let count = 1; ; count++) {
    const email = `${stem}${count === 1 ? '' : count}@${domain}`
    if (taken.has(email)) continue
    taken.add(email)
    return email
  }
}

const roleOf = (random: Random) => ({
  position: random.pick(positions),
  department: random.pick(departments),
})

function createPerson(
  id: number,
  random: Random,
  ids: IdCounters,
  firms: readonly DemoCompany[],
  taken: UsedEmails,
): Contact {
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
  const employer = id % 3 === 0 ? undefined : random.pick(firms)
  const homeAddress = abroad ? randomAddressAbroad(random) : randomAddress(random, random.pick(towns))
  const email = uniqueEmail(taken, name as Name, employer?.domain ?? random.pick(privateDomains))
  const emails = [{ id: ++ids.email, email }]
  const phones =
    abroad && !employer
      ? []
      : [
          phone(
            ids,
            'phone',
            employer?.addressFields.area ?? homeAddress.area,
            phoneNumber(random, employer?.addressFields.area ?? homeAddress.area),
          ),
        ]
  if (!abroad && random.chance(0.4)) phones.push(phone(ids, 'mobile', ...mobileNumber(random)))
  const main = employer
    ? address(ids, 1, employer.addressFields, {
        isDefault: true,
        parentContact: employer.company.name,
        parentContactId: employer.company.id,
        ...roleOf(random),
        emails,
        phones,
      })
    : address(ids, 2, homeAddress, { isDefault: true, emails, phones })
  const all = [main]
  if (employer && random.chance(0.2)) {
    const second = random.chance(0.5)
      ? [{ id: ++ids.email, email: uniqueEmail(taken, name as Name, random.pick(privateDomains)) }]
      : []
    all.push(address(ids, 2, homeAddress, { emails: second }))
  }
  if (random.chance(0.1))
    all.push(
      address(
        ids,
        3,
        employer?.addressFields ?? homeAddress,
        employer
          ? {
              department: 'Buchhaltung',
              parentContact: employer.company.name,
              parentContactId: employer.company.id,
            }
          : {},
      ),
    )
  if (employer && random.chance(0.03))
    all.push(address(ids, 4, homeAddress, { addition: 'Rechnungsversand' }))
  return {
    ...toContact(id, 'person', name, main, all),
    company: employer ? employer.company.name : random.chance(0.05) ? `${name.lastName} Beratung` : '',
    companyId: employer?.company.id ?? 0,
    email,
    contactCategoriesId: random.sample([1, 2, 3, 4, 5, 8, 9, 12], random.int(0, 3)),
    extNewsletter: newsletters(id, random),
  }
}

const toContact = (
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
  ...defaultContactDetails(main),
  allAddress: all,
  invoiceAddress: all.filter(({ addressType }) => addressType === 3),
  invoiceSendAddress: all.filter(({ addressType }) => addressType === 4),
  image_url: '',
  trn_data: [],
  loc_data: [],
  extNewsletter: [],
})

function createLocation(id: number, index: number, random: Random, ids: IdCounters): Contact {
  const location = locations[index]!
  const email = `empfang@${slug(location.name)}.example`
  const home: AddressFields = {
    street: location.street,
    houseNumber: location.houseNumber,
    zip: location.zip,
    city: location.city,
    state: '',
    country: 'DE',
    area: location.area,
  }
  const main = address(ids, 1, home, {
    isDefault: true,
    emails: [{ id: ++ids.email, email }],
    phones: [phone(ids, 'phone', location.area, phoneNumber(random, location.area))],
  })
  return {
    ...toContact(
      id,
      'location',
      { salutation: '', title: '', firstName: '', lastName: location.name },
      main,
      [main],
    ),
    email,
    website: `https://www.${slug(location.name)}.example`,
    loc_data: [
      {
        id: index + 1,
        loc_comment: location.comment,
        loc_description_html: locationText(location),
        loc_url: `https://www.${slug(location.name)}.example/anfahrt`,
        loc_misc: location.rooms,
      },
    ],
  }
}

/** Companies first, then locations, then persons; the first persons are the trainers. */
export function createPeople(seed: number): People {
  const ids: IdCounters = { address: 0, email: 0, phone: 0 }
  const companyRandom = seededRandom(seed, 'companies')
  const demoCompanies = Array.from({ length: counts.companies }, (_, index) =>
    createCompany(index + 1, companyRandom, ids),
  )
  const locationRandom = seededRandom(seed, 'locations')
  const locationContacts = Array.from({ length: counts.locations }, (_, index) =>
    createLocation(counts.companies + index + 1, index, locationRandom, ids),
  )
  const personRandom = seededRandom(seed, 'persons')
  const taken: UsedEmails = new Set()
  const before = counts.companies + counts.locations
  const persons = Array.from({ length: counts.persons }, (_, index) =>
    createPerson(before + index + 1, personRandom, ids, demoCompanies, taken),
  )
  const ofTrainers = seededRandom(seed, 'trainers')
  const trainers = persons
    .slice(0, counts.trainers)
    .map((contact, index) => toTrainer(contact, index, ofTrainers))
  return {
    companies: demoCompanies.map(({ company }) => company),
    contacts: persons,
    locations: locationContacts,
    trainers,
  }
}
