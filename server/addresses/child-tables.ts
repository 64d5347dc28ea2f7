// The child tables of contacts and companies.
import Type from 'typebox'
import type { ChildTable } from '../platform/database/child-rows.ts'
import {
  bool,
  fields,
  html,
  id,
  link,
  longText,
  reference,
  shortText,
  text,
  texts,
} from '../platform/database/fields.ts'
import { Email, ShortText } from '../platform/ground/schema.ts'

export const addressFields = fields({
  addressTypeId: id,
  isDefault: bool,
  isInvoice: bool,
  isInvoiceSend: bool,
  isPostOfficeBox: bool,
  position: shortText,
  department: shortText,
  street: shortText,
  houseNumber: shortText,
  addition: shortText,
  zip: shortText,
  city: shortText,
  state: shortText,
  country: shortText,
})
export const addressTable = {
  table: 'address',
  owner: 'contact_id',
  key: 'id',
  ordered: false,
  exclusive: 'isDefault',
  fields: { ...addressFields, ...fields({ parentContactId: reference }) },
} satisfies ChildTable

export const emailFields = fields({
  email: { ...text, input: Email, empty: undefined },
  isDefault: bool,
})
export const emailTable = {
  table: 'email_address',
  owner: 'contact_id',
  key: 'id',
  ordered: false,
  exclusive: 'isDefault',
  fields: { ...emailFields, ...fields({ emailKey: text, addressId: reference }) },
} satisfies ChildTable

/** Types of addresses that every database has (migrations/0003-contacts.sql). */
export const businessAddressType = 1
export const privateAddressType = 2

export const phoneTypes = ['phone', 'fax', 'mobile'] as const
export type PhoneType = (typeof phoneTypes)[number]

export const phoneFields = fields({
  type: { ...text, input: Type.Unsafe<PhoneType>(Type.Enum([...phoneTypes])), empty: undefined },
  countryCode: shortText,
  areaCode: shortText,
  number: { ...text, input: Type.String({ minLength: 1, maxLength: 255 }), empty: undefined },
  isDefault: bool,
})
export const phoneTable = {
  table: 'phone',
  owner: 'contact_id',
  key: 'id',
  ordered: false,
  exclusive: 'isDefault',
  fields: { ...phoneFields, ...fields({ addressId: reference }) },
} satisfies ChildTable

export const trainerDataTable = {
  table: 'trainer_data',
  owner: 'contact_id',
  key: 'id',
  ordered: false,
  fields: fields({
    objectives: longText,
    travelExpenses: longText,
    comment: longText,
    descriptionHtml: html,
    misc1: longText,
    misc2: longText,
    subCategories: { ...texts, input: Type.Array(ShortText, { maxItems: 100 }) },
  }),
} satisfies ChildTable

export const locationDataTable = {
  table: 'location_data',
  owner: 'contact_id',
  key: 'id',
  ordered: false,
  fields: fields({ comment: longText, descriptionHtml: html, url: link, misc: longText }),
} satisfies ChildTable
