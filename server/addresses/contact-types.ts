// The types of contacts. Without imports, because the back office asks the same.
type Properties = {
  /** The resource of its pages in the back office. */
  resource: 'contacts' | 'companies'
  /** It has a salutation and a first name, may belong to a company, and takes part. */
  isPerson: boolean
  /** Persons may belong to it. */
  isCompany: boolean
  /** Dates take place there. */
  isLocation: boolean
}

const record = {
  person: { resource: 'contacts', isPerson: true, isCompany: false, isLocation: false },
  company: { resource: 'companies', isPerson: false, isCompany: true, isLocation: false },
  location: { resource: 'contacts', isPerson: false, isCompany: false, isLocation: true },
} as const satisfies Record<string, Properties>

export type ContactType = keyof typeof record
export const contactTypes: Readonly<Record<ContactType, Properties>> = record
export const contactTypeNames = Object.keys(record) as ContactType[]

export const isContactType = (name: string): name is ContactType => Object.hasOwn(record, name)

/** @param type that of a row */
const propertiesOf = (type: string): Properties | undefined =>
  isContactType(type) ? contactTypes[type] : undefined
export const isPerson = (type: string): boolean => propertiesOf(type)?.isPerson ?? false
export const isCompany = (type: string): boolean => propertiesOf(type)?.isCompany ?? false
export const isLocation = (type: string): boolean => propertiesOf(type)?.isLocation ?? false

type TypeOf<Resource> = {
  [T in ContactType]: (typeof record)[T]['resource'] extends Resource ? T : never
}[ContactType]

/** The types whose pages belong to a resource. */
export const typesOf = <const R extends Properties['resource']>(resource: R) =>
  contactTypeNames.filter((type): type is TypeOf<R> => record[type].resource === resource)
