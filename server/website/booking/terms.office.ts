// The terms that visitors accept, in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { sanitizeHtml } from '../../platform/ground/html.ts'
import { Count } from '../../platform/ground/schema.ts'
import { recordEndpoints } from '../../platform/http/record-endpoints.ts'
import { termsFields } from './terms.sql.ts'

export const termsOffice = recordEndpoints({
  path: '/terms-documents',
  subject: 'terms_document',
  read: 'website',
  write: 'website',
  fields: termsFields,
  derived: {
    /** The version of its texts, counted from 1. */
    textVersion: Count,
    textChangedAt: Type.String(),
  },
  rows: (reader) =>
    reader
      .selectFrom('terms_document as r')
      .innerJoin('terms_version as v', (join) =>
        join
          .onRef('v.document_id', '=', 'r.id')
          .on(
            'v.version',
            '=',
            sql<number>`(select max(w.version) from terms_version w where w.document_id = r.id)`,
          ),
      )
      .select(['v.version as textVersion', sql<string>`to_json(v.created_at) #>> '{}'`.as('textChangedAt')]),
  searchText: `r.title || ' ' || r.title_en`,
  sorts: { position: sql`r.position`, title: sql`lower(r.title)`, id: sql`r.id` },
  normalize: (values) => ({
    ...values,
    ...Object.fromEntries(
      ['body', 'bodyEn'].flatMap((field) =>
        typeof values[field] === 'string' ? [[field, sanitizeHtml(values[field])]] : [],
      ),
    ),
  }),
})
