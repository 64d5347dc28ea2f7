// One view of an order: all that its page, its mail, its PDF, the back office and the public interface show of it. They show it by the
// same sections (order-sections.ts), so that none of them leaves something out. Names are those that a visitor entered.
import { sql } from 'kysely'
import { type PrintedAddress, postalLine } from '../../addresses/postal-address.ts'
import {
  canBeCancelled,
  canBeMoved,
  canBeNamed,
  hasSeat,
  type LinkedSeat,
  loadOrderSeats,
  type SeatState,
  type ShownPrice,
  seatStates,
} from '../../bookings/orders/order-seats.ts'
import { isOfVisitor, type OrderSource } from '../../bookings/orders/order-sources.ts'
import { type DayOfDate, daysOfDate } from '../../catalogue/records/date-days.sql.ts'
import { type DocumentSums, documentSums } from '../../catalogue/records/document-sums.ts'
import { roomName } from '../../catalogue/records/names.sql.ts'
import { lineWithoutLinks } from '../../mail/line-without-links.ts'
import type { Reader } from '../../platform/database/database.ts'
import { dateIn } from '../../platform/ground/clock.ts'
import { instanceCountryColumn } from '../../platform/settings/instance-country.ts'
import { clientOfBookings } from '../date-data.sql.ts'

/** The contract partner, as its letterhead names it. */
export type Provider = {
  name: string
  addressLines: string[]
  phone: string
  email: string
  website: string
}

export type OrderDate = {
  id: number
  title: string
  subtitle: string
  days: DayOfDate[]
  places: string[]
  rooms: string[]
  isOnline: boolean
  /** '': none, or no seat is booked. */
  onlineLink: string
  goesAhead: boolean
  /** Until when its seats are named, moved and cancelled by the orderer; null: they are not. `until` null: no limit. */
  changes: { what: ('name' | 'move' | 'cancel')[]; until: string | null }[]
  cancellationSteps: { daysBefore: number; feePercent: number }[]
  /** Why a consumer cannot withdraw, in German and English; '': they can. */
  withdrawalException: { de: string; en: string }
}

export type OrderSeat = {
  id: number
  dateId: number
  /** '': named later. */
  name: string
  state: SeatState
  offeredUntil: string
  price: ShownPrice | null
}

export type OrderView = {
  id: number
  /** Whose letterhead the order has. */
  clientId: number
  /** '': an order of the office. */
  code: string
  createdAt: string
  isConsumer: boolean
  isOfVisitor: boolean
  provider: Provider
  dates: OrderDate[]
  seats: OrderSeat[]
  /** How and when is paid, in German and English; '': not said. */
  payment: { de: string; en: string }
  /** Of the booked seats, and of the fees of cancelled ones. */
  sums: DocumentSums
  /** Accepted with the order. */
  accepted: { title: string; titleEn: string; version: number }[]
}

/** A date without what the orderer can change. */
export type DateOfSeat = Omit<OrderDate, 'changes'>

const loadDates = async (reader: Reader, ids: readonly number[]): Promise<DateOfSeat[]> => {
  const { rows } = await sql<Omit<DateOfSeat, 'places'> & { home: string; places: PrintedAddress[] }>`
      select d.id, ${instanceCountryColumn} as home, coalesce(nullif(d.title, ''), e.title) as title, coalesce(nullif(d.subtitle, ''), e.subtitle) as subtitle,
        coalesce(s.goes_ahead, true) as "goesAhead", coalesce(f.is_online, false) as "isOnline", d.online_link as "onlineLink",
        json_build_object('de', e.withdrawal_exception_de, 'en', e.withdrawal_exception_en) as "withdrawalException",
        ${sql.raw(daysOfDate)} as days,
        coalesce((select json_agg(json_build_object('receiver', json_build_array(c.last_name), 'street', coalesce(a.street, ''),
            'houseNumber', coalesce(a.house_number, ''), 'zip', coalesce(a.zip, ''), 'city', coalesce(a.city, ''),
            'state', coalesce(a.state, ''), 'country', coalesce(a.country, '')) order by c.id)
          from date_location l join contact c on c.id = l.contact_id left join address a on a.contact_id = c.id and a.is_default
          where l.date_id = d.id), '[]') as places,
        array(select ${roomName} from date_room x join room r on r.id = x.room_id join contact c on c.id = r.location_id
          where x.date_id = d.id order by r.id) as rooms,
        coalesce((select json_agg(json_build_object('daysBefore', x.days_before, 'feePercent', x.fee_percent) order by x.days_before desc)
          from cancellation_step x where x.event_id = e.id), '[]') as "cancellationSteps"
      from event_date d join event e on e.id = d.event_id left join date_status s on s.status = d.status
      left join date_format f on f.format = d.format
      where d.id = any(${ids}::int[]) order by d.start_date, d.id`.execute(reader)
  return rows.map(({ home, places, ...row }) => ({
    ...row,
    places: places.map((one) => postalLine(one, home)),
  }))
}

