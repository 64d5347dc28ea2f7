// Rules of messages in the back office: those of the instance, a category, an event and a date.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { type Cause, causes, type Role, roles, timedCauses } from '../mail/causes.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, type FieldError, forbidden, notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { Id, IdOrNone, record } from '../platform/http/schema.ts'
import { type AttachableDocument, attachableDocuments } from './attached-documents.ts'
import { messageErrors } from './message.errors.ts'
import { defaultRules, type Rule, ruleColumns, type Scope, scopes } from './rules.ts'

const Owner = { categoryId: Type.Optional(Id), eventId: Type.Optional(Id), dateId: Type.Optional(Id) }
type Owner = { categoryId?: number; eventId?: number; dateId?: number }

const Fields = {
  cause: Type.Unsafe<Cause>(Type.Enum([...causes])),
  offsetDays: Type.Integer({ minimum: -365, maximum: 365 }),
  recipients: Type.Array(Type.Unsafe<Role>(Type.Enum([...roles])), { maxItems: roles.length }),
  /** 0: the template of the cause. */
  templateId: IdOrNone,
  hasCalendar: Type.Boolean(),
  fileRights: Type.Array(Type.String({ maxLength: 50 }), { maxItems: 20 }),
  documentKinds: Type.Array(Type.Unsafe<AttachableDocument>(Type.Enum(Object.keys(attachableDocuments))), {
    maxItems: 20,
  }),
  isEnabled: Type.Boolean(),
}

const MessageRule = record({
  /** 0: Kontor's own, or one of a wider scope. */
  id: IdOrNone,
  /** Where the rule comes from. */
  scope: Type.Unsafe<Scope>(Type.Enum([...scopes])),
  /** Whether it belongs to the record that is asked for. */
  isOwn: Type.Boolean(),
  version: Type.Integer(),
  ...Fields,
})
type MessageRule = Static<typeof MessageRule>

type Row = Rule & { version: number; rank: number; isOwn: boolean }

/** The rules that hold for a record: its own, and of the other causes the nearest ones. */
async function rulesOf(reader: Reader, owner: Owner): Promise<MessageRule[]> {
  const { categoryId = null, eventId = null, dateId = null } = owner
  const { rows } = await sql<Row>`
    with recursive place as (
      select coalesce(${eventId}::int, (select d.event_id from event_date d where d.id = ${dateId}::int)) as event_id
    ), category as (
      select i.category_id as id, 2 as rank from place p join event_in_category i on i.event_id = p.event_id
      union select ${categoryId}::int, 2 where ${categoryId}::int is not null
      union select g.parent_id, c.rank + 1 from category c join catalogue_category g on g.id = c.id
        where g.parent_id is not null and c.rank < 50
    )
    select ${ruleColumns}, ${versionColumn('message_rule', 'r.id')} as version,
      case when r.date_id is not null then 'date' when r.event_id is not null then 'event'
        when r.category_id is not null then 'category' else 'instance' end as scope,
      case when r.date_id is not null then 0 when r.event_id is not null then 1
        when r.category_id is not null then (select min(c.rank) from category c where c.id = r.category_id) else 100 end as rank,
      (r.date_id, r.event_id, r.category_id) is not distinct from (${dateId}::int, ${eventId}::int, ${categoryId}::int) as "isOwn"
    from message_rule r
    where r.date_id = ${dateId}::int or r.event_id = (select event_id from place)
      or r.category_id in (select id from category) or num_nonnulls(r.date_id, r.event_id, r.category_id) = 0
    order by r.offset_days, r.id`.execute(reader)
  return defaultRules.flatMap((standard): MessageRule[] => {
    const all = rows.filter(({ cause }) => cause === standard.cause)
    const rank = Math.min(...all.map((one) => one.rank))
    const nearest = all.filter((one) => one.rank === rank)
    if (nearest.length === 0) return [{ ...standard, version: 0, isOwn: false }]
    return nearest.map(({ rank: _rank, ...rule }) => ({ ...rule, id: rule.isOwn ? rule.id : 0 }))
  })
}

const isTimed = (cause: Cause): boolean => (timedCauses as readonly string[]).includes(cause)

