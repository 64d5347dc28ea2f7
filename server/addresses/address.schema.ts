// Address and Phone, as contacts and companies carry them (interface, Resources).
import Type, { type Static } from 'typebox'
import { Flag01, IdOrNone, list, nullable, record, ShortText } from '../platform/http/schema.ts'

/** A phone number in an answer. The absent one has id 0 and keeps its type (decision 1.1). */
export const Phone = record(
  {
    id: IdOrNone,
    type: Type.String(),
    countryCode: Type.String(),
    areaCode: Type.String(),
    number: Type.String(),
  },
  'Phone',
)
export type Phone = Static<typeof Phone>

/** A postal address with the e-mail addresses and phones that belong to it. */
export const Address = record(
  {
    id: IdOrNone,
    addressType: Type.Integer(),
    parentContact: Type.String(),
    parentContactId: IdOrNone,
    isDefault: Type.Boolean(),
    position: Type.String(),
    department: Type.String(),
    street: Type.String(),
    houseNumber: Type.String(),
    addition: Type.String(),
    zip: Type.String(),
    city: Type.String(),
    state: Type.String(),
    country: Type.String(),
    emails: list(record({ id: IdOrNone, email: Type.String() })),
    phones: list(Phone),
  },
  'Address',
)
export type Address = Static<typeof Address>

export const phoneTypes = ['phone', 'fax', 'mobile'] as const
export type PhoneType = (typeof phoneTypes)[number]

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
