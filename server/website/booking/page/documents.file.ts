// The documents of an order or of a seat as files, by the link of its page.
import { orderPath } from '../../../bookings/orders/order-link.ts'
import { seatPath } from '../../../bookings/orders/seat-link.ts'
import { companyPath, findCompanyLink } from '../../../companies/company-link.ts'
import { notFound } from '../../../platform/ground/errors.ts'
import { generalErrors } from '../../../platform/ground/general.errors.ts'
import { contentPolicy, dispositionOf } from '../../../platform/http/send-file.ts'
import type { PublicFile, PublicFileRequest } from '../../../platform/pages/public-files.ts'
import { documentsOfOrder, documentsOfSeats, type SeatDocument } from './documents.ts'
import { findSeat, loadCompanySeats, loadOrder } from './linked-order.ts'

const filePath = (pagePath: string, document: string): string => `${pagePath}/files/${document}`

/** Links to documents, for the page with this path. */
export const fileLinks = (pagePath: string, documents: readonly SeatDocument[]) =>
  documents.map(({ path, label }) => ({ label, href: filePath(pagePath, path) }))

function documentFile(
  pagePath: string,
  documentsOf: (request: PublicFileRequest, secret: string) => Promise<SeatDocument[]>,
): PublicFile {
  return {
    path: filePath(pagePath, '{kind}/{id}'),
    async read(request) {
      const { secret = '', kind, id } = request.params
      const documents = await documentsOf(request, secret)
      const file = await documents.find(({ path }) => path === `${kind}/${id}`)?.read(request)
      if (!file) throw notFound(generalErrors.noPath())
      return {
        content: file.content,
        headers: {
          'content-type': file.type,
          'content-disposition': dispositionOf(file.name, false),
          'content-security-policy': contentPolicy,
          'cache-control': 'private, no-store',
          'x-robots-tag': 'noindex, nofollow',
        },
      }
    },
  }
}

export const orderDocumentFile = documentFile(orderPath('{secret}'), async (request, secret) => {
  const { db, language } = request
  const order = await loadOrder(db, secret, request)
  return order ? documentsOfOrder(db, order, language) : []
})

export const companyDocumentFile = documentFile(companyPath('{secret}'), async (request, secret) => {
  const { db, language } = request
  const link = await findCompanyLink(db, secret, request)
  return link && !link.isOver
    ? documentsOfSeats(db, await loadCompanySeats(db, link.companyId), language)
    : []
})

export const seatDocumentFile = documentFile(seatPath('{secret}'), async (request, secret) => {
  const { db, language } = request
  const seat = await findSeat(db, secret, request)
  return seat ? documentsOfSeats(db, [seat], language) : []
})
