// Data set: contacts (persons and locations) and companies, with what the interface's records do not show of them.
import Type from 'typebox'
import { Address, Phone } from '../../addresses/address.schema.ts'
import { Company } from '../../companies/company.schema.ts'
import { Contact, ExtNewsletter, LocationData, TrainerData } from '../../contacts/contact.schema.ts'
import { Flag01, record } from '../../platform/http/schema.ts'
import { moment } from '../records/columns.ts'
import type { Section } from '../records/section.ts'
import { loosened } from '../records/shape.ts'
import { checkContacts, compareContacts, compareParts } from './check.ts'
import { readCompanies, readContacts } from './read.ts'
import type { ContactRows } from './rows.ts'
import { rowsOf } from './rows.ts'
import { writeContacts } from './write.ts'

const addresses = Type.Array(record({ ...Address.properties, isPostOfficeBox: Flag01 }, 'Address'))
const Text = Type.String()

const further = {
  comment: Text,
  createdAt: moment.schema,
  // Those that stand in no address.
  otherEmails: Type.Array(record({ id: Address.properties.id, email: Text })),
  otherPhones: Type.Array(Phone),
}

const contactRecord = record(
  {
    ...Contact.properties,
    defaultAddress: addresses,
    allAddress: addresses,
    invoiceAddress: addresses,
    invoiceSendAddress: addresses,
    trn_data: Type.Array(TrainerData),
    loc_data: Type.Array(LocationData),
    name2: Text,
    ...further,
  },
  'Contact',
)

const companyRecord = record(
  {
    ...Company.properties,
    name: Type.String({ pattern: '\\S' }),
    defaultAddress: addresses,
    allAddress: addresses,
    invoiceAddress: addresses,
    invoiceSendAddress: addresses,
    website: Text,
    image_url: Text,
    extNewsletter: Type.Array(Type.Array(ExtNewsletter)),
    ...further,
  },
  'Company',
)

const required = { Contact: ['id'], Company: ['id', 'name'] }

const rowsIn = (items: readonly object[]) => items as readonly ContactRows[]

/** contacts: persons and locations, and companies as the category search shows them. */
export const contacts: Section = {
  name: 'contacts',
  schema: loosened(contactRecord, required),
  key: (item) => item['contact'].id,
  bring: (item, references) => {
    references.bring('contact', item['contact'].id)
    if (item['contact'].contactType === 'company') references.bring('company', item['contact'].id)
    for (const address of item['addresses']) references.bring('address', address.id)
  },
  take(item, raw, pointer, faults) {
    item['contactType'] ||= 'person'
    if (item['contactType'] !== 'company') return rowsOf(item, raw, pointer, faults)
    const { company, lastName } = item
    if (lastName !== '')
      faults.add(
        `${pointer}/lastName`,
        'is what persons and locations have; a company has its name in company',
      )
    if (company.trim() === '') faults.add(`${pointer}/company`, 'is required of a company')
    if (item['companyId'] !== 0 && item['companyId'] !== item['id'])
      faults.add(`${pointer}/companyId`, 'must be the id of the company')
    return rowsOf({ ...item, lastName: company, company: '', companyId: 0 }, raw, pointer, faults)
  },
  check: (given, run) => checkContacts(given, run, ['companies']),
  compare: async (tx, given, run) => {
    await compareContacts(tx, given, run)
    await compareParts(tx, run)
  },
  write: (tx, given, run) => writeContacts(tx, rowsIn(given.items), run.written),
  read: readContacts,
}

export const companies: Section = {
  name: 'companies',
  schema: loosened(companyRecord, required),
  key: (item) => item['contact'].id,
  bring: (item, references) => {
    references.bring('contact', item['contact'].id)
    references.bring('company', item['contact'].id)
    for (const address of item['addresses']) references.bring('address', address.id)
  },
  take({ name, ...item }, raw, pointer, faults) {
    const person = {
      salutation: '',
      title: '',
      firstName: '',
      company: '',
      companyId: 0,
      trn_data: [],
      loc_data: [],
    }
    return rowsOf({ ...item, ...person, contactType: 'company', lastName: name }, raw, pointer, faults)
  },
  check: (given, run) => checkContacts(given, run, []),
  compare: compareContacts,
  write: (tx, given, run) => writeContacts(tx, rowsIn(given.items), run.written),
  read: readCompanies,
}
