// The documents that visitors accept, and the terms that hold for a booking.
import { sql } from 'kysely'
import { clientOfDate } from '../../documents/date-data.sql.ts'
import { termsText } from '../../documents/terms.sql.ts'
import type { Reader } from '../../platform/database/database.ts'
import {
  bool,
  choice,
  fields,
  html,
  integer,
  name,
  owner,
  shortText,
} from '../../platform/database/fields.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import type { Language } from '../../platform/ground/language.ts'
import { visitorErrors } from './booking.errors.ts'

/** The visitors whom a document concerns. */
export const audiences = ['everyone', 'consumers', 'businesses'] as const
export type Audience = (typeof audiences)[number]

/** The fields of a document, whose texts the database keeps in versions. */
export const termsFields = fields({
  clientId: owner,
  title: name,
  body: html,
  titleEn: shortText,
  bodyEn: html,
  audience: choice(audiences, 'everyone'),
  mustBeAccepted: bool,
  isActive: bool,
  position: integer,
})

export type TermsDocument = {
  id: number
  version: number
  title: string
  html: string
  language: Language
  audience: Audience
  mustBeAccepted: boolean
}

/** Joins the newest version v of a document d. */
const newestVersion = sql`join lateral (
  select * from terms_version v where v.document_id = d.id order by v.version desc limit 1) v on true`

/** Whether a document d is active, and of the client of a date or of all. */
const holdsAt = (dateId: number) =>
  sql`d.is_active and holds_for(d.client_id, (select e.client_id from event_date e where e.id = ${dateId}))`

/** The newest versions of the active documents of a date, in their order. A document without English texts is shown in German. */
export async function loadTerms(
  reader: Reader,
  language: Language,
  dateId: number,
): Promise<TermsDocument[]> {
  const { rows } = await sql<TermsDocument>`
    select d.id, v.version, t.title, t.html, t.language, d.audience, d.must_be_accepted as "mustBeAccepted"
    from terms_document d
    ${newestVersion}
    ${termsText(language)}
    where ${holdsAt(dateId)} order by d.position, d.id`.execute(reader)
  return rows
}

/** The fees of cancelling by the terms of a date's event, from the most days on. */
export async function loadCancellationSteps(
  reader: Reader,
  dateId: number,
): Promise<{ daysBefore: number; feePercent: string }[]> {
  const { rows } = await sql<{ daysBefore: number; feePercent: string }>`
    select s.days_before as "daysBefore", s.fee_percent::text as "feePercent" from cancellation_step s
    join event_date d on d.event_id = s.event_id where d.id = ${dateId} order by s.days_before desc`.execute(
    reader,
  )
  return rows
}

/** Why consumers cannot withdraw from a booking of a date; '': they can. A text without a translation is shown as it is. */
export async function loadWithdrawalException(
  reader: Reader,
  dateId: number,
  language: Language,
): Promise<string> {
  const { rows } = await sql<Record<Language, string>>`
    select e.withdrawal_exception_de as de, e.withdrawal_exception_en as en
    from event_date d join event e on e.id = d.event_id where d.id = ${dateId}`.execute(reader)
  return rows[0]?.[language] || rows[0]?.de || rows[0]?.en || ''
}

type AcceptedTerms = { id: number; version: number }

/** The newest version of a document that visitors can accept. */
type AcceptableVersion = AcceptedTerms & {
  versionId: number
  title: string
  audience: Audience
  mustBeAccepted: boolean
}

export async function loadAcceptableVersions(reader: Reader, dateId: number): Promise<AcceptableVersion[]> {
  const { rows } = await sql<AcceptableVersion>`
    select d.id, v.version, v.id as "versionId", d.title, d.audience, d.must_be_accepted as "mustBeAccepted"
    from terms_document d
    ${newestVersion}
    where ${holdsAt(dateId)} order by d.position, d.id`.execute(reader)
  return rows
}

/**
 * Checks that the newest versions of all documents are accepted that must be.
 * @returns ids of the accepted versions @throws Failure 400
 */
export function checkAcceptance(
  documents: readonly AcceptableVersion[],
  { accepted, isConsumer }: { accepted: readonly AcceptedTerms[]; isConsumer: boolean },
): number[] {
  const audiencesOfOrder: Audience[] = ['everyone', isConsumer ? 'consumers' : 'businesses']
  const isNamed = (document: AcceptedTerms) =>
    accepted.some(({ id, version }) => id === document.id && version === document.version)
  const errors = [
    ...documents.flatMap((document) =>
      document.mustBeAccepted && audiencesOfOrder.includes(document.audience) && !isNamed(document)
        ? [
            {
              field: 'accepted',
              ...visitorErrors.mustBeAccepted({ title: document.title, version: document.version }),
            },
          ]
        : [],
    ),
    ...accepted.flatMap(({ id, version }, index) =>
      documents.some((one) => one.id === id && one.version === version)
        ? []
        : [{ field: `accepted[${index}]`, ...visitorErrors.notNewestVersion() }],
    ),
  ]
  if (errors.length > 0) throw badRequest(errors)
  return documents.filter(isNamed).map(({ versionId }) => versionId)
}

/** The client of a date, with whom visitors make their contract. */
export type DateProvider = { clientId: number; name: string }

/** The clients of dates, by date. */
export async function loadProviders(
  reader: Reader,
  dateIds: readonly number[],
): Promise<Map<number, DateProvider>> {
  const { rows } = await sql<DateProvider & { id: number }>`
    select d.id, k.id as "clientId", k.name from event_date d join client k on k.id = ${clientOfDate}
    where d.id = any(${dateIds}::int[])`.execute(reader)
  return new Map(rows.map(({ id, ...provider }) => [id, provider]))
}

/** undefined: there is no such date. */
export const findProvider = async (reader: Reader, dateId: number): Promise<DateProvider | undefined> =>
  (await loadProviders(reader, [dateId])).get(dateId)
