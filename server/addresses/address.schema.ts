// Address and Phone, as contacts and companies carry them (interface, Resources).
import Type, { type Static } from 'typebox'
import { answerProperties, integer, renamed, text } from '../platform/database/fields.ts'
import { Flag01, IdOrNone, list, nullable, record, ShortText } from '../platform/http/schema.ts'
import { addressTable, type PhoneType, phoneFields as phoneRowFields } from './child-tables.ts'

export { type PhoneType, phoneTypes } from './child-tables.ts'

/** The fields of a phone in an answer. */
export const shownPhoneFields = renamed(phoneRowFields, {
  type: 'type',
  countryCode: 'countryCode',
  areaCode: 'areaCode',
  number: 'number',
})

/** A phone number in an answer. The absent one has id 0 and keeps its type (decision 1.1). */
export const Phone = record({ id: IdOrNone, ...answerProperties(shownPhoneFields) }, 'Phone')
export type Phone = Static<typeof Phone>

/** The fields of a postal address in an answer; `parentContact` is the name of the company whose address it is. */
export const shownAddressFields = {
  addressType: ['address_type_id', integer],
  parentContact: [
    'parent_contact_id',
    {
      ...text,
      read: (id: string) => `coalesce((select last_name from contact parent where parent.id = ${id}), '')`,
    },
  ],
  ...renamed(addressTable.fields, {
    parentContactId: 'parentContactId',
    isDefault: 'isDefault',
    position: 'position',
    department: 'department',
    street: 'street',
    houseNumber: 'houseNumber',
    addition: 'addition',
    zip: 'zip',
    city: 'city',
    state: 'state',
    country: 'country',
  }),
} as const

/** A postal address with the e-mail addresses and phones that belong to it. */
export const Address = record(
  {
    id: IdOrNone,
    ...answerProperties(shownAddressFields),
    emails: list(record({ id: IdOrNone, email: Type.String() })),
    phones: list(Phone),
  },
  'Address',
)
export type Address = Static<typeof Address>

/** A phone in a request: its type may be left out, or must fit its field; its id does not count (decision 4.5). */
const phoneInputSchema = (type: PhoneType) =>
  record({
    id: Type.Optional(IdOrNone),
    type: Type.Optional(Type.Literal(type)),
    countryCode: Type.Optional(ShortText),
    areaCode: Type.Optional(ShortText),
    number: Type.Optional(ShortText),
  })

/** The fields of a request that make or change the default address (decision 4.4). */
export const addressFields = {
  department: ShortText,
  position: ShortText,
  street: ShortText,
  houseNumber: ShortText,
  addition: ShortText,
  zip: ShortText,
  city: ShortText,
  state: ShortText,
  country: ShortText,
} as const

/** The three phones of a request. */
export const phoneFields = {
  phone: phoneInputSchema('phone'),
  fax: phoneInputSchema('fax'),
  mobile: phoneInputSchema('mobile'),
} as const

export const isPostOfficeBox = Flag01

/** Makes the fields of a POST those of a PATCH: each may be left out or null. */
export const patchFields = <P extends Record<string, Type.TSchema>>(fields: P) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, schema]) => [name, Type.Optional(nullable(schema))]),
  ) as {
    [K in keyof P]: ReturnType<typeof optionalNullable<P[K]>>
  }

const optionalNullable = <S extends Type.TSchema>(schema: S) => Type.Optional(nullable(schema))

/** Makes fields optional. */
export const optional = <P extends Record<string, Type.TSchema>>(fields: P) =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, Type.Optional(schema)])) as {
    [K in keyof P]: Type.TOptional<P[K]>
  }

/** What a request says of a phone. */
export type PhoneInput = { countryCode?: string; areaCode?: string; number?: string }

/** What a request says of an address; undefined: not said. */
export type AddressInput = { [K in keyof typeof addressFields]?: string | null | undefined } & {
  isPostOfficeBox?: number | null | undefined
}
export type PhonesInput = { [K in PhoneType]?: PhoneInput | null | undefined }

/** Whether a phone has no content; then it counts as null. */
export const isEmptyPhone = (phone: PhoneInput | null): boolean =>
  !phone || !(phone.countryCode || phone.areaCode || phone.number)
