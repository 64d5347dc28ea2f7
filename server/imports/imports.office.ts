// Imports of contacts and companies in the back office: upload, dry run, import, undo.

import { sql } from 'kysely'
import Type from 'typebox'
import { unknownCategoryErrors } from '../addresses/category.sql.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { recordSecurityEvent } from '../platform/auth/security-log.ts'
import type { ErrorText } from '../platform/ground/error-text.ts'
import { badRequest, conflict, type FieldError, forbidden } from '../platform/ground/errors.ts'
import { generalErrors } from '../platform/ground/general.errors.ts'
import { Id } from '../platform/ground/schema.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { listQuery, selectPage } from '../platform/http/list.ts'
import { importErrors } from './import.errors.ts'
import { assertActive, assertStatus, loadImport, lockImport, selectImports } from './import.rows.ts'
import { ImportListItem, ImportRecord } from './import.schema.ts'
import { createMissingCategories } from './import-categories.ts'
import { ImportPlan, isFieldOf } from './import-plan.ts'
import type { ActiveStatus } from './import-statuses.ts'
import { type ImportedType, importedTypes } from './imported-types.ts'
import { rowsOffice } from './rows.office.ts'
import { requiredRights } from './run-step.ts'
import { uploadTable } from './upload.office.ts'

const params = Type.Object({ importId: Id })
const response = Type.Array(ImportRecord)
const addRight = '090300:add'

const listImports = officeEndpoint({
  method: 'GET',
  path: '/imports',
  right: addRight,
  query: listQuery({ sorts: ['createdAt'], filters: {} }),
  response: Type.Array(ImportListItem),
  handle: ({ db, principal, query }) =>
    selectPage(db, selectImports(db, principal), query, { createdAt: sql`i.created_at` }, 'i.id'),
})

const getImport = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}',
  right: addRight,
  params,
  response,
  handle: ({ db, principal, params: { importId } }) => loadImport(db, importId, principal),
})

const missingNames = {
  person: importErrors.missingLastName,
  company: importErrors.missingName,
} as const satisfies Record<ImportedType, unknown>

function validatePlan(plan: ImportPlan, columns: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  const addError = (error: ErrorText, field = 'columns') => errors.push({ field, ...error })
  if (plan.columns.length !== columns.length) addError(importErrors.columnCount({ columns: columns.length }))
  const mappedFields = new Set<string>()
  plan.columns.forEach((field, at) => {
    if (field === '') return
    if (!isFieldOf(plan.contactType, field)) addError(importErrors.otherContactType(), `columns[${at}]`)
    if (mappedFields.has(field)) addError(importErrors.repeatedField(), `columns[${at}]`)
    mappedFields.add(field)
  })
  const { nameFields } = importedTypes[plan.contactType]
  if (!nameFields.some((field) => mappedFields.has(field))) addError(missingNames[plan.contactType]())
  if (mappedFields.has('fullName') && (mappedFields.has('firstName') || mappedFields.has('lastName')))
    addError(importErrors.repeatedName())
  if (mappedFields.has('streetWithNumber') && (mappedFields.has('street') || mappedFields.has('houseNumber')))
    addError(importErrors.repeatedStreet())
  return errors
}

/** @throws Failure 403 */
function assertRights(principal: Principal, status: ActiveStatus, plan: ImportPlan): void {
  const missing = requiredRights(status, plan).find((right) => !hasRight(principal, right))
  if (missing) throw forbidden(generalErrors.missingRight({ right: missing }))
}

