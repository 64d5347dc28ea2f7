// Tables as offices have them, and the values of their cells.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import writeXlsxFile from 'write-excel-file/node'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { kontor, office, imports } = await instanceForImports()

/** Imports a table as proposed. @returns its contacts, in the order of the rows, as the interface shows them */
const importAll = async (content: string | Buffer, name?: string) => {
  const one = await imports.upload(content, name)
  const { invalidCount } = await imports.check(one)
  assert.equal(invalidCount, 0, JSON.stringify(await imports.rowsOf(one.id)))
  await imports.start(one.id)
  const contacts = []
  for (const { contactId } of await imports.rowsOf(one.id))
    contacts.push(
      (
        await kontor.call(
          'GET',
          `/${one.plan.contactType === 'person' ? 'contacts' : 'companies'}/${contactId}`,
        )
      ).json[0],
    )
  return contacts
}

test('countries become ISO codes; other texts stay as they are', async () => {
  const lands = [
    'France',
    'Russland',
    'United Kingdom',
    'Serbien',
    'Czech Republic',
    'Großbritannien',
    'Holland',
    'de',
    'YU',
    'Atlantis',
  ]
  const lines = lands.map((land, n) => `Land${n};l${n}@lands.example;${land}`)
  const contacts = await importAll(`Nachname;E-Mail;Land\n${lines.join('\n')}\n`)
  assert.deepEqual(
    contacts.map(({ defaultAddress }) => defaultAddress[0].country),
    ['FR', 'RU', 'GB', 'RS', 'CZ', 'GB', 'NL', 'DE', 'YU', 'Atlantis'],
  )
})

test('street and house number are separated at the number, also of several houses', async () => {
  const cases: Readonly<Record<string, readonly [string, string]>> = {
    'Musterstr. 12 - 14a': ['Musterstr.', '12 - 14a'],
    'Am Markt 3-5/7': ['Am Markt', '3-5/7'],
    'Straße des 17. Juni 135': ['Straße des 17. Juni', '135'],
    'Hauptstraße, 5 b': ['Hauptstraße', '5 b'],
    'Dorfstraße Nr. 8 a-c': ['Dorfstraße', '8 a-c'],
    'Lange Gasse 3 1/2': ['Lange Gasse', '3 1/2'],
    'Q7 24': ['Q7', '24'],
    'Postfach 12 34 56': ['Postfach 12 34 56', ''],
    'Ringstr.7': ['Ringstr.', '7'],
    'Platz der Republik': ['Platz der Republik', ''],
  }
  const lines = Object.keys(cases).map((street, n) => `S${n};${street}`)
  const contacts = await importAll(`Nachname;Straße\n${lines.join('\n')}\n`)
  for (const [n, [text, expected]] of Object.entries(cases).entries()) {
    const { street, houseNumber } = contacts[n].defaultAddress[0]
    assert.deepEqual([street, houseNumber], expected, text)
  }
})

test('an address with a comma, without a dot or of several people is no e-mail address; written as a link it is one', async () => {
  const faulty = [
    'max@firma,de',
    'max@firma',
    'a@b.example, c@d.example',
    'max@firma..de',
    'max@-firma.de',
    '@firma.de',
  ]
  const right: Readonly<Record<string, string>> = {
    'mailto:link@mails.example': 'link@mails.example',
    'Max Muster <max@mails.example>': 'max@mails.example',
    "o'neill+abo@mails.example": "o'neill+abo@mails.example",
    'jörg@müller.example': 'jörg@müller.example',
  }
  const one = await imports.upload(
    `Nachname;E-Mail\n${[...faulty, ...Object.keys(right)].map((email, n) => `M${n};${email.includes(';') ? `"${email}"` : email}`).join('\n')}\n`,
  )
  await imports.check(one)
  const outcomes = (await imports.rowsOf(one.id)).map(({ outcome }: { outcome: string }) => outcome)
  assert.deepEqual(outcomes, [...faulty.map(() => 'invalid'), ...Object.keys(right).map(() => 'create')])
  await imports.start(one.id)
  for (const email of Object.values(right))
    assert.equal(
      (await kontor.call('GET', `/contacts/search/email/${encodeURIComponent(email)}`)).json.length,
      1,
      email,
    )
})

