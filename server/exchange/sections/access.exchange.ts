// Data set: clients, users and their views of lists.
import { sql } from 'kysely'
import Type from 'typebox'
import { clientFields } from '../../access/clients.office.ts'
import { roleFields } from '../../access/roles.office.ts'
import { userFields } from '../../access/users.record.ts'
import {
  bool,
  type FieldType,
  id,
  renamed,
  shortText,
  text,
  timestamp,
} from '../../platform/database/fields.ts'
import { rightPattern, withFormerMeaning } from '../../platform/ground/rights.ts'
import { IdOrNone } from '../../platform/ground/schema.ts'
import { emailKey } from '../../platform/ground/text.ts'
import { savedViewFields } from '../../settings/saved-views.office.ts'
import { reportDuplicates, reportTaken } from '../records/duplicates.ts'
import { plainObject } from '../records/field-types.ts'
import { blankPattern, passwordHashPattern } from '../records/record-errors.ts'
import { tableSection } from '../records/section.ts'

const rightText = Type.String({ pattern: rightPattern })

const requiredText: FieldType = { ...shortText, schema: Type.String({ pattern: blankPattern }) }

export const clients = tableSection({
  name: 'clients',
  table: 'client',
  target: 'client',
  required: ['name'],
  fields: { id: ['id', id], ...renamed(clientFields, { name: ['name', requiredText] }) },
})

export const roles = tableSection({
  name: 'roles',
  table: 'role',
  target: 'role',
  required: ['name'],
  fields: { id: ['id', id], ...renamed(roleFields, { name: ['name', requiredText] }) },
  links: {
    rights: { table: 'role_right', owner: 'role_id', column: 'code', type: 'text', schema: rightText },
  },
})

export const users = tableSection({
  name: 'users',
  table: 'app_user',
  target: 'user',
  required: ['name', 'email'],
  fields: {
    id: ['id', id],
    ...renamed(userFields, {
      name: ['name', requiredText],
      email: ['email', requiredText],
      admin: 'isAdmin',
      crm: 'isCrm',
    }),
    lockedAt: ['locked_at', timestamp],
    language: [
      'language',
      { ...text, schema: Type.Unsafe<string>({ type: 'string', enum: ['', 'de', 'en'] }) },
    ],
    passwordHash: ['password_hash', { ...text, schema: Type.String({ pattern: passwordHashPattern }) }],
    totpSecret: ['totp_secret', text],
    totpConfirmed: ['totp_confirmed', bool],
  },
  derivedFields: { emailKey: ['email_key', text] },
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
      schema: rightText,
    },
    roleIds: {
      table: 'user_role',
      owner: 'user_id',
      column: 'role_id',
      type: 'int',
      schema: id.schema,
      to: 'role',
    },
  },
  computedFields: {
    defaultClientId: {
      schema: IdOrNone,
      read: 'coalesce((select l.client_id from user_client l where l.user_id = t.id and l.is_default), 0)',
    },
  },
  normalize(item, raw, pointer, errors) {
    item['emailKey'] = emailKey(item['email'])
    // A data set that knows no roles is of version 0.3 or earlier, or written for it: see withFormerMeaning.
    if (raw['roleIds'] === undefined) item['rights'] = withFormerMeaning(item['rights'])
    if (raw['defaultClientId'] === undefined) item['defaultClientId'] = item['clientIds'][0] ?? 0
    else if (item['defaultClientId'] !== 0 && !item['clientIds'].includes(item['defaultClientId']))
      errors.add(`${pointer}/defaultClientId`, 'must be one of clientIds')
    return item
  },
  validate: (records, run) => reportDuplicates(records, run.errors, 'email', (item) => item['emailKey']),
  validateAgainstDatabase: (tx, records, run) =>
    reportTaken(tx, records, run.errors, {
      table: 'app_user',
      column: 'email_key',
      field: 'email',
      value: (item) => item['emailKey'],
      name: 'user',
    }),
  // Two users may swap their addresses.
  beforeWrite: async (tx, records) => {
    await sql`update app_user u set email_key = 'import ' || u.id
      from unnest(${records.items.map((item) => item['id'])}::int[], ${records.items.map((item) => item['emailKey'])}::text[]) as g(id, key)
      where u.id = g.id and u.email_key <> g.key`.execute(tx)
  },
  afterWrite: async (tx, records) => {
    const ids = records.items.map((item) => item['id'])
    const defaults = records.items.map((item) => item['defaultClientId'])
    for (const value of [false, true])
      await sql`update user_client c set is_default = ${value}
        from unnest(${ids}::int[], ${defaults}::int[]) as g(id, client_id)
        where c.user_id = g.id and (c.client_id = g.client_id) = ${value} and c.is_default <> ${value}`.execute(
        tx,
      )
  },
})

export const savedViews = tableSection({
  name: 'savedViews',
  table: 'saved_view',
  required: ['userId', 'resource', 'name'],
  references: { userId: 'user' },
  fields: {
    id: ['id', id],
    ...renamed(savedViewFields, {
      userId: 'userId',
      resource: ['resource', requiredText],
      name: ['name', requiredText],
      shared: 'isShared',
      filter: ['filter', plainObject],
      sort: 'sort',
      sortOrder: 'sortOrder',
      columns: 'columns',
    }),
  },
})
