// Possible duplicates: similar contacts while a new one is entered, and the pairs that the scan found.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { contactErrors } from '../addresses/contact.errors.ts'
import { isPerson } from '../addresses/contact-types.ts'
import { contactType } from '../addresses/filters.office.ts'
import { notFound } from '../platform/ground/errors.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { emailKey, escapeLike } from '../platform/ground/text.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { scanDuplicates } from './duplicates.scan.ts'

const ContactSummary = record({
  id: Id,
  contactType,
  name: Type.String(),
  company: Type.String(),
  zip: Type.String(),
  city: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  createdAt: Type.String(),
})
type ContactSummary = Static<typeof ContactSummary>

const summaryColumns = sql`c.id, c.contact_type as "contactType", trim(c.first_name || ' ' || c.last_name) as name,
  coalesce(o.last_name, c.company) as company, coalesce(a.zip, '') as zip, coalesce(a.city, '') as city,
  coalesce((select e.email from email_address e where e.contact_id = c.id and e.is_default), '') as email,
  coalesce((select trim(p.area_code || ' ' || p.number) from phone p where p.contact_id = c.id and p.is_default and p.type = 'phone'), '') as phone,
  to_json(c.created_at) #>> '{}' as "createdAt"`
const joins = sql`left join contact o on o.id = c.company_id left join address a on a.contact_id = c.id and a.is_default`

const shortText = Type.Optional(Type.String({ maxLength: 255 }))
const maxSimilar = 8
/** The number of names with the same beginning that are compared. */
const maxCompared = 3_000

const findSimilar = officeEndpoint({
  method: 'GET',
  path: '/contacts/similar',
  right: '090300:access',
  query: Type.Object({
    contactType: Type.Optional(contactType),
    lastName: shortText,
    firstName: shortText,
    email: shortText,
    city: shortText,
    companyId: Type.Optional(Id),
  }),
  response: Type.Array(ContactSummary),
  handle: async ({
    db,
    query: { contactType = 'person', lastName = '', firstName = '', email = '', city = '', companyId = 0 },
  }) => {
    const name = `${firstName} ${lastName}`.trim()
    const prefix = escapeLike(lastName.trim().slice(0, 3))
    const { rows } = await sql<ContactSummary>`
      with same_email as (
        select contact_id as id, 2::real as score from email_address where email_key = ${emailKey(email)} and ${email.trim() !== ''}
      ), similar_name as (
        select c.id, similarity(sort_key(trim(c.first_name || ' ' || c.last_name)), sort_key(${name})) as score
        from (select * from contact c where ${lastName.trim().length >= 2} and c.contact_type = ${contactType}
          and sort_key(c.last_name) collate "C" like sort_key(${`${prefix}%`}) limit ${maxCompared}) c
      ), scored as (
        select id, max(score) as score from (
          select id, score from same_email
          union all
          select s.id, s.score from similar_name s join contact c on c.id = s.id
          left join address a on a.contact_id = c.id and a.is_default
          where s.score >= 0.5 and (${!isPerson(contactType)} or s.score >= 0.8
            or (${city.trim() !== ''} and sort_key(coalesce(a.city, '')) = sort_key(${city.trim()}))
            or (${companyId !== 0} and c.company_id = ${companyId}))
        ) candidates group by id order by 2 desc, 1 limit ${maxSimilar}
      )
      select ${summaryColumns} from scored s join contact c on c.id = s.id ${joins} order by s.score desc, c.id`.execute(
      db,
    )
    return rows
  },
})

const DuplicatePair = record({
  /** `low-high` */
  id: Type.String(),
  reason: Type.Enum(['email', 'name', 'similar']),
  score: Type.Number(),
  low: ContactSummary,
  high: ContactSummary,
})

const listDuplicates = officeEndpoint({
  method: 'GET',
  path: '/duplicates',
  right: '090300:access',
  query: Type.Object({
    page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
    perPage: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  }),
  response: Type.Array(DuplicatePair),
  handle: async ({ db, query: { page = 1, perPage = 25 } }) => {
    const fromOpenPairs = sql`from duplicate_pair d where not exists (
      select from duplicate_dismissal x where x.low_id = d.low_id and x.high_id = d.high_id)`
    const side = (id: string) =>
      sql`(select row_to_json(r) from (select ${summaryColumns} from contact c ${joins} where c.id = d.${sql.ref(id)}) r)`
    const [{ rows }, { rows: totals }] = await Promise.all([
      sql<
        Static<typeof DuplicatePair>
      >`select d.low_id || '-' || d.high_id as id, d.reason, d.score, ${side('low_id')} as low, ${side('high_id')} as high
        from (select d.* ${fromOpenPairs} order by d.score desc, d.low_id desc, d.high_id desc limit ${perPage} offset ${(page - 1) * perPage}) d
        order by d.score desc, d.low_id desc, d.high_id desc`.execute(db),
      sql<{ total: number }>`select count(*)::int as total ${fromOpenPairs}`.execute(db),
    ])
    return new WithHeaders(rows, { 'x-total-count': String(totals[0]!.total) })
  },
})

const startScan = officeEndpoint({
  method: 'POST',
  path: '/duplicates/scan',
  right: '090300:edit',
  response: Type.Array(record({ pairCount: Type.Integer() })),
  handle: async ({ tx }) => [{ pairCount: await scanDuplicates(tx) }],
})

const dismiss = officeEndpoint({
  method: 'POST',
  path: '/duplicates/dismiss',
  right: '090300:edit',
  body: record({ lowId: Id, highId: Id }),
  handle: async ({ tx, body, principal, now }) => {
    const [low_id, high_id] = [body.lowId, body.highId].toSorted((a, b) => a - b) as [number, number]
    const found = await tx.selectFrom('contact').select('id').where('id', 'in', [low_id, high_id]).execute()
    if (found.length < 2) throw notFound(contactErrors.unknownPair())
    await tx
      .insertInto('duplicate_dismissal')
      .values({ low_id, high_id, dismissed_at: now, dismissed_by: principal.userId })
      .onConflict((on) => on.doNothing())
      .execute()
    return []
  },
})

export const duplicatesOffice = [findSimilar, listDuplicates, startScan, dismiss]
