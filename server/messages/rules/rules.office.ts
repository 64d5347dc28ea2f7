// Rules of messages in the back office: those of the instance, a category, an event and a date.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { assertRights, type Principal } from '../../platform/auth/principal.ts'
import { versionColumn } from '../../platform/database/change-log.ts'
import type { Reader, Tx } from '../../platform/database/database.ts'
import { answerProperties, inputProperties } from '../../platform/database/fields.ts'
import { insertRow, updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, conflict, type FieldError } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import { Id, IdOrNone, record } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { type Cause, isTimed } from '../causes.ts'
import { messageErrors } from '../message.errors.ts'
import {
  defaultRules,
  nearestRules,
  type Rule,
  type RuleScope,
  ruleColumns,
  ruleFields,
  ruleOwnerFields,
  scopes,
} from './rules.ts'

const Owner = { categoryId: Type.Optional(Id), eventId: Type.Optional(Id), dateId: Type.Optional(Id) }
type Owner = { categoryId?: number; eventId?: number; dateId?: number }

const { cause: anyCause } = inputProperties(ruleOwnerFields)

const MessageRule = record({
  /** 0: Kontor's own, or one of a wider scope. */
  id: IdOrNone,
  cause: anyCause,
  /** Where the rule comes from. */
  scope: Type.Unsafe<RuleScope>(Type.Enum([...scopes])),
  /** The record that it belongs to; 0: none. */
  categoryId: IdOrNone,
  eventId: IdOrNone,
  /** Whether it belongs to the record that is asked for. */
  isOwn: Type.Boolean(),
  version: Type.Integer(),
  ...answerProperties(ruleFields),
})
type MessageRule = Static<typeof MessageRule>

const RuleInput = record({
  /** The stored rule; left out, or 0: a new one. */
  id: Type.Optional(IdOrNone),
  ...inputProperties(ruleFields),
})
type RuleInput = Static<typeof RuleInput>

type Row = Rule & { version: number; rank: number; isOwn: boolean; categoryId: number; eventId: number }

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
      coalesce(r.category_id, 0) as "categoryId", coalesce(r.event_id, 0) as "eventId",
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
    const nearest = nearestRules(standard.cause, rows)
    if (nearest.length === 0) return [{ ...standard, version: 0, isOwn: false, categoryId: 0, eventId: 0 }]
    return nearest.map(({ rank: _rank, ...rule }) => ({ ...rule, id: rule.isOwn ? rule.id : 0 }))
  })
}

/** Of the rules that a scope has for a cause: a recipient is told by one of them at a time. */
function ruleErrors(cause: Cause, rules: readonly RuleInput[]): FieldError[] {
  const told = new Set<string>()
  return rules.flatMap(({ offsetDays, recipients }, index): FieldError[] => {
    const keys = recipients.map((role) => `${offsetDays} ${role}`)
    const isTold = keys.some((key) => told.has(key))
    for (const key of keys) told.add(key)
    return [
      ...(offsetDays !== 0 && !isTimed(cause)
        ? [{ field: `rules[${index}].offsetDays`, ...messageErrors.noOffset() }]
        : []),
      ...(recipients.length === 0
        ? [{ field: `rules[${index}].recipients`, ...messageErrors.nobody() }]
        : []),
      ...(isTold ? [{ field: `rules[${index}].recipients`, ...messageErrors.toldTwice() }] : []),
    ]
  })
}

