// Contacts (interface, Endpoints, Contacts; decision 4).
import Type from 'typebox'
import { contactErrors } from '../addresses/contact.errors.ts'
import { findMergeTarget } from '../addresses/merged-contact.sql.ts'
import { badRequest, type FieldError, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { isEmail } from '../platform/ground/text.ts'
import { endpoint, JsonText } from '../platform/http/endpoint.ts'
import { createdContact } from './contact.created.ts'
import { exampleContact } from './contact.example.ts'
import { createPerson } from './contact.insert.ts'
import { Contact, ContactChange, LoadFlags, NewContact } from './contact.schema.ts'
import { allAddresses, contactById, contactsByEmail, contactsInCategories } from './contact.sql.ts'
import { applyContactChange } from './contact.write.ts'

const newsletterErrors = (
  { body }: { body: NewContact },
  isValid: (...names: string[]) => boolean,
): FieldError[] => {
  if (!isValid('externalNewsletter', 'externalNewsletterId')) return []
  const { externalNewsletter, externalNewsletterId } = body
  if (Boolean(externalNewsletter) === Boolean(externalNewsletterId)) return []
  const field = externalNewsletter ? 'externalNewsletterId' : 'externalNewsletter'
  return [{ field, ...contactErrors.incompleteNewsletter() }]
}

const params = record(described({ contactId: Id }, { contactId: 'Id of the contact' }))
const response = Type.Array(Contact)

export const createContact = endpoint({
  method: 'POST',
  path: '/contacts',
  id: 'createContact',
  tag: 'Contacts',
  summary: 'Create a contact if it does not exist',
  description:
    'A contact exists when one with the same e-mail address and the same last name exists; then `Location` has its path.',
  right: '090300:add',
  body: NewContact,
  rules: newsletterErrors,
  response,
  conflict: true,
  examples: {
    body: {
      salutation: 'ms',
      firstName: 'Jana',
      lastName: 'Köhler',
      email: 'jana.koehler@nordlicht.example',
      company: 'Nordlicht Maschinenbau GmbH',
      position: 'Personalentwicklung',
      street: 'Hafenstraße',
      houseNumber: '12a',
      zip: '20457',
      city: 'Hamburg',
      country: 'DE',
      phone: { countryCode: '49', areaCode: '40', number: '66969123' },
    },
    response: [exampleContact],
  },
  handle: async ({ tx, body }) => [createdContact(body, await createPerson(tx, body))],
})

export const getContact = endpoint({
  method: 'GET',
  path: '/contacts/{contactId}',
  id: 'getContact',
  tag: 'Contacts',
  summary: 'Read a contact',
  right: '090300:access',
  params,
  query: LoadFlags,
  response,
  examples: { params: { contactId: 1001 }, query: { loadAllAddresses: 1 }, response: [exampleContact] },
  handle: async ({ db, params: { contactId }, query }) => {
    const found = await contactById(db, contactId, query)
    if (found !== '[]') return new JsonText(found)
    const into = await findMergeTarget(db, contactId)
    if (into === undefined) throw notFound(generalErrors.notFound({ kind: 'contact', id: contactId }))
    return new JsonText(await contactById(db, into, query))
  },
})

export const updateContact = endpoint({
  method: 'PATCH',
  path: '/contacts/{contactId}',
  id: 'updateContact',
  tag: 'Contacts',
  summary: 'Change a contact',
  description:
    'A field that is not sent stays; `""` or `null` clears it; e-mail and last name cannot be cleared.',
  right: '090300:edit',
  params,
  body: ContactChange,
  response,
  conflict: true,
  examples: {
    params: { contactId: 1001 },
    body: { position: 'Leitung Personalentwicklung', mobile: null },
    response: [exampleContact],
  },
  handle: async ({ tx, params: { contactId }, body }) => {
    const id = await applyContactChange(tx, contactId, body)
    return new JsonText(await contactById(tx, id, allAddresses))
  },
})

export const searchContactsByEmail = endpoint({
  method: 'GET',
  path: '/contacts/search/email/{emailaddress}',
  id: 'searchContactsByEmail',
  tag: 'Contacts',
  summary: 'Find contacts by e-mail address',
  description: 'Looks at all addresses of a contact, exact but for case.',
  right: '090300:access',
  params: record(
    described({ emailaddress: Type.String() }, { emailaddress: 'E-mail address, percent-encoded' }),
  ),
  query: LoadFlags,
  response,
  examples: {
    params: { emailaddress: 'jana.koehler@nordlicht.example' },
    query: { loadAllAddresses: 1 },
    response: [exampleContact],
  },
  handle: async ({ db, params: { emailaddress }, query }) => {
    const email = emailaddress.trim()
    if (!isEmail(email)) throw badRequest([{ field: 'emailaddress', ...generalErrors.email() }])
    return new JsonText(await contactsByEmail(db, email, query))
  },
})

export const searchContactsByCategory = endpoint({
  method: 'GET',
  path: '/contacts/search/category/{categoryId}',
  id: 'searchContactsByCategory',
  tag: 'Contacts',
  summary: 'Find contacts by category ids',
  description: 'Several ids are separated by commas; each contact is returned once. The answer is streamed.',
  right: '090300:access',
  params: record(
    described(
      { categoryId: Type.String({ format: 'id-list' }) },
      { categoryId: 'Ids of categories, separated by commas' },
    ),
  ),
  query: LoadFlags,
  response,
  examples: { params: { categoryId: '3,7' }, query: { loadContactImage: 1 }, response: [exampleContact] },
  handle: ({ db, params: { categoryId }, query }) =>
    contactsInCategories(db, categoryId.split(',').map(Number), query),
})

export const contactEndpoints = [
  createContact,
  getContact,
  updateContact,
  searchContactsByEmail,
  searchContactsByCategory,
]
