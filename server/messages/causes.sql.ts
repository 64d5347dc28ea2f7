// The causes that a transaction has brought about.
import { sql } from 'kysely'
import {
  type CountsAs,
  isActive,
  isBooked,
  isCancelled,
  isOffered,
  isWaitlisted,
  takesSeat,
} from '../bookings/booking-statuses.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { causes, type ImmediateCause, immediateCauses } from './causes.ts'
import { causeOfChange } from './date-changes.ts'
import {
  loadAddressees,
  loadMessageDates,
  loadMessageSeats,
  type MessageDate,
  type MessageSeat,
} from './values.sql.ts'

/** The cause of a message about a date, with its recipients by seat. */
export type MessageTrigger = {
  cause: ImmediateCause
  date: MessageDate
  seats: MessageSeat[]
  /** As the date was before it changed. */
  before?: MessageDate
  /** By booking: the date that it was moved from. */
  formerDateIds?: Map<number, number>
  /** The seats have somebody else now, and are shown with their former participants. */
  isReplaced?: true
}

/** Where the change log stands, as a column: entries behind it, of this transaction, are the changes. */
export const changeMark = sql<number>`(select coalesce(max(id), 0)::float8 from change_log)`

type BookingChange = {
  id: number
  isNew: boolean
  statusBefore: string
  dateIdBefore: number
  contactIdBefore: number
  hasOtherContact: boolean
}

/** The bookings that this transaction has written since a mark, each as it was before. Bookings of modules follow those of their series. */
async function changedBookings(tx: Tx, mark: number): Promise<BookingChange[]> {
  const { rows } = await sql<BookingChange>`
    select l.row_id as id, bool_or(l.action = 'insert') as "isNew",
      coalesce((array_agg(l.before ->> 'status' order by l.id) filter (where l.before ? 'status'))[1], b.status) as "statusBefore",
      coalesce((array_agg((l.before ->> 'date_id')::int order by l.id) filter (where l.before ? 'date_id'))[1], b.date_id) as "dateIdBefore",
      coalesce((array_agg((l.before ->> 'contact_id')::int order by l.id) filter (where l.before ? 'contact_id'))[1], 0) as "contactIdBefore",
      bool_or(l.action = 'update' and l.after ? 'contact_id') as "hasOtherContact"
    from change_log l join booking b on b.id = l.row_id
    where l.id > ${mark}::bigint and l.changed_at = now() and l.table_name = 'booking' and b.series_booking_id is null
    group by l.row_id, b.status, b.date_id order by l.row_id`.execute(tx)
  return rows
}

const beginnings = immediateCauses.filter((cause) => causes[cause].booking === 'begins')

