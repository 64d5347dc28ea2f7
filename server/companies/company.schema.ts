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
import { Email, Id, list, nullable, record, ShortText } from '../platform/http/schema.ts'

/** A company with all its addresses. */
export const Company = record(
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
  'Company',
)
export type Company = Static<typeof Company>

const name = Type.String({ maxLength: 255, format: 'not-blank' })
const assignmentFields = {
  addressType: Type.Optional(Id),
  isDefaultAddress: Type.Optional(Type.Boolean()),
  categoryId: Type.Optional(Id),
} as const

/** The body of POST /companies. */
export const NewCompany = record(
  {
    name,
    name2: Type.Optional(ShortText),
    email: Type.Optional(Email),
    ...optional(addressFields),
    ...optional(phoneFields),
    ...assignmentFields,
  },
  'NewCompany',
)
export type NewCompany = Static<typeof NewCompany>

/** The body of PATCH /companies/{companyId} (decisions 4.8 and 5.3). */
export const CompanyChange = record(
  {
    name: Type.Optional(name),
    name2: Type.Optional(nullable(ShortText)),
    email: Type.Optional(Type.Union([Email, Type.Literal(''), Type.Null()])),
    ...patchFields(addressFields),
    ...patchFields(phoneFields),
    ...assignmentFields,
    contactCategoriesId: Type.Optional(nullable(Type.Array(Id, { maxItems: 10_000 }))),
  },
  'CompanyChange',
)
export type CompanyChange = Static<typeof CompanyChange>
