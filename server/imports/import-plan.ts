// The plan of an import: the fields of the columns, and the options.
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'

export const fieldNames = [
  'salutation',
  'title',
  'firstName',
  'lastName',
  'fullName',
  'company',
  'name',
  'name2',
  'position',
  'department',
  'email',
  'phone',
  'mobile',
  'fax',
  'street',
  'houseNumber',
  'streetWithNumber',
  'addition',
  'zip',
  'city',
  'state',
  'country',
  'website',
  'comment',
  'categories',
] as const
export type FieldName = (typeof fieldNames)[number]

const personFields = new Set<FieldName>([
  'salutation',
  'title',
  'firstName',
  'lastName',
  'fullName',
  'company',
])
const companyFields = new Set<FieldName>(['name', 'name2'])

export type ImportedType = 'person' | 'company'
export const isFieldOf = (contactType: ImportedType, field: FieldName): boolean =>
  !(contactType === 'person' ? companyFields : personFields).has(field)

export const ImportPlan = record({
  contactType: Type.Unsafe<ImportedType>(Type.Enum(['person', 'company'])),
  /** The field of each column; '': the column is not imported. */
  columns: Type.Array(Type.Unsafe<FieldName | ''>(Type.Enum(['', ...fieldNames])), { maxItems: 200 }),
  /** For a contact that exists: leave it, fill its empty fields, or overwrite its fields. */
  onDuplicate: Type.Unsafe<'skip' | 'fill' | 'update'>(Type.Enum(['skip', 'fill', 'update'])),
  /** Categories named in the file that do not exist are created. */
  createCategories: Type.Boolean(),
  /** Companies named in the file that do not exist are created. */
  createCompanies: Type.Boolean(),
  /** Added to all contacts of the table. */
  categoryIds: Type.Array(Id, { maxItems: 100 }),
  allOrNothing: Type.Boolean(),
  /** Postcodes of four digits without a country are German ones that have lost their zero. */
  padZips: Type.Boolean(),
})
export type ImportPlan = Static<typeof ImportPlan>
