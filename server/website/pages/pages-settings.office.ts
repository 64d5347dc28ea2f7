// The settings of the pages for visitors in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { lockVersion, versionColumn } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { answerProperties, inputProperties, selections } from '../../platform/database/fields.ts'
import { updateRow } from '../../platform/database/write-rows.ts'
import { badRequest, type FieldError } from '../../platform/ground/errors.ts'
import { Id, IdOrNone, partly, record, Version } from '../../platform/ground/schema.ts'
import { officeEndpoint } from '../../platform/http/endpoint.ts'
import { websiteErrors } from '../website.errors.ts'
import { pagesFields } from './pages-settings.sql.ts'
import { loadReadiness, Readiness } from './readiness.ts'

const right = 'website'

const WebsitePages = record({
  id: Id,
  version: Version,
  ...answerProperties(pagesFields),
  /** There is a key, and it is not revoked. */
  areOn: Type.Boolean(),
  /** Whose letterhead has the colour and the logo; 0: there is no key. */
  clientId: IdOrNone,
  clientName: Type.String(),
})

const input = inputProperties(pagesFields)

const loadPages = async (reader: Reader) =>
  reader
    .selectFrom('website_pages as p')
    .leftJoin('website_key as k', 'k.id', 'p.key_id')
    .leftJoin('client as c', 'c.id', 'k.client_id')
    .select([
      'p.id',
      versionColumn('website_pages', 'p.id').as('version'),
      ...selections(pagesFields, 'p'),
      sql<boolean>`k.key is not null and k.revoked_at is null`.as('areOn'),
      sql<number>`coalesce(c.id, 0)`.as('clientId'),
      sql<string>`coalesce(c.name, '')`.as('clientName'),
    ])
    .executeTakeFirstOrThrow()

async function errorsOf(reader: Reader, change: { keyId?: number }): Promise<FieldError[]> {
  const { keyId = 0 } = change
  const isUsable =
    keyId === 0 ||
    (await reader
      .selectFrom('website_key')
      .select('id')
      .where('id', '=', keyId)
      .where('key', 'is not', null)
      .where('revoked_at', 'is', null)
      .executeTakeFirst())
  return isUsable ? [] : [{ field: 'keyId', ...websiteErrors.pagesKey() }]
}

const getPages = officeEndpoint({
  method: 'GET',
  path: '/website-pages',
  right,
  response: Type.Array(WebsitePages),
  handle: async ({ db }) => [await loadPages(db)],
})

const changePages = officeEndpoint({
  method: 'PATCH',
  path: '/website-pages',
  right,
  body: record({ version: Version, ...partly(input) }),
  response: Type.Array(WebsitePages),
  handle: async ({ tx, body: { version, ...given } }) => {
    const { id } = await loadPages(tx)
    await lockVersion(tx, 'website_pages', id, version)
    const change = Object.fromEntries(
      Object.entries(given).map(([field, value]) => [
        field,
        typeof value === 'string' ? value.trim() : value,
      ]),
    )
    const errors = await errorsOf(tx, change)
    if (errors.length > 0) throw badRequest(errors)
    await updateRow(tx, 'website_pages', pagesFields, id, change)
    return [await loadPages(tx)]
  },
})

const getReadiness = officeEndpoint({
  method: 'GET',
  path: '/website-readiness',
  right,
  response: Type.Array(Readiness),
  handle: async ({ db, settings, today }) =>
    (await loadReadiness(db, { hasSender: settings.mail !== undefined, today })).items,
})

export const websitePagesOffice = [getPages, changePages, getReadiness]