/** The changes that the orderer can make to seats of a date, and until when. */
function changesOf(seats: readonly LinkedSeat[], today: string): OrderDate['changes'] {
  const day = seats[0]!.lastChangeDay
  const moves = ([canBeMoved, canBeCancelled] as const).map((can) => seats.some((seat) => can(seat, today)))
  const what = (['move', 'cancel'] as const).filter((_, index) => moves[index])
  return [
    ...(seats.some((seat) => canBeNamed(seat, today))
      ? [{ what: ['name' as const], until: seats[0]!.lastDay }]
      : []),
    ...(what.length > 0 ? [{ what: [...what], until: day }] : []),
  ]
}

type Head = Pick<
  OrderView,
  'id' | 'clientId' | 'code' | 'createdAt' | 'isConsumer' | 'accepted' | 'payment'
> & {
  source: OrderSource
  provider: Omit<Provider, 'addressLines'> & { addressLines: string }
}

/** The order, and the client of its first date with its letterhead. */
async function loadHead(reader: Reader, orderId: number): Promise<Head | undefined> {
  const { rows } = await sql<Head>`
    select o.id, k.id as "clientId", coalesce(o.code, '') as code, to_json(o.created_at) #>> '{}' as "createdAt",
      o.is_consumer as "isConsumer", o.source,
      json_build_object('name', k.name, 'addressLines', coalesce(l.address_lines, ''), 'phone', coalesce(l.phone, ''),
        'email', coalesce(l.email, ''), 'website', coalesce(l.website, '')) as provider,
      (select json_build_object('de', p.payment_text, 'en', p.payment_text_en) from website_pages p) as payment,
      coalesce((select json_agg(json_build_object('title', v.title, 'titleEn', v.title_en, 'version', v.version) order by v.document_id)
        from order_acceptance a join terms_version v on v.id = a.version_id where a.order_id = o.id), '[]') as accepted
    from booking_order o
    join client k on k.id = coalesce(${clientOfBookings(sql`b.order_id = o.id`)}, (select min(x.id) from client x))
    left join letterhead l on l.client_id = k.id
    where o.id = ${orderId}`.execute(reader)
  return rows[0]
}

const sumsOf = (seats: readonly LinkedSeat[]): DocumentSums =>
  documentSums(seats.flatMap((seat) => (seat.price && (hasSeat(seat) || isFee(seat)) ? seat.price : [])))

/** The price of a cancelled seat is its fee. */
const isFee = ({ state, price }: Pick<LinkedSeat, 'state' | 'price'>): boolean =>
  !seatStates[state].isOpen && price !== null

/** The date of a seat, with the online room for those who have a seat. */
export async function loadDateOfSeat(reader: Reader, seat: LinkedSeat): Promise<DateOfSeat> {
  const [date] = await loadDates(reader, [seat.dateId])
  return { ...date!, onlineLink: hasSeat(seat) ? date!.onlineLink : '' }
}

/** The order as it is now; undefined: there is none. */
export async function loadOrderView(
  reader: Reader,
  orderId: number,
  { now, timeZone }: { now: Date; timeZone: string },
): Promise<OrderView | undefined> {
  const head = await loadHead(reader, orderId)
  if (!head) return undefined
  const seats = await loadOrderSeats(reader, orderId)
  const dates = await loadDates(reader, [...new Set(seats.map(({ dateId }) => dateId))])
  const { source, provider, ...order } = head
  const today = dateIn(timeZone, now)
  return {
    ...order,
    isOfVisitor: isOfVisitor(source),
    provider: {
      ...provider,
      addressLines: provider.addressLines.split('\n').filter((line) => line.trim() !== ''),
    },
    dates: dates.map(({ onlineLink, ...date }) => {
      const own = seats.filter(({ dateId }) => dateId === date.id)
      return { ...date, onlineLink: own.some(hasSeat) ? onlineLink : '', changes: changesOf(own, today) }
    }),
    seats: seats.map(({ id, dateId, name, state, offeredUntil, price }) => ({
      id,
      dateId,
      name,
      state,
      offeredUntil: offeredUntil?.toISOString() ?? '',
      price,
    })),
    sums: sumsOf(seats),
  }
}

/** The order for a mail or a file to whom a visitor named: a name is one line without links. */
export const withoutLinks = (view: OrderView): OrderView =>
  view.isOfVisitor
    ? { ...view, seats: view.seats.map((seat) => ({ ...seat, name: lineWithoutLinks(seat.name) })) }
    : view
