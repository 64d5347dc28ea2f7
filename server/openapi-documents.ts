// The OpenAPI documents of the interfaces for other programs.
import { integrationEndpoints, integrationPrefix } from './integration.ts'
import { endpoints } from './interface.ts'
import { kontorVersion } from './platform/ground/version.ts'
import { buildOpenApiDocument } from './platform/http/openapi/document.ts'
import { buildPublicOpenApi } from './platform/http/public/public-openapi.ts'
import { publicPrefix } from './website/cursor.ts'
import { publicEndpoints, publicFileEndpoint, publicWrites } from './website.ts'

/** The interface's version prefix. */
export const prefix = '/restapi/v1'

const { version } = kontorVersion()

/** The OpenAPI document of the interface. */
export const openApiDocument = () =>
  buildOpenApiDocument(endpoints, {
    title: 'Kontor',
    version,
    description: 'Customer relations and event catalogue of a training provider.',
    prefix,
    tags: {
      Contacts: 'Persons, with their addresses, phones, e-mail addresses and categories',
      Companies: 'Companies, with their addresses, phones, e-mail addresses and categories',
      Newsletter: 'Subscriptions, with the evidence of consent',
      'Mail and to-do import': 'E-mails, to-dos and attachments, which become tasks',
      'Leads and lookups': 'Leads of contacts, and what they refer to',
      'Invoice confirmation': 'Confirmations of what is invoiced',
      Participations: 'Bookings of a contact',
      'Event catalogue': 'Published events with their dates, trainers, prices, series and files',
    },
  })

/** The OpenAPI document of the public interface. */
export const publicOpenApiDocument = () =>
  buildPublicOpenApi(publicEndpoints, publicWrites, publicFileEndpoint, {
    title: 'Kontor for websites',
    version,
    description:
      'What a website may see of the catalogue, and what its visitors book. A key is no secret: it may be part of a page.',
    prefix: publicPrefix,
  })

/** The OpenAPI document of the integration interface. */
export const integrationDocument = () =>
  buildOpenApiDocument(integrationEndpoints, {
    title: 'Kontor: integration',
    version,
    description: 'For mail programs and other applications: letters, attachments and look-ups.',
    prefix: integrationPrefix,
    tags: {
      Letters: 'E-mails, filed with their contact, lead and attachments',
      'Look-ups': 'What other operations refer to by id',
    },
  })