test('XLSX: times and numbers are those that the spreadsheet shows', async () => {
  const heading = ['Nachname', 'Bemerkung', 'Position', 'Website', 'Abteilung'].map((value) => ({ value }))
  const at = (value: Date | number, format: string) => ({
    value,
    type: value instanceof Date ? Date : Number,
    format,
  })
  const bytes = await writeXlsxFile([
    heading,
    [
      { value: 'Zeit' },
      at(14.5 / 24, 'hh:mm'),
      at(new Date('2027-03-01T14:30:00Z'), 'dd.mm.yyyy hh:mm'),
      at(3.3000000000000003, '0.00'),
      at((8 * 3600 + 5 * 60 + 9) / 86_400, 'hh:mm:ss'),
    ],
  ]).toBuffer()
  const one = await imports.upload(bytes, 'zeiten.xlsx')
  assert.deepEqual((await imports.rowsOf(one.id))[0].cells, [
    'Zeit',
    '14:30',
    '2027-03-01 14:30',
    '3.3',
    '08:05:09',
  ])
})

test('phone numbers of an export come back as they were, also with the quote that protects from formulas', async () => {
  const { json } = await kontor.call('POST', '/contacts', {
    body: {
      lastName: 'Rückweg',
      firstName: 'Rita',
      email: 'rita@return.example',
      phone: { countryCode: '49', areaCode: '221', number: '4711-0' },
    },
  })
  const exported = await office.call('GET', '/contacts/export?format=csv&q=return.example')
  assert.match(exported.text, /;\+49 221 4711-0;/)
  const file = Buffer.from(
    exported.text.replace('rita@', 'zweite@').replace('+49 221 4711-0', "'+49 221 4711-0"),
  )
  const one = await imports.upload(file)
  assert.ok((await imports.rowsOf(one.id))[0].cells.includes('+49 221 4711-0'))
  await imports.check(one)
  await imports.start(one.id)
  const [again] = (await kontor.call('GET', '/contacts/search/email/zweite@return.example')).json
  const { countryCode, areaCode, number } = again.defaultPhone
  assert.deepEqual([countryCode, areaCode, number], ['49', '221', '4711-0'])
  assert.equal(again.firstName, (await kontor.call('GET', `/contacts/${json[0].id}`)).json[0].firstName)
})

test('postcodes that were numbers get their zero back where the country is Germany or the user says so', async () => {
  const people = [
    ['Elbe', 1067, 'Dresden', ''],
    ['Rhein', 50_667, 'Köln', ''],
    ['Spree', 10_115, 'Berlin', ''],
    ['Donau', 1010, 'Wien', 'Österreich'],
    ['Saale', 6108, 'Halle', 'D'],
    ['Mulde', 'D-04668', 'Grimma', ''],
    ['Inn', 'A - 6020', 'Innsbruck', ''],
  ]
  const rows = [['Nachname', 'PLZ', 'Ort', 'Land'], ...people].map((row) => row.map((value) => ({ value })))
  const bytes = await writeXlsxFile(rows).toBuffer()
  const one = await imports.upload(bytes, 'plz.xlsx')
  assert.equal(one.plan.padZips, true)
  const addressesOf = (contacts: { defaultAddress: { zip: string; country: string }[] }[]) =>
    contacts.map(({ defaultAddress: [address] }) => `${address!.country}${address!.zip}`)
  assert.deepEqual(addressesOf(await importAll(bytes, 'plz.xlsx')), [
    '01067',
    '50667',
    '10115',
    'AT1010',
    'DE06108',
    'DE04668',
    'AT6020',
  ])
  const csv = 'Nachname;PLZ\nElster;01067\nPleiße;04103\nTraun;4020\n'
  assert.deepEqual(addressesOf(await importAll(csv)), ['01067', '04103', '4020'])
})

test('a column with full names is split; the first name asks its question there', async () => {
  const text =
    'Name;E-Mail;Straße;Ort\nDr. Ada von Zusammen;zusammen@full.example;Weg 1;Köln\n"Zusammen, Bert";bert@full.example;;\n'
  const [ada, bert] = await importAll(text)
  assert.deepEqual([ada.title, ada.firstName, ada.lastName], ['Dr.', 'Ada', 'von Zusammen'])
  assert.deepEqual([bert.firstName, bert.lastName], ['Bert', 'Zusammen'])
  const one = await imports.upload('Name;E-Mail\nCarl von Zusammen;zusammen@full.example\n')
  assert.equal((await imports.check(one, { onDuplicate: 'update' })).questionCount, 1)
  const [row] = await imports.rowsOf(one.id)
  assert.deepEqual([row.errors[0].column, row.errors[0].code], [0, 'imports.otherFirstName'])
  const twice = await office.call('POST', `/imports/${one.id}/check`, {
    ...one.plan,
    columns: ['fullName', 'lastName'],
  })
  assert.deepEqual(twice.json.details[0].code, 'imports.repeatedName')
})

