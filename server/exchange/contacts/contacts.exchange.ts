// Data set: contacts (persons and locations) and companies, with fields that the interface does not have.

import Type from 'typebox'
import { Address, Phone, shownAddressFields, shownPhoneFields } from '../../addresses/address.schema.ts'
import { isCompany } from '../../addresses/contact-types.ts'
import { Company } from '../../companies/company.schema.ts'
import {
  Contact,
  ExtNewsletter,
  LocationData,
  locationDataFields,
  TrainerData,
  trainerDataFields,
} from '../../contacts/contact.schema.ts'
import { type Fields, timestamp } from '../../platform/database/fields.ts'
import { Flag01, record } from '../../platform/ground/schema.ts'
import { withOptionalFields } from '../records/record-defaults.ts'
import { blankPattern } from '../records/record-errors.ts'
import type { Section } from '../records/section.ts'
import { validateChildRowOwners, validateContacts, validateContactsAgainstDatabase } from './check.ts'
import { mergeContacts } from './merge.ts'
import { readCompanies, readContacts } from './read.ts'
import { contactPacker, type PackedContact, packedContacts, toContactRows } from './rows.ts'
import { contactFields, contactLanguage, newsletterFields, writeContacts } from './write.ts'

const addresses = Type.Array(record({ ...Address.properties, isPostOfficeBox: Flag01 }, 'Address'))
const Text = Type.String()

const additionalFields = {
  language: contactLanguage.schema,
  comment: Text,
  createdAt: timestamp.schema,
  // Those without an address.
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
    ...additionalFields,
  },
  'Contact',
)

const companyRecord = record(
  {
    ...Company.properties,
    name: Type.String({ pattern: blankPattern }),
    defaultAddress: addresses,
    allAddress: addresses,
    invoiceAddress: addresses,
    invoiceSendAddress: addresses,
    website: Text,
    image_url: Text,
    extNewsletter: Type.Array(Type.Array(ExtNewsletter)),
    ...additionalFields,
  },
  'Company',
)

/** The descriptions of the fields of a contact or company and its parts, by the titles of their schemas. */
const describedFields: Readonly<Record<string, Fields>> = {
  Contact: contactFields,
  Company: { ...contactFields, name: contactFields['lastName']! },
  Address: shownAddressFields,
  Phone: shownPhoneFields,
  TrainerData: trainerDataFields,
  LocationData: locationDataFields,
  ExtNewsletter: newsletterFields,
}

const required = { Contact: ['id'], Company: ['id', 'name'] }

/** Persons and locations, and companies in the form in which the category search returns them. */
export const contacts: Section = {
  name: 'contacts',
  schema: withOptionalFields(contactRecord, required, describedFields),
  key: 'id',
  tables: [['contact', 'id']],
  merge: mergeContacts,
  provideReferences: (item, references) => {
    const { id, contactType, unpack } = item as PackedContact
    references.provide('contact', id)
    if (isCompany(contactType)) references.provide('company', id)
    for (const address of unpack().addresses) references.provide('address', address['id'])
  },
  normalize(item, raw, pointer, errors, input) {
    item['contactType'] ||= 'person'
    if (!isCompany(item['contactType'])) return toContactRows(item, raw, pointer, errors, input)
    const { company, lastName } = item
    if (lastName !== '')
      errors.add(
        `${pointer}/lastName`,
        'is allowed for persons and locations only; the name of a company is in company',
      )
    if (company.trim() === '') errors.add(`${pointer}/company`, 'is required for a company')
    if (item['companyId'] !== 0 && item['companyId'] !== item['id'])
      errors.add(`${pointer}/companyId`, 'must be the id of the company')
    const row = { ...item, lastName: company, company: '', companyId: 0 }
    return toContactRows(row, raw, pointer, errors, input)
  },
  packer: contactPacker,
  validate: (records, run) => validateContacts(records, run, ['companies']),
  validateAgainstDatabase: async (tx, records, run) => {
    await validateContactsAgainstDatabase(tx, records, run)
    await validateChildRowOwners(tx, run)
  },
  write: (tx, records, run) => writeContacts(tx, packedContacts(records), run.onWritten),
  read: readContacts,
}

export const companies: Section = {
  name: 'companies',
  schema: withOptionalFields(companyRecord, required, describedFields),
  key: 'id',
  tables: [['contact', 'id']],
  merge: mergeContacts,
  provideReferences: (item, references) => {
    const { id, unpack } = item as PackedContact
    references.provide('contact', id)
    references.provide('company', id)
    for (const address of unpack().addresses) references.provide('address', address['id'])
  },
  normalize({ name, ...item }, raw, pointer, errors, input) {
    const person = {
      salutation: '',
      title: '',
      firstName: '',
      company: '',
      companyId: 0,
      trn_data: [],
      loc_data: [],
    }
    const row = { ...item, ...person, contactType: 'company', lastName: name }
    return toContactRows(row, raw, pointer, errors, input)
  },
  packer: contactPacker,
  validate: (records, run) => validateContacts(records, run, []),
  validateAgainstDatabase: validateContactsAgainstDatabase,
  write: (tx, records, run) => writeContacts(tx, packedContacts(records), run.onWritten),
  read: readCompanies,
}
