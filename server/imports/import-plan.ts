// The fields that a column can be, and the headings by which one is recognised.
import Type, { type Static } from 'typebox'
import { Id, record } from '../platform/http/schema.ts'

/** Headings in their plain form: without case, accents and signs. */
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

/** Fields that only persons, or only companies have. */
const personFields = new Set<FieldName>(['salutation', 'title', 'firstName', 'lastName', 'company'])
const companyFields = new Set<FieldName>(['name', 'name2'])

export type ContactKind = 'person' | 'company'
export const isFieldOf = (kind: ContactKind, field: FieldName): boolean =>
  !(kind === 'person' ? companyFields : personFields).has(field)

/** How a table is to be understood and what is done with it. */
export const ImportPlan = record({
  kind: Type.Unsafe<ContactKind>(Type.Enum(['person', 'company'])),
  /** For each column of the table its field; '': it is left out. */
  columns: Type.Array(Type.Unsafe<FieldName | ''>(Type.Enum(['', ...fieldNames])), { maxItems: 200 }),
  /** What becomes of a contact that exists: it stays, what it lacks is filled, what the table says is taken. */
  duplicates: Type.Unsafe<'skip' | 'fill' | 'update'>(Type.Enum(['skip', 'fill', 'update'])),
  /** Categories that the table names and nobody knows are made. */
  createCategories: Type.Boolean(),
  /** Companies that persons of the table belong to and nobody knows are made. */
  createCompanies: Type.Boolean(),
  /** Every contact of the table gets these. */
  categoryIds: Type.Array(Id, { maxItems: 100 }),
  /** All rows or none. */
  whole: Type.Boolean(),
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

const guessField = (heading: string, kind: ContactKind): FieldName | '' => {
  const word = normalizeHeading(heading)
  return word === ''
    ? ''
    : (fieldNames.find((name) => isFieldOf(kind, name) && headings[name].split(' ').includes(word)) ?? '')
}

const personHeading =
  /^(?:vorname|firstname|givenname|nachname|lastname|surname|anrede|salutation|familienname)$/

/**
 * The plan that a table is first shown with.
 * @param last the columns and the plan of the last import of the same user: what a heading meant there, it means again
 */
export function guessPlan(
  columns: readonly string[],
  last?: { columns: readonly string[]; plan: ImportPlan },
): ImportPlan {
  const words = columns.map(normalizeHeading)
  const hasSameColumns =
    last && columns.length === last.columns.length && columns.every((one, at) => one === last.columns[at])
  const kind = hasSameColumns
    ? last.plan.kind
    : words.some((word) => personHeading.test(word))
      ? 'person'
      : 'company'
  const previousFields = new Map(last?.plan.columns.map((field, at) => [last.columns[at], field]) ?? [])
  const hasNumber = columns.some((column) => guessField(column, kind) === 'houseNumber')
  const assigned = new Set<string>()
  const fields = columns.map((column): FieldName | '' => {
    const previousField = previousFields.get(column)
    const usable = previousField !== undefined && (previousField === '' || isFieldOf(kind, previousField))
    let field = usable && (hasSameColumns || previousField !== '') ? previousField : guessField(column, kind)
    if (!usable && field === 'streetWithNumber' && hasNumber) field = 'street'
    if (field === '' || assigned.has(field)) return ''
    assigned.add(field)
    return field
  })
  const { duplicates = 'skip', createCategories = false, createCompanies = true } = last?.plan ?? {}
  return {
    kind,
    columns: fields,
    duplicates,
    createCategories,
    createCompanies,
    categoryIds: [],
    whole: false,
  }
}
