// Possible duplicates: similar contacts while a new one is entered, and the pairs that the scan found.

import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { contactErrors } from '../addresses/contact.errors.ts'
import type { ContactType } from '../addresses/contact-types.ts'
import { contactType } from '../addresses/filters.office.ts'
import { type PlacedContact, similarityOf } from '../addresses/similar-contact.ts'
import { notFound } from '../platform/ground/errors.ts'
import { parsePhone, phoneDigits } from '../platform/ground/matching/phones.ts'
import { Id, record } from '../platform/ground/schema.ts'
import { emailKey } from '../platform/ground/text.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { homeCallingCode } from '../platform/settings/instance-country.ts'
import { findContactsLike } from '../search/find-contacts.ts'
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

type Candidate = PlacedContact & { id: number; contactType: ContactType; hasEmail: boolean }

const findSimilar = officeEndpoint({
  method: 'GET',
  path: '/contacts/similar',
  right: '090300:access',
  query: Type.Object({
    contactType: Type.Optional(contactType),
    lastName: shortText,
    firstName: shortText,
    email: shortText,
    phone: shortText,
    city: shortText,
    companyId: Type.Optional(Id),
  }),
  response: Type.Array(ContactSummary),
  handle: async ({ db, query }) => {
    const { contactType = 'person', lastName = '', firstName = '', email = '', phone = '' } = query
    const { city = '', companyId = 0 } = query
    const ids = await findContactsLike(db, contactType, { firstName, lastName, phone, city })
    const home = await homeCallingCode(db)
    const phones = [phoneDigits(parsePhone(phone), home)].filter((digits) => digits !== '')
    // The few ids first: by "or" and "exists", PostgreSQL would read all contacts and the phones of all.
    const { rows: candidates } = await sql<Candidate>`
      with found as materialized (
        select id, bool_or(has_email) as has_email from (
          select contact_id as id, true as has_email from email_address where email_key = ${emailKey(email)} and ${email.trim() !== ''}
          union all select id, false from unnest(${ids}::int[]) id
        ) one group by id
      )
      select c.id, c.contact_type as "contactType", c.first_name as "firstName", c.last_name as "lastName", coalesce(a.city, '') as city,
        coalesce(c.company_id::text, '') as company, f.has_email as "hasEmail",
        array(select phone_digits(p.country_code, p.area_code, p.number, ${home}) from phone p where p.contact_id = c.id and ${phones.length > 0}) as phones
      from found f join contact c on c.id = f.id left join address a on a.contact_id = c.id and a.is_default`.execute(
      db,
    )
    const entered = {
      contactType,
      firstName,
      lastName,
      city,
      company: companyId ? `${companyId}` : '',
      phones,
    }
    const ranked = candidates
      .map((one) => ({
        id: one.id,
        rank: one.hasEmail ? 0 : (similarityOf(entered, one) ?? Number.POSITIVE_INFINITY),
      }))
      .filter(({ rank }) => Number.isFinite(rank))
      .toSorted((a, b) => a.rank - b.rank || a.id - b.id)
      .slice(0, maxSimilar)
      .map(({ id }) => id)
    const { rows } =
      await sql<ContactSummary>`select ${summaryColumns} from contact c ${joins} where c.id = any(${ranked}::int[])
      order by array_position(${ranked}::int[], c.id)`.execute(db)
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
