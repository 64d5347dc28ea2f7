// Reads orders with their contacts and seats.
import { sql } from 'kysely'
import { isDisposable } from '../../addresses/disposable-address.ts'
import { postalLines } from '../../addresses/postal-address.ts'
import { findCompaniesByName } from '../../contacts/company-of-contact.ts'
import { versionColumn } from '../../platform/database/change-log.ts'
import type { Reader } from '../../platform/database/database.ts'
import { comparisonKey } from '../../platform/ground/text.ts'
import { instanceCountry } from '../../platform/settings/instance-country.ts'
import { enteredCompany } from './entered-company.ts'
import type { Order } from './order.schema.ts'

const fullName = (alias: string) =>
  `concat_ws(' ', nullif(${alias}.title, ''), nullif(${alias}.first_name, ''), nullif(${alias}.last_name, ''))`

/** The company that ordered, otherwise the person, of an order (alias `o`). */
export const orderedBy = `coalesce(nullif((select ${fullName('x')} from contact x where x.id = o.company_id), ''),
  (select ${fullName('x')} from contact x where x.id = o.orderer_id), '')`

const seats = (condition: string) =>
  `(select count(*)::int from booking b join booking_status s on s.status = b.status
    where b.order_id = o.id and b.status <> 'cancelled' ${condition})`

/** Orders with their contacts. Aliases: booking_order o, contact c (who ordered), f (company), i (invoice). */
export const selectOrders = (reader: Reader) =>
  reader
    .selectFrom('booking_order as o')
    .leftJoin('contact as c', 'c.id', 'o.orderer_id')
    .leftJoin('contact as f', 'f.id', 'o.company_id')
    .leftJoin('contact as i', (join) =>
      join.on('i.id', '=', sql<number>`coalesce(o.invoice_contact_id, o.company_id, o.orderer_id)`),
    )
    .select([
      'o.id',
      versionColumn('order', 'o.id').as('version'),
      sql<string>`to_json(o.created_at) #>> '{}'`.as('createdAt'),
      sql<Order['source']>`o.source`.as('source'),
      sql<number>`coalesce(o.orderer_id, 0)`.as('ordererId'),
      sql<number>`coalesce(o.company_id, 0)`.as('companyId'),
      sql<number>`coalesce(o.invoice_contact_id, 0)`.as('invoiceContactId'),
      'o.invoice_reference as invoiceReference',
      'o.comment',
      sql<boolean>`o.terms_accepted_at is not null`.as('termsAccepted'),
      sql<string>`coalesce(to_json(o.terms_accepted_at) #>> '{}', '')`.as('termsAcceptedAt'),
      sql<string>`${sql.raw(fullName('c'))}`.as('ordererName'),
      sql<string>`coalesce(f.last_name, '')`.as('companyName'),
      sql<string>`${sql.raw(fullName('i'))}`.as('invoiceName'),
      sql<number>`${sql.raw(seats(''))}`.as('seatCount'),
      sql<number>`${sql.raw(seats('and b.contact_id is null'))}`.as('unnamedCount'),
      sql<string>`coalesce(o.code, '')`.as('code'),
      'o.is_consumer as isConsumer',
      sql<boolean>`exists (select from order_link l where l.order_id = o.id and l.revoked_at is null)
        or exists (select from seat_link l join booking b on b.id = l.booking_id where b.order_id = o.id)`.as(
        'hasLink',
      ),
      sql<string>`coalesce((select v.code from voucher_use u join voucher v on v.id = u.voucher_id where u.order_id = o.id), '')`.as(
        'voucherCode',
      ),
      sql<Order['entered']>`o.entered`.as('entered'),
      sql<Order['utm']>`o.utm`.as('utm'),
      sql<
        Order['accepted']
      >`coalesce((select json_agg(json_build_object('title', v.title, 'version', v.version) order by v.document_id)
        from order_acceptance a join terms_version v on v.id = a.version_id where a.order_id = o.id), '[]')`.as(
        'accepted',
      ),
      sql<string>`coalesce((select string_agg(distinct coalesce(nullif(d.title, ''), e.title), ', ')
        from booking b join event_date d on d.id = b.date_id join event e on e.id = d.event_id where b.order_id = o.id), '')`.as(
        'dateTitles',
      ),
    ])

type OrderRow = Omit<Order, 'isDisposable' | 'companyProposal' | 'printedInvoiceTo'>

const noAddress = { street: '', houseNumber: '', zip: '', city: '', country: '' }

const companyOf = ({ entered }: OrderRow): string => enteredCompany(entered) ?? ''

/** Completes orders with fields that are not stored. */
export async function toOrders(reader: Reader, rows: readonly OrderRow[]): Promise<Order[]> {
  const companies = await findCompaniesByName(
    reader,
    rows.filter(({ companyId }) => companyId === 0).map(companyOf),
  )
  const home = await instanceCountry(reader)
  return Promise.all(
    rows.map(async (row) => {
      const email = row.entered.orderer?.['email']
      return {
        ...row,
        printedInvoiceTo: postalLines(
          { ...noAddress, ...row.entered.invoiceTo, receiver: [row.entered.invoiceTo?.['company'] ?? ''] },
          home,
        ),
        companyProposal: (row.companyId === 0 && companies.get(comparisonKey(companyOf(row)))) || null,
        isDisposable: email !== undefined && (await isDisposable(email)),
      }
    }),
  )
}

export const orderById = async (reader: Reader, id: number): Promise<Order | undefined> =>
  (await toOrders(reader, await selectOrders(reader).where('o.id', '=', id).execute()))[0]
