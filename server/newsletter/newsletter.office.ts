// Newsletter consents in the back office, with their evidence.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { momentIn } from '../platform/ground/clock.ts'
import { startOfDay } from '../platform/ground/days.ts'
import { Id, IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { spreadsheetResponse } from '../platform/http/spreadsheet.ts'
import { formsOffice } from './forms.office.ts'

const Consent = record({
  id: Id,
  contactId: Id,
  contactName: Type.String(),
  formId: Id,
  formName: Type.String(),
  clientId: Id,
  clientName: Type.String(),
  email: Type.String(),
  /** Of the sign-up. */
  ipAddress: Type.String(),
  userAgent: Type.String(),
  givenAt: Type.String(),
  /** '': not confirmed, or the form has no double opt-in. */
  confirmedAt: Type.String(),
  status: Type.Unsafe<'given' | 'pending' | 'confirmed'>(Type.Enum(['given', 'pending', 'confirmed'])),
})

const status = sql<'given' | 'pending' | 'confirmed'>`case
  when n.confirmed_at is not null then 'confirmed'
  when n.confirmation_hash is not null then 'pending'
  else 'given' end`

const filters = {
  q: Type.Optional(Type.String({ maxLength: 255 })),
  formId: Type.Optional(Id),
  contactId: Type.Optional(Id),
  from: Type.Optional(IsoDate),
  to: Type.Optional(IsoDate),
}

type ConsentFilters = { [K in keyof typeof filters]?: Static<(typeof filters)[K]> }

/** The consents of the user's clients. */
function consentsQuery(
  reader: Parameters<typeof selectPage>[0],
  clientIds: readonly number[],
  query: ConsentFilters,
  timeZone: string,
) {
  return reader
    .selectFrom('newsletter_consent as n')
    .innerJoin('contact as c', 'c.id', 'n.contact_id')
    .innerJoin('newsletter_form as f', 'f.id', 'n.form_id')
    .innerJoin('client as o', 'o.id', 'n.client_id')
    .select([
      'n.id',
      'n.contact_id as contactId',
      sql<string>`trim(c.first_name || ' ' || c.last_name)`.as('contactName'),
      'n.form_id as formId',
      'f.name as formName',
      'n.client_id as clientId',
      'o.name as clientName',
      'n.email',
      'n.given_ip_address as ipAddress',
      'n.given_user_agent as userAgent',
      sql<string>`to_json(n.given_at) #>> '{}'`.as('givenAt'),
      sql<string>`coalesce(to_json(n.confirmed_at) #>> '{}', '')`.as('confirmedAt'),
      status.as('status'),
    ])
    .where(sql<boolean>`n.client_id = any(${[...clientIds]}::int[])`)
    .$if(query.q !== undefined, (q) =>
      q.where(sql<boolean>`starts_with(lower(n.email), lower(${query.q!.trim()}))`),
    )
    .$if(query.formId !== undefined, (q) => q.where('n.form_id', '=', query.formId!))
    .$if(query.contactId !== undefined, (q) => q.where('n.contact_id', '=', query.contactId!))
    .$if(query.from !== undefined, (q) => q.where('n.given_at', '>=', startOfDay(query.from!, 0, timeZone)))
    .$if(query.to !== undefined, (q) => q.where('n.given_at', '<', startOfDay(query.to!, 1, timeZone)))
}

const listConsents = officeEndpoint({
  method: 'GET',
  path: '/newsletter-consents',
  right: '090300:access',
  query: listQuery({ sorts: ['id'], filters }),
  response: Type.Array(Consent),
  handle: ({ db, query, principal, settings }) =>
    selectPage(
      db,
      consentsQuery(db, principal.clientIds, query, settings.timeZone),
      { order: 'desc', ...query },
      { id: sql`n.id` },
      'n.id',
    ),
})

const maxRows = 100_000

const exportConsents = officeEndpoint({
  method: 'GET',
  path: '/newsletter-consents/export',
  confirmed: true,
  right: ['090300:access', 'export'],
  query: listQuery({ sorts: ['id'], filters }),
  handle: async ({ db, query, principal, settings, today }) => {
    const rows = await consentsQuery(db, principal.clientIds, query, settings.timeZone)
      .orderBy('n.id', 'desc')
      .limit(maxRows)
      .execute()
    return spreadsheetResponse({
      name: `newsletter-consents-${today}`,
      format: 'csv',
      columns: [
        'id',
        'contactId',
        'name',
        'email',
        'form',
        'client',
        'status',
        'givenAt',
        'confirmedAt',
        'ipAddress',
        'userAgent',
      ],
      rows: rows.map((row) => [
        row.id,
        row.contactId,
        row.contactName,
        row.email,
        row.formName,
        row.clientName,
        row.status,
        momentIn(settings.timeZone, new Date(row.givenAt)),
        row.confirmedAt && momentIn(settings.timeZone, new Date(row.confirmedAt)),
        row.ipAddress,
        row.userAgent,
      ]),
    })
  },
})

export const newsletterOffice = [...formsOffice, listConsents, exportConsents]
