// Whether the pages for visitors are ready to open: what the law asks for, and what a booking needs. It follows from the state alone.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { record } from '../../platform/ground/schema.ts'

/** `warns`: as long as the pages are on without it, the start page warns all staff. `path` of the office: where it is done. */
const items = {
  imprint: { warns: true, path: '/website-pages' },
  privacy: { warns: true, path: '/website-pages' },
  terms: { warns: true, path: '/terms-documents' },
  withdrawal: { warns: false, path: '/terms-documents' },
  accessibility: { warns: false, path: '/website-pages' },
  vatNote: { warns: false, path: '/website-pages' },
  payment: { warns: false, path: '/website-pages' },
  sender: { warns: false, path: '/settings' },
  dates: { warns: false, path: '/dates' },
} as const
type Item = keyof typeof items
export const readinessItems = Object.keys(items) as Item[]

export const Readiness = record({
  item: Type.Unsafe<Item>(Type.Enum(readinessItems)),
  isDone: Type.Boolean(),
  /** Of the office: where it is done. */
  path: Type.String(),
})
export type Readiness = Static<typeof Readiness>

/** @param hasSender mail has an address that it is sent from */
export async function loadReadiness(
  reader: Reader,
  { hasSender, today }: { hasSender: boolean; today: string },
): Promise<{ areOn: boolean; items: Readiness[] }> {
  const { rows } = await sql<Record<Exclude<Item, 'sender'>, boolean> & { areOn: boolean }>`
    with open_date as (
      select d.id, d.event_id from event_date d join event e on e.id = d.event_id join date_status s on s.status = d.status
      where e.is_published and d.is_published and d.is_active and d.is_bookable and s.is_bookable
        and coalesce(ends_from(d, ${today}::date), true))
    select k.key is not null and k.revoked_at is null as "areOn", p.imprint_url <> '' as imprint, p.privacy_url <> '' as privacy,
      exists (select from terms_document where is_active and audience = 'everyone') as terms,
      exists (select from terms_document where is_active and audience = 'consumers') or not exists (
        select from open_date d join event e on e.id = d.event_id where e.withdrawal_exception_de = '') as withdrawal,
      p.accessibility_url <> '' as accessibility, p.vat_note <> '' as "vatNote", p.payment_text <> '' as payment,
      exists (select from open_date) as dates
    from website_pages p left join website_key k on k.id = p.key_id`.execute(reader)
  const state = { ...rows[0]!, sender: hasSender }
  return {
    areOn: state.areOn === true,
    items: readinessItems.map((item) => ({ item, isDone: state[item] === true, path: items[item].path })),
  }
}

/** Those without which the pages may not be on. */
export const missingLegalItems = ({ areOn, items: all }: Awaited<ReturnType<typeof loadReadiness>>): Item[] =>
  all.flatMap(({ item, isDone }) => (areOn && items[item].warns && !isDone ? [item] : []))
