// The confirmation of an order: all that is agreed, on a durable medium (§ 312f BGB).

import type { Language } from '../../platform/ground/language.ts'
import { facts, heading } from '../layout/blocks.ts'
import { drawLetterhead } from '../layout/letterhead.ts'
import { addPart, mm, type Sheet } from '../layout/sheet.ts'
import { orderSections, orderTitle } from '../orders/order-sections.ts'
import { orderTexts } from '../orders/order-texts.ts'
import type { OrderView } from '../orders/order-view.ts'

export const orderConfirmationTitle = (order: OrderView, language: Language): string =>
  `${orderTexts[language].confirmation} ${order.code || order.id}`

export function drawOrderConfirmation(sheet: Sheet, order: OrderView, timeZone: string): void {
  const { language } = sheet
  addPart(sheet, orderConfirmationTitle(order, language))
  drawLetterhead(sheet)
  heading(sheet, 1, orderConfirmationTitle(order, language))
  for (const { title, rows } of orderSections(order, { language, timeZone })) {
    if (title !== orderTitle(order, language)) heading(sheet, 2, title)
    facts(
      sheet,
      rows.map(({ label, value }) => [label, value] as const),
    )
    sheet.y += mm(3)
  }
}
