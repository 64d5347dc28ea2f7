// Imprint, privacy policy and accessibility statement of a client: an address elsewhere, or a text that Kontor shows.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { choice, fields, html, owner, textUpTo } from '../../platform/database/fields.ts'
import type { Language } from '../../platform/ground/language.ts'

export const legalKinds = ['imprint', 'privacy', 'accessibility'] as const
export type LegalKind = (typeof legalKinds)[number]

/** The address of a page, or ''. */
export const pageUrlPattern = '^(https?://[^\\s/?#]\\S*)?$'

export const legalFields = fields({
  clientId: owner,
  kind: choice(legalKinds, 'imprint'),
  // The office has a text of its own for values that do not match.
  url: { ...textUpTo(2000), schema: Type.String({ pattern: pageUrlPattern }) },
  body: html,
  bodyEn: html,
})

/** Whether a text of a column has gaps to fill in, which starting texts have. */
export const isDraft = (column: string) => sql<boolean>`position('[[' in ${sql.ref(column)}) > 0`

/** Joins the page of each kind of a client k as l: its own, otherwise that of all. */
export const legalPagesOf = sql`lateral (
  select distinct on (p.kind) p.* from legal_page p where p.client_id = k.id or p.client_id is null
  order by p.kind, p.client_id nulls last) l`

/** The path of a text that Kontor shows. */
export const legalPath = (kind: string): string => `/legal/${kind}`

/** The text of a client; undefined: it has none, or a draft. A text without a translation is German. */
export async function loadLegalText(
  reader: Reader,
  { clientId, kind, language }: { clientId: number; kind: LegalKind; language: Language },
): Promise<{ html: string; language: Language } | undefined> {
  const { rows } = await sql<{ html: string; language: Language }>`
    select case when t.language = 'en' then l.body_en else l.body end as html, t.language from client k, ${legalPagesOf},
      lateral (select case when ${language} = 'en' and l.body_en <> '' then 'en' else 'de' end as language) t
    where k.id = ${clientId} and l.kind = ${kind} and l.url = '' and l.body <> '' and not ${isDraft('l.body')} and not ${isDraft('l.body_en')}`.execute(
    reader,
  )
  return rows[0]
}
