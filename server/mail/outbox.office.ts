// The outbox: mail that is waiting, sent or failed.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { conflict, notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Count, Email, Id, IdOrNone, record } from '../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { codeOfReason, mailErrors } from './mail.errors.ts'
import { type MailStatus, mailStatuses, mailStatusNames } from './mail-statuses.ts'
import { isOpen, type MailKind, mailKinds } from './queue.sql.ts'
import { isHeld } from './visitor-budget.ts'

const right = 'admin'

export const OutboxMail = record({
  id: Id,
  kind: Type.Unsafe<MailKind>(Type.Enum([...mailKinds])),
  status: Type.Unsafe<MailStatus>(Type.Enum(mailStatusNames)),
  recipient: Type.String(),
  /** As it was sent; '' before. */
  subject: Type.String(),
  /** The name of the template or of the newsletter form. */
  origin: Type.String(),
  /** Of a message. */
  cause: Type.String(),
  dateId: IdOrNone,
  bookingId: IdOrNone,
  contactId: IdOrNone,
  contactName: Type.String(),
  createdAt: Type.String(),
  /** '': there will be no further attempt. */
  nextAttemptAt: Type.String(),
  sentAt: Type.String(),
  failedAt: Type.String(),
  attemptCount: Count,
  lastError: Type.String(),
  /** '': the text of lastError comes from the mail server. */
  lastErrorCode: Type.String(),
})

const openCondition = sql<boolean>`o.sent_at is null and o.failed_at is null and o.called_back_at is null`
export const sendingCondition = sql<boolean>`o.is_claimed and o.next_attempt_at > now()`

/** In the form of the conditions of the partial indexes. */
const statusConditions: Record<MailStatus, ReturnType<typeof sql<boolean>>> = {
  waiting: sql`${openCondition} and o.held_at is null and not (${sendingCondition})`,
  held: sql`${openCondition} and o.held_at is not null and not (${sendingCondition})`,
  sending: sql`${openCondition} and ${sendingCondition}`,
  sent: sql`o.sent_at is not null and o.bounced_at is null`,
  bounced: sql`o.bounced_at is not null`,
  called_back: sql`o.called_back_at is not null`,
  failed: sql`o.failed_at is not null`,
}

export const statusColumn = sql<MailStatus>`case when o.bounced_at is not null then 'bounced' when o.sent_at is not null then 'sent'
  when o.called_back_at is not null then 'called_back' when o.failed_at is not null then 'failed'
  when ${sendingCondition} then 'sending' when o.held_at is not null then 'held' else 'waiting' end`

const isoTime = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`

const mailsQuery = (reader: Reader) =>
  reader
    .selectFrom('outbox_mail as o')
    .leftJoin('contact as c', 'c.id', 'o.contact_id')
    .leftJoin('message as m', 'm.id', 'o.message_id')
    .leftJoin('communication_template as t', (join) =>
      join.on('t.id', '=', sql<number>`coalesce(o.template_id, m.template_id)`),
    )
    .leftJoin('newsletter_consent as n', 'n.id', 'o.consent_id')
    .leftJoin('newsletter_form as f', 'f.id', 'n.form_id')
    .select([
      'o.id',
      sql<MailKind>`o.kind`.as('kind'),
      statusColumn.as('status'),
      'o.recipient',
      'o.subject',
      sql<string>`coalesce(t.name, f.name, '')`.as('origin'),
      sql<string>`coalesce(m.cause, '')`.as('cause'),
      sql<number>`coalesce(o.date_id, 0)`.as('dateId'),
      sql<number>`coalesce(o.booking_id, 0)`.as('bookingId'),
      sql<number>`coalesce(o.contact_id, 0)`.as('contactId'),
      sql<string>`coalesce(trim(c.first_name || ' ' || c.last_name), '')`.as('contactName'),
      isoTime('o.created_at').as('createdAt'),
      sql<string>`case when ${openCondition} then to_json(o.next_attempt_at) #>> '{}' else '' end`.as(
        'nextAttemptAt',
      ),
      isoTime('o.sent_at').as('sentAt'),
      isoTime('o.failed_at').as('failedAt'),
      'o.attempts as attemptCount',
      'o.last_error as lastError',
    ])

const withErrorCode = <M extends { lastError: string }>(mail: M) => ({
  ...mail,
  lastErrorCode: codeOfReason(mail.lastError),
})

const params = Type.Object({ id: Id })
const response = Type.Array(OutboxMail)

async function loadMail(reader: Reader, id: number) {
  const found = await mailsQuery(reader).where('o.id', '=', id).executeTakeFirst()
  if (!found) throw notFound(generalErrors.notFound({ kind: 'mail', id }))
  return withErrorCode(found)
}

/** Locks the mail and returns its status. */
async function lockMail(tx: Tx, id: number): Promise<MailStatus> {
  await sql`select from outbox_mail where id = ${id} for update`.execute(tx)
  return (await loadMail(tx, id)).status
}

