// The part of an order's page on which seats are cancelled by the terms, with the fee shown before.

import { changeStatus } from '../../../bookings/book.ts'
import { bookingsById } from '../../../bookings/booking.sql.ts'
import { cancellationTerms } from '../../../bookings/cancellation.ts'
import { canBeCancelled } from '../../../bookings/orders/order-seats.ts'
import { grossAmount } from '../../../bookings/seat-price.ts'
import type { Reader } from '../../../platform/database/database.ts'
import { formatMoney } from '../../../platform/ground/format-money.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import { enteredText, type PageSubmission } from '../../../platform/pages/public-pages.ts'
import { loadOrder } from './linked-order.ts'
import { frame, type OrderView, orderOverview, seatLabel } from './overview.ts'
import { changeAtShownPrices } from './shown-prices.ts'
import { texts } from './texts.ts'

const cancelName = (id: number): string => `seat.${id}`
const cancelPrefix = 'cancel '

/** The fee of cancelling each seat today, as the value of an answer and as its text. */
export async function cancelAnswers(reader: Reader, { order, language, today }: OrderView) {
  const text = texts[language]
  const bookings = await bookingsById(
    reader,
    order.seats.filter((seat) => canBeCancelled(seat, today)).map(({ id }) => id),
  )
  return (await cancellationTerms(reader, bookings, today)).map(({ fee }, index) => {
    const booking = bookings[index]!
    return {
      id: booking.id,
      fee: fee ?? 0,
      value: `${cancelPrefix}${fee ?? 0}`,
      label: fee
        ? text.cancel(formatMoney(grossAmount({ ...booking, priceAmount: fee })!, text))
        : text.cancelFree,
    }
  })
}
type CancelAnswer = Awaited<ReturnType<typeof cancelAnswers>>[number]

export function cancelPart(view: OrderView, answers: readonly CancelAnswer[]): PageText {
  const { order, language, fields } = view
  const text = texts[language]
  const answerOf = new Map(answers.map((answer) => [answer.id, answer]))
  return {
    ...frame(view, 'cancel'),
    paragraphs: [text.cancelIntro, ...(view.newPrices?.lines ?? [])],
    questions: order.seats.flatMap((seat, index) => {
      const answer = answerOf.get(seat.id)
      if (!answer) return []
      const name = cancelName(seat.id)
      return {
        name,
        label: seatLabel(seat, index, language),
        answers: [{ value: 'keep', label: text.keep }, answer],
        chosen: fields?.get(name)?.startsWith(cancelPrefix) ? answer.value : 'keep',
      }
    }),
    groups: [
      {
        legend: text.reasons,
        fields: [
          {
            name: 'reason',
            label: text.reason,
            type: 'text',
            autocomplete: 'off',
            value: fields?.get('reason') ?? '',
          },
        ],
      },
    ],
    button: text.confirmCancel,
  }
}

export async function submitCancellation(request: PageSubmission, view: OrderView): Promise<PageText> {
  const { tx, fields } = request
  const text = texts[view.language]
  const answers = await cancelAnswers(tx, view)
  const chosen = answers.filter(({ id }) => fields.get(cancelName(id))?.startsWith(cancelPrefix))
  if (chosen.length === 0) return cancelPart({ ...view, fields, alert: text.nothingChosen }, answers)
  if (chosen.some(({ id, value }) => fields.get(cancelName(id)) !== value))
    return cancelPart({ ...view, fields, alert: text.feeChanged }, answers)
  const changed = await changeAtShownPrices(request, view, new Map(), (allocation) =>
    changeStatus(allocation, {
      ids: chosen.map(({ id }) => id),
      status: 'cancelled',
      cancellation: {
        reason: enteredText(fields, 'reason', 255),
        fees: chosen.filter(({ fee }) => fee > 0).map(({ id, fee }) => ({ id, fee })),
      },
    }),
  )
  if ('newPrices' in changed) return cancelPart({ ...view, fields, ...changed }, answers)
  const order = (await loadOrder(tx, request.params['secret']!, request))!
  return orderOverview(tx, { ...view, order, notice: text.cancelled }, request.now)
}
