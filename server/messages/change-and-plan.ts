// Makes a change within a transaction, and finds what is to be told of it.
import { openSeatAllocation, type SeatAllocation } from '../bookings/seat-allocation.ts'
import type { Tx } from '../platform/database/database.ts'
import { findOccasions, markChanges } from './causes.sql.ts'
import { type PlannedMessage, planMessages, writeMessage } from './tell.ts'
import { loadDateFacts, type MessageSettings, readMessageSettings } from './values.sql.ts'

/** @param dateIds the dates that the change may change itself, beside their bookings */
export async function changeAndPlan<T>(
  tx: Tx,
  today: string,
  dateIds: readonly number[],
  change: () => Promise<T>,
): Promise<{ result: T; settings: MessageSettings; planned: PlannedMessage[] }> {
  const mark = await markChanges(tx)
  const before = await loadDateFacts(tx, dateIds)
  const result = await change()
  const occasions = await findOccasions(tx, mark, before, today)
  const settings = await readMessageSettings(tx)
  return { result, settings, planned: await planMessages(tx, occasions, settings) }
}

/** Changes bookings by a new allocation of seats, and tells at once whom the rules name: nobody looks at the messages before they are sent. */
export async function changeAndTell<T>(
  tx: Tx,
  { now, today }: { now: Date; today: string },
  change: (allocation: SeatAllocation) => Promise<T>,
): Promise<T> {
  const { result, planned } = await changeAndPlan(tx, today, [], async () =>
    change(await openSeatAllocation(tx, now)),
  )
  for (const message of planned) await writeMessage(tx, message, { now, sendAt: now, userId: null })
  return result
}
