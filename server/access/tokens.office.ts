// Tokens of the interface in the back office: created, shown once, restricted to operations, revoked.

import { sql } from 'kysely'
import Type from 'typebox'
import { notifyAccount } from '../platform/auth/account-mail.ts'
import type { Reader } from '../platform/database/database.ts'
import { dayEnds } from '../platform/ground/clock.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import type { Right } from '../platform/ground/rights.ts'
import { Id, IsoDate, record, ShortText } from '../platform/ground/schema.ts'
import { type Endpoint, officeEndpoint, rightsOf } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'
import { parseOrigin } from '../platform/http/request/cors.ts'
import { accessErrors } from './access.errors.ts'
import { createToken, revokeToken } from './token.sql.ts'

const right = 'admin'
const Status = Type.Unsafe<'valid' | 'expired' | 'revoked' | 'locked'>(
  Type.Enum(['valid', 'expired', 'revoked', 'locked']),
)

export const Token = record({
  id: Id,
  userId: Id,
  userName: Type.String(),
  label: Type.String(),
  /** The operations that the token may call; empty: all. */
  operations: Type.Array(Type.String()),
  /** The origins whose pages may use the token in a browser. */
  origins: Type.Array(Type.String()),
  status: Status,
  createdAt: Type.String(),
  /** '': never. */
  expiresAt: Type.String(),
  revokedAt: Type.String(),
  lastUsedAt: Type.String(),
})

const statusColumn = (now: Date) => sql<'valid' | 'expired' | 'revoked' | 'locked'>`case
  when t.revoked_at is not null then 'revoked'
  when t.expires_at <= ${now} then 'expired'
  when u.locked_at is not null then 'locked'
  else 'valid' end`

const timestampColumn = (column: string) => sql.raw<string>(`coalesce(to_json(${column}) #>> '{}', '')`)

const selectTokens = (reader: Reader, now: Date) =>
  reader
    .selectFrom('token as t')
    .innerJoin('app_user as u', 'u.id', 't.user_id')
    .select([
      't.id',
      't.user_id as userId',
      'u.name as userName',
      't.label',
      't.operations',
      't.origins',
      statusColumn(now).as('status'),
      timestampColumn('t.created_at').as('createdAt'),
      timestampColumn('t.expires_at').as('expiresAt'),
      timestampColumn('t.revoked_at').as('revokedAt'),
      timestampColumn('t.last_used_at').as('lastUsedAt'),
    ])

const listTokens = officeEndpoint({
  method: 'GET',
  path: '/tokens',
  right,
  query: listQuery({
    sorts: ['id', 'label', 'userName', 'createdAt', 'expiresAt', 'lastUsedAt'],
    filters: { q: Type.Optional(Type.String()), userId: Type.Optional(Id), status: Type.Optional(Status) },
  }),
  response: Type.Array(Token),
  handle: ({ db, query, now }) => {
    const rows = selectTokens(db, now)
      .$if(query.q !== undefined, (q) => q.where(containsWords(`t.label || ' ' || u.name`, query.q!)))
      .$if(query.userId !== undefined, (q) => q.where('t.user_id', '=', query.userId!))
      .$if(query.status !== undefined, (q) => q.where(statusColumn(now), '=', query.status!))
    return selectPage(
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
  path: '/tokens/{tokenId}/revoke',
  right,
  params: Type.Object({ tokenId: Id }),
  response: Type.Array(Token),
  handle: async ({ tx, params: { tokenId }, now }) => {
    await revokeToken(tx, tokenId)
    return selectTokens(tx, now).where('t.id', '=', tokenId).execute()
  },
})

/** @param operations operations of the interface, to which tokens can be restricted */
export function tokensOffice(operations: readonly Endpoint[]) {
  const operationIds = new Set(operations.map(({ id }) => id))

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
        rights: Type.Array(Type.Unsafe<Right>(Type.String())),
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
    confirmed: true,
    secretResponse: true,
    right,
    body: record({
      userId: Id,
      label: ShortText,
      /** The last day on which it is valid; '' or left out: no limit. */
      expiryDate: Type.Optional(Type.Union([IsoDate, Type.Literal('')])),
      /** Required, unless the token may call all of them. */
      operations: Type.Optional(Type.Array(Type.String(), { maxItems: 100 })),
      allOperations: Type.Optional(Type.Boolean()),
      origins: Type.Optional(Type.Array(Type.String({ maxLength: 255 }), { maxItems: 20 })),
    }),
    response: Type.Array(Type.Object({ ...Token.properties, token: Type.String() })),
    handle: async ({ tx, body, now, today, settings }) => {
      const errors: FieldError[] = []
      const user = await tx
        .selectFrom('app_user')
        .select('locked_at')
        .where('id', '=', body.userId)
        .executeTakeFirst()
      if (!user) errors.push({ field: 'userId', ...accessErrors.unknownUser() })
      else if (user.locked_at) errors.push({ field: 'userId', ...accessErrors.lockedUser() })
      if (body.expiryDate && body.expiryDate < today)
        errors.push({ field: 'expiryDate', ...accessErrors.expiryDatePast() })
      const { operations = [], allOperations = false } = body
      if (allOperations === operations.length > 0)
        errors.push({
          field: 'operations',
          ...(allOperations ? accessErrors.operationsTwice() : accessErrors.operationsMissing()),
        })
      for (const origin of body.origins ?? [])
        if (parseOrigin(origin.trim()) === undefined)
          errors.push({ field: 'origins', ...generalErrors.origin() })
      for (const [index, id] of operations.entries())
        if (!operationIds.has(id))
          errors.push({ field: `operations[${index}]`, ...accessErrors.unknownOperation() })
      if (errors.length > 0) throw badRequest(errors)
      const { id, token } = await createToken(tx, {
        user: String(body.userId),
        label: body.label.trim(),
        expiresAt: body.expiryDate ? dayEnds(settings.timeZone, body.expiryDate) : undefined,
        operations,
        origins: body.origins ?? [],
      })
      await notifyAccount(tx, settings, body.userId, 'tokenCreated')
      const [created] = await selectTokens(tx, now).where('t.id', '=', id).execute()
      return [{ ...created!, token }]
    },
  })

  return [listTokens, listOperations, create, revoke]
}
