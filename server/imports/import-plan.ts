// The plan of an import: the fields of the columns, guessed by their headings, and the options.
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/http/schema.ts'

/** Headings, normalised: lower case, without accents and punctuation. */
const headings = {
  salutation: 'anrede salutation geschlecht gender',
  title: 'titel title akademischertitel academictitle akadtitel namenszusatz',
  firstName: 'vorname firstname givenname forename rufname prenom',
  lastName: 'nachname lastname surname familienname familyname name zuname',
  company:
    'firma unternehmen company organisation organization arbeitgeber employer firmenname companyname organisationsname',
  name: 'firma name firmenname unternehmen company companyname organisation organization unternehmensname firma1 name1',
  name2: 'name2 zusatz firmenzusatz firma2 namenszusatz rechtsform',
  position: 'position funktion function jobtitle rolle role stellung',
  department: 'abteilung department bereich',
  email: 'email emailadresse mail emailaddress emailgeschaeftlich emailwork email1',
  phone:
    'telefon phone tel telefonnummer phonenumber telefongeschaeftlich businessphone festnetz telephone rufnummer telefon1',
  mobile: 'mobil mobile handy mobiltelefon mobilnummer mobilephone mobilenumber cell cellphone handynummer',
  fax: 'fax telefax faxnummer faxnumber',
  street: 'strassenname streetname',
  houseNumber: 'hausnummer hausnr housenumber houseno hnr nr streetnumber',
  streetWithNumber:
    'strasse street anschrift adresse address strasseundhausnummer strassehausnummer strassenr strassehausnr address1 streetaddress strasseundnr',
  addition: 'adresszusatz zusatz addition address2 adresszusatz1 addressaddition',
  zip: 'plz postleitzahl zip zipcode postcode postalcode',
  city: 'ort stadt city town wohnort',
  state: 'bundesland kanton state province region',
  country: 'land country laendercode countrycode staat',
  website: 'website webseite homepage internet url web www internetadresse',
  comment: 'bemerkung bemerkungen kommentar comment comments notiz notizen note notes anmerkung remarks',
  categories: 'kategorie kategorien category categories gruppe gruppen tags schlagworte verteiler',
} as const

export type FieldName = keyof typeof headings
export const fieldNames = Object.keys(headings) as FieldName[]

const personFields = new Set<FieldName>(['salutation', 'title', 'firstName', 'lastName', 'company'])
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
})
export type ImportPlan = Static<typeof ImportPlan>

const normalizeHeading = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

const guessField = (heading: string, contactType: ImportedType): FieldName | '' => {
  const word = normalizeHeading(heading)
  return word === ''
    ? ''
    : (fieldNames.find((name) => isFieldOf(contactType, name) && headings[name].split(' ').includes(word)) ??
        '')
}

const personHeading =
  /^(?:vorname|firstname|givenname|nachname|lastname|surname|anrede|salutation|familienname)$/

/**
 * The plan that is proposed for a table.
 * @param last columns and plan of the last import of the same user: the same headings are mapped to the same fields
 */
export function guessPlan(
  columns: readonly string[],
  last?: { columns: readonly string[]; plan: ImportPlan },
): ImportPlan {
  const words = columns.map(normalizeHeading)
  const hasSameColumns =
    last && columns.length === last.columns.length && columns.every((one, at) => one === last.columns[at])
  const contactType = hasSameColumns
    ? last.plan.contactType
    : words.some((word) => personHeading.test(word))
      ? 'person'
      : 'company'
  const previousFields = new Map(last?.plan.columns.map((field, at) => [last.columns[at], field]) ?? [])
  const hasNumber = columns.some((column) => guessField(column, contactType) === 'houseNumber')
  const assigned = new Set<string>()
  const fields = columns.map((column): FieldName | '' => {
    const previousField = previousFields.get(column)
    const usable =
      previousField !== undefined && (previousField === '' || isFieldOf(contactType, previousField))
    let field =
      usable && (hasSameColumns || previousField !== '') ? previousField : guessField(column, contactType)
    if (!usable && field === 'streetWithNumber' && hasNumber) field = 'street'
    if (field === '' || assigned.has(field)) return ''
    assigned.add(field)
    return field
  })
  const { onDuplicate = 'skip', createCategories = false, createCompanies = true } = last?.plan ?? {}
  return {
    contactType,
    columns: fields,
    onDuplicate,
    createCategories,
    createCompanies,
    categoryIds: [],
    allOrNothing: false,
  }
}
