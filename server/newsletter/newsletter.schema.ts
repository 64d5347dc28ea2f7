// POST /newsletter/subscribe/{formid} (interface, Newsletter; decision 6).
import Type, { type Static } from 'typebox'
import { optional } from '../addresses/address.schema.ts'
import { described, Email, Flag01, Id, record, ShortText } from '../platform/ground/schema.ts'

export const Subscription = record(
  described(
    {
      email: Email,
      salutation: Type.Optional(Type.Enum(['', 'mr', 'ms'])),
      ...optional({
        lastname: ShortText,
        title: ShortText,
        firstname: ShortText,
        department: ShortText,
        position: ShortText,
        addr_street: ShortText,
        addr_street_houseno: ShortText,
        addr_zip: ShortText,
        addr_city: ShortText,
        addr_state: ShortText,
        addr_country: ShortText,
        phone: ShortText,
        company: ShortText,
      }),
      clientId: Type.Optional(Id),
      contactId: Type.Optional(Id),
    },
    {
      email: 'E-mail address that subscribes',
      salutation: '`mr`, `ms` or "" (none)',
      lastname: 'Last name; required if the form says so',
      title: 'Academic title, such as `Dr.`',
      firstname: 'First name',
      department: 'Department',
      position: 'Position of the person',
      addr_street: 'Street without house number',
      addr_street_houseno: 'House number',
      addr_zip: 'Postal code',
      addr_city: 'City',
      addr_state: 'State or region',
      addr_country: 'Country, best as a code of ISO 3166 such as `DE`',
      phone: 'Phone number as one text',
      company: 'Name of the company',
      clientId: 'Client to which the consent is given; left out: the default client of the token’s user',
      contactId: 'The contact, if it is known',
    },
  ),
  'Subscription',
  'A subscription with what is known of the subscriber. Fields that an existing contact lacks are filled, none is overwritten',
)
export type Subscription = Static<typeof Subscription>

export const Subscribed = record(
  described(
    { newslFormId: Id, contactExisted: Flag01, cid: Id },
    {
      newslFormId: 'Id of the form',
      contactExisted: '1: the contact existed, 0: it was created',
      cid: 'Id of the contact',
    },
  ),
  'Subscribed',
  'What became of a subscription',
)
