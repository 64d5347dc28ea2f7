// Address and Phone of contacts and companies (interface, Resources).
import Type, { type Static } from 'typebox'
import { answerProperties, integer, renamed, text } from '../platform/database/fields.ts'
import { described, Flag01, IdOrNone, list, nullable, record, ShortText } from '../platform/ground/schema.ts'
import { addressTable, type PhoneType, phoneFields as phoneRowFields } from './child-tables.ts'

export { type PhoneType, phoneTypes } from './child-tables.ts'

export const shownPhoneFields = renamed(phoneRowFields, {
  type: 'type',
  countryCode: 'countryCode',
  areaCode: 'areaCode',
  number: 'number',
})

/** A phone number in a response. A missing one has id 0 and its type (decision 1.1). */
export const Phone = record(
  described(
    { id: IdOrNone, ...answerProperties(shownPhoneFields) },
    {
      id: 'Id of the number; 0: there is none',
      type: '`phone`, `fax` or `mobile`',
      countryCode: 'Country code without zeros, such as `49`',
      areaCode: 'Area code without its leading zero, such as `40`',
      number: 'The number within its area, as it was given',
    },
  ),
  'Phone',
  'A phone number. A missing one has the id 0, its type, and empty texts',
)
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
  described(
    {
      id: IdOrNone,
      ...answerProperties(shownAddressFields),
      emails: list(
        record(
          described(
            { id: IdOrNone, email: Type.String() },
            { id: 'Id of the e-mail address', email: 'The e-mail address' },
          ),
        ),
      ),
      phones: list(Phone),
    },
    {
      id: 'Id of the address',
      addressType:
        '1: business, 2: private, 3: invoice, 4: invoice dispatch, 5: other; the instance may have further types',
      parentContact: 'Name of the company that the address belongs to; "": none',
      parentContactId: 'Id of that company; 0: none',
      isDefault: 'Whether it is the default address of its contact or company',
      position: 'Position of the person',
      department: 'Department',
      street: 'Street without house number, or `Postfach` and the like',
      houseNumber: 'House number',
      addition: 'Further line of the address',
      zip: 'Postal code',
      city: 'City',
      state: 'State or region',
      country: 'Country as it was given, usually a code of ISO 3166 such as `DE`',
      emails: 'E-mail addresses that belong to the address, by id',
      phones: 'Phone numbers that belong to the address, by id',
    },
  ),
  'Address',
  'A postal address with the e-mail addresses and phones that belong to it',
)
export type Address = Static<typeof Address>

/** A phone in a request: a given type must fit its field; the id is ignored (decision 4.5). */
const phoneInputSchema = (type: PhoneType) =>
  record(
    described(
      {
        id: Type.Optional(IdOrNone),
        type: Type.Optional(Type.Literal(type)),
        countryCode: Type.Optional(ShortText),
        areaCode: Type.Optional(ShortText),
        number: Type.Optional(ShortText),
      },
      {
        id: 'Ignored',
        type: `\`${type}\`, or left out`,
        countryCode: 'Country code without zeros, such as `49`',
        areaCode: 'Area code without its leading zero, such as `40`',
        number: 'The number within its area',
      },
    ),
  )

/** The fields of the default address in a request (decision 4.4). */
export const addressFields = described(
  {
    department: ShortText,
    position: ShortText,
    street: ShortText,
    houseNumber: ShortText,
    addition: ShortText,
    zip: ShortText,
    city: ShortText,
    state: ShortText,
    country: ShortText,
  },
  {
    department: 'Department, of the default address as all fields of an address',
    position: 'Position of the person',
    street: 'Street without house number',
    houseNumber: 'House number',
    addition: 'Further line of the address',
    zip: 'Postal code',
    city: 'City',
    state: 'State or region',
    country: 'Country, best as a code of ISO 3166 such as `DE`',
  },
)

/** The three phones of a request. */
export const phoneFields = described(
  {
    phone: phoneInputSchema('phone'),
    fax: phoneInputSchema('fax'),
    mobile: phoneInputSchema('mobile'),
  },
  {
    phone: 'Phone number; it is replaced as a whole',
    fax: 'Fax number; it is replaced as a whole',
    mobile: 'Mobile number; it is replaced as a whole',
  },
)

export const { isPostOfficeBox } = described(
  { isPostOfficeBox: Flag01 },
  { isPostOfficeBox: '1: the address is a post office box' },
)

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
