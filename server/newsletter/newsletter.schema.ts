// POST /newsletter/subscribe/{formid} (interface, Newsletter; decision 6).
import Type, { type Static } from 'typebox'
import { optional } from '../addresses/address.schema.ts'
import { Email, Flag01, Id, record, ShortText } from '../platform/http/schema.ts'

export const Subscription = record(
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
  'Subscription',
)
export type Subscription = Static<typeof Subscription>

export const Subscribed = record({ newslFormId: Id, contactExisted: Flag01, cid: Id }, 'Subscribed')