const list = officeEndpoint({
  method: 'GET',
  path: '/outbox-mails',
  right,
  query: listQuery({
    sorts: ['id'],
    filters: {
      q: Type.Optional(Type.String({ maxLength: 255 })),
      status: Type.Optional(Type.Unsafe<MailStatus>(Type.Enum(mailStatusNames))),
      contactId: Type.Optional(Id),
    },
  }),
  response,
  handle: async ({ db, query }) => {
    const page = await selectPage(
      db,
      mailsQuery(db)
        .$if(query.q !== undefined, (q) =>
          q.where(sql<boolean>`starts_with(lower(o.recipient), lower(${query.q!.trim()}))`),
        )
        .$if(query.status !== undefined, (q) => q.where(statusConditions[query.status!]))
        .$if(query.contactId !== undefined, (q) => q.where('o.contact_id', '=', query.contactId!)),
      { order: 'desc', ...query },
      { id: sql`o.id` },
      'o.id',
    )
    return new WithHeaders(page.records.map(withErrorCode), page.headers)
  },
})

const get = officeEndpoint({
  method: 'GET',
  path: '/outbox-mails/{id}',
  right,
  params,
  response,
  handle: async ({ db, params: { id } }) => [await loadMail(db, id)],
})

// Staff have looked at it: no budget holds it back any more.
const resetAttempts = sql`failed_at = null, called_back_at = null, attempts = 0, next_attempt_at = now(), held_at = null, visitor_address = ''`

const retry = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/{id}/retry',
  right,
  params,
  response,
  handle: async ({ tx, params: { id } }) => {
    const status = await lockMail(tx, id)
    if (mailStatuses[status].hasLeft) throw conflict(mailErrors.alreadySent())
    if (mailStatuses[status].isSending) throw conflict(mailErrors.beingSent())
    await sql`update outbox_mail set ${resetAttempts} where id = ${id}`.execute(tx)
    return [await loadMail(tx, id)]
  },
})

const retryAll = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/retry',
  right,
  response: Type.Array(record({ retriedCount: Count })),
  handle: async ({ tx }) => {
    const { numAffectedRows } =
      await sql`update outbox_mail set ${resetAttempts} where failed_at is not null`.execute(tx)
    return [{ retriedCount: Number(numAffectedRows) }]
  },
})

const releaseHeld = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/held/release',
  right,
  response: Type.Array(record({ releasedCount: Count })),
  handle: async ({ tx }) => {
    const { numAffectedRows } = await sql`update outbox_mail set ${resetAttempts} where ${isHeld}`.execute(tx)
    return [{ releasedCount: Number(numAffectedRows) }]
  },
})

const refuseHeld = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/held/refuse',
  right,
  response: Type.Array(record({ refusedCount: Count })),
  handle: async ({ tx }) => {
    const { numAffectedRows } =
      await sql`update outbox_mail set called_back_at = now() where ${isHeld} and not is_claimed`.execute(tx)
    return [{ refusedCount: Number(numAffectedRows) }]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/outbox-mails/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    const status = await lockMail(tx, id)
    if (mailStatuses[status].hasLeft) throw conflict(mailErrors.alreadySent())
    if (mailStatuses[status].isSending) throw conflict(mailErrors.beingSent())
    await tx.deleteFrom('outbox_mail').where('id', '=', id).execute()
    return []
  },
})

const sendTest = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/test',
  right,
  body: record({ recipient: Email }),
  response,
  handle: async ({ tx, body, settings }) => {
    if (!settings.mail) throw conflict(mailErrors.noServer())
    const { id } = await tx
      .insertInto('outbox_mail')
      .values({ kind: 'test', recipient: body.recipient })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [await loadMail(tx, id)]
  },
})

const getStatus = officeEndpoint({
  method: 'GET',
  path: '/outbox-status',
  right,
  response: Type.Array(
    record({
      /** Whether a mail server is set. */
      isConfigured: Type.Boolean(),
      /** Host and port. */
      server: Type.String(),
      sender: Type.String(),
      waitingCount: Count,
      /** Attempts for all waiting mails. */
      attemptCount: Count,
      failedCount: Count,
      /** Caused by visitors, and beyond the budget. */
      heldCount: Count,
    }),
  ),
  handle: async ({ db, settings: { mail } }) => {
    const { rows } = await sql<{
      waitingCount: number
      attemptCount: number
      failedCount: number
      heldCount: number
    }>`select
      count(*)::int as "waitingCount", coalesce(sum(attempts), 0)::int as "attemptCount",
      count(*) filter (where held_at is not null)::int as "heldCount",
      (select count(*)::int from outbox_mail where failed_at is not null) as "failedCount"
      from outbox_mail where ${isOpen}`.execute(db)
    const { name = '', address = '' } = mail?.from ?? {}
    return [
      {
        isConfigured: mail !== undefined,
        server: mail?.server.host ?? '',
        sender: name && address ? `${name} <${address}>` : address,
        ...rows[0]!,
      },
    ]
  },
})

export const outboxOffice = [list, get, retryAll, releaseHeld, refuseHeld, sendTest, retry, remove, getStatus]
