// Makes a booking that waited for its confirmation.
import { saveAndNotify } from '../../../messages/save-and-notify.ts'
import type { Tx } from '../../../platform/database/database.ts'
import { dateIn } from '../../../platform/ground/clock.ts'
import type { Secrets } from '../../../platform/secrets/secrets.ts'
import { type PlacedOrder, placeOrder } from '../visitor-order.ts'
import type { PendingBookingRow } from './pending-booking.ts'

/**
 * Books what was asked for, at the price of that day.
 * @param agent of the visitor who confirms it; '': staff do
 * @throws Failure 400, 409
 */
export const bookPending = (
  { tx, secrets, now, timeZone }: { tx: Tx; secrets: Secrets; now: Date; timeZone: string },
  found: PendingBookingRow,
  agent: string,
): Promise<PlacedOrder> => {
  const { booking, checked, holdId, clientId, channel, gross, language, createdAt, visitorAddress } = found
  const request = {
    key: { clientId, name: channel.key ?? '' },
    page: channel.page ?? '',
    body: { ...booking, language, ...(holdId && { holdId }) },
    now,
    timeZone,
    today: dateIn(timeZone, createdAt),
    origin: { agent, address: visitorAddress },
  }
  return saveAndNotify(tx, { now, timeZone }, (allocation) =>
    placeOrder(allocation, { request, checked, agreedGross: gross, secrets }),
  )
}
