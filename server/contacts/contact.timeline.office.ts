// The timeline of a contact or company, its newsletter subscriptions with their evidence, its logbook.
import { type RawBuilder, sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { ChangeLogEntry, selectChanges } from '../changes/change.rows.ts'
import { addLabels } from '../changes/record-labels.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { lockRecord } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { type TimelineKind, timelineKindNames, timelineKinds } from './timeline-kinds.ts'

const TimelineEntry = record({
  /** `kind-recordId` */
  id: Type.String(),
  kind: Type.Unsafe<TimelineKind>(Type.Enum([...timelineKindNames])),
  at: Type.String(),
  /** '': not a user. */
  actorName: Type.String(),
  /** The record of the entry; for changes the id of the last one. */
  recordId: Type.Integer(),
  title: Type.String(),
  text: Type.String(),
  /**
   * Of a logbook entry `note` or `call`; of a booking its status; of a task or mail `open` or `done`; of a mail of the outbox
   * `sent`, `waiting`, `failed`, `bounced` or `called_back`.
   */
  status: Type.String(),
  /** Of a booking, or of a seat on which another participant replaced the contact. */
  dateId: IdOrNone,
  /** A booking that counts, of a date that does not go ahead. */
  isOff: Type.Boolean(),
  changes: Type.Array(ChangeLogEntry),
})
type TimelineEntry = Static<typeof TimelineEntry>

const params = Type.Object({ contactId: Id })
const paging = {
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
  perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
}

const noChanges = sql`'{}'::bigint[]`

/** The query of each kind: of the contact and of those that were merged into it (`ids`); leads and tasks of the user's clients only. */
const entryQueries: Record<
  TimelineKind,
  (ids: RawBuilder<unknown>, clients: readonly number[]) => RawBuilder<unknown>
> = {
  logbook: (ids) => sql`
    select l.created_at as at, l.created_by as user_id, l.id, coalesce(e.title, '') as title, l.text, l.kind as status,
      coalesce(p.date_id, 0) as date_id, ${noChanges} as change_ids
    from (
      select * from logbook_entry where contact_id in ${ids}
      union all
      select * from logbook_entry where booking_id in (select id from booking where contact_id in ${ids})
    ) l left join booking p on p.id = l.booking_id left join event_date d on d.id = p.date_id
    left join event e on e.id = d.event_id`,
  mail: (ids, clients) => tasksQuery('mail', ids, clients),
  outbox: (ids) => sql`
    select coalesce(o.sent_at, o.failed_at, o.created_at), null::integer, o.id, coalesce(nullif(o.subject, ''), nullif(m.subject, ''), t.name, f.name, (select nullif(x.title, '') from event_date x where x.id = o.date_id), ''),
      o.recipient, case when o.bounced_at is not null then 'bounced' when o.sent_at is not null then 'sent'
        when o.failed_at is not null then 'failed' when o.called_back_at is not null then 'called_back' else 'waiting' end, coalesce(o.date_id, 0), ${noChanges}
    from outbox_mail o left join message m on m.id = o.message_id
    left join communication_template t on t.id = coalesce(o.template_id, m.template_id)
    left join newsletter_consent n on n.id = o.consent_id left join newsletter_form f on f.id = n.form_id where o.contact_id in ${ids}`,
  task: (ids, clients) => tasksQuery('todo', ids, clients),
  booking: (ids) => sql`
    select p.created_at, null::integer, p.id, e.title, coalesce(d.start_date::text, ''), p.status, p.date_id, ${noChanges}
    from booking p join event_date d on d.id = p.date_id join event e on e.id = d.event_id where p.contact_id in ${ids}`,
  // The last state of a booking before another participant had it.
  replacement: (ids) => sql`
    select h.until, null::integer, h.id, h.date_title, coalesce(h.start_date::text, ''), '', coalesce(h.date_id, 0), ${noChanges}
    from booking_history h join booking p on p.id = h.booking_id
    where h.contact_id in ${ids} and coalesce((select n.contact_id from booking_history n
      where n.booking_id = h.booking_id and n.id > h.id order by n.id limit 1), p.contact_id) is distinct from h.contact_id`,
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
  // The changes of one transaction are one entry.
  change: (ids) => sql`
    select l.changed_at, l.user_id, max(l.id), '', '', '', 0, array_agg(l.id order by l.id) from change_log l
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
  const requestedKinds = query.kind?.length ? [...new Set(query.kind)] : timelineKindNames
  const kinds = requestedKinds.filter((kind) => {
    const { right } = timelineKinds[kind]
    return right === undefined || hasRight(principal, right)
  })
  if (kinds.length === 0) return new WithHeaders<TimelineEntry>([], { 'x-total-count': '0' })
  const all = sql.join(
    kinds.map(
      (kind) =>
        sql`select ${sql.lit(kind)} as kind, r.* from (${entryQueries[kind](ids, principal.clientIds)}) as r(at, user_id, id, title, text, status, date_id, change_ids)`,
    ),
    sql` union all `,
  )
  const { page = 1, perPage = 25 } = query
  const { rows } = await sql<Omit<TimelineEntry, 'changes'> & { changeIds: number[]; total: number }>`
    with entries as materialized (${all})
    select r.kind || '-' || r.id as id, r.kind, to_json(r.at) #>> '{}' as at, coalesce(u.name, '') as "actorName", r.id::float8 as "recordId", r.title,
      r.text, r.status, r.date_id as "dateId",
      r.kind = 'booking' and exists(select from event_date d join date_status s on s.status = d.status
        where d.id = r.date_id and not s.goes_ahead)
        and exists(select from booking_status b where b.status = r.status and b.counts_as <> 'none') as "isOff", r.change_ids::float8[] as "changeIds", (select count(*)::int from entries) as total
    from entries r left join app_user u on u.id = r.user_id
    order by r.at desc, r.kind, r.id desc limit ${perPage} offset ${(page - 1) * perPage}`.execute(db)
  const total = rows[0]?.total ?? 0
  const changeIds = rows.flatMap((entry) => entry.changeIds)
  const changes = await addLabels(
    db,
    principal,
    changeIds.length === 0
      ? []
      : await selectChanges(db).where(sql<boolean>`l.id = any(${changeIds}::bigint[])`).execute(),
  )
  const changesById = new Map(changes.map((change) => [change.id, change]))
  return new WithHeaders(
    rows.map(({ total: _, changeIds, ...entry }) => ({
      ...entry,
      changes: changeIds.flatMap((id) => changesById.get(id) ?? []),
    })),
    { 'x-total-count': String(total) },
  )
}

async function assertContactExists(db: Reader, id: number): Promise<void> {
  const row = await db.selectFrom('contact').select('id').where('id', '=', id).executeTakeFirst()
  if (!row) throw notFound(generalErrors.notFound({ kind: 'contact', id }))
}

const timeline = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/timeline',
  right: '090300:access',
  params,
  query: Type.Object({
    kind: Type.Optional(
      Type.Array(Type.Unsafe<TimelineKind>(Type.Enum([...timelineKindNames])), {
        maxItems: timelineKindNames.length,
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
  path: '/contacts/{contactId}/logbook-entries',
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

const NewsletterSubscriptions = record({
  subscriptions: Type.Array(
    record({
      service: Type.String(),
      serviceName: Type.String(),
      externalId: Type.String(),
      formName: Type.String(),
      status: Type.Enum(['active', 'confirmed', 'pending', 'unsubscribed']),
    }),
  ),
  consents: Type.Array(
    record({
      id: Id,
      formName: Type.String(),
      clientName: Type.String(),
      email: Type.String(),
      givenAt: Type.String(),
      /** Of the request that gave the consent. */
      ipAddress: Type.String(),
      userAgent: Type.String(),
      doubleOptIn: Type.Boolean(),
      /** '': not confirmed. */
      confirmedAt: Type.String(),
    }),
  ),
})

const newsletterSubscriptions = officeEndpoint({
  method: 'GET',
  path: '/contacts/{contactId}/newsletter-subscriptions',
  right: '090300:access',
  params,
  response: Type.Array(NewsletterSubscriptions),
  handle: async ({ db, params: { contactId } }) => {
    await assertContactExists(db, contactId)
    const { rows } = await sql<Static<typeof NewsletterSubscriptions>>`select
      array(select json_build_object('service', n.service, 'serviceName', t.name, 'externalId', n.external_id, 'formName', coalesce(f.name, ''),
          'status', case when n.is_active and n.opt_in then 'confirmed' when n.is_active then 'active'
            when n.opt_in_executed then 'unsubscribed' else 'pending' end)
        from newsletter_subscription n join newsletter_service t on t.service = n.service
        left join newsletter_form f on n.service = 'kontor' and f.id::text = n.external_id
        where n.contact_id = ${contactId} order by t.name, n.external_id) as subscriptions,
      array(select json_build_object('id', n.id, 'formName', f.name, 'clientName', c.name, 'email', n.email, 'givenAt', n.given_at,
          'ipAddress', n.given_ip_address, 'userAgent', n.given_user_agent, 'doubleOptIn', n.confirmation_hash is not null,
          'confirmedAt', coalesce(to_json(n.confirmed_at) #>> '{}', ''))
        from newsletter_consent n join newsletter_form f on f.id = n.form_id join client c on c.id = n.client_id
        where n.contact_id = ${contactId} order by n.given_at desc, n.id desc) as consents`.execute(db)
    return rows
  },
})

export const timelineOffice = [timeline, addLogbookEntry, newsletterSubscriptions]
