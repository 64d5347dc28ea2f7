// Adds invoice confirmations: the records that they refer to must exist, and are copied (decisions 9.1 to 9.3).
import { contactErrors } from '../addresses/contact.errors.ts'
import type { Principal } from '../platform/auth/principal.ts'
import type { Tx } from '../platform/database/database.ts'
import { badRequest, type FieldError } from '../platform/ground/errors.ts'
import { type ElementInput, type FieldNames, totalPrice } from './element.ts'
import { invoiceErrors } from './invoice.errors.ts'
import {
  type Article,
  addressBelongsTo,
  bookingExists,
  findArticles,
  findContact,
  type InsertedConfirmation,
  insertConfirmation,
  invoiceAddressOf,
  type NewConfirmationElement,
} from './invoice.sql.ts'

/** bookingId 0 or undefined: the confirmation belongs to no booking. */
export type ConfirmationInput = {
  bookingId?: number | undefined
  contactId: number
  addressId?: number | undefined
  elements: readonly ElementInput[]
}

/** Adds an invoice confirmation. @throws Failure 400 with all errors of its elements and all unknown ids */
export async function addConfirmation(
  tx: Tx,
  principal: Principal,
  input: ConfirmationInput,
  names: FieldNames,
  now: Date,
): Promise<InsertedConfirmation> {
  const rows = await buildElements(tx, input, names)
  const { contactId, addressId, bookingId } = input
  return insertConfirmation(
    tx,
    {
      booking_id: bookingId || null,
      contact_id: contactId,
      address_id: addressId ?? (await invoiceAddressOf(tx, contactId)),
      created_by: principal.userId,
      created_at: now,
    },
    rows,
  )
}

/** The receiver must exist, and the address be its own or its company's. */
export async function checkReceiver(
  tx: Tx,
  contactId: number,
  addressId: number | undefined,
): Promise<FieldError[]> {
  const contact = await findContact(tx, contactId)
  if (!contact) return [{ field: 'contactId', ...contactErrors.unknownContact() }]
  if (addressId === undefined) return []
  const owners = [contactId, ...(contact.companyId === null ? [] : [contact.companyId])]
  return (await addressBelongsTo(tx, addressId, owners))
    ? []
    : [{ field: 'addressId', ...invoiceErrors.foreignAddress() }]
}

/** The elements as they will be stored. @throws Failure 400 with all errors of the elements and all unknown ids */
export async function buildElements(
  tx: Tx,
  { bookingId, contactId, addressId, elements }: ConfirmationInput,
  names: FieldNames,
): Promise<NewConfirmationElement[]> {
  const errors: FieldError[] = []
  if (bookingId && !(await bookingExists(tx, bookingId)))
    errors.push({ field: names.bookingId, ...invoiceErrors.unknownBooking() })
  errors.push(...(await checkReceiver(tx, contactId, addressId)))
  const articles = await findArticles(tx, [...new Set(elements.map(({ articleId }) => articleId))])
  const rows = elements.flatMap((element, index) => {
    const path = `elements[${index}]`
    const article = articles.get(element.articleId)
    const price = article && totalPrice(article, element)
    if (!article) errors.push({ field: `${path}.${names.articleId}`, ...invoiceErrors.unknownArticle() })
    else if (price === undefined)
      errors.push({ field: `${path}.${names.endDate}`, ...invoiceErrors.priceTooLarge() })
    else return [elementRow(element, article, price)]
    return []
  })
  if (errors.length > 0) throw badRequest(errors)
  return rows
}

const elementRow = (element: ElementInput, article: Article, price: string): NewConfirmationElement => ({
  article_id: article.id,
  content: [article.article_no, article.name].filter((part) => part !== '').join(' '),
  name: article.name,
  description: article.description,
  vat_included: article.vat_included,
  vat_rate: article.vat_rate,
  total_price: price,
  currency: article.currency,
  start_date: element.startDate ?? null,
  start_time: element.startTime ?? '',
  end_date: element.endDate ?? null,
  end_time: element.endTime ?? '',
})
