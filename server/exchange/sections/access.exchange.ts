// Data set: clients, users and tokens. Of a token only its hash is known, so that integrations outlive a move.
import { sql } from 'kysely'
import Type from 'typebox'
import { IdOrNone } from '../../platform/http/schema.ts'
import { comparisonKey } from '../../platform/runtime/text.ts'
import { hex, id, type Kind, madeAt, moment, text, texts, truth } from '../records/columns.ts'
import { tableSection } from '../records/section.ts'
import { findTaken, reportTwice } from '../records/unique.ts'

const certain: Kind = { ...text, schema: Type.String({ pattern: '\\S' }) }

export const clients = tableSection({
  name: 'clients',
  table: 'client',
  target: 'client',
  required: ['name'],
  fields: { id: ['id', id], name: ['name', certain] },
})

export const users = tableSection({
  name: 'users',
  table: 'app_user',
  target: 'user',
  required: ['name', 'email'],
  fields: {
    id: ['id', id],
    name: ['name', certain],
    email: ['email', certain],
    admin: ['is_admin', truth],
    crm: ['is_crm', truth],
    lockedAt: ['locked_at', moment],
    language: ['language', { ...text, schema: Type.String({ pattern: '^(de|en)?$' }) }],
    passwordHash: ['password_hash', { ...text, schema: Type.String({ pattern: '^([$]argon2id[$].+)?$' }) }],
    totpSecret: ['totp_secret', text],
    totpConfirmed: ['totp_confirmed', truth],
  },
  hidden: { emailKey: ['email_key', text] },
  links: {
    clientIds: {
      table: 'user_client',
      owner: 'user_id',
      column: 'client_id',
      type: 'int',
      schema: id.schema,
      to: 'client',
    },
    rights: {
      table: 'user_right',
      owner: 'user_id',
      column: 'code',
      type: 'text',
      schema: Type.String({ pattern: '^[0-9]{6}(:[a-z]+)?$' }),
    },
  },
  more: {
    defaultClientId: {
      schema: IdOrNone,
      read: 'coalesce((select l.client_id from user_client l where l.user_id = t.id and l.is_default), 0)',
    },
  },
  take(item, raw, pointer, faults) {
    item['emailKey'] = comparisonKey(item['email'])
    if (raw['defaultClientId'] === undefined) item['defaultClientId'] = item['clientIds'][0] ?? 0
    else if (item['defaultClientId'] !== 0 && !item['clientIds'].includes(item['defaultClientId']))
      faults.add(`${pointer}/defaultClientId`, 'is none of clientIds')
    return item
  },
  check: (given, run) => reportTwice(given, run.faults, 'email', (item) => item['emailKey']),
  compare: (tx, given, run) =>
    findTaken(tx, given, run.faults, {
      table: 'app_user',
      column: 'email_key',
      field: 'email',
      value: (item) => item['emailKey'],
      name: 'user',
    }),
  // Two users may exchange their addresses.
  before: async (tx, given) => {
    await sql`update app_user u set email_key = 'import ' || u.id
      from unnest(${given.items.map((item) => item['id'])}::int[], ${given.items.map((item) => item['emailKey'])}::text[]) as g(id, key)
      where u.id = g.id and u.email_key <> g.key`.execute(tx)
  },
  after: async (tx, given) => {
    const ids = given.items.map((item) => item['id'])
    const defaults = given.items.map((item) => item['defaultClientId'])
    for (const value of [false, true])
      await sql`update user_client c set is_default = ${value}
        from unnest(${ids}::int[], ${defaults}::int[]) as g(id, client_id)
        where c.user_id = g.id and (c.client_id = g.client_id) = ${value} and c.is_default <> ${value}`.execute(
        tx,
      )
  },
})

export const tokens = tableSection({
  name: 'tokens',
  table: 'token',
  required: ['userId', 'hash'],
  references: { userId: 'user' },
  fields: {
    id: ['id', id],
    userId: ['user_id', id],
    label: ['label', text],
    hash: ['hash', { ...hex, schema: Type.String({ pattern: '^[0-9a-f]{64}$' }) }],
    operations: ['operations', texts],
    createdAt: ['created_at', madeAt],
    expiresAt: ['expires_at', moment],
    revokedAt: ['revoked_at', moment],
    lastUsedAt: ['last_used_at', moment],
  },
  check: (given, run) => reportTwice(given, run.faults, 'hash', (item) => item['hash']),
})
