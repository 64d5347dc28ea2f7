// Guesses the plan of an import: the fields of the columns by their headings and cells, and the kind of the table.
import { isCompany } from '../addresses/contact-types.ts'
import { isAcademicTitle } from '../platform/ground/matching/full-name.ts'
import { findingKinds } from './finding-kinds.ts'
import type { Finding } from './findings.ts'
import { type FieldName, fieldNames, type ImportPlan, isFieldOf } from './import-plan.ts'
import { duplicateOptions, type ImportedType } from './imported-types.ts'
import { isSalutation } from './salutations.ts'

/** Headings, normalised: lower case, without accents and punctuation. */
const headings: Readonly<Record<FieldName, string>> = {
  salutation: 'anrede salutation geschlecht gender',
  title: 'titel akademischertitel academictitle academicdegree akadtitel akademischergrad',
  firstName: 'vorname vornamen firstname firstnames givenname forename rufname prenom',
  lastName: 'nachname lastname surname familienname familyname zuname',
  fullName:
    'vollername vollstaendigername fullname vorundnachname vornameundnachname vornamenachname namevorname nachnamevorname displayname anzeigename ansprechpartner ansprechpartnerin ansprechperson kontaktperson contactperson contactname',
  company:
    'firma unternehmen company organisation organization arbeitgeber employer firmenname companyname organisationsname organizationname',
  name: 'firma name firmenname unternehmen company companyname organisation organization organisationsname organizationname unternehmensname firma1 name1',
  name2: 'name2 zusatz firmenzusatz firma2 namenszusatz additionalname rechtsform',
  position:
    'position funktion function jobtitle rolle role stellung beruf berufsbezeichnung profession occupation',
  department: 'abteilung department bereich',
  email:
    'email emailadresse mail mailadresse emailaddress emailgeschaeftlich emaildienstlich emailprivat emailwork email1',
  phone:
    'telefon phone tel telefonnummer telnr phonenumber telefongeschaeftlich telefondienstlich telefonprivat businessphone workphone festnetz telephone telephonenumber rufnummer telefon1',
  mobile:
    'mobil mobile handy mobiltelefon mobilnummer mobilephone mobilenumber cell cellphone handynummer telefonmobil telmobil mobilfunk',
  fax: 'fax telefax faxnummer faxnumber faxnr',
  street: 'strassenname streetname',
  houseNumber: 'hausnummer hausnr housenumber houseno hnr streetnumber',
  streetWithNumber:
    'strasse str street anschrift adresse address strasseundhausnummer strassehausnummer strassenr strnr strassehausnr strassehnr strhausnr strhnr address1 addressline1 streetaddress strasseundnr',
  addition: 'adresszusatz zusatz addition address2 addressline2 adresszusatz1 addressaddition',
  zip: 'plz postleitzahl zip zipcode postcode postalcode zippostalcode',
  city: 'ort stadt city town wohnort',
  state: 'bundesland kanton state province region stateprovince',
  country: 'land country laendercode countrycode staat landregion countryregion',
  website: 'website webseite webpage homepage internet url web www internetadresse',
  comment: 'bemerkung bemerkungen kommentar comment comments notiz notizen note notes anmerkung remarks',
  categories: 'kategorie kategorien category categories gruppe gruppen tags schlagworte verteiler',
}

const personHeadings = new Set('salutation firstName lastName fullName'.split(' '))
/** Words in names of companies: legal forms, and the ends of kinds of organisations. */
const companyWord =
  /(?:^|[\s.-])(?:g?gmbh|ag|kg|kgaa|ohg|gbr|ug|se|e\.? ?v|e\.? ?k|e\.? ?g|partg|mbb|ltd|limited|inc|corp|llc|llp|plc|s\.? ?a|s\.? ?r\.? ?l|b\.? ?v|stadt|gemeinde|landkreis|amt|& co)(?:[\s.,)-]|$)|(?:verein|verband|stiftung|werke?|schule|universität|institut|akademie|bank|kasse|kliniken|klinik|klinikum|zentrum|verlag|gesellschaft|genossenschaft|kammer|verwaltung|ministerium|agentur|services?|consulting|holding|group|gruppe|systems?|solutions|technik|logistik|handel)(?:\s|$)/i

const normalizeHeading = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('ä', 'ae')
    .replaceAll('ö', 'oe')
    .replaceAll('ü', 'ue')
    .normalize('NFD')
    .replace(/[^a-z0-9]/g, '')

const fieldOfWord = (word: string, contactType: ImportedType): FieldName | '' =>
  word === ''
    ? ''
    : (fieldNames.find((name) => isFieldOf(contactType, name) && headings[name].split(' ').includes(word)) ??
      '')

/** Rows of the table. */
export type Samples = readonly (readonly string[])[]
type LastImport = { columns: readonly string[]; plan: ImportPlan }

const cellsOf = (samples: Samples, column: number) =>
  samples.flatMap((row) => (row[column] ? [row[column]] : []))
/** Whether a test holds for most of the cells, and there are some. */
const most = (cells: readonly string[], test: (cell: string) => boolean) =>
  cells.filter(test).length * 2 > cells.length

function guessType(words: readonly string[], samples: Samples): ImportedType {
  const has = (...fields: FieldName[]) =>
    words.some((word) => fields.some((field) => headings[field].split(' ').includes(word)))
  const nameColumn = words.findIndex((word) => word === 'name' || word === 'name1')
  if (words.some((word) => personHeadings.has(fieldOfWord(word, 'person')))) return 'person'
  if (has('name2') || words.includes('name1')) return 'company'
  if (nameColumn < 0) return has('company', 'name') ? 'company' : 'person'
  return !has('company') && most(cellsOf(samples, nameColumn), (cell) => companyWord.test(cell))
    ? 'company'
    : 'person'
}

