// Data set: the keys of the public interface, the pages for visitors, the readable addresses of events, and the terms for visitors.
import { sql } from 'kysely'
import Type from 'typebox'
import {
  bool,
  creationTimestamp,
  hex,
  id,
  optionalText,
  renamed,
  shortText,
  timestamp,
} from '../../platform/database/fields.ts'
import { termsFields } from '../../website/booking/terms.sql.ts'
import { keyFields } from '../../website/key.sql.ts'
import { legalFields } from '../../website/legal/legal-pages.ts'
import { pagesFields } from '../../website/pages/pages-settings.sql.ts'
import { reportDuplicates } from '../records/duplicates.ts'
import { hashPattern, slugPattern } from '../records/record-errors.ts'
import { type DataRecord, tableSection } from '../records/section.ts'

export const websiteKeys = tableSection({
  name: 'websiteKeys',
  table: 'website_key',
  target: 'websiteKey',
  required: ['clientId', 'hash'],
  references: { clientId: 'client' },
  fields: {
    id: ['id', id],
    clientId: ['client_id', id],
    ...renamed(keyFields, { name: ['name', shortText] }),
    /** '': a secret key. */
    key: ['key', optionalText],
    hash: ['hash', { ...hex, schema: Type.String({ pattern: hashPattern }) }],
    ...renamed(keyFields, {
      origins: 'origins',
      catalogIds: 'catalogueIds',
      hidesSeats: 'hidesSeats',
      furtherClientIds: 'furtherClientIds',
      showsAllClients: 'showsAllClients',
    }),
    createdAt: ['created_at', creationTimestamp],
    revokedAt: ['revoked_at', timestamp],
  },
  validate(records, run) {
    reportDuplicates(records, run.errors, 'hash', (item) => item['hash'])
    records.items.forEach((item, index) => {
      if (item['key'] === '' && item['origins'].length > 0)
        run.errors.add(`${records.pointer(index)}/origins`, 'must be empty for a secret key')
    })
  },
})

/** One record. */
export const websitePages = tableSection({
  name: 'websitePages',
  table: 'website_pages',
  references: { keyId: 'websiteKey' },
  fields: {
    id: ['id', { ...id, schema: Type.Integer({ minimum: 1, maximum: 1 }) }],
    ...pagesFields,
  },
})

/** An event has one current slug. A slug has no space. */
const currentSlugOf = (item: DataRecord): string =>
  item['current'] ? `event ${item['eventId']}` : item['slug']

/** Addresses that an event had before lead to it, so that they are kept. */
export const eventSlugs = tableSection({
  name: 'eventSlugs',
  table: 'event_slug',
  key: ['slug', 'slug'],
  required: ['eventId'],
  references: { eventId: 'event' },
  fields: {
    slug: ['slug', { ...shortText, schema: Type.String({ pattern: slugPattern, maxLength: 255 }) }],
    eventId: ['event_id', id],
    current: ['is_current', bool],
  },
  validate: (records, { errors }) => reportDuplicates(records, errors, 'current', currentSlugOf),
  // The database has named the events that have just been written by their titles.
  async beforeWrite(tx, records) {
    const current = records.items.filter((item) => item['current']).map((item) => item['eventId'])
    await sql`update event_slug set is_current = false where is_current and event_id = any(${current}::int[])`.execute(
      tx,
    )
  },
})

export const termsDocuments = tableSection({
  name: 'termsDocuments',
  table: 'terms_document',
  required: ['title'],
  fields: { id: ['id', id], ...termsFields },
  references: { clientId: 'client' },
})

export const legalPages = tableSection({
  name: 'legalPages',
  table: 'legal_page',
  fields: { id: ['id', id], ...legalFields },
  references: { clientId: 'client' },
})