/** The bookings at dates whose begin nobody has been told yet: its messages still wait. */
async function findUntold(tx: Tx, dateIds: readonly number[]): Promise<Set<number>> {
  if (dateIds.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`
    select id from (
      select b.id::int as id, o.sent_at is null and not o.is_claimed as waits, rank() over (partition by b.id order by o.message_id desc) as recency
      from outbox_mail o, jsonb_array_elements_text(o.data -> 'bookingIds') b(id)
      where o.date_id = any(${[...new Set(dateIds)]}::int[]) and o.causes && ${beginnings}::text[] and o.failed_at is null and o.called_back_at is null
    ) told where recency = 1 group by id having bool_and(waits)`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** The cause that tells a booking for the first time. */
function beginningOf(seat: MessageSeat): ImmediateCause | undefined {
  if (isOffered(seat)) return 'offered'
  if (isWaitlisted(seat)) return 'waitlisted'
  return isBooked(seat) ? 'booked' : undefined
}

function causeOfBooking(
  change: BookingChange,
  seat: MessageSeat,
  counts: ReadonlyMap<string, CountsAs>,
  untold: ReadonlySet<number>,
): ImmediateCause | undefined {
  const isOther = change.isNew || change.hasOtherContact
  const before = {
    status: change.statusBefore,
    countsAs: isOther ? 'none' : (counts.get(change.statusBefore) ?? 'none'),
  }
  if (!isActive(seat))
    return isActive(before) && !change.hasOtherContact && isCancelled(seat) ? 'booking_cancelled' : undefined
  const isMoved = isActive(before) && change.dateIdBefore !== seat.dateId
  const isOfferedNow = isOffered(seat) && !(isActive(before) && isOffered(before))
  if (!isMoved && !isOfferedNow && before.countsAs === seat.countsAs) return undefined
  if (untold.has(seat.id)) return beginningOf(seat)
  if (isMoved) return 'transferred'
  return isWaitlisted(before) && takesSeat(seat) && !isOffered(seat) ? 'promoted' : beginningOf(seat)
}

type BookingTrigger = { cause: ImmediateCause; seat: MessageSeat; change: BookingChange; isReplaced?: true }

/** Seats whose participants have been replaced by others. */
async function findReplaced(
  reader: Reader,
  changes: readonly BookingChange[],
  seatById: ReadonlyMap<number, MessageSeat>,
  counts: ReadonlyMap<string, CountsAs>,
): Promise<BookingTrigger[]> {
  const replaced = changes.filter(
    ({ hasOtherContact, contactIdBefore, statusBefore }) =>
      hasOtherContact && contactIdBefore > 0 && isActive({ countsAs: counts.get(statusBefore) ?? 'none' }),
  )
  const former = await loadAddressees(
    reader,
    replaced.map(({ contactIdBefore }) => contactIdBefore),
  )
  return replaced.flatMap((change) => {
    const [seat, participant] = [seatById.get(change.id), former.get(change.contactIdBefore)]
    if (!seat || !participant || seat.participant?.id === participant.id) return []
    const own = { ...seat, dateId: change.dateIdBefore, participant }
    return [{ cause: 'booking_cancelled', seat: own, change, isReplaced: true }]
  })
}

/**
 * The causes among the changes of this transaction.
 * @param datesBefore the dates that the request may change, as they were @param counts what each status counts as
 */
export async function findMessageTriggers(
  tx: Tx,
  mark: number,
  datesBefore: ReadonlyMap<number, MessageDate>,
  today: string,
  counts: ReadonlyMap<string, CountsAs>,
): Promise<MessageTrigger[]> {
  const changes = await changedBookings(tx, mark)
  if (changes.length === 0 && datesBefore.size === 0) return []
  const seats = await loadMessageSeats(tx, {
    ids: changes.map(({ id }) => id),
    dateIds: [...datesBefore.keys()],
  })
  const seatById = new Map(seats.map((seat) => [seat.id, seat]))
  const untold = await findUntold(tx, [
    ...changes.filter(({ isNew }) => !isNew).map(({ dateIdBefore }) => dateIdBefore),
    ...[...datesBefore].filter(([, { goesAhead }]) => !goesAhead).map(([id]) => id),
  ])
  const bookingTriggers = changes.flatMap((change): BookingTrigger[] => {
    const seat = seatById.get(change.id)
    const cause = seat && causeOfBooking(change, seat, counts, untold)
    return cause ? [{ cause, seat, change }] : []
  })
  bookingTriggers.push(...(await findReplaced(tx, changes, seatById, counts)))
  const dates = await loadMessageDates(tx, [
    ...new Set([...bookingTriggers.map(({ seat }) => seat.dateId), ...datesBefore.keys()]),
  ])
  const isOver = ({ end }: MessageDate) => end !== '' && end < today
  const ofDates = [...datesBefore].flatMap(([id, before]): MessageTrigger[] => {
    const date = dates.get(id)
    const cause = date && causeOfChange(before, date)
    if (!cause || isOver(date)) return []
    const active = seats.filter((seat) => seat.dateId === id && isActive(seat))
    // The cancellation has taken the place of a first message that still waits: that one is due again.
    const { told = [], ...toTell } = Object.groupBy(
      active,
      (seat) => (!before.goesAhead && untold.has(seat.id) && beginningOf(seat)) || 'told',
    )
    return [
      { cause, date, before, seats: told },
      ...(Object.entries(toTell) as [ImmediateCause, MessageSeat[]][]).map(([begin, ofBegin]) => ({
        cause: begin,
        date,
        seats: ofBegin,
      })),
    ]
  })
  const groups = Map.groupBy(
    bookingTriggers,
    ({ cause, seat, isReplaced }) => `${cause} ${seat.dateId} ${isReplaced ?? false}`,
  )
  const ofBookings = [...groups.values()].flatMap((group): MessageTrigger[] => {
    const date = dates.get(group[0]!.seat.dateId)!
    if (isOver(date)) return []
    return [
      {
        cause: group[0]!.cause,
        date,
        ...(group[0]!.isReplaced && { isReplaced: true }),
        seats: group.map(({ seat }) => seat),
        formerDateIds: new Map(
          group
            .filter(({ cause }) => causes[cause].tellsFormerDate)
            .map(({ seat, change }) => [seat.id, change.dateIdBefore]),
        ),
      },
    ]
  })
  return [...ofBookings, ...ofDates]
}
