// Data set: leads. Category and processor without an id are looked up by name.
import { sql } from 'kysely'
import Type from 'typebox'
import { leadFields } from '../../leads/lead.office.schema.ts'
import type { Reader } from '../../platform/database/database.ts'
import {
  creationTimestamp,
  type FieldType,
  id,
  reference,
  renamed,
  shortText,
  text,
} from '../../platform/database/fields.ts'
import { type DataRecord, type ImportRun, type SectionRecords, tableSection } from '../records/section.ts'
import { insertUnknownValues } from './lookups.exchange.ts'

/** If left out, the stored status stays, and a new lead gets `new`. */
const state: FieldType = {
  ...text,
  write: (input, stored) => `coalesce(nullif(${input}, ''), ${stored}, 'new')`,
}

export const leads = tableSection({
  name: 'leads',
  table: 'lead',
  key: ['leadId', 'id'],
  target: 'lead',
  fields: {
    leadId: ['id', id],
    ...renamed(leadFields, {
      name: ['name', shortText],
      sector: 'sector',
      region: 'region',
      size: 'size',
      rating: 'rating',
    }),
    clientId: ['client_id', reference],
    ...renamed(leadFields, {
      categoryId: 'categoryId',
      ownerId: 'ownerId',
      companyId: 'companyId',
      state: ['status', state],
    }),
    stateAt: ['status_changed_at', creationTimestamp],
    ...renamed(leadFields, {
      value: 'value',
      offerOn: 'offerDate',
      nextStep: 'nextStep',
      nextStepOn: 'nextStepDate',
      nextStepUserId: 'nextStepAssigneeId',
    }),
    createdAt: ['created_at', creationTimestamp],
  },
  computedFields: {
    category: {
      schema: Type.String(),
      read: `coalesce((select c.name from lead_category c where c.id = t.category_id), '')`,
    },
    processor: {
      schema: Type.String(),
      read: `coalesce((select u.name from app_user u where u.id = t.owner_id), '')`,
    },
  },
  references: {
    clientId: 'client',
    categoryId: 'leadCategory',
    ownerId: 'user',
    companyId: 'company',
    nextStepUserId: 'user',
  },
  links: {
    contactIds: {
      table: 'lead_contact',
      owner: 'lead_id',
      column: 'contact_id',
      type: 'int',
      schema: id.schema,
      to: 'contact',
    },
  },
  normalize(item) {
    if (item['clientId'] === 0) item['clientId'] = 1
    return item
  },
  validateAgainstDatabase: resolveNames,
  beforeWrite: (tx, records) =>
    insertUnknownValues(
      tx,
      'lead_status',
      records.items.map((item) => item['state']),
    ),
})

type NamedRecord = { id: number; name: string; clientId: number }

async function resolveNames(reader: Reader, records: SectionRecords, run: ImportRun): Promise<void> {
  if (records.items.length === 0) return
  const categories = mergeById(
    await sql<NamedRecord>`select id, name, client_id as "clientId" from lead_category order by id`.execute(
      reader,
    ),
    run.section('leadCategories').items.map((item) => ({
      id: item['categoryId'],
      name: item['categoryName'],
      clientId: item['clientId'],
    })),
  )
  const users = mergeById(
    await sql<NamedRecord>`select id, name, 0 as "clientId" from app_user order by id`.execute(reader),
    run.section('users').items.map((item) => ({ id: item['id'], name: item['name'], clientId: 0 })),
  )
  records.items.forEach((item, index) => {
    const pointer = records.pointer(index)
    const ofClient = (one: NamedRecord) => one.clientId === item['clientId']
    resolveName(
      item,
      'categoryId',
      'category',
      [...categories.values()].filter(ofClient),
      categories,
      pointer,
      run,
    )
    const category = categories.get(item['categoryId'])
    if (category && !ofClient(category))
      run.errors.add(
        `${pointer}/categoryId`,
        `is a category of client ${category.clientId}, not of ${item['clientId']}`,
      )
    resolveName(item, 'ownerId', 'processor', [...users.values()], users, pointer, run)
  })
}

const mergeById = ({ rows }: { rows: NamedRecord[] }, added: NamedRecord[]) =>
  new Map([...rows, ...added].map((one) => [one.id, one] as const))

/** Resolves a name without an id, and reports names that are unknown, ambiguous or belong to another id. */
function resolveName(
  item: DataRecord,
  idField: string,
  nameField: string,
  candidates: NamedRecord[],
  all: ReadonlyMap<number, NamedRecord>,
  pointer: string,
  { errors }: ImportRun,
): void {
  const name: string = item[nameField]
  if (name === '') return
  const existing = all.get(item[idField])
  if (item[idField] !== 0) {
    if (existing && existing.name !== name)
      errors.add(`${pointer}/${nameField}`, `must be the name of ${idField} ${existing.id}`)
    return
  }
  const found = candidates.filter((one) => one.name === name)
  if (found.length === 1) item[idField] = found[0]!.id
  else
    errors.add(
      `${pointer}/${nameField}`,
      found.length === 0 ? 'is an unknown name' : `is ambiguous; ${idField} is required`,
    )
}
