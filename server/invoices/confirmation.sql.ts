// Invoice confirmations with receivers and sums for the back office.
import { sql } from 'kysely'
import type { DocumentSums, Total } from '../catalogue/records/document-sums.ts'
import { versionColumn } from '../platform/database/change-log.ts'
import type { Reader } from '../platform/database/database.ts'
import { instanceCountry } from '../platform/settings/instance-country.ts'
import type {
  AddressOption,
  Confirmation,
  ConfirmationElement,
  ConfirmationListItem,
} from './confirmation.schema.ts'
import { elementSums, type PricedElement } from './element.ts'
import { invoiceAddressOf } from './invoice.sql.ts'
import { receiverColumns } from './receiver.sql.ts'
import { addressLines, type Receiver } from './receiver.ts'

/** Sums as numbers with two decimals. */
export const asNumbers = <S extends Total>({ net, tax, gross, ...rest }: S) => ({
  ...rest,
  net: Number(net),
  tax: Number(tax),
  gross: Number(gross),
})

const textColumn = <N extends string>(expression: string, name: N) =>
  sql<string>`coalesce(${sql.raw(expression)}, '')`.as(name)

/** Confirmations with contact and date. Aliases: invoice_confirmation i, contact c, company f, app_user u, booking p, event_date d, event e. */
export const confirmationsQuery = (reader: Reader) =>
  reader
    .selectFrom('invoice_confirmation as i')
    .innerJoin('contact as c', 'c.id', 'i.contact_id')
    .leftJoin('contact as f', 'f.id', 'c.company_id')
    .leftJoin('app_user as u', 'u.id', 'i.created_by')
    .leftJoin('booking as p', 'p.id', 'i.booking_id')
    .leftJoin('event_date as d', 'd.id', 'p.date_id')
    .leftJoin('event as e', 'e.id', 'd.event_id')
    .select([
      'i.id',
      sql<string>`to_json(i.created_at) #>> '{}'`.as('createdAt'),
      textColumn('u.name', 'createdByName'),
      'i.contact_id as contactId',
      sql<string>`concat_ws(' ', nullif(c.title, ''), nullif(c.first_name, ''), c.last_name)`.as(
        'contactName',
      ),
      textColumn('f.last_name, c.company', 'companyName'),
      sql<number>`coalesce(i.booking_id, 0)`.as('bookingId'),
      sql<number>`coalesce(p.date_id, 0)`.as('dateId'),
      textColumn(`nullif(d.title, ''), e.title`, 'dateTitle'),
    ])

type Row = Omit<ConfirmationListItem, 'elementCount' | 'totals'>

/** Adds the number and the sums of the elements to the rows, with one query for all. */
export async function withTotals(reader: Reader, rows: readonly Row[]): Promise<ConfirmationListItem[]> {
  const allElements = await reader
    .selectFrom('invoice_confirmation_element')
    .select(['confirmation_id', 'total_price', 'vat_included', 'vat_rate', 'currency'])
    .where('confirmation_id', '=', sql<number>`any(${rows.map(({ id }) => id)}::int[])`)
    .execute()
  const elements = Map.groupBy(allElements, (element) => element.confirmation_id)
  return rows.map((row) => {
    const ofRow: PricedElement[] = elements.get(row.id) ?? []
    return { ...row, elementCount: ofRow.length, totals: elementSums(ofRow).totals.map(asNumbers) }
  })
}

type ConfirmationHeader = Receiver & {
  version: number
  addressId: number
  reference: string
  senderId: number
  senderName: string
  startDate: string
  endDate: string
}

// The sender is the client of the date, else the default client of the user who created it, else the first client.
const readHeader = (reader: Reader, id: number) =>
  sql<ConfirmationHeader>`
    select ${versionColumn('invoice_confirmation', 'i.id')} as version, coalesce(i.address_id, 0) as "addressId", i.reference, ${receiverColumns},
      coalesce(d.start_date::text, '') as "startDate", coalesce(d.end_date, d.start_date)::text as "endDate",
      k.id as "senderId", k.name as "senderName"
    from invoice_confirmation i join contact c on c.id = i.contact_id left join contact f on f.id = c.company_id
    left join address a on a.id = i.address_id left join booking p on p.id = i.booking_id
    left join event_date d on d.id = p.date_id
    left join lateral (select k.id, k.name from client k order by k.id = d.client_id desc nulls last, k.id = (
      select m.client_id from user_client m where m.user_id = i.created_by and m.is_default) desc nulls last, k.id limit 1) k on true
    where i.id = ${id}`.execute(reader)

/** One confirmation with its elements. Beside the record, the sender, and prices and sums as exact decimal texts are returned. */
export async function confirmationById(
  reader: Reader,
  id: number,
): Promise<({ record: Confirmation; senderId: number; prices: string[] } & DocumentSums) | undefined> {
  const row = await confirmationsQuery(reader).where('i.id', '=', id).executeTakeFirst()
  if (!row) return undefined
  const { rows } = await readHeader(reader, id)
  const elements = await reader
    .selectFrom('invoice_confirmation_element')
    .selectAll()
    .where('confirmation_id', '=', id)
    .orderBy('id')
    .execute()
  const { version, addressId, reference, senderId, senderName, startDate, endDate, ...receiver } = rows[0]!
  const { taxes, totals } = elementSums(elements)
  return {
    senderId,
    taxes,
    totals,
    prices: elements.map((element) => element.total_price),
    record: {
      ...row,
      version,
      addressId,
      reference,
      senderName: senderName ?? '',
      startDate,
      endDate: endDate ?? '',
      addressLines: addressLines(receiver, await instanceCountry(reader)),
      elementCount: elements.length,
      totals: totals.map(asNumbers),
      taxes: taxes.map(asNumbers),
      elements: elements.map(
        (element): ConfirmationElement => ({
          id: element.id,
          articleId: element.article_id ?? 0,
          content: element.content,
          name: element.name,
          description: element.description,
          vatIncluded: element.vat_included,
          vatRate: element.vat_rate,
          totalPrice: Number(element.total_price),
          currency: element.currency,
          startDate: element.start_date ?? '',
          startTime: element.start_time,
          endDate: element.end_date ?? '',
          endTime: element.end_time,
        }),
      ),
    },
  }
}

/** Addresses that a confirmation for a contact can be sent to: its own, and those of its company. */
export async function addressOptions(reader: Reader, contactId: number): Promise<AddressOption[]> {
  const { rows } = await sql<Receiver & { id: number; isCompanyAddress: boolean }>`
    select a.id, a.contact_id <> c.id as "isCompanyAddress", ${receiverColumns}
    from contact c left join contact f on f.id = c.company_id join address a on a.contact_id in (c.id, c.company_id)
    where c.id = ${contactId} order by a.contact_id <> c.id, a.is_default desc, a.id`.execute(reader)
  const defaultAddressId = await invoiceAddressOf(reader, contactId)
  const home = await instanceCountry(reader)
  return rows.map(({ id, isCompanyAddress, ...receiver }) => ({
    id,
    isCompanyAddress,
    addressTypeId: receiver.address_type_id ?? 0,
    isDefault: id === defaultAddressId,
    lines: addressLines(receiver, home),
  }))
}
