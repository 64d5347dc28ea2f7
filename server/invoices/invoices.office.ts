// Invoice confirmations in the back office.

import { sql } from 'kysely'
import Type from 'typebox'
import { startOfDay } from '../platform/ground/days.ts'
import { notFound } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { bookingConfirmationRights, confirmationRights } from '../platform/ground/rights.ts'
import { Id, IsoDate, record } from '../platform/ground/schema.ts'
import { officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { containsWords, listQuery, selectPage } from '../platform/http/list.ts'
import { addConfirmation, buildElements } from './add-confirmation.ts'
import { addBookingConfirmation, buildBookingConfirmation } from './booking-confirmation.ts'
import {
  AddressOption,
  ArticleOption,
  BookingConfirmationBody,
  BookingConfirmationPreview,
  Confirmation,
  ConfirmationListItem,
  ConfirmationPreview,
  NewConfirmationBody,
  OpenSeats,
} from './confirmation.schema.ts'
import {
  addressOptions,
  asNumbers,
  confirmationById,
  confirmationsQuery,
  withTotals,
} from './confirmation.sql.ts'
import { confirmSeatsOfDate, loadOpenSeats } from './date-confirmations.ts'
import { elementSums, officeFieldNames, periodErrors } from './element.ts'

const readRight = '100400'
// The receiver is chosen among the contacts.
const params = Type.Object({ confirmationId: Id })

const confirmationNotFound = (id: number) =>
  notFound(generalErrors.notFound({ kind: 'invoice confirmation', id }))

const sorts = { id: sql`i.id`, createdAt: sql`i.created_at`, contactName: sql`c.last_name` }

const listConfirmations = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations',
  right: readRight,
  query: listQuery({
    sorts: Object.keys(sorts) as (keyof typeof sorts)[],
    filters: {
      /** The id, or words of the name of the contact or its company. */
      q: Type.Optional(Type.String({ maxLength: 255 })),
      confirmationId: Type.Optional(Id),
      contactId: Type.Optional(Id),
      /** Of the company itself and of its people. */
      companyId: Type.Optional(Id),
      bookingId: Type.Optional(Id),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
    },
  }),
  response: Type.Array(ConfirmationListItem),
  handle: async ({ db, query, settings }) => {
    const { q, confirmationId, contactId, companyId, bookingId, from, to } = query
    const rows = confirmationsQuery(db)
      .$if(confirmationId !== undefined, (all) => all.where('i.id', '=', confirmationId!))
      .$if(contactId !== undefined, (all) => all.where('i.contact_id', '=', contactId!))
      .$if(companyId !== undefined, (all) =>
        all.where((eb) => eb.or([eb('i.contact_id', '=', companyId!), eb('c.company_id', '=', companyId!)])),
      )
      .$if(bookingId !== undefined, (all) => all.where('i.booking_id', '=', bookingId!))
      .$if(from !== undefined, (all) =>
        all.where('i.created_at', '>=', startOfDay(from!, 0, settings.timeZone)),
      )
      .$if(to !== undefined, (all) => all.where('i.created_at', '<', startOfDay(to!, 1, settings.timeZone)))
      .$if(q !== undefined, (all) =>
        all.where(
          sql<boolean>`(i.id::text = ${q!.trim()}
            or ${containsWords(`concat_ws(' ', c.first_name, c.last_name, c.company, f.last_name)`, q!)})`,
        ),
      )
    const page = await selectPage(db, rows, { order: 'desc', ...query }, sorts, 'i.id')
    return new WithHeaders(await withTotals(db, page.records), page.headers)
  },
})

const getConfirmation = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/{confirmationId}',
  right: readRight,
  params,
  response: Type.Array(Confirmation),
  handle: async ({ db, params: { confirmationId } }) => {
    const confirmation = await confirmationById(db, confirmationId)
    if (!confirmation) throw confirmationNotFound(confirmationId)
    return [confirmation.record]
  },
})

const confirmationInput = {
  body: NewConfirmationBody,
  rules: ({ body }: { body: NewConfirmationBody }, isValid: (...names: string[]) => boolean) =>
    isValid('elements') ? periodErrors(body.elements, officeFieldNames) : [],
} as const

const createConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations',
  right: confirmationRights,
  ...confirmationInput,
  response: Type.Array(Confirmation),
  handle: async ({ tx, principal, body, now }) => {
    const { id } = await addConfirmation(tx, principal, body, officeFieldNames, now)
    return [(await confirmationById(tx, id))!.record]
  },
})

/** Prices and sums of a confirmation that is not created. */
const previewConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations/preview',
  isPreview: true,
  right: confirmationRights,
  ...confirmationInput,
  response: Type.Array(ConfirmationPreview),
  handle: async ({ tx, body }) => {
    const elements = await buildElements(tx, body, officeFieldNames)
    const { taxes, totals } = elementSums(elements)
    return [
      {
        prices: elements.map(({ total_price, currency }) => ({ totalPrice: Number(total_price), currency })),
        taxes: taxes.map(asNumbers),
        totals: totals.map(asNumbers),
      },
    ]
  },
})

const createBookingConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations/for-bookings',
  right: bookingConfirmationRights,
  body: BookingConfirmationBody,
  response: Type.Array(Confirmation),
  handle: async ({ tx, principal, body, now }) => {
    const id = await addBookingConfirmation(tx, principal, body, now)
    return [(await confirmationById(tx, id))!.record]
  },
})

const previewBookingConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations/for-bookings/preview',
  isPreview: true,
  right: bookingConfirmationRights,
  body: BookingConfirmationBody,
  response: Type.Array(BookingConfirmationPreview),
  handle: async ({ tx, principal, body }) => {
    const { contactId, reference, elements } = await buildBookingConfirmation(tx, principal, body)
    const contact = await tx
      .selectFrom('contact as c')
      .select(
        sql<string>`concat_ws(' ', nullif(c.title, ''), nullif(c.first_name, ''), c.last_name)`.as('name'),
      )
      .where('c.id', '=', contactId)
      .executeTakeFirstOrThrow()
    const { taxes, totals } = elementSums(elements)
    return [
      {
        contactId,
        contactName: contact.name,
        reference,
        elements: elements.map(({ content, description, total_price, currency }) => ({
          content,
          description,
          totalPrice: Number(total_price),
          currency,
        })),
        taxes: taxes.map(asNumbers),
        totals: totals.map(asNumbers),
      },
    ]
  },
})

const dateParams = Type.Object({ dateId: Id })

const listOpenSeats = officeEndpoint({
  method: 'GET',
  path: '/dates/{dateId}/open-seats',
  right: bookingConfirmationRights,
  params: dateParams,
  response: Type.Array(OpenSeats),
  handle: ({ db, params: { dateId } }) => loadOpenSeats(db, dateId),
})

const confirmSeats = officeEndpoint({
  method: 'POST',
  path: '/dates/{dateId}/invoice-confirmations',
  right: bookingConfirmationRights,
  params: dateParams,
  body: Type.Object({ bookingIds: BookingConfirmationBody.properties.bookingIds }),
  response: Type.Array(record({ id: Id })),
  handle: async ({ tx, principal, params: { dateId }, body, now }) =>
    (await confirmSeatsOfDate(tx, principal, dateId, body.bookingIds, now)).map((id) => ({ id })),
})

const listAddressOptions = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/address-options',
  right: confirmationRights,
  query: Type.Object({ contactId: Id }),
  response: Type.Array(AddressOption),
  handle: ({ db, query: { contactId } }) => addressOptions(db, contactId),
})

const listArticleOptions = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/article-options',
  right: confirmationRights,
  response: Type.Array(ArticleOption),
  handle: async ({ db }) => {
    const rows = await db
      .selectFrom('article')
      .selectAll()
      .orderBy('article_no')
      .orderBy('name')
      .orderBy('id')
      .execute()
    return rows.map((row) => ({
      id: row.id,
      articleNo: row.article_no,
      name: row.name,
      price: Number(row.price),
      currency: row.currency,
      vatRate: row.vat_rate,
      vatIncluded: row.vat_included,
      unit: row.unit,
    }))
  },
})

export const invoicesOffice = [
  listOpenSeats,
  confirmSeats,
  listAddressOptions,
  listArticleOptions,
  previewConfirmation,
  listConfirmations,
  createConfirmation,
  previewBookingConfirmation,
  createBookingConfirmation,
  getConfirmation,
]
