// The record of a contact, company or location with its child rows in the back office.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { inputProperties, selectList, withEmptyFields } from '../platform/database/fields.ts'
import { Id, IdOrNone, Link, LongText, record, ShortText } from '../platform/ground/schema.ts'
import { instanceCountry } from '../platform/settings/instance-country.ts'
import { shownAddressFields } from './address.schema.ts'
import {
  addressFields,
  emailFields,
  locationDataTable,
  phoneFields,
  trainerDataTable,
} from './child-tables.ts'
import { contactType } from './filters.office.ts'
import { postalLines } from './postal-address.ts'

const short = Type.Optional(ShortText)
const link = Type.Optional(Link)
const long = Type.Optional(LongText)
const id = Type.Optional(IdOrNone)

/** Child rows of a contact. Without an id, or with 0, a row is new. Fields that are left out are empty. */
export const AddressRow = record({ id, ...inputProperties(addressFields) })
const EmailRow = record({ id, ...inputProperties(emailFields) })
const PhoneRow = record({ id, ...inputProperties(phoneFields) })
const TrainerDataRow = record({ id, ...inputProperties(trainerDataTable.fields) })
const LocationDataRow = record({ id, ...inputProperties(locationDataTable.fields) })

const ContactLanguage = Type.Unsafe<'' | 'de' | 'en'>(Type.Enum(['', 'de', 'en']))

const childRows = <S extends Type.TSchema>(row: S) => Type.Optional(Type.Array(row, { maxItems: 100 }))

/** The fields that persons, locations and companies have. */
export const commonContactFields = {
  website: link,
  imageUrl: link,
  /** Of messages; '': that of the event, or of the instance. */
  language: Type.Optional(ContactLanguage),
  comment: long,
  categoryIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  addresses: childRows(AddressRow),
  emails: childRows(EmailRow),
  phones: childRows(PhoneRow),
  trainerData: childRows(TrainerDataRow),
  locationData: childRows(LocationDataRow),
  /** Shown on the website beside the address of a location. */
  locationLink: link,
  locationAdditionalField: short,
}

const CommonContactFields = Type.Object(commonContactFields)
export type CommonContactInput = Static<typeof CommonContactFields>

export const ContactRecord = record({
  id: Id,
  version: Type.Integer(),
  contactType,
  /** First and last name of a person. */
  name: Type.String(),
  name2: Type.String(),
  salutation: Type.String(),
  title: Type.String(),
  firstName: Type.String(),
  lastName: Type.String(),
  company: Type.String(),
  companyId: IdOrNone,
  website: Type.String(),
  imageUrl: Type.String(),
  language: ContactLanguage,
  comment: Type.String(),
  createdAt: Type.String(),
  categoryIds: Type.Array(Id),
  addresses: Type.Array(
    record({ ...AddressRow.properties, parentContactId: IdOrNone, parentContactName: Type.String() }),
  ),
  /** The lines of each address, as they are printed. */
  printedAddresses: Type.Array(record({ addressId: Id, lines: Type.Array(Type.String()) })),
  emails: Type.Array(EmailRow),
  /** Those of the e-mail addresses to which mail comes back. */
  bouncedEmails: Type.Array(
    record({ emailId: Id, email: Type.String(), bouncedAt: Type.String(), reason: Type.String() }),
  ),
  phones: Type.Array(record({ ...PhoneRow.properties, number: Type.String() })),
  trainerData: Type.Array(TrainerDataRow),
  locationData: Type.Array(LocationDataRow),
  locationLink: Type.String(),
  locationAdditionalField: Type.String(),
  /** Of a company. */
  personCount: Type.Integer(),
  /** Contacts that were merged into this one. */
  mergedIds: Type.Array(Id),
})
export type ContactRecord = Static<typeof ContactRecord>

/** The response to a change: users who may add or edit contacts, but not see them, get the id and the version only. */
export const ChangedContact = Type.Union([ContactRecord, record({ id: Id, version: Type.Integer() })])

/** The parts of changed contacts that a user may see. */
export const changedContacts = (
  principal: Principal,
  records: readonly ContactRecord[],
): Static<typeof ChangedContact>[] =>
  hasRight(principal, '090300:access') ? [...records] : records.map(({ id, version }) => ({ id, version }))

const { parentContactId, parentContact } = shownAddressFields
const shownAddresses = { ...addressFields, parentContactId, parentContactName: parentContact }

const jsonRows = (query: string) => sql.raw(`array(select to_json(r) from (${query}) r)`)

/** Contacts with their child rows, by id. */
export async function loadContactRecords(db: Reader, ids: readonly number[]): Promise<ContactRecord[]> {
  const { rows } = await sql<Omit<ContactRecord, 'printedAddresses'>>`
    select c.id, ${versionColumn('contact', 'c.id')} as version, c.contact_type as "contactType",
      trim(c.first_name || ' ' || c.last_name) as name, c.name2, c.salutation, c.title, c.first_name as "firstName",
      c.last_name as "lastName", coalesce(o.last_name, c.company) as company, coalesce(c.company_id, 0) as "companyId",
      c.website, c.image_url as "imageUrl", c.language, c.comment, to_json(c.created_at) #>> '{}' as "createdAt",
      array(select i.category_id from contact_in_category i where i.contact_id = c.id order by 1) as "categoryIds",
      ${jsonRows(`select a.id, ${selectList(shownAddresses, 'a')} from address a where a.contact_id = c.id
        order by is_default desc, a.id`)} as addresses,
      ${jsonRows(`select e.id, ${selectList(emailFields, 'e')} from email_address e where e.contact_id = c.id
        order by is_default desc, id`)} as emails,
      ${jsonRows(`select e.id as "emailId", e.email, to_json(b.bounced_at) #>> '{}' as "bouncedAt", b.reason
        from email_address e join bounced_address b on b.email_key = e.email_key where e.contact_id = c.id order by e.id`)} as "bouncedEmails",
      ${jsonRows(`select p.id, ${selectList(phoneFields, 'p')} from phone p where p.contact_id = c.id
        order by type = 'phone' desc, type = 'mobile' desc, is_default desc, id`)} as phones,
      ${jsonRows(`select t.id, ${selectList(trainerDataTable.fields, 't')} from trainer_data t where t.contact_id = c.id
        order by id`)} as "trainerData",
      ${jsonRows(`select l.id, ${selectList(locationDataTable.fields, 'l')} from location_data l where l.contact_id = c.id
        order by id`)} as "locationData",
      coalesce(l.link, '') as "locationLink", coalesce(l.additional_field, '') as "locationAdditionalField",
      (select count(*)::int from contact p where p.company_id = c.id) as "personCount",
      array(select m.from_id from contact_merge m where m.into_id = c.id order by m.merged_at, m.from_id) as "mergedIds"
    from contact c left join contact o on o.id = c.company_id left join location l on l.contact_id = c.id
    where c.id = any(${ids}::int[]) order by c.id`.execute(db)
  const home = await instanceCountry(db)
  return rows.map((row) => ({
    ...row,
    printedAddresses: row.addresses.map((one) => {
      const address = withEmptyFields(addressFields, one)
      const receiver = [address.department, address.addition]
      return { addressId: one.id ?? 0, lines: postalLines({ ...address, receiver }, home) }
    }),
  }))
}
