// Makes a change within a transaction, and finds what is to be told of it.
import { openSeatAllocation, type SeatAllocation } from '../bookings/seat-allocation.ts'
import type { Tx } from '../platform/database/database.ts'
import { findOccasions, markChanges } from './causes.sql.ts'
import { type PlannedMessage, planMessages, writeMessage } from './tell.ts'
import { type DateFacts, loadDateFacts, type MessageSettings, readMessageSettings } from './values.sql.ts'

type Plan = { settings: MessageSettings; planned: PlannedMessage[] }

/** What is to be told of the changes since a mark. */
async function planSince(
  tx: Tx,
  today: string,
  mark: number,
  before: ReadonlyMap<number, DateFacts>,
  statuses?: SeatAllocation['statuses'],
): Promise<Plan> {
  const occasions = await findOccasions(tx, mark, before, today, statuses)
  const settings = await readMessageSettings(tx)
  return { settings, planned: await planMessages(tx, occasions, settings) }
}

/** @param dateIds the dates that the change may change itself, beside their bookings */
export async function changeAndPlan<T>(
  tx: Tx,
  today: string,
  dateIds: readonly number[],
  change: () => Promise<T>,
): Promise<Plan & { result: T }> {
  const mark = await markChanges(tx)
  const before = await loadDateFacts(tx, dateIds)
  const result = await change()
  return { result, ...(await planSince(tx, today, mark, before)) }
}

/** Changes bookings by a new allocation of seats, and tells at once whom the rules name: nobody looks at the messages before they are sent. */
export async function changeAndTell<T>(
  tx: Tx,
  { now, today }: { now: Date; today: string },
  change: (allocation: SeatAllocation) => Promise<T>,
): Promise<T> {
  const mark = await markChanges(tx)
  const allocation = await openSeatAllocation(tx, now)
  const result = await change(allocation)
  if (!allocation.hasWritten) return result
  const { planned } = await planSince(tx, today, mark, new Map(), allocation.statuses)
  for (const message of planned) await writeMessage(tx, message, { now, sendAt: now, userId: null })
  return result
}