/** Rules of events and dates are made by those who plan them, the others by those who may change settings. */
function checkRight(principal: Principal, { eventId, dateId }: Owner): void {
  if (eventId === undefined && dateId === undefined) assertRights(principal, ['settings'])
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

async function unknownOwner(reader: Reader, owner: Owner): Promise<FieldError[]> {
  const tables = { categoryId: 'catalogue_category', eventId: 'event', dateId: 'event_date' } as const
  const errors: FieldError[] = []
  for (const [field, id] of Object.entries(owner)) {
    const { rows } =
      await sql`select from ${sql.table(tables[field as keyof Owner])} where id = ${id}`.execute(reader)
    if (rows.length === 0) errors.push({ field, ...generalErrors.unknownReference() })
  }
  return errors
}

async function unknownReferences(reader: Reader, rules: readonly RuleInput[]): Promise<FieldError[]> {
  const templates = await reader.selectFrom('communication_template').select('id').execute()
  const rights = await reader.selectFrom('file_access_right').select('access_right').execute()
  const templateIds = new Set([0, ...templates.map(({ id }) => id)])
  const knownRights = new Set(rights.map((row) => row.access_right))
  return rules.flatMap(({ templateId, fileRights }, index) => [
    ...(templateIds.has(templateId)
      ? []
      : [{ field: `rules[${index}].templateId`, ...generalErrors.unknownReference() }]),
    ...(fileRights.every((one) => knownRights.has(one))
      ? []
      : [{ field: `rules[${index}].fileRights`, ...generalErrors.unknownReference() }]),
  ])
}

/** Locks the rules that a record has for a cause. @throws Failure 409 if they are others than the request knows */
async function lockOwn(
  tx: Tx,
  owner: Owner,
  { cause, version, rules }: { cause: Cause; version: number; rules: readonly RuleInput[] },
): Promise<void> {
  const { categoryId = null, eventId = null, dateId = null } = owner
  const { rows } = await sql<{ id: number; version: number }>`
    select r.id, ${versionColumn('message_rule', 'r.id')} as version from message_rule r
    where r.cause = ${cause} and (r.category_id, r.event_id, r.date_id) is not distinct from (${categoryId}::int, ${eventId}::int, ${dateId}::int)
    for update of r`.execute(tx)
  const stored = new Set(rows.map(({ id }) => id))
  const named = rules.flatMap(({ id = 0 }) => (id > 0 ? [id] : []))
  const kept = new Set(named)
  const isStale =
    Math.max(0, ...rows.map((row) => row.version)) !== version ||
    kept.size < named.length ||
    named.some((id) => !stored.has(id))
  if (isStale) throw conflict(generalErrors.stale(), { kind: 'stale' })
  const removed = [...stored].filter((id) => !kept.has(id))
  if (removed.length > 0) await tx.deleteFrom('message_rule').where('id', 'in', removed).execute()
}

const storedFields = { ...ruleOwnerFields, ...ruleFields }

/** Writes the rules that a record has for a cause. Without rules, those of the wider scope hold again. */
const write = officeEndpoint({
  method: 'PATCH',
  path: '/message-rules',
  right: 'catalogue:edit',
  body: record({
    ...Owner,
    cause: anyCause,
    /** The greatest version of the stored rules; 0: there are none. */
    version: Type.Integer({ minimum: 0 }),
    rules: Type.Array(RuleInput, { maxItems: 20 }),
  }),
  response: Type.Array(MessageRule),
  handle: async ({ tx, body, principal }) => {
    const { cause, version, rules, ...owner } = body
    checkRight(principal, owner)
    const errors = [...ownerErrors(owner), ...ruleErrors(cause, rules)]
    if (errors.length > 0) throw badRequest(errors)
    const unknown = [...(await unknownOwner(tx, owner)), ...(await unknownReferences(tx, rules))]
    if (unknown.length > 0) throw badRequest(unknown)
    await lockOwn(tx, owner, { cause, version, rules })
    for (const { id = 0, ...rule } of rules) {
      const values = { ...rule, recipients: [...new Set(rule.recipients)] }
      if (id > 0) await updateRow(tx, 'message_rule', ruleFields, id, values)
      else await insertRow(tx, 'message_rule', storedFields, { ...owner, cause, ...values })
    }
    return rulesOf(tx, owner)
  },
})

export const messageRulesOffice = [list, write]
