// The rules of messages: Kontor's own ones, and which of the stored ones hold for a date.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader } from '../../platform/database/database.ts'
import {
  bool,
  fields,
  integer,
  type RecordOf,
  reference,
  selectList,
  text,
  texts,
} from '../../platform/database/fields.ts'
import { type AttachableDocument, attachableDocuments } from '../attached-documents.ts'
import { type Cause, causes, isTimed, ruleCauses } from '../causes.ts'
import { type Role, roles } from '../roles.ts'

export const scopes = ['date', 'event', 'category', 'instance', 'default'] as const
export type RuleScope = (typeof scopes)[number]

const Offset = Type.Integer({ minimum: -365, maximum: 365 })
const Recipients = Type.Array(Type.Unsafe<Role>(Type.Enum([...roles])), { maxItems: roles.length })
const FileRights = Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 })
const DocumentKinds = Type.Array(
  Type.Unsafe<AttachableDocument>(Type.Enum(Object.keys(attachableDocuments))),
  { maxItems: 20 },
)

/** A rule as a request gives it: with all its fields. */
export const ruleFields = fields({
  offsetDays: { ...integer, schema: Offset, input: Offset, empty: undefined },
  recipients: { ...texts, schema: Recipients, input: Recipients, empty: undefined },
  /** 0: the template of the cause. */
  templateId: { ...reference, empty: undefined },
  hasCalendar: { ...bool, empty: undefined },
  fileRights: { ...texts, schema: FileRights, input: FileRights, empty: undefined },
  documentKinds: { ...texts, schema: DocumentKinds, input: DocumentKinds, empty: undefined },
  isEnabled: { ...bool, empty: undefined },
})

const AnyCause = Type.Unsafe<Cause>(Type.Enum(ruleCauses))

/** The cause and the record that a rule belongs to; 0: none. */
export const ruleOwnerFields = fields({
  categoryId: reference,
  eventId: reference,
  dateId: reference,
  cause: { ...text, schema: AnyCause, input: AnyCause, empty: undefined },
})

export type Rule = RecordOf<typeof ruleFields> & {
  /** 0: one of Kontor's own. */
  id: number
  scope: RuleScope
  cause: Cause
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
export const ruleColumns = sql.raw(`r.id, r.cause, ${selectList(ruleFields, 'r')}`)

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
