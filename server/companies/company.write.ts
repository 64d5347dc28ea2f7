// Companies made and changed (decision 5).
import { sql } from 'kysely'
import {
  ensureDefaultAddress,
  insertAddress,
  mentionsAddress,
  setEmail,
  setPhones,
  updateAddress,
} from '../addresses/address.sql.ts'
import { addCategories, replaceCategories, unknownCategories } from '../addresses/category.sql.ts'
import { mergedInto } from '../addresses/merged.sql.ts'
import {
  newReach,
  type ReachShape,
  reachShape,
  reachValues,
  statementsOf,
} from '../addresses/new-reach.sql.ts'
import { ask, lockKey, lockSpace, type Tx } from '../platform/database/database.ts'
import { badRequest, conflict, type Detail, notFound } from '../platform/http/errors.ts'
import { fold } from '../platform/runtime/text.ts'
import type { CompanyChange, NewCompany } from './company.schema.ts'

const business = 1

/** The company that is the same (decision 5.1): the name folded, and the zip where both have one. */
export async function findSame(
  tx: Tx,
  nameKey: string,
  zip: string,
  exceptId: number,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select c.id from contact c left join address a on a.contact_id = c.id and a.is_default
    where c.contact_type = 'company' and c.last_name_key = ${nameKey} and c.id <> ${exceptId}
      and (${zip} = '' or coalesce(a.zip, '') in ('', ${zip}))
    order by c.id limit 1`.execute(tx)
  return rows[0]?.id
}

async function faultsOf(tx: Tx, body: NewCompany | CompanyChange): Promise<Detail[]> {
  const details: Detail[] = []
  if (body.categoryId !== undefined)
    details.push(...(await unknownCategories(tx, [body.categoryId], () => 'categoryId')))
  if (body.addressType !== undefined) {
    const type = await tx
      .selectFrom('address_type')
      .select('id')
      .where('id', '=', body.addressType)
      .executeTakeFirst()
    if (!type) details.push({ field: 'addressType', message: `there is no address type ${body.addressType}` })
  }
  return details
}

/** POST /companies: the id of the new company, or of the one that is the same, which stays as it is. */
export async function createCompany(tx: Tx, body: NewCompany): Promise<number> {
  const details = await faultsOf(tx, body)
  if (details.length > 0) throw badRequest(details)
  const nameKey = fold(body.name)
  await lockKey(tx, lockSpace.companyName, nameKey)
  const same = await findSame(tx, nameKey, body.zip ?? '', 0)
  if (same) return same
  const values: Record<string, unknown> = {
    name: body.name,
    nameKey,
    name2: body.name2 ?? '',
    ...reachValues(body, body.addressType ?? business),
  }
  const { text, names } = statementOf(reachShape(body))
  const [made] = await ask<{ id: number }>(
    tx,
    text,
    names.map((name) => values[name]),
  )
  return made!.id
}

// The first address is the default one, whatever isDefaultAddress says.
const statementOf = statementsOf(
  (shape: ReachShape, place) => `with own as (
    insert into contact (contact_type, last_name, last_name_key, name2)
    values ('company', ${place('name', 'text')}, ${place('nameKey', 'text')}, ${place('name2', 'text')})
    returning id, company_id), ${newReach(shape, place).join(', ')} select id from own`,
)

const holdCompany = (tx: Tx, id: number) =>
  tx
    .selectFrom('contact')
    .select(['id', 'last_name_key'])
    .where('id', '=', id)
    .where('contact_type', '=', 'company')
    .forUpdate()
    .executeTakeFirst()

/**
 * PATCH /companies/{companyId} (decision 5.3).
 * @returns the id of the company: another one where it became part of that
 * @throws Failure 404, 400, 409
 */
export async function changeCompany(tx: Tx, asked: number, body: CompanyChange): Promise<number> {
  const company =
    (await holdCompany(tx, asked)) ?? (await holdCompany(tx, (await mergedInto(tx, asked)) ?? 0))
  if (!company) throw notFound(`There is no company ${asked}.`)
  const { id } = company
  const categories = body.contactCategoriesId ?? (body.contactCategoriesId === null ? [] : undefined)
  const details = await faultsOf(tx, body)
  if (categories)
    details.push(...(await unknownCategories(tx, categories, (index) => `contactCategoriesId[${index}]`)))
  if (details.length > 0) throw badRequest(details)

  if (body.name !== undefined || body.zip !== undefined) await refuseSame(tx, id, company.last_name_key, body)
  const values = {
    ...(body.name !== undefined ? { last_name: body.name, last_name_key: fold(body.name) } : {}),
    ...(body.name2 !== undefined ? { name2: body.name2 ?? '' } : {}),
  }
  if (Object.keys(values).length > 0)
    await tx.updateTable('contact').set(values).where('id', '=', id).execute()
  if (body.email !== undefined || body.addressType !== undefined || mentionsAddress(body))
    await changeReach(tx, id, body)
  if (categories) await replaceCategories(tx, id, categories)
  if (body.categoryId !== undefined) await addCategories(tx, id, [body.categoryId])
  return id
}

/** Refuses a name and zip that another company has (decision 5.1). @throws Failure 409 */
export async function refuseSame(tx: Tx, id: number, currentKey: string, body: CompanyChange): Promise<void> {
  const nameKey = body.name === undefined ? currentKey : fold(body.name)
  await lockKey(tx, lockSpace.companyName, nameKey)
  const address = await tx
    .selectFrom('address')
    .select('zip')
    .where('contact_id', '=', id)
    .where('is_default', '=', true)
    .executeTakeFirst()
  const zip =
    body.zip === undefined || body.isDefaultAddress === false ? (address?.zip ?? '') : (body.zip ?? '')
  const same = await findSame(tx, nameKey, zip, id)
  if (same) throw conflict('A company with this name exists.', { location: `/restapi/v1/companies/${same}` })
}

async function changeReach(tx: Tx, id: number, body: CompanyChange): Promise<void> {
  const addressId = await ensureDefaultAddress(tx, id, body.addressType ?? business)
  if (body.isDefaultAddress === false && mentionsAddress(body)) {
    await insertAddress(tx, id, body, { addressType: body.addressType ?? business, isDefault: false })
  } else {
    await updateAddress(tx, addressId, body)
    if (body.addressType !== undefined)
      await tx
        .updateTable('address')
        .set({ address_type: body.addressType })
        .where('id', '=', addressId)
        .execute()
  }
  await setPhones(tx, id, addressId, body)
  if (body.email !== undefined) await setEmail(tx, id, addressId, body.email)
}
