// The plan of an import: the fields of the columns, and the options.

import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/ground/schema.ts'
import {
  type DuplicateOption,
  duplicateOptionNames,
  type ImportedType,
  importedTypeNames,
  importedTypes,
} from './imported-types.ts'

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

const ownFields = (type: ImportedType): readonly FieldName[] => importedTypes[type].ownFields

/** Whether a field is none of another type. */
export const isFieldOf = (contactType: ImportedType, field: FieldName): boolean =>
  importedTypeNames.every((type) => type === contactType || !ownFields(type).includes(field))

export const ImportPlan = record({
  contactType: Type.Unsafe<ImportedType>(Type.Enum(importedTypeNames)),
  /** The field of each column; '': the column is not imported. */
  columns: Type.Array(Type.Unsafe<FieldName | ''>(Type.Enum(['', ...fieldNames])), { maxItems: 200 }),
  /** For a contact that exists: leave it, fill its empty fields, or overwrite its fields. */
  onDuplicate: Type.Unsafe<DuplicateOption>(Type.Enum(duplicateOptionNames)),
  /** Categories named in the file that do not exist are created. */
  createCategories: Type.Boolean(),
  /** Companies named in the file that do not exist are created. */
  createCompanies: Type.Boolean(),
  /** Added to all contacts of the table. */
  categoryIds: Type.Array(Id, { maxItems: 100 }),
  allOrNothing: Type.Boolean(),
  /** Postcodes of four digits without a country are German ones that have lost their zero. */
  padZips: Type.Boolean(),
  /** Numbers that a spreadsheet has shortened (4.91714E+11) are left out. */
  omitDamagedNumbers: Type.Boolean(),
  skipHiddenRows: Type.Boolean(),
  /** The cells of a merged area all have its text. */
  fillMergedCells: Type.Boolean(),
})
export type ImportPlan = Static<typeof ImportPlan>
