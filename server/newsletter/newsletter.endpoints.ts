// Newsletter (interface, Endpoints, Newsletter; decision 6).
import Type from 'typebox'
import { resolveClientOrError } from '../access/client.ts'
import { resolveContactId } from '../addresses/merged-contact.sql.ts'
import { badRequest, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { described, Id, record } from '../platform/ground/schema.ts'
import { emailKey } from '../platform/ground/text.ts'
import { endpoint } from '../platform/http/endpoint.ts'
import { Subscribed, Subscription } from './newsletter.schema.ts'
import {
  addFormCategories,
  findForm,
  findOrCreateSubscriber,
  hasEmailAddress,
  recordConsent,
  unknownSubscriberErrors,
} from './newsletter.sql.ts'

export const subscribe = endpoint({
  method: 'POST',
  path: '/newsletter/subscribe/{formid}',
  id: 'subscribeToNewsletter',
  tag: 'Newsletter',
  summary: 'Subscribe to a newsletter; the contact is created when it does not exist',
  description:
    'With a `contactId`, consent and subscription are recorded only if `email` is an address of that contact, or it has none yet.',
  params: record(described({ formid: Id }, { formid: 'Id of the newsletter form' })),
  body: Subscription,
  response: Type.Array(Subscribed),
  conflict: true,
  examples: {
    params: { formid: 2 },
    body: {
      email: 'jana.koehler@nordlicht.example',
      salutation: 'ms',
      firstname: 'Jana',
      lastname: 'Köhler',
    },
    response: [{ newslFormId: 2, contactExisted: 0, cid: 1001 }],
  },
  handle: async ({ tx, params: { formid }, body, principal, origin, now, rates }) => {
    const form = await findForm(tx, formid)
    if (!form) throw notFound(generalErrors.notFound({ kind: 'newsletter form', id: formid }))
    const client = await resolveClientOrError(principal, tx, body.clientId)
    const contactId = body.contactId && (await resolveContactId(tx, body.contactId))
    const contactErrors = await unknownSubscriberErrors(tx, contactId)
    if ('error' in client) throw badRequest([client.error, ...contactErrors])
    if (contactErrors.length > 0) throw badRequest(contactErrors)
    rates.ofSignUp(emailKey(body.email))
    const { id, existed } = await findOrCreateSubscriber(tx, form, body, contactId)
    await addFormCategories(tx, formid, id)
    // Nobody consents for a contact with an address that is not the contact's.
    if (await hasEmailAddress(tx, id, body.email))
      await recordConsent(tx, form, { contactId: id, clientId: client.id, email: body.email, origin, now })
    return [{ newslFormId: formid, contactExisted: existed ? 1 : 0, cid: id }]
  },
})

export const newsletterEndpoints = [subscribe]
