// The import itself: some rows in each transaction. After a crash the next step continues behind the last committed row.

import { sql } from 'kysely'
import { isCompany, isPerson } from '../addresses/contact-types.ts'
import { deleteContacts } from '../addresses/delete.office.ts'
import { insertContacts } from '../addresses/insert-contacts.ts'
import { defaultAddressType } from '../contacts/contact.insert.ts'
import type { Tx } from '../platform/database/database.ts'
import { comparisonKey } from '../platform/ground/text.ts'
import {
  type LockedImport,
  loadNextRows,
  type PendingRow,
  type RowResult,
  writeRowResults,
} from './import.rows.ts'
import type { RowDecision } from './import.schema.ts'
import { loadCategoriesByName } from './import-categories.ts'
import { duplicateOptions } from './imported-types.ts'
import { lockNames, type Match, matchContacts } from './match-contacts.ts'
import { createMissingCompanies } from './missing-companies.ts'
import { type ParsedRow, parseRow } from './parse-row.ts'
import { type MatchedRow, updateExisting } from './update-existing.ts'
import { ambiguousMatchErrors, otherNameError, sameRowError } from './validate-rows.ts'

/** The limits of a step: short transactions show progress and hold locks briefly. */
const rowsPerStep = 500
const maxUpdatesPerStep = 100

type ImportRow = MatchedRow & {
  decision: RowDecision
  /** The contact that the check has matched. */
  contactId: number | null
}

/** Another person cannot share the e-mail address and the last name of a contact (decision 4.1). */
function withoutEmail(row: ParsedRow): ParsedRow {
  const { email: _, ...data } = row.data
  return { ...row, data }
}

function limitUpdates(rows: readonly PendingRow[]): readonly PendingRow[] {
  let changes = 0
  const end = rows.findIndex(({ outcome }) => outcome === 'update' && ++changes > maxUpdatesPerStep)
  return end < 0 ? rows : rows.slice(0, end)
}

/** Imports the next rows. @returns whether any may be left; 'invalid': an invalid row ends an import of all rows or none */
export async function applyStep(tx: Tx, contactImport: LockedImport): Promise<boolean | 'invalid'> {
  const next = await loadNextRows(tx, contactImport, rowsPerStep, ['create', 'update', 'skip', 'question'])
  const work = limitUpdates(next)
  const categories = await loadCategoriesByName(tx)
  const existingIds = new Set(categories.values())
  const isLeftOut = ({ outcome, is_hidden }: PendingRow) =>
    outcome === 'question' || (is_hidden && contactImport.plan.skipHiddenRows)
  const open = work.filter(isLeftOut)
  const rows = work
    .filter((one) => !isLeftOut(one))
    .map((one): ImportRow => {
      const { number, cells, merged_columns, decision, errors, contact_id: contactId } = one
      const parsed = parseRow(cells, contactImport.plan, merged_columns)
      const sharesLastName = errors.some(({ field }) => field === 'firstName')
      const row = decision === 'other' && sharesLastName ? withoutEmail(parsed) : parsed
      const namedIds = row.categories.flatMap((name) => categories.get(comparisonKey(name)) ?? [])
      return {
        number,
        row,
        decision,
        contactId,
        categoryIds: [
          ...new Set([...contactImport.plan.categoryIds.filter((id) => existingIds.has(id)), ...namedIds]),
        ],
      }
    })
  await lockNames(
    tx,
    contactImport,
    rows.map(({ row }) => row),
  )
  const outcomes = await writeRows(tx, contactImport, rows)
  outcomes.push(...open.map(({ number }): RowResult => ({ number, outcome: 'skipped' })))
  await writeRowResults(tx, contactImport.id, outcomes, true)
  const count = (outcome: string) => outcomes.filter((one) => one.outcome === outcome).length
  const companies = outcomes.filter(({ companyId }) => companyId !== undefined).length
  await sql`update contact_import set last_row = ${work.at(-1)?.number ?? contactImport.last_row}, created_count = created_count + ${count('created')},
    updated_count = updated_count + ${count('updated')}, skipped_count = skipped_count + ${count('skipped')}, invalid_count = invalid_count + ${count('invalid')},
    company_count = company_count + ${companies} where id = ${contactImport.id}`.execute(tx)
  if (contactImport.plan.allOrNothing && count('invalid') > 0) return 'invalid'
  return next.length === rowsPerStep || work.length < next.length
}

