// Contact (interface, Resources, Contact; decisions 1 and 4).
import Type, { type Static } from 'typebox'
import {
  Address,
  addressFields,
  isPostOfficeBox,
  optional,
  Phone,
  patchFields,
  phoneFields,
} from '../addresses/address.schema.ts'
import { locationDataTable, trainerDataTable } from '../addresses/child-tables.ts'
import { answerProperties, renamed } from '../platform/database/fields.ts'
import {
  Email,
  Flag01,
  Id,
  IdOrNone,
  Link,
  list,
  nullable,
  record,
  ShortText,
} from '../platform/http/schema.ts'

export const trainerDataFields = renamed(trainerDataTable.fields, {
  trn_objectives: 'objectives',
  trn_travel_expenses: 'travelExpenses',
  trn_comment: 'comment',
  trn_description_html: 'descriptionHtml',
  trn_misc1: 'misc1',
  trn_misc2: 'misc2',
  sub_categories: 'subCategories',
})
/** Trainer data; only with loadResourceData. */
export const TrainerData = record({ id: IdOrNone, ...answerProperties(trainerDataFields) }, 'TrainerData')

export const locationDataFields = renamed(locationDataTable.fields, {
  loc_comment: 'comment',
  loc_description_html: 'descriptionHtml',
  loc_url: 'url',
  loc_misc: 'misc',
})
/** Location data; only with loadResourceData. */
export const LocationData = record({ id: IdOrNone, ...answerProperties(locationDataFields) }, 'LocationData')

/** The subscription of a contact at a newsletter service (decision 4.7). */
export const ExtNewsletter = record(
  {
    cmain_id: Id,
    ext_type: Type.String(),
    ext_id: Type.String(),
    is_active: Flag01,
    ext_opt_in: Flag01,
    ext_opt_in_executed: Flag01,
  },
  'ExtNewsletter',
)

/** A person, a location, or a company seen as a contact. */
export const Contact = record(
  {
    id: Id,
    contactType: Type.String(),
    salutation: Type.String(),
    title: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    company: Type.String(),
    companyId: IdOrNone,
    email: Type.String(),
    website: Type.String(),
    contactCategoriesId: list(Id),
    defaultAddress: list(Address),
    defaultPhone: Phone,
    defaultFax: Phone,
    defaultMobile: Phone,
    allAddress: list(Address),
    invoiceAddress: list(Address),
    invoiceSendAddress: list(Address),
    image_url: Type.String(),
    trn_data: Type.Optional(list(TrainerData)),
    loc_data: Type.Optional(list(LocationData)),
    extNewsletter: list(list(ExtNewsletter)),
  },
  'Contact',
)
export type Contact = Static<typeof Contact>

const salutation = Type.Enum(['', 'mr', 'ms'])

const personFields = { title: ShortText, firstName: ShortText, company: ShortText } as const

/** The body of POST /contacts. */
export const NewContact = record(
  {
    salutation: Type.Optional(salutation),
    lastName: Type.String({ maxLength: 255, format: 'not-blank' }),
    email: Email,
    ...optional(personFields),
    ...optional(addressFields),
    isPostOfficeBox: Type.Optional(isPostOfficeBox),
    ...optional(phoneFields),
    categoryId: Type.Optional(Id),
    commTemplateId: Type.Optional(Id),
    externalNewsletter: Type.Optional(ShortText),
    externalNewsletterId: Type.Optional(ShortText),
  },
  'NewContact',
)
export type NewContact = Static<typeof NewContact>

/** The body of PATCH /contacts/{contactId} (decision 4.8). */
export const ContactChange = record(
  {
    salutation: Type.Optional(nullable(salutation)),
    lastName: Type.Optional(Type.String({ maxLength: 255, format: 'not-blank' })),
    email: Type.Optional(Email),
    ...patchFields(personFields),
    companyId: Type.Optional(nullable(IdOrNone)),
    website: Type.Optional(nullable(Link)),
    ...patchFields(addressFields),
    isPostOfficeBox: Type.Optional(nullable(isPostOfficeBox)),
    ...patchFields(phoneFields),
    categoryId: Type.Optional(Id),
    contactCategoriesId: Type.Optional(nullable(Type.Array(Id, { maxItems: 10_000 }))),
  },
  'ContactChange',
)
export type ContactChange = Static<typeof ContactChange>

const flag = (description: string) => Type.Optional(Type.Integer({ minimum: 0, maximum: 1, description }))

/** Parts of the record that are loaded on request. */
export const LoadFlags = Type.Object(
  {
    loadAllAddresses: flag('1: loads all address data of the contacts'),
    loadInvoiceAddresses: flag('1: loads the invoice address data'),
    loadInvoiceSendAddresses: flag('1: loads the invoice-send address data'),
    loadContactImage: flag('1: loads the contact image url'),
    loadResourceData: flag('1: loads trn_data and loc_data'),
  },
  { additionalProperties: false },
)
export type LoadFlags = Static<typeof LoadFlags>
