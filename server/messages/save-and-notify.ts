// Makes a change within a transaction, and finds the messages about it.
import { sql } from 'kysely'
import {
  createSeatAllocation,
  lockDates,
  type Moment,
  type SeatAllocation,
  type StatusCounts,
  statusCounts,
  toStatuses,
} from '../bookings/seat-allocation.ts'
import { promoteFromWaitingLists } from '../bookings/waiting-list/promote.ts'
import type { Tx } from '../platform/database/database.ts'
import { dateIn } from '../platform/ground/clock.ts'
import { changeMark, findMessageTriggers } from './causes.sql.ts'
import { confirmOrdersOnce } from './confirm-orders-once.ts'
import { type PlannedMessage, planMessages } from './planned-message.ts'
import {
  loadMessageDates,
  type MessageDate,
  type MessageSettings,
  type SettingValues,
  settingValues,
  toMessageSettings,
} from './values.sql.ts'
import { writeMessage } from './write-message.ts'

type Plan = { settings: MessageSettings; planned: PlannedMessage[] }

/** The state before a change. */
type Start = { mark: number; statuses: SeatAllocation['statuses']; settings: MessageSettings }

async function readStart(tx: Tx): Promise<Start> {
  const { rows } = await sql<{
    mark: number
    counts: StatusCounts
    values: SettingValues
  }>`select ${changeMark} as mark, ${statusCounts} as counts, ${settingValues} as values`.execute(tx)
  const { mark, counts, values } = rows[0]!
  return { mark, statuses: toStatuses(counts), settings: toMessageSettings(values) }
}

/** The messages about the changes since the start. */
async function planSince(
  tx: Tx,
  today: string,
  { mark, statuses, settings }: Start,
  before: ReadonlyMap<number, MessageDate>,
): Promise<Plan> {
  const triggers = await findMessageTriggers(tx, mark, before, today, statuses)
  return { settings, planned: await planMessages(tx, triggers, settings) }
}

/**
 * Makes a change, and gives the seats that it has left free to those who wait for them.
 * @param dateIds the dates that the change may change itself, beside their bookings
 */
export async function saveAndPlanMessages<T>(
  tx: Tx,
  moment: Moment,
  dateIds: readonly number[],
  change: () => Promise<T>,
): Promise<Plan & { result: T }> {
  const start = await readStart(tx)
  const before = await loadMessageDates(tx, dateIds)
  const result = await change()
  const allocation = createSeatAllocation(tx, moment, start.statuses)
  await lockDates(allocation, dateIds)
  await promoteFromWaitingLists(allocation)
  return { result, ...(await planSince(tx, dateIn(moment.timeZone, moment.now), start, before)) }
}

/** Changes bookings by a new allocation of seats, and tells at once whom the rules name: nobody looks at the messages before they are sent. */
export async function saveAndNotify<T>(
  tx: Tx,
  { now, timeZone }: Moment,
  change: (allocation: SeatAllocation) => Promise<T>,
): Promise<T> {
  const start = await readStart(tx)
  const allocation = createSeatAllocation(tx, { now, timeZone }, start.statuses)
  const result = await change(allocation)
  if (!allocation.hasWritten) return result
  const { planned } = await planSince(tx, dateIn(timeZone, now), start, new Map())
  for (const message of await confirmOrdersOnce(tx, planned))
    await writeMessage(tx, message, { now, sendAt: now, userId: null })
  return result
}
