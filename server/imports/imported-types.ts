// The types of contacts that tables hold, and the ways to treat contacts that exist. Without imports but types, because the back office
// asks the same.
import type { ContactType } from '../addresses/contact-types.ts'

/** In the order in which the back office offers them. */
export const importedTypes = {
  person: {
    /** The fields that other types do not have. */
    ownFields: ['salutation', 'title', 'firstName', 'lastName', 'fullName', 'company'],
    /** One of them must have a column; its cells are required. */
    nameFields: ['fullName', 'lastName'],
    /** The field with the name of a company. */
    companyField: 'company',
  },
  company: { ownFields: ['name', 'name2'], nameFields: ['name'], companyField: 'name' },
} as const satisfies { [T in ContactType]?: unknown }

export type ImportedType = keyof typeof importedTypes
export const importedTypeNames = Object.keys(importedTypes) as ImportedType[]

/** The ways to treat a contact that exists: `writes` its empty fields, or `overwrites` all. */
export const duplicateOptions = {
  skip: { writes: false, overwrites: false },
  fill: { writes: true, overwrites: false },
  update: { writes: true, overwrites: true },
} as const
export type DuplicateOption = keyof typeof duplicateOptions
export const duplicateOptionNames = Object.keys(duplicateOptions) as DuplicateOption[]
