// The page of an order, by a link: the booking; offers are answered, persons named or replaced, seats moved and cancelled.

import { proveOrderer } from '../../../bookings/orders/claimed-contacts.ts'
import { orderPath, requestLinkPath } from '../../../bookings/orders/order-link.ts'
import type { Reader } from '../../../platform/database/database.ts'
import type { Language } from '../../../platform/ground/language.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PublicPage } from '../../../platform/pages/public-pages.ts'
import { unknownLink } from '../../../platform/pages/unknown-link.ts'
import { loadBookedText } from '../../pages/pages-settings.sql.ts'
import { loadParticipantQuestions } from '../questions.sql.ts'
import { cancelAnswers, cancelPart, submitCancellation } from './cancel.part.ts'
import { fileLinks } from './documents.file.ts'
import { documentsOfOrder } from './documents.ts'
import { lettersPart } from './letters.part.ts'
import { loadOrder } from './linked-order.ts'
import { moveOptions, movePart, submitMove } from './move.part.ts'
import { namesPart, submitNames } from './names.part.ts'
import { offeredSeats, offerPart, submitOffer } from './offer.part.ts'
import { frame, type OrderView, openPart, orderOverview } from './overview.ts'
import { texts } from './texts.ts'

const lostLink = (language: Language): PageText => ({
  ...unknownLink(language),
  link: { label: texts[language].newLink, href: requestLinkPath },
})

/** A text of the provider's own is read after booking. */
async function justBooked(reader: Reader, view: OrderView): Promise<OrderView> {
  const { language } = view
  const lines = (await loadBookedText(reader, language)).split(/\n+/).filter((line) => line !== '')
  return { ...view, notice: texts[language].booked, intro: lines }
}

export const orderPage: PublicPage = {
  path: orderPath('{secret}'),
  via: 'link',
  async show(request) {
    const { db, params, query, language, today, timeZone } = request
    const order = await loadOrder(db, params['secret']!, request)
    if (!order) return lostLink(language)
    const view = { order, language, today, timeZone }
    switch (openPart(view, query)) {
      case 'offer':
        return offerPart(view, await offeredSeats(db, order.seats, language))
      case 'names':
        return namesPart(view, await loadParticipantQuestions(db, order.seats))
      case 'move':
        return movePart(view, await moveOptions(db, view))
      case 'cancel':
        return cancelPart(view, await cancelAnswers(db, view))
      case 'documents':
        return {
          ...frame(view, 'documents'),
          paragraphs: [texts[language].documentsIntro],
          files: fileLinks(orderPath(params['secret']!), await documentsOfOrder(db, order, language)),
        }
      case 'letters':
        return lettersPart(db, view)
      default:
        return orderOverview(db, query.has('booked') ? await justBooked(db, view) : view, request.now)
    }
  },
  async submit(request) {
    const { tx, params, query, language, today, timeZone } = request
    const order = await loadOrder(tx, params['secret']!, request)
    if (!order) return lostLink(language)
    if (order.isByMail) await proveOrderer(tx, order.id)
    const view = { order, language, today, timeZone }
    switch (openPart(view, query)) {
      case 'offer':
        return submitOffer(request, view)
      case 'names':
        return submitNames(request, view)
      case 'move':
        return submitMove(request, view)
      case 'cancel':
        return submitCancellation(request, view)
      default:
        return orderOverview(tx, view, request.now)
    }
  },
}
