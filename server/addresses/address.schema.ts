// Address and Phone of contacts and companies (interface, Resources).
import Type, { type Static } from 'typebox'
import { answerProperties, integer, renamed, text } from '../platform/database/fields.ts'
import { Flag01, IdOrNone, list, nullable, record, ShortText } from '../platform/http/schema.ts'
import { addressTable, type PhoneType, phoneFields as phoneRowFields } from './child-tables.ts'

export { type PhoneType, phoneTypes } from './child-tables.ts'

export const shownPhoneFields = renamed(phoneRowFields, {
  type: 'type',
  countryCode: 'countryCode',
  areaCode: 'areaCode',
  number: 'number',
})

/** A phone number in a response. A missing one has id 0 and its type (decision 1.1). */
export const Phone = record({ id: IdOrNone, ...answerProperties(shownPhoneFields) }, 'Phone')
export type Phone = Static<typeof Phone>

/** The fields of a postal address in a response; `parentContact` is the name of the company that the address belongs to. */
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

/** A phone in a request: a given type must fit its field; the id is ignored (decision 4.5). */
const phoneInputSchema = (type: PhoneType) =>
  record({
    id: Type.Optional(IdOrNone),
    type: Type.Optional(Type.Literal(type)),
    countryCode: Type.Optional(ShortText),
    areaCode: Type.Optional(ShortText),
    number: Type.Optional(ShortText),
  })

/** The fields of the default address in a request (decision 4.4). */
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

/** The fields of a PATCH: each may be left out or null. */
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

export type PhoneInput = { countryCode?: string; areaCode?: string; number?: string }

/** An address in a request; undefined: left out. */
export type AddressInput = { [K in keyof typeof addressFields]?: string | null | undefined } & {
  isPostOfficeBox?: number | null | undefined
}
export type PhonesInput = { [K in PhoneType]?: PhoneInput | null | undefined }

/** An empty phone counts as null. */
export const isEmptyPhone = (phone: PhoneInput | null): boolean =>
  !phone || !(phone.countryCode || phone.areaCode || phone.number)
