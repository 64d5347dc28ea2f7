// The outbox: mail that waits, that went out, and that was given up.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader, Tx } from '../platform/database/database.ts'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { conflict, notFound } from '../platform/http/errors.ts'
import { generalErrors } from '../platform/http/general.errors.ts'
import { Email, Id, IdOrNone, record } from '../platform/http/schema.ts'
import { codeOfReason, mailErrors } from './mail.errors.ts'

const right = 'admin'
const states = ['waiting', 'sending', 'sent', 'failed'] as const
type State = (typeof states)[number]

export const OutboxMail = record({
  id: Id,
  kind: Type.Unsafe<'template' | 'double_opt_in' | 'test'>(Type.Enum(['template', 'double_opt_in', 'test'])),
  state: Type.Unsafe<State>(Type.Enum([...states])),
  recipient: Type.String(),
  /** As it went out; '': it did not yet. */
  subject: Type.String(),
  /** The template or the form that it comes from. */
  origin: Type.String(),
  contactId: IdOrNone,
  contactName: Type.String(),
  createdAt: Type.String(),
  /** When it is tried next; '': not any more. */
  nextAttemptAt: Type.String(),
  sentAt: Type.String(),
  failedAt: Type.String(),
  attempts: Type.Integer(),
  lastError: Type.String(),
  /** Of the last error where it is Kontor's own; '': it is the mail server's. */
  lastErrorCode: Type.String(),
})

const sendingCondition = sql<boolean>`o.is_claimed and o.next_attempt_at > now()`

/** Each as the partial indexes have it. */
const stateConditions: Record<State, ReturnType<typeof sql<boolean>>> = {
  waiting: sql`o.sent_at is null and o.failed_at is null and not (${sendingCondition})`,
  sending: sql`o.sent_at is null and o.failed_at is null and ${sendingCondition}`,
  sent: sql`o.sent_at is not null`,
  failed: sql`o.failed_at is not null`,
}

const isoTime = (column: string) => sql<string>`coalesce(to_json(${sql.ref(column)}) #>> '{}', '')`

const mailsQuery = (reader: Reader) =>
  reader
    .selectFrom('outbox_mail as o')
    .leftJoin('contact as c', 'c.id', 'o.contact_id')
    .leftJoin('communication_template as t', 't.id', 'o.template_id')
    .leftJoin('newsletter_consent as n', 'n.id', 'o.consent_id')
    .leftJoin('newsletter_form as f', 'f.id', 'n.form_id')
    .select([
      'o.id',
      sql<'template' | 'double_opt_in' | 'test'>`o.kind`.as('kind'),
      sql<State>`case when o.sent_at is not null then 'sent' when o.failed_at is not null then 'failed'
        when ${sendingCondition} then 'sending' else 'waiting' end`.as('state'),
      'o.recipient',
      'o.subject',
      sql<string>`coalesce(t.name, f.name, '')`.as('origin'),
      sql<number>`coalesce(o.contact_id, 0)`.as('contactId'),
      sql<string>`coalesce(trim(c.first_name || ' ' || c.last_name), '')`.as('contactName'),
      isoTime('o.created_at').as('createdAt'),
      sql<string>`case when o.sent_at is null and o.failed_at is null then to_json(o.next_attempt_at) #>> '{}' else '' end`.as(
        'nextAttemptAt',
      ),
      isoTime('o.sent_at').as('sentAt'),
      isoTime('o.failed_at').as('failedAt'),
      'o.attempts',
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

/** Its state, which stays until the transaction ends. */
async function lockMail(tx: Tx, id: number): Promise<State> {
  await sql`select from outbox_mail where id = ${id} for update`.execute(tx)
  return (await loadMail(tx, id)).state
}

const list = officeEndpoint({
  method: 'GET',
  path: '/outbox-mails',
  right,
  query: listQuery({
    sorts: ['id'],
    filters: {
      q: Type.Optional(Type.String({ maxLength: 255 })),
      state: Type.Optional(Type.Unsafe<State>(Type.Enum([...states]))),
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
        .$if(query.state !== undefined, (q) => q.where(stateConditions[query.state!]))
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

const resetAttempts = sql`failed_at = null, attempts = 0, next_attempt_at = now()`

const retry = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/{id}/retry',
  right,
  params,
  response,
  handle: async ({ tx, params: { id } }) => {
    const state = await lockMail(tx, id)
    if (state === 'sent') throw conflict(mailErrors.alreadySent())
    if (state === 'sending') throw conflict(mailErrors.beingSent())
    await sql`update outbox_mail set ${resetAttempts} where id = ${id}`.execute(tx)
    return [await loadMail(tx, id)]
  },
})

const retryAll = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/retry',
  right,
  response: Type.Array(record({ count: Type.Integer() })),
  handle: async ({ tx }) => {
    const { numAffectedRows } =
      await sql`update outbox_mail set ${resetAttempts} where failed_at is not null`.execute(tx)
    return [{ count: Number(numAffectedRows) }]
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/outbox-mails/{id}',
  right,
  params,
  handle: async ({ tx, params: { id } }) => {
    const state = await lockMail(tx, id)
    if (state === 'sent') throw conflict(mailErrors.alreadySent())
    if (state === 'sending') throw conflict(mailErrors.beingSent())
    await tx.deleteFrom('outbox_mail').where('id', '=', id).execute()
    return []
  },
})

const sendTest = officeEndpoint({
  method: 'POST',
  path: '/outbox-mails/test',
  right,
  body: record({ to: Email }),
  response,
  handle: async ({ tx, body, settings }) => {
    if (!settings.mail) throw conflict(mailErrors.noServer())
    const { id } = await tx
      .insertInto('outbox_mail')
      .values({ kind: 'test', recipient: body.to })
      .returning('id')
      .executeTakeFirstOrThrow()
    return [await loadMail(tx, id)]
  },
})

const status = officeEndpoint({
  method: 'GET',
  path: '/outbox-status',
  right,
  response: Type.Array(
    record({
      /** There is a server that mail is handed to. */
      configured: Type.Boolean(),
      /** Its name and port. */
      server: Type.String(),
      from: Type.String(),
      waiting: Type.Integer(),
      /** Of those that wait, all together. */
      attempts: Type.Integer(),
      failed: Type.Integer(),
    }),
  ),
  handle: async ({ db, settings: { mail } }) => {
    const { rows } = await sql<{ waiting: number; attempts: number; failed: number }>`select
      count(*)::int as waiting, coalesce(sum(attempts), 0)::int as attempts, (select count(*)::int from outbox_mail where failed_at is not null) as failed
      from outbox_mail where sent_at is null and failed_at is null`.execute(db)
    const { name = '', address = '' } = mail?.from ?? {}
    return [
      {
        configured: mail !== undefined,
        server: mail?.server.host ?? '',
        from: name && address ? `${name} <${address}>` : address,
        ...rows[0]!,
      },
    ]
  },
})

export const outboxOffice = [list, get, retryAll, sendTest, retry, remove, status]
