// Invoice confirmations in the back office.
import { sql } from 'kysely'
import Type from 'typebox'
import { containsWords, listQuery, selectPage } from '../platform/database/list.ts'
import { FileResponse, officeEndpoint, WithHeaders } from '../platform/http/endpoint.ts'
import { notFound } from '../platform/http/errors.ts'
import { Id, IsoDate } from '../platform/http/schema.ts'
import { startOfDay } from '../platform/runtime/days.ts'
import { addConfirmation, buildElements } from './add-confirmation.ts'
import {
  AddressChoice,
  ArticleChoice,
  Confirmation,
  ConfirmationListItem,
  ConfirmationPreview,
} from './confirmation.schema.ts'
import {
  addressChoices,
  asNumbers,
  confirmationById,
  confirmationsQuery,
  withTotals,
} from './confirmation.sql.ts'
import { periodErrors } from './element.ts'
import { NewInvoiceConfirmation } from './invoice.schema.ts'
import { confirmationPdf } from './pdf.ts'
import { taxSums, totals } from './totals.ts'

const readRight = '100400'
/** To whom one is made out is chosen among the contacts. */
const writeRights = ['100400', '100100', '090300:access'] as const
const params = Type.Object({ id: Id })

const confirmationNotFound = (id: number) => notFound(`There is no invoice confirmation ${id}.`)

const sorts = { id: sql`i.id`, createdAt: sql`i.created_at`, contactName: sql`c.last_name` }

const listConfirmations = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations',
  right: readRight,
  query: listQuery({
    sorts: Object.keys(sorts) as (keyof typeof sorts)[],
    filters: {
      /** The number, or words of the name of the contact or its company. */
      q: Type.Optional(Type.String({ maxLength: 255 })),
      number: Type.Optional(Id),
      contactId: Type.Optional(Id),
      participationId: Type.Optional(Id),
      from: Type.Optional(IsoDate),
      to: Type.Optional(IsoDate),
    },
  }),
  response: Type.Array(ConfirmationListItem),
  handle: async ({ db, query, settings }) => {
    const { q, number, contactId, participationId, from, to } = query
    const rows = confirmationsQuery(db)
      .$if(number !== undefined, (all) => all.where('i.id', '=', number!))
      .$if(contactId !== undefined, (all) => all.where('i.contact_id', '=', contactId!))
      .$if(participationId !== undefined, (all) => all.where('i.booking_id', '=', participationId!))
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
  path: '/invoice-confirmations/{id}',
  right: readRight,
  params,
  response: Type.Array(Confirmation),
  handle: async ({ db, params: { id } }) => {
    const found = await confirmationById(db, id)
    if (!found) throw confirmationNotFound(id)
    return [found.record]
  },
})

const getPdf = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/{id}/pdf',
  right: readRight,
  params,
  query: Type.Object({ language: Type.Optional(Type.Unsafe<'de' | 'en'>(Type.Enum(['de', 'en']))) }),
  handle: async ({ db, params: { id }, query, principal, settings }) => {
    const found = await confirmationById(db, id)
    if (!found) throw confirmationNotFound(id)
    const user = await db
      .selectFrom('app_user')
      .select('language')
      .where('id', '=', principal.userId)
      .executeTakeFirst()
    const language = query.language ?? (user?.language === 'en' ? 'en' : 'de')
    const content = await confirmationPdf(found, language, settings.timeZone)
    const name = language === 'de' ? 'Rechnungsbestätigung' : 'Invoice confirmation'
    return new FileResponse({ type: 'application/pdf', name: `${name} ${id}.pdf`, inline: true, content })
  },
})

const confirmationInput = {
  body: NewInvoiceConfirmation,
  rules: ({ body }: { body: NewInvoiceConfirmation }, isValid: (...names: string[]) => boolean) =>
    isValid('elements')
      ? body.elements.flatMap((element, index) => periodErrors(element, `elements[${index}]`))
      : [],
} as const

const createConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations',
  right: writeRights,
  ...confirmationInput,
  response: Type.Array(Confirmation),
  handle: async ({ tx, principal, body, now }) => {
    const { id } = await addConfirmation(tx, principal, body, now)
    return [(await confirmationById(tx, id))!.record]
  },
})

/** What it would come to; nothing is written. */
const previewConfirmation = officeEndpoint({
  method: 'POST',
  path: '/invoice-confirmations/preview',
  right: writeRights,
  ...confirmationInput,
  response: Type.Array(ConfirmationPreview),
  handle: async ({ tx, body }) => {
    const elements = await buildElements(tx, body)
    const taxes = taxSums(elements)
    return [
      {
        prices: elements.map(({ total_price, currency }) => ({ priceTotal: Number(total_price), currency })),
        taxes: taxes.map(asNumbers),
        totals: totals(taxes).map(asNumbers),
      },
    ]
  },
})

const listAddresses = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/addresses',
  right: writeRights,
  query: Type.Object({ contactId: Id }),
  response: Type.Array(AddressChoice),
  handle: ({ db, query: { contactId } }) => addressChoices(db, contactId),
})

const listArticles = officeEndpoint({
  method: 'GET',
  path: '/invoice-confirmations/articles',
  right: writeRights,
  response: Type.Array(ArticleChoice),
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
      taxAmount: row.vat_rate,
      taxIncluded: row.vat_included ? 1 : 0,
      unit: row.unit,
    }))
  },
})

export const invoicesOffice = [
  listAddresses,
  listArticles,
  previewConfirmation,
  listConfirmations,
  createConfirmation,
  getConfirmation,
  getPdf,
]
