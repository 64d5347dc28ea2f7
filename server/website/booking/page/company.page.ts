// The page of a company, by a link: its participants with their dates and the documents of the seats. The page changes nothing but the day of its last use.
import type { LinkedSeat } from '../../../bookings/orders/order-seats.ts'
import { companyPath, findCompanyLink, touchCompanyLink } from '../../../companies/company-link.ts'
import type { PageText } from '../../../platform/pages/page-html.ts'
import type { PublicPage } from '../../../platform/pages/public-pages.ts'
import { unknownLink } from '../../../platform/pages/unknown-link.ts'
import { fileLinks } from './documents.file.ts'
import { documentsOfSeats } from './documents.ts'
import { linkedDateLabel, loadCompanySeats } from './linked-order.ts'
import { partLinks, seatLine } from './overview.ts'
import { texts } from './texts.ts'

const parts = ['current', 'past'] as const

const isPast = ({ lastDay }: LinkedSeat, today: string): boolean => lastDay !== null && lastDay < today

export const companyPage: PublicPage = {
  path: companyPath('{secret}'),
  async show(request): Promise<PageText> {
    const { db, params, query, language, now, today, timeZone } = request
    const secret = params['secret']!
    const found = await findCompanyLink(db, secret, request)
    if (!found || found.isOver) return unknownLink(language)
    await touchCompanyLink(db, found.id, now)
    const text = texts[language]
    const current = query.get('part') === 'past' ? 'past' : 'current'
    const all = await loadCompanySeats(db, found.companyId)
    const seats = all.filter((seat) => isPast(seat, today) === (current === 'past'))
    // The latest first of those that are over.
    const dates = [...Map.groupBy(seats, ({ dateId }) => dateId).values()]
    if (current === 'past') dates.reverse()
    return {
      status: 200,
      title: text.company.title(found.company),
      parts: partLinks(parts, text.company.parts, current),
      paragraphs: [
        text.company.intro(found.user),
        ...(dates.length === 0 ? [text.company.none[current]] : []),
      ],
      letters: dates.map((ofDate) => ({
        title: text.company.date(linkedDateLabel(ofDate[0]!, text.locale), ofDate.length),
        text: ofDate.map((seat) => seatLine(seat, { language, timeZone })).join('\n'),
      })),
      files: fileLinks(companyPath(secret), await documentsOfSeats(db, seats, language)),
    }
  },
}
