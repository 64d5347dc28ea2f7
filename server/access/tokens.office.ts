// Tokens of the interface in the back office: shown once, narrowed, revoked.
import { sql } from 'kysely'
import Type from 'typebox'
import type { Reader } from '../platform/database/database.ts'
import { holdsWords, listQuery, pageOf } from '../platform/database/list.ts'
import { type Endpoint, officeEndpoint, rightsOf, WithHeaders } from '../platform/http/endpoint.ts'
import { badRequest, type Detail } from '../platform/http/errors.ts'
import { Id, IsoDate, record, ShortText } from '../platform/http/schema.ts'
import { createToken, endOfDate, revokeToken } from './token.sql.ts'

const right = 'admin'
const State = Type.Unsafe<'valid' | 'expired' | 'revoked' | 'locked'>(
  Type.Enum(['valid', 'expired', 'revoked', 'locked']),
)

export const Token = record({
  id: Id,
  userId: Id,
  userName: Type.String(),
  label: Type.String(),
  /** The operations that it is narrowed to; empty: all. */
  operations: Type.Array(Type.String()),
  state: State,
  createdAt: Type.String(),
  /** '': never. */
  expiresAt: Type.String(),
  revokedAt: Type.String(),
  lastUsedAt: Type.String(),
})

const stateOf = (now: Date) => sql<'valid' | 'expired' | 'revoked' | 'locked'>`case
  when t.revoked_at is not null then 'revoked'
  when t.expires_at <= ${now} then 'expired'
  when u.locked_at is not null then 'locked'
  else 'valid' end`

const moment = (column: string) => sql.raw<string>(`coalesce(to_json(${column}) #>> '{}', '')`)

const tokens = (reader: Reader, now: Date) =>
  reader
    .selectFrom('token as t')
    .innerJoin('app_user as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.user_id as userId',
      'u.name as userName',
      't.label',
      't.operations',
      stateOf(now).as('state'),
      moment('t.created_at').as('createdAt'),
      moment('t.expires_at').as('expiresAt'),
      moment('t.revoked_at').as('revokedAt'),
      moment('t.last_used_at').as('lastUsedAt'),
    ])

const listTokens = officeEndpoint({
  method: 'GET',
  path: '/tokens',
  right,
  query: listQuery({
    sorts: ['id', 'label', 'userName', 'createdAt', 'expiresAt', 'lastUsedAt'],
    filters: { q: Type.Optional(Type.String()), userId: Type.Optional(Id), state: Type.Optional(State) },
  }),
  response: Type.Array(Token),
  handle: ({ db, query, now }) => {
    const rows = tokens(db, now)
      .$if(query.q !== undefined, (q) => q.where(holdsWords(`t.label || ' ' || u.name`, query.q!)))
      .$if(query.userId !== undefined, (q) => q.where('t.user_id', '=', query.userId!))
      .$if(query.state !== undefined, (q) => q.where(stateOf(now), '=', query.state!))
    return pageOf(
      db,
      rows,
      query,
      {
        id: sql`t.id`,
        label: sql`lower(t.label)`,
        userName: sql`lower(u.name)`,
        createdAt: sql`t.created_at`,
        expiresAt: sql`t.expires_at`,
        lastUsedAt: sql`t.last_used_at`,
      },
      't.id',
    )
  },
})

const revoke = officeEndpoint({
  method: 'POST',
  path: '/tokens/{id}/revoke',
  right,
  params: Type.Object({ id: Id }),
  response: Type.Array(Token),
  handle: async ({ tx, params: { id }, now }) => {
    await revokeToken(tx, id)
    return tokens(tx, now).where('t.id', '=', id).execute()
  },
})

/** @param operations of the interface, which a token can be narrowed to */
export function tokensOffice(operations: readonly Endpoint[]): Endpoint[] {
  const known = new Set(operations.map(({ id }) => id))

  const listOperations = officeEndpoint({
    method: 'GET',
    path: '/operations',
    right,
    response: Type.Array(
      record({
        id: Type.String(),
        method: Type.String(),
        path: Type.String(),
        summary: Type.String(),
        tag: Type.String(),
        rights: Type.Array(Type.String()),
      }),
    ),
    handle: async () =>
      operations.map((one) => ({
        id: one.id,
        method: one.method,
        path: one.path,
        summary: one.summary,
        tag: one.tag,
        rights: [...rightsOf(one)],
      })),
  })

  const create = officeEndpoint({
    method: 'POST',
    path: '/tokens',
    right,
    body: record({
      userId: Id,
      label: ShortText,
      /** The last day on which it is good; '' or left out: for ever. */
      expires: Type.Optional(Type.Union([IsoDate, Type.Literal('')])),
      operations: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
    }),
    response: Type.Array(Type.Object({ ...Token.properties, token: Type.String() })),
    handle: async ({ tx, body, now, today, settings }) => {
      const faults: Detail[] = []
      const user = await tx
        .selectFrom('app_user')
        .select('locked_at')
        .where('id', '=', body.userId)
        .executeTakeFirst()
      if (!user) faults.push({ field: 'userId', message: 'is not the id of a user' })
      else if (user.locked_at) faults.push({ field: 'userId', message: 'is locked' })
      if (body.expires && body.expires < today)
        faults.push({ field: 'expires', message: 'must not be in the past' })
      for (const [index, id] of (body.operations ?? []).entries())
        if (!known.has(id)) faults.push({ field: `operations[${index}]`, message: 'is not an operation' })
      if (faults.length > 0) throw badRequest(faults)
      const { id, token } = await createToken(tx, {
        user: String(body.userId),
        label: body.label.trim(),
        expiresAt: body.expires ? endOfDate(body.expires, settings.timeZone) : undefined,
        operations: body.operations ?? [],
      })
      const [made] = await tokens(tx, now).where('t.id', '=', id).execute()
      return new WithHeaders([{ ...made!, token }], { 'cache-control': 'no-store' })
    },
  })

  return [listTokens, listOperations, create, revoke]
}
