import assert from 'node:assert/strict'
import { test } from 'node:test'
import { splitFullName } from '../platform/ground/matching/full-name.ts'
import { guessPlan } from './guess-plan.ts'
import { isSalutation } from './salutations.ts'

/** The fields that are guessed for the columns of a table; cells are separated by semicolons. */
const guess = (headings: string, ...rows: string[]) => {
  const { contactType, columns } = guessPlan(
    headings.split(';'),
    rows.map((row) => row.split(';')),
  )
  return [contactType, ...columns].join(' ').replace(/ +(?= )|\s+$/g, (spaces) => spaces.replace(/ /g, ' -'))
}

test('the number of a contact is no house number; beside a street it is one', () => {
  for (const headings of ['Nr.;Vorname;Nachname;Straße', 'No.;First name;Last name;Street'])
    assert.equal(guess(headings), 'person - firstName lastName streetWithNumber')
  for (const headings of ['Nachname;Straße;Nr.;PLZ', 'Last name;Street;No.;Zip'])
    assert.equal(guess(headings), 'person lastName street houseNumber zip')
  assert.equal(guess('Nachname;Kunden-Nr.;Haus-Nr.;Straße'), 'person lastName - houseNumber street')
})

test("Kontor's own exports are recognised", () => {
  const fields =
    'salutation title firstName lastName - company position department email phone mobile streetWithNumber zip city country website categories'
  assert.equal(
    guess(
      'Nr.;Art;Anrede;Titel;Vorname;Name;Namenszusatz;Firma;Position;Abteilung;E-Mail;Telefon;Mobil;Straße;PLZ;Ort;Land;Website;Kategorien;Newsletter;Angelegt',
    ),
    `person - - ${fields} - -`,
  )
  assert.equal(
    guess(
      'No.;Type;Salutation;Title;First name;Name;Additional name;Company;Position;Department;E-mail;Phone;Mobile;Street;Zip;City;Country;Website;Categories;Newsletter;Created',
    ),
    `person - - ${fields} - -`,
  )
  const company =
    'name name2 department email phone mobile streetWithNumber zip city country website categories'
  for (const headings of [
    'Nr.;Name;Namenszusatz;Abteilung;E-Mail;Telefon;Mobil;Straße;PLZ;Ort;Land;Website;Kategorien;Newsletter;Angelegt',
    'No.;Name;Additional name;Department;E-mail;Phone;Mobile;Street;Zip;City;Country;Website;Categories;Newsletter;Created',
  ])
    assert.equal(guess(headings, '1;Stadtwerke Köln;;'), `company - ${company} - -`)
})

test('a job title is no academic title: the cells decide the meaning of "Title"', () => {
  assert.equal(guess('Last name;Title', 'Adler;Dr.', 'Beck;', 'Cole;Prof. Dr.-Ing.'), 'person lastName title')
  assert.equal(guess('Last name;Title', 'Adler;Head of HR', 'Beck;Dr. in charge'), 'person lastName position')
  assert.equal(guess('Title;Last name;Job Title', 'Mr.;Adler;Clerk'), 'person salutation lastName position')
  assert.equal(guess('Title;Last name;Job Title', ';Adler;Clerk'), 'person title lastName position')
  assert.equal(guess('Nachname;Titel;Berufsbezeichnung', 'A;StD;'), 'person lastName title position')
})

test('a clear heading for the last name wins over "Name"', () => {
  assert.equal(guess('Name;Given Name;Additional Name;Family Name'), 'person - firstName - lastName')
  assert.equal(guess('Name;Vorname;Ort'), 'person lastName firstName city')
  assert.equal(guess('Familienname;Name', 'Adler;Ada Adler'), 'person lastName -')
})

