// Everything that happened with a contact or company, in one line of time; its newsletters with their evidence; its logbook.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { addLabels, type LogEntry } from '../changes/record-labels.ts'
import type { Principal } from '../platform/auth/principal.ts'
import { lockRecord } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, IdOrNone, record } from '../platform/http/schema.ts'

const timelineKinds = [
  'logbook',
  'mail',
  'outbox',
  'task',
  'participation',
  'lead',
  'invoice',
  'consent',
  'change',
] as const
type TimelineKind = (typeof timelineKinds)[number]

export const TimelineEntry = record({
  /** `kind-recordId` */
  id: Type.String(),
  kind: Type.Enum([...timelineKinds]),
  at: Type.String(),
  /** Who did it; '': nobody of the users. */
  actor: Type.String(),
  /** Of the record that the entry is of; of changes the number of the last one. */
  recordId: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /** Of a logbook entry `note` or `call`; of a participation its status; of a task or mail `open` or `done`; of a mail of the outbox
   * `sent`, `waiting` or `failed`. */
  status: Type.String(),
  /** Of a participation. */
  dateId: IdOrNone,
  changes: Type.Array(Type.Unknown()),
})
export type TimelineEntry = Static<typeof TimelineEntry>

const params = Type.Object({ contactId: Id })
const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
}

type Change = LogEntry & { id: number }

const noChanges = sql`'[]'::json`

/** The query of each kind: of the contact and of those that became part of it (`ids`), as far as the user's clients. */
const entryQueries: Record<
  TimelineKind,
  (ids: RawBuilder<unknown>, clients: readonly number[]) => RawBuilder<unknown>
> = {
  logbook: (ids) => sql`
    select l.created_at as at, l.created_by as user_id, l.id, coalesce(e.title, '') as title, l.text, l.kind as status,
      coalesce(p.date_id, 0) as date_id, ${noChanges} as changes
    from (
      select * from logbook_entry where contact_id in ${ids}
      union all
      select * from logbook_entry where booking_id in (select id from booking where contact_id in ${ids})
    ) l left join booking p on p.id = l.booking_id left join event_date d on d.id = p.date_id
    left join event e on e.id = d.event_id`,
  mail: (ids, clients) => tasksQuery('mail', ids, clients),
  outbox: (ids) => sql`
    select coalesce(o.sent_at, o.failed_at, o.created_at), null::integer, o.id, coalesce(nullif(o.subject, ''), t.name, f.name, ''),
      o.recipient, case when o.sent_at is not null then 'sent' when o.failed_at is not null then 'failed' else 'waiting' end, 0, ${noChanges}
    from outbox_mail o left join communication_template t on t.id = o.template_id
    left join newsletter_consent n on n.id = o.consent_id left join newsletter_form f on f.id = n.form_id where o.contact_id in ${ids}`,
  task: (ids, clients) => tasksQuery('todo', ids, clients),
  participation: (ids) => sql`
    select p.created_at, null::integer, p.id, e.title, coalesce(d.start_date::text, ''), p.status, p.date_id, ${noChanges}
    from booking p join event_date d on d.id = p.date_id join event e on e.id = d.event_id where p.contact_id in ${ids}`,
  lead: (ids, clients) => sql`
    select l.created_at, l.owner_id, l.id, l.name, '', '', 0, ${noChanges} from lead l
    where l.client_id = any(${clients}::int[])
      and (l.id in (select lead_id from lead_contact where contact_id in ${ids}) or l.company_id in ${ids})`,
  invoice: (ids) => sql`
    select i.created_at, i.created_by, i.id, coalesce((select string_agg(x.name, ', ' order by x.id)
      from invoice_confirmation_element x where x.confirmation_id = i.id), ''), '', '', 0, ${noChanges}
    from invoice_confirmation i where i.contact_id in ${ids}`,
  consent: (ids) => sql`
    select n.given_at, null::integer, n.id, f.name, n.email, case when n.confirmation_hash is null then 'given'
      when n.confirmed_at is null then 'pending' else 'confirmed' end, 0, ${noChanges}
    from newsletter_consent n join newsletter_form f on f.id = n.form_id where n.contact_id in ${ids}`,
  // What was written in one go is one entry.
  change: (ids) => sql`
    select l.changed_at, l.user_id, max(l.id), '', '', '', 0, json_agg(json_build_object('id', l.id, 'changedAt', l.changed_at,
      'actor', json_build_object('id', coalesce(l.user_id, 0), 'name', coalesce(u.name, '')), 'via', l.via, 'action', l.action, 'tableName', l.table_name,
      'rowId', l.row_id, 'subject', l.subject, 'subjectId', l.subject_id, 'before', coalesce(l.before, '{}'), 'after', coalesce(l.after, '{}')) order by l.id)
    from change_log l left join app_user u on u.id = l.user_id
    where l.subject = 'contact' and l.subject_id in ${ids} group by l.changed_at, l.user_id, l.via`,
}

const tasksQuery = (kind: 'mail' | 'todo', ids: RawBuilder<unknown>, clients: readonly number[]) => sql`
  select t.created_at, t.created_by, t.id, t.subject, left(case when t.body ~ '<[a-zA-Z]' then regexp_replace(
      regexp_replace(t.body, '<(style|script)[^>]*>.*?</\\1>', ' ', 'gi'), '<[^>]*>', ' ', 'g') else t.body end, 400),
    case when t.done_at is null then 'open' else 'done' end, 0, ${noChanges}
  from task t where t.contact_id in ${ids} and t.kind = ${sql.lit(kind)} and t.client_id = any(${clients}::int[])`

