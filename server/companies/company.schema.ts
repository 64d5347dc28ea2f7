// Company (interface, Resources, Company; decisions 1 and 5).
import Type, { type Static } from 'typebox'
import {
  Address,
  addressFields,
  optional,
  Phone,
  patchFields,
  phoneFields,
} from '../addresses/address.schema.ts'
import { described, Email, Id, list, nullable, record, ShortText } from '../platform/ground/schema.ts'

/** A company with all its addresses. */
export const Company = record(
  described(
    {
      id: Id,
      name: Type.String(),
      name2: Type.String(),
      contactCategoriesId: list(Id),
      email: Type.String(),
      defaultAddress: list(Address),
      defaultPhone: Phone,
      defaultFax: Phone,
      defaultMobile: Phone,
      allAddress: list(Address),
    },
    {
      id: 'Id; persons, companies and locations share one range of ids',
      name: 'Name',
      name2: 'Second line of the name',
      contactCategoriesId: 'Ids of the categories, in ascending order',
      email: 'Default e-mail address',
      defaultAddress: 'The default address; empty: none',
      defaultPhone: 'Phone number of the default address',
      defaultFax: 'Fax number of the default address',
      defaultMobile: 'Mobile number of the default address',
      allAddress: 'All addresses, by id',
    },
  ),
  'Company',
  'A company with all its addresses',
)
export type Company = Static<typeof Company>

const { name, name2, email } = described(
  { name: Type.String({ maxLength: 255, format: 'not-blank' }), name2: ShortText, email: Email },
  {
    name: 'Name; not blank. With the postal code, it identifies the company',
    name2: 'Second line of the name',
    email: 'E-mail address',
  },
)
const assignmentFields = described(
  {
    addressType: Type.Optional(Id),
    isDefaultAddress: Type.Optional(Type.Boolean()),
    categoryId: Type.Optional(Id),
  },
  {
    addressType:
      '1: business, 2: private, 3: invoice, 4: invoice dispatch, 5: other; the instance may have further types',
    isDefaultAddress: 'Whether the given address becomes the default one; the first address always does',
    categoryId: 'Category that the company gets in addition',
  },
)

/** The body of POST /companies. */
export const NewCompany = record(
  {
    name,
    name2: Type.Optional(name2),
    email: Type.Optional(email),
    ...optional(addressFields),
    ...optional(phoneFields),
    ...assignmentFields,
  },
  'NewCompany',
  'A company to be added',
)
export type NewCompany = Static<typeof NewCompany>

/** The body of PATCH /companies/{companyId} (decisions 4.8 and 5.3). */
export const CompanyChange = record(
  {
    name: Type.Optional(name),
    name2: Type.Optional(nullable(name2)),
    email: Type.Optional(Type.Union([email, Type.Literal(''), Type.Null()])),
    ...patchFields(addressFields),
    ...patchFields(phoneFields),
    ...assignmentFields,
    ...described(
      { contactCategoriesId: Type.Optional(nullable(Type.Array(Id, { maxItems: 10_000 }))) },
      { contactCategoriesId: 'The categories of the company; replaces those that it has' },
    ),
  },
  'CompanyChange',
  'The fields to change. One that is not sent stays; "" or null clears it',
)
export type CompanyChange = Static<typeof CompanyChange>
