// The security log, most recent first.
import { sql } from 'kysely'
import Type from 'typebox'
import { startOfDay } from '../platform/ground/days.ts'
import { Count, Id, IsoDate, record } from '../platform/ground/schema.ts'
import { changeEvents, failureEvents, type SecurityEventName } from '../platform/ground/security-event.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'

const EventName = Type.Unsafe<SecurityEventName>(Type.Enum([...changeEvents, ...failureEvents]))

const Account = record({ id: Type.Integer(), name: Type.String() })

export const SecurityEvent = record({
  id: Type.Integer(),
  event: EventName,
  firstAt: Type.String(),
  lastAt: Type.String(),
  /** How often it occurred from `firstAt` to `lastAt`. */
  count: Count,
  /** The account of the event. id 0: none that is known; name: the entered name of a failed sign-in, masked. */
  account: Account,
  /** The acting user. id 0, name '': nobody was signed in. */
  actor: Account,
  via: Type.String(),
  /** The client's address and the request's id, both of the last time; '': a command. */
  address: Type.String(),
  requestId: Type.String(),
  /** A record, or the refused request. */
  detail: Type.String(),
})

const isoTime = (column: string) => sql<string>`to_json(${sql.ref(column)}) #>> '{}'`
const account = (id: string, name: string) =>
  sql<{ id: number; name: string }>`json_build_object('id', ${sql.ref(id)}, 'name', ${sql.raw(name)})`

export const listSecurityEvents = officeEndpoint({
  method: 'GET',
  path: '/security-events',
  right: 'admin',
  query: listQuery({
    sorts: ['lastAt'],
    filters: {
      event: Type.Optional(EventName),
      userId: Type.Optional(Id),
      address: Type.Optional(Type.String({ maxLength: 45 })),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
    },
  }),
  response: Type.Array(SecurityEvent),
  handle: ({ db, query: { event, userId, address, from, to, ...list }, settings: { timeZone } }) => {
    const rows = db
      .selectFrom('security_event as e')
      .leftJoin('app_user as u', 'u.id', 'e.user_id')
      .leftJoin('app_user as a', 'a.id', 'e.actor_id')
      .select([
        sql<number>`e.id::float8`.as('id'),
        sql<SecurityEventName>`e.event`.as('event'),
        isoTime('e.first_at').as('firstAt'),
        isoTime('e.last_at').as('lastAt'),
        'e.count',
        account('e.user_id', 'coalesce(u.name, e.account)').as('account'),
        account('e.actor_id', `coalesce(a.name, '')`).as('actor'),
        'e.via',
        'e.address',
        'e.request_id as requestId',
        'e.detail',
      ])
      .$if(event !== undefined, (q) => q.where('e.event', '=', event!))
      .$if(userId !== undefined, (q) =>
        q.where((eb) => eb.or([eb('e.user_id', '=', userId!), eb('e.actor_id', '=', userId!)])),
      )
      .$if(address !== undefined, (q) => q.where(sql<boolean>`starts_with(e.address, ${address!.trim()})`))
      .$if(from !== undefined, (q) => q.where('e.last_at', '>=', startOfDay(from!, 0, timeZone)))
      .$if(to !== undefined, (q) => q.where('e.first_at', '<', startOfDay(to!, 1, timeZone)))
    return selectPage(db, rows, { order: 'desc', ...list }, { lastAt: { notNull: sql`e.last_at` } }, 'e.id')
  },
})
