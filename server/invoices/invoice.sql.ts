// Inserts invoice confirmations; reads what they refer to.
import { sql } from 'kysely'
import type { Principal } from '../platform/auth/principal.ts'
import type { Reader, Tx } from '../platform/database/database.ts'
import { writeLinks } from '../platform/database/write-rows.ts'
import type { Language } from '../platform/ground/language.ts'

export type Article = {
  id: number
  article_no: string
  name: string
  description: string
  price: string
  currency: string
  vat_rate: number
  vat_included: boolean
  unit: string
}

/** The articles with these ids, by id. */
export async function findArticles(reader: Reader, ids: readonly number[]): Promise<Map<number, Article>> {
  const rows = await reader
    .selectFrom('article')
    .select([
      'id',
      'article_no',
      'name',
      'description',
      'price',
      'currency',
      'vat_rate',
      'vat_included',
      'unit',
    ])
    .where('id', '=', sql<number>`any(${ids}::int[])`)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}

/** The language in which a user reads documents. */
export async function loadUserLanguage(reader: Reader, principal: Principal): Promise<Language> {
  const user = await reader
    .selectFrom('app_user')
    .select('language')
    .where('id', '=', principal.userId)
    .executeTakeFirst()
  return user?.language === 'en' ? 'en' : 'de'
}

export async function findContact(
  reader: Reader,
  contactId: number,
): Promise<{ companyId: number | null } | undefined> {
  return reader
    .selectFrom('contact')
    .select('company_id as companyId')
    .where('id', '=', contactId)
    .executeTakeFirst()
}

export async function bookingExists(reader: Reader, bookingId: number): Promise<boolean> {
  const row = await reader.selectFrom('booking').select('id').where('id', '=', bookingId).executeTakeFirst()
  return row !== undefined
}

/** Whether the address belongs to one of the contacts. */
export async function addressBelongsTo(
  reader: Reader,
  addressId: number,
  contactIds: number[],
): Promise<boolean> {
  const row = await reader
    .selectFrom('address')
    .select('id')
    .where('id', '=', addressId)
    .where('contact_id', 'in', contactIds)
    .executeTakeFirst()
  return row !== undefined
}

/** The invoice address of a contact, else its default address, else none. */
export async function invoiceAddressOf(reader: Reader, contactId: number): Promise<number | null> {
  const row = await reader
    .selectFrom('address as a')
    .innerJoin('address_type as t', 't.id', 'a.address_type_id')
    .select('a.id')
    .where('a.contact_id', '=', contactId)
    .where((eb) =>
      eb.or([eb('a.is_invoice', '=', true), eb('t.is_invoice', '=', true), eb('a.is_default', '=', true)]),
    )
    .orderBy(sql`(a.is_invoice or t.is_invoice)`, 'desc')
    .orderBy('a.is_default', 'desc')
    .orderBy('a.id')
    .executeTakeFirst()
  return row?.id ?? null
}

export type NewConfirmation = {
  booking_id: number | null
  contact_id: number
  address_id: number | null
  created_by: number
  created_at: Date
  reference?: string
}

/** An element as it is stored, with copies of the article's names and price. */
export type NewConfirmationElement = {
  /** null: the seats of bookings */
  article_id: number | null
  content: string
  name: string
  description: string
  vat_included: boolean
  vat_rate: number
  total_price: string
  currency: string
  start_date: string | null
  start_time: string
  end_date: string | null
  end_time: string
}

export type InsertedConfirmation = { id: number; elements: (NewConfirmationElement & { id: number })[] }

export async function insertConfirmation(
  tx: Tx,
  confirmation: NewConfirmation,
  elements: NewConfirmationElement[],
  /** The bookings whose seats the elements are. */
  bookingIds: readonly number[] = [],
): Promise<InsertedConfirmation> {
  const { id } = await tx
    .insertInto('invoice_confirmation')
    .values(confirmation)
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await tx
    .insertInto('invoice_confirmation_element')
    .values(elements.map((element) => ({ ...element, confirmation_id: id })))
    .returningAll()
    .execute()
  await writeLinks(
    tx,
    { table: 'invoice_confirmation_booking', owner: 'confirmation_id', column: 'booking_id' },
    [[id, bookingIds]],
  )
  return { id, elements: rows.toSorted((a, b) => a.id - b.id) }
}