test('names and addresses are persons, unless most names are those of companies', () => {
  const address = 'streetWithNumber zip city'
  assert.equal(
    guess('Name;Straße;PLZ;Ort', 'Ada Adler;Weg 1;50667;Köln', 'Beck, Bert;;;'),
    `person fullName ${address}`,
  )
  assert.equal(guess('Name;Straße;PLZ;Ort', 'Adler;Weg 1;;', 'Beck;;;'), `person lastName ${address}`)
  assert.equal(
    guess('Name;Straße;PLZ;Ort', 'Adler GmbH & Co. KG;;;', 'Turnverein Beck e. V.;;;', 'Cole;;;'),
    `company name ${address}`,
  )
  assert.equal(
    guess('Name;Ort', 'Stadtwerke Köln;', 'Volkshochschule Bonn;', 'Beck Bau;'),
    'company name city',
  )
  assert.equal(guess('Firma;Straße;PLZ;Ort'), `company name ${address}`)
  assert.equal(guess('Firma;Name;E-Mail', 'Adler KG;Ada Adler;'), 'person company fullName email')
  assert.equal(guess('Firma;Ansprechpartner;E-Mail'), 'person company fullName email')
  assert.equal(guess('Ansprechpartner;Anrede;E-Mail'), 'person fullName salutation email')
})

test('the headings of the last import are mapped as before, "Name" by the table at hand', () => {
  const last = {
    columns: ['Name', 'Kürzel'],
    plan: { ...guessPlan(['Name', 'Kürzel'], []), columns: ['lastName' as const, 'comment' as const] },
  }
  assert.deepEqual(guessPlan(['Name', 'Kürzel'], [], last).columns, ['lastName', 'comment'])
  assert.deepEqual(guessPlan(['Name', 'Family Name', 'Kürzel'], [], last).columns, [
    '',
    'lastName',
    'comment',
  ])
})

test('overwriting is chosen for one file, the other ways to treat contacts for the next one too', () => {
  const next = (onDuplicate: 'skip' | 'fill' | 'update') =>
    guessPlan(['Nachname'], [], {
      columns: ['Nachname'],
      plan: { ...guessPlan(['Nachname'], []), onDuplicate },
    }).onDuplicate
  assert.deepEqual([next('skip'), next('fill'), next('update')], ['skip', 'fill', 'skip'])
})

test('postcodes have lost their zeros if half of them have five digits and none begins with a zero', () => {
  const padZips = (...zips: string[]) =>
    guessPlan(
      ['Nachname', 'PLZ'],
      zips.map((zip) => ['A', zip]),
    ).padZips
  assert.equal(padZips('50667', '10115', '1067'), true)
  assert.equal(padZips('50667', '10115', '01067', '1010'), false)
  assert.equal(padZips('1067', '80331'), true)
  const withMail = (mail: string) =>
    guessPlan(
      ['Nachname', 'PLZ', 'E-Mail'],
      ['1067', '4109', '1099', '80331'].map((zip) => ['A', zip, mail]),
    ).padZips
  assert.equal(withMail('a@b.de'), true, 'most of a column')
  assert.equal(withMail('a@b.at'), false, 'four digits are complete there')
  assert.equal(padZips('', ''), false)
})

test('a full name is split at its comma or before its last word with particles; titles and salutations are separated', () => {
  for (const [text = '', ...expected] of [
    ['Ada Adler', '', '', 'Ada', 'Adler'],
    ['Adler, Ada Maria', '', '', 'Ada Maria', 'Adler'],
    ['Adler', '', '', '', 'Adler'],
    ['Frau Prof. Dr. Ada von der Adler', 'Frau', 'Prof. Dr.', 'Ada', 'von der Adler'],
    ['von Adler, Dr. Ada', '', 'Dr.', 'Ada', 'von Adler'],
    ['Dr. rer. nat. Phil Adler-Beck, M.Sc.', '', 'Dr. rer. nat., M.Sc.', 'Phil', 'Adler-Beck'],
    ['Hans-Peter Müller', '', '', 'Hans-Peter', 'Müller'],
    ['Van Morrison', '', '', 'Van', 'Morrison'],
    ['Dr. Adler', '', 'Dr.', '', 'Adler'],
  ]) {
    const { salutation, title, firstName, lastName } = splitFullName(text, isSalutation)
    assert.deepEqual([salutation, title, firstName, lastName], expected, text)
  }
})
