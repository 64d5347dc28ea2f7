// Imports of contacts and companies in the back office: upload, dry run, import, undo.
import { sql } from 'kysely'
import Type from 'typebox'
import { unknownCategoryErrors } from '../addresses/category.sql.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, forbidden } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import { createMissingCategories } from './apply-rows.ts'
import {
  activeStates,
  assertState,
  ImportListItem,
  ImportRecord,
  loadImport,
  lockImport,
  type State,
  selectImports,
} from './import.rows.ts'
import { ImportPlan, isFieldOf } from './import-plan.ts'
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
  handle: ({ db, query }) =>
    selectPage(db, selectImports(db), query, { createdAt: sql`i.created_at` }, 'i.id'),
})

const getLimits = officeEndpoint({
  method: 'GET',
  path: '/imports/limits',
  right: addRight,
  response: Type.Array(record({ maxBytes: Type.Integer() })),
  handle: async ({ settings }) => [{ maxBytes: settings.maxAttachmentBytes }],
})

const getImport = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}',
  right: addRight,
  params,
  response,
  handle: ({ db, params: { importId } }) => loadImport(db, importId),
})

/** What is wrong with a plan for a table. */
function validatePlan(plan: ImportPlan, columns: readonly string[]): FieldError[] {
  const errors: FieldError[] = []
  const addError = (message: string, field = 'columns') => errors.push({ field, message })
  if (plan.columns.length !== columns.length) addError(`must have ${columns.length} entries`)
  const seen = new Set<string>()
  plan.columns.forEach((field, at) => {
    if (field === '') return
    if (!isFieldOf(plan.kind, field)) addError('is no field of this kind', `columns[${at}]`)
    if (seen.has(field)) addError('is chosen for another column already', `columns[${at}]`)
    seen.add(field)
  })
  const required = plan.kind === 'person' ? 'lastName' : 'name'
  if (!seen.has(required)) addError(`needs a column for ${required}`)
  if (seen.has('streetWithNumber') && (seen.has('street') || seen.has('houseNumber')))
    addError('has the street twice')
  return errors
}

/** @throws Failure 403 */
function assertRights(principal: Principal, state: State, plan: ImportPlan): void {
  const missing = requiredRights(state, plan).find((right) => !hasRight(principal, right))
  if (missing) throw forbidden(`The right ${missing} is needed.`)
}

const startCheck = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/check',
  right: addRight,
  params,
  body: ImportPlan,
  response,
  handle: async ({ tx, params: { importId }, body, principal }) => {
    const contactImport = await lockImport(tx, importId)
    assertState(contactImport, 'draft', 'checking', 'checked')
    const errors = validatePlan(body, contactImport.columns)
    errors.push(...(await unknownCategoryErrors(tx, body.categoryIds, (index) => `categoryIds[${index}]`)))
    if (errors.length > 0) throw badRequest(errors)
    await sql`update contact_import_row set outcome = '', errors = '[]', match_key = '', contact_id = null
      where import_id = ${importId} and outcome <> ''`.execute(tx)
    await tx
      .updateTable('contact_import')
      .set({
        plan: JSON.stringify(body),
        status: 'checking',
        run_as_user_id: principal.userId,
        pause_reason: null,
        last_row: 0,
        created_count: 0,
        company_count: 0,
        updated_count: 0,
        skipped_count: 0,
        invalid_count: 0,
      })
      .where('id', '=', importId)
      .execute()
    return loadImport(tx, importId)
  },
})

const startImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/start',
  right: addRight,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const contactImport = await lockImport(tx, importId)
    assertState(contactImport, 'checked')
    assertRights(principal, 'running', contactImport.plan)
    const { faulty } = (await loadImport(tx, importId))[0]!
    if (contactImport.plan.whole && faulty > 0)
      throw conflict('All rows or none are to be imported, and the check found faults.')
    const categories = await createMissingCategories(tx, contactImport)
    await tx
      .updateTable('contact_import')
      .set({
        status: 'running',
        run_as_user_id: principal.userId,
        last_row: 0,
        created_count: 0,
        updated_count: 0,
        skipped_count: 0,
        company_count: 0,
        created_category_ids: categories,
        started_at: now,
        started_by: principal.userId,
      })
      .where('id', '=', importId)
      .execute()
    return loadImport(tx, importId)
  },
})

const undoImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/undo',
  right: [addRight, '090300:edit'],
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const contactImport = await lockImport(tx, importId)
    assertState(contactImport, 'running', 'done')
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
    return loadImport(tx, importId)
  },
})

const pauseImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/pause',
  right: addRight,
  params,
  response,
  handle: async ({ tx, params: { importId } }) => {
    assertState(await lockImport(tx, importId), ...activeStates)
    await tx
      .updateTable('contact_import')
      .set({ pause_reason: 'requested' })
      .where('id', '=', importId)
      .where('pause_reason', 'is', null)
      .execute()
    return loadImport(tx, importId)
  },
})

// From here on it goes on as this user, who may not be the one who began it.
const resumeImport = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/continue',
  right: addRight,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal }) => {
    const contactImport = await lockImport(tx, importId)
    assertState(contactImport, ...activeStates)
    assertRights(principal, contactImport.state, contactImport.plan)
    await tx
      .updateTable('contact_import')
      .set({ pause_reason: null, run_as_user_id: principal.userId })
      .where('id', '=', importId)
      .where('pause_reason', 'is not', null)
      .execute()
    return loadImport(tx, importId)
  },
})

const deleteImport = officeEndpoint({
  method: 'DELETE',
  path: '/imports/{importId}',
  right: addRight,
  params,
  handle: async ({ tx, params: { importId } }) => {
    assertState(await lockImport(tx, importId), 'draft', 'checking', 'checked', 'done', 'undone')
    await tx.deleteFrom('contact_import').where('id', '=', importId).execute()
    return []
  },
})

export const importsOffice = [
  listImports,
  getLimits,
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
