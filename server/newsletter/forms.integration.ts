// Integration interface: the look-up of newsletter forms.
import { sql } from 'kysely'
import Type from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'

export const listNewsletterForms = endpoint({
  method: 'GET',
  path: '/newsletterForms',
  id: 'getNewsletterForms',
  tag: 'Look-ups',
  summary: 'List the newsletter forms of the clients of the token’s user',
  description: 'For `formid` of `POST /restapi/v1/newsletter/subscribe/{formid}`.',
  response: Type.Array(
    record(
      {
        id: Id,
        name: Type.String(),
        clientId: Id,
        doubleOptIn: Type.Boolean(),
        lastNameRequired: Type.Boolean(),
      },
      'NewsletterForm',
    ),
  ),
  examples: {
    response: [{ id: 2, name: 'Website', clientId: 1, doubleOptIn: true, lastNameRequired: false }],
  },
  handle: ({ db, principal }) =>
    db
      .selectFrom('newsletter_form')
      .select([
        'id',
        'name',
        'client_id as clientId',
        'double_opt_in as doubleOptIn',
        'last_name_required as lastNameRequired',
      ])
      .where('client_id', '=', sql<number>`any(${principal.clientIds}::int[])`)
      .orderBy('id')
      .execute(),
})
