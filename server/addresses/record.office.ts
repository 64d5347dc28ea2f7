// A contact, company or location with its child rows, as the back office shows and changes it.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { Email, Id, IdOrNone, LongText, record, ShortText } from '../platform/http/schema.ts'
import { phoneTypes } from './address.schema.ts'
import { contactType } from './list.office.ts'

const flag = Type.Optional(Type.Boolean())
const short = Type.Optional(ShortText)
const long = Type.Optional(LongText)
const id = Type.Optional(IdOrNone)

/** Child rows of a contact. Without an id, or with 0, a row is new. Fields that are left out are empty. */
export const AddressRow = record({
  id,
  addressTypeId: Id,
  isDefault: flag,
  isInvoice: flag,
  isInvoiceSend: flag,
  isPostOfficeBox: flag,
  position: short,
  department: short,
  street: short,
  houseNumber: short,
  addition: short,
  zip: short,
  city: short,
  state: short,
  country: short,
})

export const EmailRow = record({ id, email: Email, isDefault: flag })

export const PhoneRow = record({
  id,
  type: Type.Unsafe<(typeof phoneTypes)[number]>(Type.Enum([...phoneTypes])),
  countryCode: short,
  areaCode: short,
  number: Type.String({ minLength: 1, maxLength: 255 }),
  isDefault: flag,
})

export const TrainerDataRow = record({
  id,
  objectives: long,
  travelExpenses: long,
  comment: long,
  descriptionHtml: long,
  misc1: long,
  misc2: long,
  subCategories: Type.Optional(Type.Array(ShortText, { maxItems: 100 })),
})

export const LocationDataRow = record({ id, comment: long, descriptionHtml: long, url: short, misc: long })

const childRows = <S extends Type.TSchema>(row: S) => Type.Optional(Type.Array(row, { maxItems: 100 }))

/** The fields that persons, locations and companies have. */
export const commonContactFields = {
  website: short,
  imageUrl: short,
  comment: long,
  categoryIds: Type.Optional(Type.Array(Id, { maxItems: 1000 })),
  addresses: childRows(AddressRow),
  emails: childRows(EmailRow),
  phones: childRows(PhoneRow),
  trainerData: childRows(TrainerDataRow),
  locationData: childRows(LocationDataRow),
  /** Shown on the website beside the address of a location. */
  locationLink: short,
  locationAdditionalField: short,
}

const CommonContactFields = Type.Object(commonContactFields)
export type CommonContactInput = Static<typeof CommonContactFields>

export const ContactRecord = record({
  id: Id,
  version: Type.Integer(),
  contactType,
  /** Of a person first and last name. */
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
  comment: Type.String(),
  createdAt: Type.String(),
  categoryIds: Type.Array(Id),
  addresses: Type.Array(
    record({ ...AddressRow.properties, parentContactId: IdOrNone, parentContactName: Type.String() }),
  ),
  emails: Type.Array(EmailRow),
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

const jsonRows = (query: string) => sql.raw(`array(select to_json(r) from (${query}) r)`)

/** Contacts with their child rows, by id. */
export async function loadContactRecords(db: Reader, ids: readonly number[]): Promise<ContactRecord[]> {
  const { rows: found } = await sql<ContactRecord>`
    select c.id, ${versionColumn('contact', 'c.id')} as version, c.contact_type as "contactType",
      trim(c.first_name || ' ' || c.last_name) as name, c.name2, c.salutation, c.title, c.first_name as "firstName",
      c.last_name as "lastName", coalesce(o.last_name, c.company) as company, coalesce(c.company_id, 0) as "companyId",
      c.website, c.image_url as "imageUrl", c.comment, to_json(c.created_at) #>> '{}' as "createdAt",
      array(select i.category_id from contact_in_category i where i.contact_id = c.id order by 1) as "categoryIds",
      ${jsonRows(`select a.id, address_type_id as "addressTypeId", is_default as "isDefault", is_invoice as "isInvoice",
        is_invoice_send as "isInvoiceSend", is_post_office_box as "isPostOfficeBox", position, department, street,
        house_number as "houseNumber", addition, zip, city, state, country, coalesce(parent_contact_id, 0) as "parentContactId",
        coalesce((select last_name from contact p where p.id = a.parent_contact_id), '') as "parentContactName"
        from address a where a.contact_id = c.id order by is_default desc, a.id`)} as addresses,
      ${jsonRows(`select id, email, is_default as "isDefault" from email_address e where e.contact_id = c.id
        order by is_default desc, id`)} as emails,
      ${jsonRows(`select id, type, country_code as "countryCode", area_code as "areaCode", number, is_default as "isDefault"
        from phone p where p.contact_id = c.id order by type = 'phone' desc, type = 'mobile' desc, is_default desc, id`)} as phones,
      ${jsonRows(`select id, objectives, travel_expenses as "travelExpenses", comment, description_html as "descriptionHtml",
        misc1, misc2, sub_categories as "subCategories" from trainer_data t where t.contact_id = c.id order by id`)} as "trainerData",
      ${jsonRows(`select id, comment, description_html as "descriptionHtml", url, misc
        from location_data l where l.contact_id = c.id order by id`)} as "locationData",
      coalesce(l.link, '') as "locationLink", coalesce(l.additional_field, '') as "locationAdditionalField",
      (select count(*)::int from contact p where p.company_id = c.id) as "personCount",
      array(select m.from_id from contact_merge m where m.into_id = c.id order by m.merged_at, m.from_id) as "mergedIds"
    from contact c left join contact o on o.id = c.company_id left join location l on l.contact_id = c.id
    where c.id = any(${ids}::int[]) order by c.id`.execute(db)
  return found
}
