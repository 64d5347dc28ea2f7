// Imports of contacts and companies in the back office: upload, dry run, import, undo.
import { sql } from 'kysely'
import Type from 'typebox'
import { unknownCategoryErrors } from '../addresses/category.sql.ts'
import { hasRight, type Principal } from '../platform/auth/principal.ts'
import { listQuery, selectPage } from '../platform/database/list.ts'
import { type Endpoint, officeEndpoint } from '../platform/http/endpoint.ts'
import { badRequest, conflict, type FieldError, forbidden } from '../platform/http/errors.ts'
import { Id, record } from '../platform/http/schema.ts'
import { makeCategories } from './apply-rows.ts'
import { isFieldOf, Plan } from './fields.ts'
import {
  assertState,
  holdImport,
  ImportRecord,
  ImportRow,
  importRows,
  oneImport,
  type State,
  underWay,
} from './import.rows.ts'
import { rowsOffice } from './rows.office.ts'
import { rightsFor } from './steps.ts'
import { uploadTable } from './upload.office.ts'

const params = Type.Object({ importId: Id })
const response = Type.Array(ImportRecord)
const add = '090300:add'

const list = officeEndpoint({
  method: 'GET',
  path: '/imports',
  right: add,
  query: listQuery({ sorts: ['createdAt'], filters: {} }),
  response: Type.Array(ImportRow),
  handle: ({ db, query }) => selectPage(db, importRows(db), query, { createdAt: sql`i.created_at` }, 'i.id'),
})

const limits = officeEndpoint({
  method: 'GET',
  path: '/imports/limits',
  right: add,
  response: Type.Array(record({ maxBytes: Type.Integer() })),
  handle: async ({ settings }) => [{ maxBytes: settings.maxAttachmentBytes }],
})

const read = officeEndpoint({
  method: 'GET',
  path: '/imports/{importId}',
  right: add,
  params,
  response,
  handle: ({ db, params: { importId } }) => oneImport(db, importId),
})

/** What is wrong with a plan for a table. */
function faultsOf(plan: Plan, columns: readonly string[]): FieldError[] {
  const details: FieldError[] = []
  const fault = (message: string, field = 'columns') => details.push({ field, message })
  if (plan.columns.length !== columns.length) fault(`must have ${columns.length} entries`)
  const seen = new Set<string>()
  plan.columns.forEach((field, at) => {
    if (field === '') return
    if (!isFieldOf(plan.kind, field)) fault('is no field of this kind', `columns[${at}]`)
    if (seen.has(field)) fault('is chosen for another column already', `columns[${at}]`)
    seen.add(field)
  })
  const required = plan.kind === 'person' ? 'lastName' : 'name'
  if (!seen.has(required)) fault(`needs a column for ${required}`)
  if (seen.has('streetWithNumber') && (seen.has('street') || seen.has('houseNumber')))
    fault('has the street twice')
  return details
}

/** @throws Failure 403 */
function assertMay(principal: Principal, state: State, plan: Plan): void {
  const missing = rightsFor(state, plan).find((right) => !hasRight(principal, right))
  if (missing) throw forbidden(`The right ${missing} is needed.`)
}

const check = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/check',
  right: add,
  params,
  body: Plan,
  response,
  handle: async ({ tx, params: { importId }, body, principal }) => {
    const held = await holdImport(tx, importId)
    assertState(held, 'draft', 'checking', 'checked')
    const details = faultsOf(body, held.columns)
    details.push(...(await unknownCategoryErrors(tx, body.categoryIds, (index) => `categoryIds[${index}]`)))
    if (details.length > 0) throw badRequest(details)
    await sql`update contact_import_row set verdict = '', faults = '[]', identity = '', contact_id = null
      where import_id = ${importId} and verdict <> ''`.execute(tx)
    await tx
      .updateTable('contact_import')
      .set({
        plan: JSON.stringify(body),
        state: 'checking',
        driven_by: principal.userId,
        paused: null,
        at_row: 0,
        made: 0,
        companies: 0,
        changed: 0,
        skipped: 0,
        faulty: 0,
      })
      .where('id', '=', importId)
      .execute()
    return oneImport(tx, importId)
  },
})

const start = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/start',
  right: add,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const held = await holdImport(tx, importId)
    assertState(held, 'checked')
    assertMay(principal, 'running', held.plan)
    const { faulty } = (await oneImport(tx, importId))[0]!
    if (held.plan.whole && faulty > 0)
      throw conflict('All rows or none are to be imported, and the check found faults.')
    const categories = await makeCategories(tx, held)
    await tx
      .updateTable('contact_import')
      .set({
        state: 'running',
        driven_by: principal.userId,
        at_row: 0,
        made: 0,
        changed: 0,
        skipped: 0,
        companies: 0,
        made_categories: categories,
        started_at: now,
        started_by: principal.userId,
      })
      .where('id', '=', importId)
      .execute()
    return oneImport(tx, importId)
  },
})

const undo = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/undo',
  right: [add, '090300:edit'],
  params,
  response,
  handle: async ({ tx, params: { importId }, principal, now }) => {
    const held = await holdImport(tx, importId)
    assertState(held, 'running', 'done')
    await tx
      .updateTable('contact_import')
      .set({
        state: 'undoing',
        driven_by: principal.userId,
        paused: null,
        at_row: 2147483647,
        removed: 0,
        kept: 0,
        undone_at: now,
        undone_by: principal.userId,
      })
      .where('id', '=', importId)
      .execute()
    return oneImport(tx, importId)
  },
})

const pause = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/pause',
  right: add,
  params,
  response,
  handle: async ({ tx, params: { importId } }) => {
    assertState(await holdImport(tx, importId), ...underWay)
    await tx
      .updateTable('contact_import')
      .set({ paused: 'asked' })
      .where('id', '=', importId)
      .where('paused', 'is', null)
      .execute()
    return oneImport(tx, importId)
  },
})

// From here on it goes on as this user, who may not be the one who began it.
const goOn = officeEndpoint({
  method: 'POST',
  path: '/imports/{importId}/continue',
  right: add,
  params,
  response,
  handle: async ({ tx, params: { importId }, principal }) => {
    const held = await holdImport(tx, importId)
    assertState(held, ...underWay)
    assertMay(principal, held.state, held.plan)
    await tx
      .updateTable('contact_import')
      .set({ paused: null, driven_by: principal.userId })
      .where('id', '=', importId)
      .where('paused', 'is not', null)
      .execute()
    return oneImport(tx, importId)
  },
})

const remove = officeEndpoint({
  method: 'DELETE',
  path: '/imports/{importId}',
  right: add,
  params,
  handle: async ({ tx, params: { importId } }) => {
    assertState(await holdImport(tx, importId), 'draft', 'checking', 'checked', 'done', 'undone')
    await tx.deleteFrom('contact_import').where('id', '=', importId).execute()
    return []
  },
})

export const importsOffice: readonly Endpoint[] = [
  list,
  limits,
  read,
  uploadTable,
  check,
  start,
  pause,
  goOn,
  undo,
  remove,
  ...rowsOffice,
]
