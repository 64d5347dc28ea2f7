// Values for previews: of a booking or a date, the rest invented.
import { isActive } from '../../bookings/booking-statuses.ts'
import { loadOrderView, withoutLinks } from '../../documents/orders/order-view.ts'
import type { Reader } from '../../platform/database/database.ts'
import { badRequest } from '../../platform/ground/errors.ts'
import { generalErrors } from '../../platform/ground/general.errors.ts'
import type { Language } from '../../platform/ground/language.ts'
import type { Settings } from '../../platform/settings/settings.ts'
import { readSender } from '../compose-messages.ts'
import { sampleDelivery } from '../sample-delivery.ts'
import { loadMessageDates, loadMessageSeats } from '../values.sql.ts'
import { type MessageValues, messageValues } from '../values.ts'

/** @throws Failure 400 */
export async function loadSampleValues(
  reader: Reader,
  chosen: { dateId: number | undefined; bookingId: number | undefined; language: Language },
  { settings, now }: { settings: Settings; now: Date },
): Promise<MessageValues> {
  const { bookingId, language } = chosen
  const sender = await readSender(reader, settings)
  const [seat] = bookingId === undefined ? [] : await loadMessageSeats(reader, { ids: [bookingId] })
  if (bookingId !== undefined && !seat)
    throw badRequest([{ field: 'bookingId', ...generalErrors.unknownReference() }])
  const dateId = seat?.dateId ?? chosen.dateId
  if (dateId === undefined) return messageValues(sampleDelivery(language), sender)
  const date = (await loadMessageDates(reader, [dateId])).get(dateId)
  if (!date) throw badRequest([{ field: 'dateId', ...generalErrors.unknownReference() }])
  const participants = (await loadMessageSeats(reader, { dateIds: [dateId] })).filter(isActive)
  const sample = sampleDelivery(language)
  const { timeZone } = settings
  const order =
    seat && seat.orderId > 0 ? await loadOrderView(reader, seat.orderId, { now, timeZone }) : undefined
  return messageValues(
    {
      ...sample,
      date,
      seats: seat ? [seat] : sample.seats,
      order: order ? withoutLinks(order) : seat ? undefined : sample.order,
      participants,
      addressee: seat?.participant ?? sample.addressee,
    },
    sender,
  )
}
