// Whether the pages for visitors are ready to open: what the law asks for, and what a booking needs. It follows from the state alone.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import { record } from '../../platform/ground/schema.ts'
import { isDraft, type LegalKind, legalKinds, legalPagesOf } from '../legal/legal-pages.ts'
import { type StartingTextName, startingTextNames } from '../legal/starting-texts.ts'

/** `warns`: as long as the pages are on without it, the start page warns all staff. `path` of the office: where it is done. */
const items = {
  imprint: { warns: true, path: '/legal-pages' },
  privacy: { warns: true, path: '/legal-pages' },
  terms: { warns: true, path: '/terms-documents' },
  withdrawal: { warns: false, path: '/terms-documents' },
  accessibility: { warns: false, path: '/legal-pages' },
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
  /** There is a text, which still has gaps or is not shown. */
  isDraft: Type.Boolean(),
  /** The first client that lacks it, if there are several; '': none, or it is not a thing of clients. */
  clientName: Type.String(),
  clientId: Type.Integer(),
  /** A starting text for it; ''; there is none, or it is used. */
  startingText: Type.Unsafe<StartingTextName | ''>(Type.Enum(['', ...startingTextNames])),
  /** Of the office: where it is done. */
  path: Type.String(),
})
export type Readiness = Static<typeof Readiness>

type Legal = LegalKind | 'terms' | 'withdrawal'

/** A client whose dates the pages show: whether it has each text, '' if it has none. */
type ClientState = { id: number; name: string } & Record<Legal, 'complete' | 'gaps' | ''>

/** The best state of documents of an audience that hold for a client k. */
const stateOfTerms = (audience: 'everyone' | 'consumers') => sql`(
  select case when bool_or(x.is_active and not ${isDraft('x.body')} and not ${isDraft('x.body_en')}) then 'complete'
    when count(*) > 0 then 'gaps' else '' end
  from terms_document x where x.audience = ${audience} and holds_for(x.client_id, k.id)
    and (x.is_active or ${isDraft('x.body')} or ${isDraft('x.body_en')}))`

const stateOfPage = (kind: LegalKind) => sql`coalesce((
  select case when l.url <> '' then 'complete' when ${isDraft('l.body')} or ${isDraft('l.body_en')} then 'gaps' when l.body <> '' then 'complete' else '' end
  from ${legalPagesOf} where l.kind = ${kind}), '')`

/** The clients whose dates the pages show; without a key, the first one. */
async function loadClientStates(reader: Reader, today: string): Promise<ClientState[]> {
  const { rows } = await sql<ClientState>`
    with open_date as (${openDates(today)})
    select k.id, k.name, ${sql.join(legalKinds.map((kind) => sql`${stateOfPage(kind)} as ${sql.ref(kind)}`))},
      ${stateOfTerms('everyone')} as terms,
      case when (select bool_and(e.withdrawal_exception_de <> '') from open_date d join event e on e.id = d.event_id
          where holds_for(k.id, d.client_id))
        then 'complete' else ${stateOfTerms('consumers')} end as withdrawal
    from website_pages p left join website_key w on w.id = p.key_id
    join client k on k.id = coalesce(w.client_id, (select min(id) from client)) or w.shows_all_clients or k.id = any(w.further_client_ids)
    order by k.id`.execute(reader)
  return rows
}

const openDates = (today: string) => sql`
  select d.id, d.event_id, d.client_id from event_date d join event e on e.id = d.event_id join date_status s on s.status = d.status
  where e.is_published and d.is_published and d.is_active and d.is_bookable and s.is_bookable
    and coalesce(ends_from(d, ${today}::date), true)`

type Others = Record<'areOn' | 'vatNote' | 'payment' | 'dates', boolean>

async function loadOthers(reader: Reader, today: string): Promise<Others> {
  const { rows } = await sql<Others>`
    select coalesce(k.key is not null and k.revoked_at is null, false) as "areOn", p.vat_note <> '' as "vatNote",
      p.payment_text <> '' as payment, exists (${openDates(today)}) as dates
    from website_pages p left join website_key k on k.id = p.key_id`.execute(reader)
  return rows[0]!
}

const isLegal = (item: Item): item is Legal => startingTextNames.some((name) => name === item)

/** @param hasSender mail has an address that it is sent from */
export async function loadReadiness(
  reader: Reader,
  { hasSender, today }: { hasSender: boolean; today: string },
): Promise<{ areOn: boolean; items: Readiness[] }> {
  const [clients, others] = await Promise.all([loadClientStates(reader, today), loadOthers(reader, today)])
  const done = { ...others, sender: hasSender }
  const readinessOf = (item: Item): Readiness => {
    const { path } = items[item]
    if (!isLegal(item)) {
      const isDone = done[item as keyof typeof done]
      return { item, isDone, isDraft: false, clientName: '', clientId: 0, startingText: '', path }
    }
    const lacking = clients.find((client) => client[item] !== 'complete')
    const isDone = !lacking && clients.length > 0
    const isDraft = lacking?.[item] === 'gaps'
    return {
      item,
      isDone,
      isDraft,
      clientName: clients.length > 1 ? (lacking?.name ?? '') : '',
      clientId: clients.length > 1 ? (lacking?.id ?? 0) : 0,
      startingText: isDone || isDraft ? '' : item,
      path,
    }
  }
  return { areOn: others.areOn, items: readinessItems.map(readinessOf) }
}

/** Those without which the pages may not be on. */
export const missingLegalItems = ({ areOn, items: all }: Awaited<ReturnType<typeof loadReadiness>>): Item[] =>
  all.flatMap(({ item, isDone }) => (areOn && items[item].warns && !isDone ? [item] : []))