async function readTimeline(
  db: Reader,
  id: number,
  principal: Principal,
  query: { kind?: TimelineKind[]; page?: number; perPage?: number },
): Promise<WithHeaders<TimelineEntry>> {
  const ids = sql`(select ${id}::int union select from_id from contact_merge where into_id = ${id})`
  const wanted = query.kind?.length ? [...new Set(query.kind)] : timelineKinds
  const all = sql.join(
    wanted.map(
      (kind) =>
        sql`select ${sql.lit(kind)} as kind, r.* from (${entryQueries[kind](ids, principal.clientIds)}) as r(at, user_id, id, title, text, status, date_id, changes)`,
    ),
    sql` union all `,
  )
  const { page = 1, perPage = 25 } = query
  const { rows } = await sql<Omit<TimelineEntry, 'changes'> & { changes: Change[]; total: number }>`
    with entries as materialized (${all})
    select r.kind || '-' || r.id as id, r.kind, to_json(r.at) #>> '{}' as at, coalesce(u.name, '') as actor, r.id::float8 as "recordId", r.title,
      r.text, r.status, r.date_id as "dateId", r.changes, (select count(*)::int from entries) as total
    from entries r left join app_user u on u.id = r.user_id
    order by r.at desc, r.kind, r.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const total = rows[0]?.total ?? 0
  const changes = await addLabels(
    db,
    principal,
    rows.flatMap((entry) => entry.changes),
  )
  const changesById = new Map(changes.map((change) => [change.id, change]))
  return new WithHeaders(
    rows.map(({ total: _, ...entry }) => ({
      ...entry,
      changes: entry.changes.map(({ id }) => changesById.get(id)),
    })),
    { 'x-total-count': String(total) },
  )
}

async function assertContactExists(db: Reader, id: number): Promise<void> {
  const row = await db.selectFrom('contact').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(`There is no contact ${id}.`)
}

const timeline = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/timeline',
  right: '090300:access',
  params,
  query: Type.Object({
    kind: Type.Optional(
      Type.Array(Type.Unsafe<TimelineKind>(Type.Enum([...timelineKinds])), {
        maxItems: timelineKinds.length,
      }),
    ),
    ...paging,
  }),
  response: Type.Array(TimelineEntry),
  handle: async ({ db, params: { contactId }, query, principal }) => {
    await assertContactExists(db, contactId)
    return readTimeline(db, contactId, principal, query)
  },
})

const addLogbookEntry = officeEndpoint({
  method: 'POST',
  path: '/contacts/{contactId}/logbook',
  right: '090300:edit',
  params,
  body: record({
    kind: Type.Unsafe<'note' | 'call'>(Type.Enum(['note', 'call'])),
    text: Type.String({ maxLength: 65535, format: 'not-blank' }),
  }),
  response: Type.Array(record({ id: Id })),
  handle: async ({ tx, params: { contactId }, body, principal, now }) => {
    await lockRecord(tx, 'contact', contactId)
    const created = await tx
      .insertInto('logbook_entry')
      .values({ contact_id: contactId, ...body, created_by: principal.userId, created_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [created]
  },
})

export const NewsletterState = record({
  subscriptions: Type.Array(
    record({
      type: Type.String(),
      name: Type.String(),
      extId: Type.String(),
      form: Type.String(),
      state: Type.String(),
    }),
  ),
  consents: Type.Array(
    record({
      id: Id,
      form: Type.String(),
      client: Type.String(),
      email: Type.String(),
      givenAt: Type.String(),
      /** Where it was given. */
      originAddress: Type.String(),
      originAgent: Type.String(),
      doubleOptIn: Type.Boolean(),
      /** '': not confirmed. */
      confirmedAt: Type.String(),
    }),
  ),
})

const newsletters = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/newsletters',
  right: '090300:access',
  params,
  response: Type.Array(NewsletterState),
  handle: async ({ db, params: { contactId } }) => {
    await assertContactExists(db, contactId)
    const { rows } = await sql<Static<typeof NewsletterState>>`select
      array(select json_build_object('type', n.service, 'name', t.name, 'extId', n.external_id, 'form', coalesce(f.name, ''),
          'state', case when n.is_active and n.opt_in then 'confirmed' when n.is_active then 'active'
            when n.opt_in_executed then 'unsubscribed' else 'pending' end)
        from newsletter_subscription n join newsletter_service t on t.service = n.service
        left join newsletter_form f on n.service = 'kontor' and f.id::text = n.external_id
        where n.contact_id = ${contactId} order by t.name, n.external_id) as subscriptions,
      array(select json_build_object('id', n.id, 'form', f.name, 'client', c.name, 'email', n.email, 'givenAt', n.given_at,
          'originAddress', n.given_ip_address, 'originAgent', n.given_user_agent, 'doubleOptIn', n.confirmation_hash is not null,
          'confirmedAt', coalesce(to_json(n.confirmed_at) #>> '{}', ''))
        from newsletter_consent n join newsletter_form f on f.id = n.form_id join client c on c.id = n.client_id
        where n.contact_id = ${contactId} order by n.given_at desc, n.id desc) as consents`.execute(db)
    return rows
  },
})

export const timelineOffice = [timeline, addLogbookEntry, newsletters]
