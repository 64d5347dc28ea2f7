// Bookings that visitors have to confirm by mail, in the back office.
import { sql } from 'kysely'
import Type, { type Static } from 'typebox'
import { Count, Id, record } from '../../../platform/ground/schema.ts'
import { officeEndpoint } from '../../../platform/http/endpoint.ts'

const ShownPendingBooking = record({
  id: Id,
  name: Type.String(),
  company: Type.String(),
  email: Type.String(),
  phone: Type.String(),
  seats: Count,
  /** No seat is held: the seats free by then are booked, the rest waits. */
  isWaiting: Type.Boolean(),
  expiresAt: Type.String(),
})

/** The dates x of a pending booking p that are a date, or have it as a module. */
const partsAt = (dateId: number) => sql`(
  select part from rows from (
    jsonb_array_elements(jsonb_build_array(p.booking) || coalesce(p.booking -> 'furtherDates', '[]')),
    jsonb_array_elements(jsonb_build_array(p.checked) || coalesce(p.checked -> 'furtherDates', '[]'))) as z(part, checked)
  where (part ->> 'dateId')::int = ${dateId}::int or checked -> 'moduleDateIds' @> to_jsonb(${dateId}::int)) x`

export const pendingBookingsOffice = [
  officeEndpoint({
    method: 'GET',
    path: '/dates/{dateId}/pending-bookings',
    right: 'booking:access',
    params: Type.Object({ dateId: Id }),
    response: Type.Array(ShownPendingBooking),
    async handle({ db, params: { dateId } }) {
      const { rows } = await sql<Static<typeof ShownPendingBooking>>`
        select p.id::float8 as id, trim(concat_ws(' ', o ->> 'firstName', o ->> 'lastName')) as name,
          coalesce(o ->> 'company', '') as company, coalesce(o ->> 'email', '') as email, coalesce(o ->> 'phone', '') as phone,
          (select coalesce(sum(jsonb_array_length(x.part -> 'seats')), 0)::int from ${partsAt(dateId)}) as seats, p.hold_id is null as "isWaiting",
          to_json(p.expires_at) #>> '{}' as "expiresAt"
        from pending_booking p cross join lateral (select p.booking -> 'orderer' as o) orderer
        where p.booked_order_id is null and p.refused_at is null and p.expires_at > clock_timestamp()
          and exists (select from ${partsAt(dateId)})
        order by p.created_at, p.id`.execute(db)
      return rows
    },
  }),
]