const startCheck = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/check',
  right: addRight,
  params,
  body: ImportPlan,
  response,
  handle: async ({ tx, params: { importId }, body, principal }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertStatus(contactImport, 'canBeChecked')
    const errors = validatePlan(body, contactImport.columns)
    errors.push(...(await unknownCategoryErrors(tx, body.categoryIds, (index) => `categoryIds[${index}]`)))
    if (errors.length > 0) throw badRequest(errors)
    await sql`update contact_import_row set outcome = '', decision = '', errors = '[]', match_key = '', contact_id = null
      where import_id = ${importId} and outcome <> ''`.execute(tx)
    await tx
      .updateTable('contact_import')
      .set({
        plan: JSON.stringify(body),
        lost_cells: [],
        status: 'checking',
        run_as_user_id: principal.userId,
        pause_reason: null,
        last_row: 0,
        created_count: 0,
        company_count: 0,
        updated_count: 0,
        skipped_count: 0,
        invalid_count: 0,
        question_count: 0,
      })
      .where('id', '=', importId)
      .execute()
    return loadImport(tx, importId, principal)
  },
})

const startImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/start',
  right: addRight,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertStatus(contactImport, 'canBeStarted')
    assertRights(principal, 'running', contactImport.plan)
    const { invalidCount, questionCount } = (await loadImport(tx, importId, principal))[0]!
    if (contactImport.plan.allOrNothing && invalidCount > 0) throw conflict(importErrors.invalidRows())
    if (contactImport.plan.allOrNothing && questionCount > 0) throw conflict(importErrors.openQuestions())
    const categories = await createMissingCategories(tx, contactImport)
    await recordSecurityEvent(tx, { event: 'dataImported', detail: `import ${importId}` })
    await tx
      .updateTable('contact_import')
      .set({
        status: 'running',
        run_as_user_id: principal.userId,
        last_row: 0,
        created_count: 0,
        updated_count: 0,
        skipped_count: 0,
        question_count: 0,
        company_count: 0,
        created_category_ids: categories,
        started_at: now,
        started_by: principal.userId,
      })
      .where('id', '=', importId)
      .execute()
    return loadImport(tx, importId, principal)
  },
})

const undoImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/undo',
  right: [addRight, '090300:edit', 'bulk'],
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertStatus(contactImport, 'canBeUndone')
    await tx
      .updateTable('contact_import')
      .set({
        status: 'undoing',
        run_as_user_id: principal.userId,
        pause_reason: null,
        last_row: 2147483647,
        deleted_count: 0,
        kept_count: 0,
        undone_at: now,
        undone_by: principal.userId,
      })
      .where('id', '=', importId)
      .execute()
    return loadImport(tx, importId, principal)
  },
})

const pauseImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/pause',
  right: addRight,
  params,
  response,
  handle: async ({ tx, principal, params: { importId } }) => {
    assertActive(await lockImport(tx, importId, principal))
    await tx
      .updateTable('contact_import')
      .set({ pause_reason: 'requested' })
      .where('id', '=', importId)
      .where('pause_reason', 'is', null)
      .execute()
    return loadImport(tx, importId, principal)
  },
})

// The import continues as this user, who need not be the one who started it.
const resumeImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/resume',
  right: addRight,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal }) => {
    const contactImport = await lockImport(tx, importId, principal)
    assertActive(contactImport)
    assertRights(principal, contactImport.status, contactImport.plan)
    await tx
      .updateTable('contact_import')
      .set({ pause_reason: null, run_as_user_id: principal.userId })
      .where('id', '=', importId)
      .where('pause_reason', 'is not', null)
      .execute()
    return loadImport(tx, importId, principal)
  },
})

const deleteImport = officeEndpoint({
  method: 'DELETE',
  path: '/imports/{importId}',
  right: addRight,
  params,
  handle: async ({ tx, principal, params: { importId } }) => {
    assertStatus(await lockImport(tx, importId, principal), 'canBeDeleted')
    await tx.deleteFrom('contact_import').where('id', '=', importId).execute()
    return []
  },
})

export const importsOffice = [
  listImports,
  getImport,
  uploadTable,
  startCheck,
  startImport,
  pauseImport,
  resumeImport,
  undoImport,
  deleteImport,
  ...rowsOffice,
]
