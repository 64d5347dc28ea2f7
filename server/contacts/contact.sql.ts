// Contacts as records: read for every operation that answers with them.
import { type Selectable, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { among, defaultPhone, loadReach } from '../addresses/address.sql.ts'
import type { Database, Reader } from '../platform/database.ts'
import { fold } from '../platform/text.ts'
import type { Contact, LoadFlags } from './contact.schema.ts'

/** Every flag set: what POST and PATCH answer with, and what an export holds. */
export const allAddresses: LoadFlags = {
  loadAllAddresses: 1,
  loadInvoiceAddresses: 1,
  loadInvoiceSendAddresses: 1,
}

/**
 * Contacts by id, in the order of their ids; unknown ids are left out.
 * A fixed number of statements, whatever the number of ids.
 */
export async function loadContacts(db: Reader, ids: readonly number[], flags: LoadFlags): Promise<Contact[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('contact as c')
    .leftJoin('contact as company', 'company.id', 'c.company_id')
    .selectAll('c')
    .select('company.last_name as company_name')
    .select(
      sql<
        number[]
      >`array(select category_id from contact_in_category m where m.contact_id = c.id order by category_id)`.as(
        'categories',
      ),
    )
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('ext_newsletter as n')
          .select(['n.contact_id', 'n.ext_type', 'n.ext_id', 'n.is_active', 'n.opt_in', 'n.opt_in_executed'])
          .whereRef('n.contact_id', '=', 'c.id')
          .orderBy(sql`n.ext_type collate "C"`)
          .orderBy(sql`n.ext_id collate "C"`),
      ).as('newsletters'),
    )
    .where('c.id', '=', among(ids))
    .orderBy('c.id')
    .execute()
  const anyAddress = flags.loadAllAddresses || flags.loadInvoiceAddresses || flags.loadInvoiceSendAddresses
  const reach = await loadReach(db, ids, anyAddress ? 'all' : 'default')
  const resources = flags.loadResourceData === 1 ? await loadResources(db, ids) : undefined

  return rows.map((row) => {
    const addresses = reach.addresses.get(row.id) ?? []
    const isCompany = row.contact_type === 'company'
    return {
      id: row.id,
      contactType: row.contact_type,
      salutation: row.salutation,
      title: row.title,
      firstName: row.first_name,
      lastName: isCompany ? '' : row.last_name,
      company: isCompany ? row.last_name : (row.company_name ?? row.company),
      companyId: isCompany ? row.id : (row.company_id ?? 0),
      email: reach.emails.get(row.id) ?? '',
      website: row.website,
      contactCategoriesId: row.categories,
      defaultAddress: addresses.filter(({ address }) => address.isDefault).map(({ address }) => address),
      defaultPhone: defaultPhone(reach, row.id, 'phone'),
      defaultFax: defaultPhone(reach, row.id, 'fax'),
      defaultMobile: defaultPhone(reach, row.id, 'mobile'),
      allAddress: flags.loadAllAddresses === 1 ? addresses.map(({ address }) => address) : [],
      invoiceAddress:
        flags.loadInvoiceAddresses === 1
          ? addresses.filter((one) => one.isInvoice).map(({ address }) => address)
          : [],
      invoiceSendAddress:
        flags.loadInvoiceSendAddresses === 1
          ? addresses.filter((one) => one.isInvoiceSend).map(({ address }) => address)
          : [],
      image_url: flags.loadContactImage === 1 ? row.image_url : '',
      ...(resources
        ? { trn_data: resources.trainers.get(row.id) ?? [], loc_data: resources.locations.get(row.id) ?? [] }
        : {}),
      extNewsletter: grouped(row.newsletters),
    }
  })
}

type NewsletterRow = Pick<
  Selectable<Database['ext_newsletter']>,
  'contact_id' | 'ext_type' | 'ext_id' | 'is_active' | 'opt_in' | 'opt_in_executed'
>

/** Newsletter entries of one contact, those of a service together. */
function grouped(rows: readonly NewsletterRow[]): Contact['extNewsletter'] {
  const groups: Contact['extNewsletter'] = []
  for (const row of rows) {
    const entry = {
      cmain_id: row.contact_id,
      ext_type: row.ext_type,
      ext_id: row.ext_id,
      is_active: Number(row.is_active),
      ext_opt_in: Number(row.opt_in),
      ext_opt_in_executed: Number(row.opt_in_executed),
    }
    const last = groups.at(-1)
    if (last?.[0]?.ext_type === row.ext_type) last.push(entry)
    else groups.push([entry])
  }
  return groups
}

async function loadResources(db: Reader, ids: readonly number[]) {
  const trainers = await db
    .selectFrom('trainer_data')
    .selectAll()
    .where('contact_id', '=', among(ids))
    .orderBy('id')
    .execute()
  const locations = await db
    .selectFrom('location_data')
    .selectAll()
    .where('contact_id', '=', among(ids))
    .orderBy('id')
    .execute()
  const byContact = <R extends { contact_id: number }, T>(rows: R[], shape: (row: R) => T) =>
    new Map([...Map.groupBy(rows, (row) => row.contact_id)].map(([id, own]) => [id, own.map(shape)]))
  return {
    trainers: byContact(trainers, (row) => ({
      id: row.id,
      trn_objectives: row.objectives,
      trn_travel_expenses: row.travel_expenses,
      trn_comment: row.comment,
      trn_description_html: row.description_html,
      trn_misc1: row.misc1,
      trn_misc2: row.misc2,
      sub_categories: row.sub_categories,
    })),
    locations: byContact(locations, (row) => ({
      id: row.id,
      loc_comment: row.comment,
      loc_description_html: row.description_html,
      loc_url: row.url,
      loc_misc: row.misc,
    })),
  }
}

/** The ids of the contacts that have an e-mail address, in any of their addresses (decision 4.9). */
export async function findByEmail(db: Reader, email: string): Promise<number[]> {
  const rows = await db
    .selectFrom('email_address')
    .select('contact_id')
    .distinct()
    .where('email_key', '=', fold(email))
    .execute()
  return rows.map((row) => row.contact_id)
}

const pageSize = 200

/** The contacts in any of the categories, each once, page by page (decision 4.10): memory does not grow with their number. */
export async function* contactsInCategories(
  db: Reader,
  categoryIds: readonly number[],
  flags: LoadFlags,
): AsyncGenerator<Contact> {
  for (let last = 0; ; ) {
    const page = await db
      .selectFrom('contact_in_category')
      .select('contact_id')
      .distinct()
      .where('category_id', '=', sql<number>`any(${categoryIds})`)
      .where('contact_id', '>', last)
      .orderBy('contact_id')
      .limit(pageSize)
      .execute()
    if (page.length === 0) return
    last = page.at(-1)!.contact_id
    yield* await loadContacts(
      db,
      page.map((row) => row.contact_id),
      flags,
    )
    if (page.length < pageSize) return
  }
}