/** Headings whose meaning depends on other columns or on the cells; they yield to columns with a clear heading. */
const ambiguous = new Set(['name', 'nr', 'no', 'number', 'nummer', 'title'])

function guessAmbiguous(
  word: string,
  column: number,
  fields: readonly (FieldName | '')[],
  contactType: ImportedType,
  samples: Samples,
): FieldName | '' {
  const cells = cellsOf(samples, column)
  if (word === 'name') {
    if (isCompany(contactType)) return 'name'
    if (fields.includes('lastName') || fields.includes('fullName')) return ''
    return !fields.includes('firstName') && most(cells, (cell) => /\S[\s,]+\S/.test(cell))
      ? 'fullName'
      : 'lastName'
  }
  if (word === 'title') {
    if (isCompany(contactType)) return ''
    if (most(cells, isAcademicTitle)) return 'title'
    if (most(cells, isSalutation)) return 'salutation'
    return fields.includes('position') ? 'title' : 'position'
  }
  const before = fields[column - 1]
  return before === 'streetWithNumber' || before === 'street' ? 'houseNumber' : ''
}

function guessFields(
  columns: readonly string[],
  contactType: ImportedType,
  samples: Samples,
  last?: LastImport,
) {
  const words = columns.map(normalizeHeading)
  const previousFields = new Map(last?.plan.columns.map((field, at) => [last.columns[at], field]) ?? [])
  const fields = words.map((word, at): FieldName | '' => {
    if (ambiguous.has(word)) return ''
    const previous = previousFields.get(columns[at])
    return previous && isFieldOf(contactType, previous) ? previous : fieldOfWord(word, contactType)
  })
  const isFirst = (field: FieldName | '', at: number) => field !== '' && fields.indexOf(field) === at
  for (const [at, field] of fields.entries()) if (!isFirst(field, at)) fields[at] = ''
  for (const [at, word] of words.entries()) {
    const field = ambiguous.has(word) ? guessAmbiguous(word, at, fields, contactType, samples) : ''
    if (field !== '' && !fields.includes(field)) fields[at] = field
  }
  const street = fields.indexOf('streetWithNumber')
  if (street >= 0 && fields.includes('houseNumber')) fields[street] = 'street'
  // A person's name in one column, and again in two.
  const fullName = fields.indexOf('fullName')
  if (fullName >= 0 && (fields.includes('lastName') || fields.includes('firstName'))) fields[fullName] = ''
  return fields
}

const german = /^(?:D|DE)\s?-\s?\d|^(?:\+|00)49\b|@.*\.de$/i
/** Of countries whose postcodes have four digits. */
const neighbouring =
  /^(?:A|AT|CH|FL|LI|L|LU|DK|B|BE)\s?-\s?\d|^(?:\+|00)(?:43|41|423|352|45|32)\b|\.(?:at|ch|li|lu|dk|be)$/i

/**
 * Whether postcodes without a country have lost their zeros: at least half have five digits, and none of them begins with a zero; or the
 * cells hint at Germany, and at no country whose postcodes have four digits.
 */
function hasLostZeros(fields: readonly (FieldName | '')[], samples: Samples): boolean {
  const country = fields.indexOf('country')
  const domestic = samples.filter((row) => !row[country])
  const zips = cellsOf(domestic, fields.indexOf('zip')).filter((zip) => /^\d{4,5}$/.test(zip))
  const complete = zips.filter((zip) => zip.length === 5)
  if (complete.some((zip) => zip.startsWith('0'))) return false
  if (complete.length * 2 >= Math.max(zips.length, 1)) return true
  const hasCell = (pattern: RegExp) => domestic.some((row) => row.some((cell) => pattern.test(cell)))
  return hasCell(german) && !hasCell(neighbouring)
}

/** The options that answer findings. Postcodes have a rule of their own. */
function proposals(findings: readonly Finding[]) {
  const proposed = new Set<string>(findings.map(({ kind }) => findingKinds[kind].option))
  return {
    omitDamagedNumbers: proposed.has('omitDamagedNumbers'),
    skipHiddenRows: proposed.has('skipHiddenRows'),
    fillMergedCells: proposed.has('fillMergedCells'),
  }
}

/**
 * The plan that is proposed for a table.
 * @param samples its first rows
 * @param findings of the file
 * @param last columns and plan of the last import of the same user: the same headings are mapped to the same fields
 */
export function guessPlan(
  columns: readonly string[],
  samples: Samples,
  last?: LastImport,
  findings: readonly Finding[] = [],
): ImportPlan {
  const hasSameColumns =
    last && columns.length === last.columns.length && columns.every((one, at) => one === last.columns[at])
  const contactType = hasSameColumns
    ? last.plan.contactType
    : guessType(columns.map(normalizeHeading), samples)
  const fields = hasSameColumns ? last.plan.columns : guessFields(columns, contactType, samples, last)
  const { createCategories = false, createCompanies = true } = last?.plan ?? {}
  // Overwriting is chosen for one file.
  const onDuplicate =
    last && !duplicateOptions[last.plan.onDuplicate].overwrites ? last.plan.onDuplicate : 'skip'
  return {
    contactType,
    columns: fields,
    onDuplicate,
    createCategories,
    createCompanies,
    categoryIds: [],
    allOrNothing: false,
    padZips: hasLostZeros(fields, samples),
    ...proposals(findings),
  }
}