test('a wrong byte in a UTF-8 file is an error of its cell; the rest is read as UTF-8, with byte order mark or without', async () => {
  const lines = (start: string) => [
    Buffer.from(`${start}Nachname;Vorname;E-Mail\r\nWeiß;Zoë;w@bytes.example\r\nGrün;`),
    Buffer.from([0xfc]),
    Buffer.from(';g@bytes.example\r\n"Mäh\r\nder";Ida;m@bytes.example\r\n'),
  ]
  for (const start of ['', '\ufeff']) {
    const one = await imports.upload(Buffer.concat(lines(start)))
    assert.deepEqual([one.encoding, one.columns[0]], ['utf-8', 'Nachname'])
    assert.equal((await imports.check(one)).invalidCount, 1)
    const rows = await imports.rowsOf(one.id)
    assert.deepEqual(rows[0].cells, ['Weiß', 'Zoë', 'w@bytes.example'])
    assert.deepEqual(
      rows.map(({ id, errors }: { id: number; errors: object[] }) => [id, ...errors]),
      [
        [2],
        [
          3,
          {
            column: 1,
            field: 'firstName',
            code: 'imports.unreadableCharacter',
            params: { text: '\ufffd' },
            message: '"\ufffd" has a character that cannot be read: the file is UTF-8, but not here',
          },
        ],
        [4],
      ],
    )
    const german = await office.call('GET', `/imports/${one.id}/errors/export?language=de`)
    assert.match(german.text, /3;"?Vorname: „\ufffd“ hat ein unlesbares Zeichen/)
  }
  const heading = await office.upload(
    '/imports/upload/kopf.csv',
    Buffer.concat([Buffer.from('Größe;Stra'), Buffer.from([0xdf]), Buffer.from('e\r\n1;2\r\n')]),
  )
  assert.deepEqual(
    [heading.status, heading.json.details[0].code, heading.json.details[0].params],
    [400, 'imports.unreadableHeading', { row: 1, column: 2 }],
  )
  // Text in Windows-1252 stays what it is.
  const latin = await imports.upload(Buffer.from('Nachname;Ort\r\nGrößer;Köln\r\nÄußerst;Süd\r\n', 'latin1'))
  assert.deepEqual(
    [latin.encoding, (await imports.rowsOf(latin.id))[1].cells],
    ['windows-1252', ['Äußerst', 'Süd']],
  )
})

test('the error of a cell names the found and the expected value, in both languages', async () => {
  const text =
    'Anrede;Nachname;E-Mail;Kategorien\nKönigin;Adler;max@firma,de;\nFrau;;a@two.example; b@two.example\nFrau;Beck;b@words.example;Gibt es nicht\n'
  const one = await imports.upload(
    text.replace('a@two.example; b@two.example', '"a@two.example; b@two.example"'),
  )
  await imports.check(one)
  const errorsIn = async (language: string) =>
    (await office.call('GET', `/imports/${one.id}/errors/export?language=${language}`)).text
  const german = await errorsIn('de')
  for (const expected of [
    'Anrede: „Königin“ ist keine Anrede wie Herr, Frau, Mr oder Ms',
    'E-Mail: „max@firma,de“ ist keine E-Mail-Adresse wie name@firma.de',
    'Nachname: ist leer, muss aber ausgefüllt sein',
    'E-Mail: „a@two.example; b@two.example“ enthält mehrere E-Mail-Adressen, erlaubt ist nur eine',
    'Kategorien: die Kategorie „Gibt es nicht“ gibt es nicht: erwartet wird eine vorhandene',
  ])
    assert.ok(german.includes(expected), german)
  const english = (await errorsIn('en')).replaceAll('""', '"')
  for (const expected of [
    'Anrede: "Königin" is not a salutation such as Mr, Ms, Herr or Frau',
    'E-Mail: "max@firma,de" is not an e-mail address such as name@company.com',
    'Nachname: is empty, but must have a value',
    'E-Mail: "a@two.example; b@two.example" holds several e-mail addresses, but only one is allowed',
    'Kategorien: there is no category "Gibt es nicht": the name of an existing one is expected',
  ])
    assert.ok(english.includes(expected), english)
})
