// The rules of messages: Kontor's own ones, and which of the stored ones hold for a date.
import { sql } from 'kysely'
import type { Reader } from '../../platform/database/database.ts'
import type { AttachableDocument } from '../attached-documents.ts'
import { type Cause, causes, isTimed, ruleCauses } from '../causes.ts'
import type { Role } from '../roles.ts'

export const scopes = ['date', 'event', 'category', 'instance', 'default'] as const
export type RuleScope = (typeof scopes)[number]

export type Rule = {
  /** 0: one of Kontor's own. */
  id: number
  scope: RuleScope
  cause: Cause
  offsetDays: number
  recipients: Role[]
  /** 0: the template of the cause. */
  templateId: number
  hasCalendar: boolean
  fileRights: string[]
  documentKinds: AttachableDocument[]
  isEnabled: boolean
}

/** The rules of a provider without rules of its own. An upgrade does not start to send mail by itself: causes by time are off. */
export const defaultRules: readonly Rule[] = ruleCauses.map((cause) => ({
  id: 0,
  scope: 'default',
  cause,
  offsetDays: isTimed(cause) ? causes[cause].offsetDays : 0,
  recipients: [...causes[cause].recipients],
  templateId: 0,
  hasCalendar: causes[cause].calendar !== 'nothing',
  fileRights: [],
  documentKinds: [],
  isEnabled: !isTimed(cause),
}))

/** The columns of a rule under the alias `r`. */
export const ruleColumns = sql`r.id, r.cause, r.offset_days as "offsetDays", r.recipients, coalesce(r.template_id, 0) as "templateId",
  r.has_calendar as "hasCalendar", r.file_rights as "fileRights", r.document_kinds as "documentKinds", r.is_enabled as "isEnabled"`

type RankedRule = Rule & { dateId: number; rank: number }

/** The rules that hold for dates: of each cause those of the nearest scope. */
export async function rulesOfDates(reader: Reader, dateIds: readonly number[]): Promise<Map<number, Rule[]>> {
  const { rows } = await sql<RankedRule>`
    with recursive category as (
      select d.id as date_id, i.category_id as id, 2 as rank from event_date d join event_in_category i on i.event_id = d.event_id
      where d.id = any(${dateIds}::int[])
      union
      select c.date_id, g.parent_id, c.rank + 1 from category c join catalogue_category g on g.id = c.id
      where g.parent_id is not null and c.rank < 50
    )
    select d.id as "dateId", ${ruleColumns},
      case when r.date_id is not null then 'date' when r.event_id is not null then 'event'
        when r.category_id is not null then 'category' else 'instance' end as scope,
      case when r.date_id is not null then 0 when r.event_id is not null then 1
        when r.category_id is not null then (select min(c.rank) from category c where c.date_id = d.id and c.id = r.category_id)
        else 100 end as rank
    from event_date d join message_rule r on r.date_id = d.id or r.event_id = d.event_id
      or r.category_id in (select c.id from category c where c.date_id = d.id)
      or num_nonnulls(r.date_id, r.event_id, r.category_id) = 0
    where d.id = any(${dateIds}::int[]) order by r.id`.execute(reader)
  return new Map(
    dateIds.map((dateId) => {
      const found = rows.filter((row) => row.dateId === dateId)
      return [
        dateId,
        defaultRules.flatMap((standard): Rule[] => {
          const nearest = nearestRules(standard.cause, found)
          return nearest.length === 0 ? [standard] : nearest.map(({ dateId: _d, rank: _r, ...rule }) => rule)
        }),
      ]
    }),
  )
}

/** Of the rules for a cause those of the nearest scope. */
export function nearestRules<R extends { cause: Cause; rank: number }>(
  cause: Cause,
  rules: readonly R[],
): R[] {
  const all = rules.filter((one) => one.cause === cause)
  const rank = Math.min(...all.map((one) => one.rank))
  return all.filter((one) => one.rank === rank)
}
