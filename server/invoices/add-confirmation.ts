// The rule of POST /invoiceConfirm: what a confirmation refers to must be there, and is copied (decisions 9.1 to 9.3).
import type { Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/http/errors.ts'
import { priceTotal } from './element.ts'
import type { InvoiceConfirmation, NewElement, NewInvoiceConfirmation } from './invoice.schema.ts'
import {
  type Article,
  addressBelongsTo,
  bookingExists,
  findArticles,
  findContact,
  insertConfirmation,
  invoiceAddressOf,
  type NewConfirmationElement,
} from './invoice.sql.ts'

/** Adds an invoice confirmation. @throws Failure 400 with every fault of its elements and every unknown id */
export async function addConfirmation(
  tx: Tx,
  principal: Principal,
  input: NewInvoiceConfirmation,
  now: Date,
): Promise<InvoiceConfirmation> {
  const rows = await buildElements(tx, input)
  const { contactId, addressId, tcpId } = input
  return insertConfirmation(
    tx,
    {
      booking_id: tcpId || null,
      contact_id: contactId,
      address_id: addressId ?? (await invoiceAddressOf(tx, contactId)),
      created_by: principal.userId,
      created_at: now,
    },
    rows,
  )
}

/** The elements as they will be stored. @throws Failure 400 with every fault of the elements and every unknown id */
export async function buildElements(
  tx: Tx,
  input: NewInvoiceConfirmation,
): Promise<NewConfirmationElement[]> {
  const { contactId, addressId, elements } = input
  const bookingId = input.tcpId || null
  const errors: FieldError[] = []
  if (bookingId !== null && !(await bookingExists(tx, bookingId)))
    errors.push({ field: 'tcpId', message: 'is not the id of a participation' })
  const contact = await findContact(tx, contactId)
  if (!contact) errors.push({ field: 'contactId', message: 'is not the id of a contact' })
  if (contact && addressId !== undefined) {
    const owners = [contactId, ...(contact.companyId === null ? [] : [contact.companyId])]
    if (!(await addressBelongsTo(tx, addressId, owners)))
      errors.push({ field: 'addressId', message: 'is not an address of the contact or its company' })
  }
  const articles = await findArticles(tx, [...new Set(elements.map((element) => element.resId))])
  const rows = elements.flatMap((element, index) => {
    const row = elementRow(element, `elements[${index}]`, articles.get(element.resId))
    if (!Array.isArray(row)) return [row]
    errors.push(...row)
    return []
  })
  if (errors.length > 0) throw badRequest(errors)
  return rows
}

function elementRow(
  element: NewElement,
  path: string,
  article: Article | undefined,
): NewConfirmationElement | FieldError[] {
  if (!article) return [{ field: `${path}.resId`, message: 'is not the id of an article' }]
  const total = priceTotal(article, element)
  if (total === undefined)
    return [{ field: `${path}.dateEnd`, message: 'makes a price too large to be stored' }]
  return {
    article_id: article.id,
    content: [article.article_no, article.name].filter((part) => part !== '').join(' '),
    name: article.name,
    description: article.description,
    vat_included: article.vat_included,
    vat_rate: article.vat_rate,
    total_price: total,
    currency: article.currency,
    start_date: element.dateStart ?? null,
    start_time: element.timeStart ?? '',
    end_date: element.dateEnd ?? null,
    end_time: element.timeEnd ?? '',
  }
}
