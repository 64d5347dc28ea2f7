// Integration interface: the look-up of communication templates.
import Type from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import { endpoint } from '../platform/http/endpoint.ts'

export const listCommunicationTemplates = endpoint({
  method: 'GET',
  path: '/communicationTemplates',
  id: 'getCommunicationTemplates',
  tag: 'Look-ups',
  summary: 'List the communication templates',
  description: 'For `commTemplateId` of `POST /restapi/v1/contacts`.',
  response: Type.Array(record({ id: Id, name: Type.String() }, 'CommunicationTemplate')),
  examples: { response: [{ id: 4, name: 'Willkommen' }] },
  handle: ({ db }) => db.selectFrom('communication_template').select(['id', 'name']).orderBy('id').execute(),
})