const ruleErrors = ({ cause, offsetDays }: { cause: Cause; offsetDays: number }): FieldError[] =>
  offsetDays !== 0 && !isTimed(cause) ? [{ field: 'offsetDays', ...messageErrors.noOffset() }] : []

/** Rules of events and dates are made by those who plan them, the others by administrators. */
function checkRight(principal: Principal, { eventId, dateId }: Owner): void {
  if (eventId === undefined && dateId === undefined && !hasRight(principal, 'admin'))
    throw forbidden(generalErrors.missingRight({ right: 'admin' }))
}

const ownerErrors = (owner: Owner): FieldError[] =>
  [owner.categoryId, owner.eventId, owner.dateId].filter((id) => id !== undefined).length > 1
    ? [{ field: 'dateId', ...messageErrors.oneScope() }]
    : []

const list = officeEndpoint({
  method: 'GET',
  path: '/message-rules',
  query: Type.Object(Owner),
  response: Type.Array(MessageRule),
  handle: ({ db, query }) => {
    const errors = ownerErrors(query)
    if (errors.length > 0) throw badRequest(errors)
    return rulesOf(db, query)
  },
})

/** Writes the rule of a record for a cause and an offset; one that is there is replaced. */
const write = officeEndpoint({
  method: 'POST',
  path: '/message-rules',
  right: '100100',
  body: record({
    ...Owner,
    ...Fields,
    /** The rule that it replaces; left out: none. */ id: Type.Optional(Id),
  }),
  response: Type.Array(MessageRule),
  handle: async ({ tx, body, principal }) => {
    const { categoryId, eventId, dateId, id, ...rule } = body
    const owner = {
      ...(categoryId !== undefined && { categoryId }),
      ...(eventId !== undefined && { eventId }),
      ...(dateId !== undefined && { dateId }),
    }
    checkRight(principal, owner)
    const errors = [...ownerErrors(owner), ...ruleErrors(rule)]
    if (errors.length > 0) throw badRequest(errors)
    const unknown = await unknownReferences(tx, { ...owner, templateId: rule.templateId })
    if (unknown.length > 0) throw badRequest(unknown)
    const values = {
      category_id: categoryId ?? null,
      event_id: eventId ?? null,
      date_id: dateId ?? null,
      cause: rule.cause,
      offset_days: rule.offsetDays,
      recipients: [...new Set(rule.recipients)],
      template_id: rule.templateId || null,
      has_calendar: rule.hasCalendar,
      file_rights: rule.fileRights,
      document_kinds: rule.documentKinds,
      is_enabled: rule.isEnabled,
    }
    if (id !== undefined) {
      const { numUpdatedRows } = await tx
        .updateTable('message_rule')
        .set(values)
        .where('id', '=', id)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw notFound(generalErrors.notFound({ kind: 'rule', id }))
    } else await tx.insertInto('message_rule').values(values).execute()
    return rulesOf(tx, owner)
  },
})

async function unknownReferences(reader: Reader, ids: Owner & { templateId: number }): Promise<FieldError[]> {
  const tables = {
    categoryId: 'catalogue_category',
    eventId: 'event',
    dateId: 'event_date',
    templateId: 'communication_template',
  } as const
  const errors: FieldError[] = []
  for (const [field, table] of Object.entries(tables)) {
    const id = ids[field as keyof typeof tables]
    if (!id) continue
    const { rows } = await sql`select from ${sql.table(table)} where id = ${id}`.execute(reader)
    if (rows.length === 0) errors.push({ field, ...generalErrors.unknownReference() })
  }
  return errors
}

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/message-rules/{id}',
  right: '100100',
  params: Type.Object({ id: Id }),
  handle: async ({ tx, params: { id }, principal }) => {
    const row = await tx
      .selectFrom('message_rule')
      .select(['event_id', 'date_id'])
      .where('id', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound(generalErrors.notFound({ kind: 'rule', id }))
    checkRight(principal, {
      ...(row.event_id !== null && { eventId: row.event_id }),
      ...(row.date_id !== null && { dateId: row.date_id }),
    })
    await tx.deleteFrom('message_rule').where('id', '=', id).execute()
    return []
  },
})

export const messageRulesOffice = [list, write, remove]
