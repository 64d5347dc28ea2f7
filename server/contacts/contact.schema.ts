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
  described,
  Email,
  Flag01,
  Id,
  IdOrNone,
  Link,
  list,
  nullable,
  record,
  ShortText,
} from '../platform/ground/schema.ts'

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
export const TrainerData = record(
  described(
    { id: IdOrNone, ...answerProperties(trainerDataFields) },
    {
      id: 'Id of the trainer data',
      trn_objectives: 'What the trainer aims at',
      trn_travel_expenses: 'Agreement on travel expenses',
      trn_comment: 'Internal comment',
      trn_description_html: 'Description in HTML',
      trn_misc1: 'Free field',
      trn_misc2: 'Free field',
      sub_categories: 'Names of the fields in which the person trains',
    },
  ),
  'TrainerData',
  'What is known of a person who trains',
)

export const locationDataFields = renamed(locationDataTable.fields, {
  loc_comment: 'comment',
  loc_description_html: 'descriptionHtml',
  loc_url: 'url',
  loc_misc: 'misc',
})
/** Location data; only with loadResourceData. */
export const LocationData = record(
  described(
    { id: IdOrNone, ...answerProperties(locationDataFields) },
    {
      id: 'Id of the location data',
      loc_comment: 'Internal comment',
      loc_description_html: 'Description in HTML',
      loc_url: 'Address of the location’s website',
      loc_misc: 'Free field',
    },
  ),
  'LocationData',
  'What is known of a location',
)

/** The subscription of a contact at a newsletter service (decision 4.7). */
export const ExtNewsletter = record(
  described(
    {
      cmain_id: Id,
      ext_type: Type.String(),
      ext_id: Type.String(),
      is_active: Flag01,
      ext_opt_in: Flag01,
      ext_opt_in_executed: Flag01,
    },
    {
      cmain_id: 'Id of the contact',
      ext_type:
        'The service: `cleverreach`, `mailchimp`, `rapidmail`, `brevo`, or `kontor` for the forms of this instance; it may have further ones',
      ext_id: 'What the service calls the subscription; of `kontor`, the id of the form',
      is_active: '1: mails may be sent. With ext_opt_in and ext_opt_in_executed 1, 1: confirmed',
      ext_opt_in:
        '1: the contact was asked for confirmation. 0 with is_active 1: taken over without being asked',
      ext_opt_in_executed:
        '1: the contact has answered; with is_active 0: unsubscribed. 0 with ext_opt_in 1: the answer is pending',
    },
  ),
  'ExtNewsletter',
  'The subscription of a contact at a newsletter service',
)

/** A person, a location, or a company seen as a contact. */
export const Contact = record(
  described(
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
    {
      id: 'Id; persons, companies and locations share one range of ids',
      contactType: '`person`, `company` or `location`',
      salutation: '`mr`, `ms` or "" (none)',
      title: 'Academic title, such as `Dr.`',
      firstName: 'First name',
      lastName: 'Last name; of a company or location, its name',
      company: 'Name of the company that the contact belongs to',
      companyId: 'Id of that company; 0: there is no record of it',
      email: 'Default e-mail address',
      website: 'Address of the website',
      contactCategoriesId: 'Ids of the categories, in ascending order',
      defaultAddress: 'The default address; empty: none',
      defaultPhone: 'Phone number of the default address',
      defaultFax: 'Fax number of the default address',
      defaultMobile: 'Mobile number of the default address',
      allAddress:
        'All addresses, by id; empty without `loadAllAddresses` (always loaded after POST and PATCH)',
      invoiceAddress:
        'Invoice addresses; empty without `loadInvoiceAddresses` (always loaded after POST and PATCH)',
      invoiceSendAddress:
        'Addresses to which invoices are sent; empty without `loadInvoiceSendAddresses` (always loaded after POST and PATCH)',
      image_url: 'Address of the picture; "" without `loadContactImage`',
      trn_data: 'Trainer data; only with `loadResourceData`',
      loc_data: 'Location data; only with `loadResourceData`',
      extNewsletter: 'Newsletter subscriptions: one list for each `ext_type`',
    },
  ),
  'Contact',
  'A person, a location, or a company seen as a contact',
)
export type Contact = Static<typeof Contact>

const salutation = Type.Enum(['', 'mr', 'ms'], { description: '`mr`, `ms` or "" (none)' })

const { lastName, email, ...personFields } = described(
  {
    lastName: Type.String({ maxLength: 255, format: 'not-blank' }),
    email: Email,
    title: ShortText,
    firstName: ShortText,
    company: ShortText,
  },
  {
    lastName: 'Last name; not blank',
    email: 'E-mail address; with the last name, it identifies the contact',
    title: 'Academic title, such as `Dr.`',
    firstName: 'First name',
    company: 'Name of the company; if exactly one company has it, the contact is linked to that one',
  },
)

const { categoryId } = described(
  { categoryId: Id },
  { categoryId: 'Category that the contact gets in addition' },
)

/** The body of POST /contacts. */
export const NewContact = record(
  {
    salutation: Type.Optional(salutation),
    lastName,
    email,
    ...optional(personFields),
    ...optional(addressFields),
    isPostOfficeBox: Type.Optional(isPostOfficeBox),
    ...optional(phoneFields),
    categoryId: Type.Optional(categoryId),
    ...described(
      {
        commTemplateId: Type.Optional(Id),
        externalNewsletter: Type.Optional(ShortText),
        externalNewsletterId: Type.Optional(ShortText),
      },
      {
        commTemplateId: 'Communication template that the new contact gets as an e-mail',
        externalNewsletter:
          'Newsletter service: `cleverreach`, `mailchimp`, `rapidmail`, `brevo` or `kontor`; only with externalNewsletterId',
        externalNewsletterId: 'What the service calls the subscription; only with externalNewsletter',
      },
    ),
  },
  'NewContact',
  'A contact to be created',
)
export type NewContact = Static<typeof NewContact>

/** The body of PATCH /contacts/{contactId} (decision 4.8). */
export const ContactChange = record(
  {
    salutation: Type.Optional(nullable(salutation)),
    lastName: Type.Optional(lastName),
    email: Type.Optional(email),
    ...patchFields(personFields),
    ...described(
      { companyId: Type.Optional(nullable(IdOrNone)), website: Type.Optional(nullable(Link)) },
      {
        companyId: 'Company that the contact belongs to; 0: none',
        website: 'Address of the website',
      },
    ),
    ...patchFields(addressFields),
    isPostOfficeBox: Type.Optional(nullable(isPostOfficeBox)),
    ...patchFields(phoneFields),
    categoryId: Type.Optional(categoryId),
    ...described(
      { contactCategoriesId: Type.Optional(nullable(Type.Array(Id, { maxItems: 10_000 }))) },
      { contactCategoriesId: 'The categories of the contact; replaces those that it has' },
    ),
  },
  'ContactChange',
  'The fields to change. One that is not sent stays; "" or null clears it',
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