async function writeRows(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ImportRow[],
): Promise<RowResult[]> {
  const matchesOf = await matchContacts(
    tx,
    contactImport,
    rows.filter(({ decision }) => decision !== 'other').map(({ row }) => row),
  )
  const chosen = await existingIds(
    tx,
    rows.flatMap(({ decision, contactId }) => (decision === 'same' ? (contactId ?? []) : [])),
  )
  /** A contact that a user has chosen need not have the same name. */
  const matchOf = ({ decision, row, contactId }: ImportRow): Match => {
    if (decision === 'other') return { ids: [] }
    const match = matchesOf(row)
    return decision === 'same' && match.ids.length === 0 && chosen.has(contactId ?? 0)
      ? { ids: [contactId!] }
      : match
  }
  const newRows: ImportRow[] = []
  const matchedRows: [ImportRow, Match][] = []
  const recheckedRows: ImportRow[] = []
  const names = new Map<string, string[]>()
  for (const importRow of rows) {
    const match = matchOf(importRow)
    if (match.ids.length > 0) matchedRows.push([importRow, match])
    else if (isCompany(contactImport.plan.contactType) && isCompanyNamedEarlier(names, importRow.row))
      recheckedRows.push(importRow)
    else newRows.push(importRow)
  }
  const { outcomes, conflicting } = await insertNewRows(tx, contactImport, newRows)
  const rowByContact = new Map(outcomes.map(({ number, contactId }) => [contactId!, number]))
  recheckedRows.push(...conflicting)
  if (recheckedRows.length > 0) {
    // Created by an earlier row, or by another transaction since the first match.
    const matchesAgain = await matchContacts(
      tx,
      contactImport,
      recheckedRows.map(({ row }) => row),
    )
    for (const one of recheckedRows) matchedRows.push([one, matchesAgain(one.row)])
  }
  const earlierRows = await rowNumbersByContact(
    tx,
    contactImport,
    matchedRows.flatMap(([, { ids }]) => ids[0] ?? []),
  )
  for (const [one, { ids, otherName }] of matchedRows.toSorted(([a], [b]) => a.number - b.number)) {
    const id = ids[0]
    // Deleted again meanwhile: the step is repeated.
    if (id === undefined) throw new Error(`row ${one.number} conflicts with a contact that does not exist`)
    const sameContactRow = rowByContact.get(id) ?? earlierRows.get(id)
    const isConfirmed = one.decision === 'same' && (one.contactId ?? id) === id
    const errors =
      otherName !== undefined && !isConfirmed
        ? [otherNameError(contactImport.plan, id, otherName)]
        : sameContactRow !== undefined && !isConfirmed
          ? [sameRowError(sameContactRow)]
          : ambiguousMatchErrors(contactImport.plan, ids)
    if (errors.length > 0) outcomes.push({ number: one.number, outcome: 'invalid', errors })
    else if (!duplicateOptions[contactImport.plan.onDuplicate].writes || sameContactRow !== undefined)
      outcomes.push({ number: one.number, outcome: 'skipped', contactId: id })
    else {
      outcomes.push(await updateExisting(tx, contactImport, one, id))
      rowByContact.set(id, one.number)
    }
  }
  return outcomes
}

/** Those of the contacts that still exist. */
async function existingIds(tx: Tx, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const { rows } = await sql<{ id: number }>`select id from contact where id = any(${ids}::int[])`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

/** Whether an earlier row is the same company (decision 5.1). */
function isCompanyNamedEarlier(names: Map<string, string[]>, { data }: ParsedRow): boolean {
  const key = comparisonKey(data.name ?? '')
  const zips = names.get(key) ?? []
  const zip = data.zip ?? ''
  if (zips.some((one) => one === '' || zip === '' || one === zip)) return true
  names.set(key, [...zips, zip])
  return false
}

async function insertNewRows(
  tx: Tx,
  contactImport: LockedImport,
  rows: readonly ImportRow[],
): Promise<{ outcomes: RowResult[]; conflicting: ImportRow[] }> {
  const { contactType } = contactImport.plan
  const companyNames = isPerson(contactType) ? rows.flatMap(({ row }) => row.data.company ?? []) : []
  const newCompanies = await createMissingCompanies(tx, contactImport, companyNames)
  const contacts = await insertContacts(
    tx,
    rows.map(({ row: { data }, categoryIds }) => ({
      ...data,
      contactType,
      lastName: (isPerson(contactType) ? data.lastName : data.name) ?? '',
      addressType: isPerson(contactType) ? defaultAddressType(data) : 1,
      categoryIds,
    })),
  )
  const outcomes: RowResult[] = []
  const conflicting: ImportRow[] = []
  for (const [index, one] of rows.entries()) {
    const contact = contacts[index]
    if (contact === undefined) {
      conflicting.push(one)
      continue
    }
    // Each new company is reported once, with its first person.
    const companyKey = comparisonKey(one.row.data.company ?? '')
    const companyId = newCompanies.get(companyKey)
    newCompanies.delete(companyKey)
    outcomes.push({ number: one.number, outcome: 'created', contactId: contact.id, companyId, logBefore: 0 })
  }
  // The persons of these companies existed already.
  if (newCompanies.size > 0) await deleteContacts(tx, [...newCompanies.values()])
  return { outcomes, conflicting }
}

/** The rows of this import that have created or updated contacts, or found them as they are to be, by contact. */
async function rowNumbersByContact(
  tx: Tx,
  contactImport: LockedImport,
  contactIds: readonly number[],
): Promise<Map<number, number>> {
  if (contactIds.length === 0) return new Map()
  const rows = await tx
    .selectFrom('contact_import_row')
    .select(['contact_id', 'row_number'])
    .where('import_id', '=', contactImport.id)
    .where('contact_id', '=', sql<number>`any(${contactIds}::int[])`)
    .where(
      'outcome',
      'in',
      duplicateOptions[contactImport.plan.onDuplicate].writes
        ? ['created', 'updated', 'skipped']
        : ['created', 'updated'],
    )
    .execute()
  return new Map(rows.map(({ contact_id, row_number }) => [contact_id!, row_number]))
}
