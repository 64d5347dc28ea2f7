// The texts of terms for visitors.
import { type RawBuilder, sql } from 'kysely'
import type { Language } from '../platform/ground/language.ts'

/** Joins title, html and language of a version v as t: in English if all of it is translated, otherwise in German. */
export const termsText = (language: Language): RawBuilder<unknown> => sql`cross join lateral (
  select l.language, case when l.language = 'en' then v.title_en else v.title end as title,
    case when l.language = 'en' then v.body_en else v.body end as html
  from (select case when ${language} = 'en' and v.title_en <> '' and v.body_en <> '' then 'en' else 'de' end as language) l) t`
