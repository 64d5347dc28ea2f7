// Rows with the e-mail address and last name of a contact, but another first name: a question to the user, never a change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { kontor, office, imports } = await instanceForImports()

type Row = { id: number; outcome: string; decision: string; contactId: number; errors: { code: string }[] }
const outcomesOf = async (id: number) =>
  (await imports.rowsOf(id)).map(({ outcome }: { outcome: string }) => outcome)
const decide = (id: number, row: number, decision: string) =>
  office.call('POST', `/imports/${id}/rows/${row}/decision`, { decision })
const contact = async (id: number) => (await kontor.call('GET', `/contacts/${id}`)).json[0]
const createMax = async (domain: string): Promise<number> =>
  (
    await kontor.call('POST', '/contacts', {
      body: { firstName: 'Max', lastName: 'Famtest', email: `familie@${domain}`, city: 'Bonn' },
    })
  ).json[0].id
const family = (domain: string) =>
  `Vorname;Nachname;E-Mail;Ort;Mobil\nEva;Famtest;familie@${domain};Köln;0171 1\nMAX;Famtest;familie@${domain};Trier;0171 2\n`

test('another first name is a question for every treatment of existing contacts; undecided, the row changes nothing', async () => {
  for (const onDuplicate of ['skip', 'fill', 'update'] as const) {
    const domain = `${onDuplicate}.example`
    const max = await createMax(domain)
    const one = await imports.upload(family(domain))
    const checked = await imports.check(one, { onDuplicate })
    assert.deepEqual(
      [checked.createdCount, checked.updatedCount, checked.skippedCount, checked.questionCount],
      [0, onDuplicate === 'skip' ? 0 : 1, onDuplicate === 'skip' ? 1 : 0, 1],
    )
    const [eva]: Row[] = await imports.rowsOf(one.id)
    assert.deepEqual(
      [eva!.outcome, eva!.contactId, eva!.errors],
      [
        'question',
        max,
        [
          {
            column: 0,
            field: 'firstName',
            code: 'imports.otherFirstName',
            params: { id: max, name: 'Max' },
            message: `is not that of contact ${max} ("Max"), which has this e-mail address and last name: it may be another person`,
          },
        ],
      ],
    )
    const done = await imports.start(one.id)
    assert.deepEqual([done.skippedCount, done.questionCount], [onDuplicate === 'skip' ? 2 : 1, 0])
    const { firstName, defaultMobile, defaultAddress } = await contact(max)
    assert.deepEqual(
      [firstName, defaultMobile.number, defaultAddress[0].city],
      {
        skip: ['Max', '', 'Bonn'],
        fill: ['Max', '2', 'Bonn'],
        update: ['MAX', '2', 'Trier'],
      }[onDuplicate],
    )
    const errors = await office.call('GET', `/imports/${one.id}/errors/export?language=de`)
    assert.match(errors.text, /2;"?Vorname: ist nicht der von Kontakt \d+ \(„Max“\)/)
  }
})

test('the user decides row by row: the same person is changed, another one is created without the e-mail address', async () => {
  const max = await createMax('decide.example')
  const lines = ['Maximilian', 'Eva', 'Ida'].map((name) => `${name};Famtest;familie@decide.example;Neu KG`)
  const one = await imports.upload(`Vorname;Nachname;E-Mail;Firma\n${lines.join('\n')}\n`)
  assert.equal((await imports.check(one, { onDuplicate: 'update' })).questionCount, 3)
  assert.equal((await decide(one.id, 2, 'other')).status, 200)
  assert.equal((await decide(one.id, 2, 'same')).json[0].outcome, 'update')
  assert.deepEqual((await decide(one.id, 3, 'other')).json[0].decision, 'other')
  const [decided] = (await office.call('GET', `/imports/${one.id}`)).json
  assert.deepEqual(
    [decided.createdCount, decided.updatedCount, decided.questionCount, decided.companyCount],
    [1, 1, 1, 1],
  )
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.updatedCount, done.skippedCount, done.invalidCount], [1, 1, 1, 0])
  assert.equal((await contact(max)).firstName, 'Maximilian')
  const [, eva]: Row[] = await imports.rowsOf(one.id)
  const created = await contact(eva!.contactId)
  assert.deepEqual([created.firstName, created.lastName, created.email], ['Eva', 'Famtest', ''])
  assert.equal((await decide(one.id, 4, 'other')).status, 409)
  await imports.undo(one.id)
  assert.equal((await contact(max)).firstName, 'Max')
  assert.equal((await kontor.call('GET', `/contacts/${eva!.contactId}`)).status, 404)
  // The interface keeps its rule: the first name does not count.
  const clash = await kontor.call('POST', '/contacts', {
    body: { firstName: 'Eva', lastName: 'Famtest', email: 'familie@decide.example' },
  })
  assert.equal(clash.status, 409)
})

test('accents, punctuation and a missing first name are no other person', async () => {
  for (const [name, email] of [
    ['Hans-Jürgen', 'a'],
    ['René', 'b'],
    ['', 'c'],
  ])
    await kontor.call('POST', '/contacts', {
      body: { firstName: name, lastName: 'Gleich', email: `${email}@alike.example` },
    })
  const text =
    'Vorname;Nachname;E-Mail\nhans jürgen;Gleich;a@alike.example\nRENE;Gleich;b@alike.example\nCarla;Gleich;c@alike.example\n' +
    ';Gleich;A@alike.example\n'
  const one = await imports.upload(text)
  const checked = await imports.check(one, { onDuplicate: 'fill' })
  assert.deepEqual([checked.updatedCount, checked.skippedCount], [1, 2], 'one first name was missing')
  assert.deepEqual([checked.questionCount, checked.invalidCount], [0, 1])
})

test('two first names with one e-mail address and last name in a table are a question, the same one twice is an error', async () => {
  const text =
    'Vorname;Nachname;E-Mail\nMax;Tafel;t@table.example\nEva;Tafel;t@table.example\nEva;Tafel;t@table.example\nIda;Tafel;t@table.example\n'
  const one = await imports.upload(text)
  await imports.check(one)
  const rows: Row[] = await imports.rowsOf(one.id)
  assert.deepEqual(
    rows.map(({ outcome, errors }) => [outcome, ...errors.map(({ code }) => code)]),
    [
      ['create'],
      ['question', 'imports.otherFirstNameInRow'],
      ['invalid', 'imports.sameAsRow'],
      ['question', 'imports.otherFirstNameInRow'],
    ],
  )
  await decide(one.id, 3, 'other')
  assert.equal((await decide(one.id, 5, 'same')).json[0].outcome, 'skip')
  await imports.start(one.id)
  assert.deepEqual(await outcomesOf(one.id), ['created', 'created', 'invalid', 'skipped'])
})

test('a contact with another first name that was entered after the check is not changed', async () => {
  const one = await imports.upload('Vorname;Nachname;E-Mail\nEva;Famtest;familie@late.example\n')
  assert.equal((await imports.check(one, { onDuplicate: 'update' })).createdCount, 1)
  const max = await createMax('late.example')
  const done = await imports.start(one.id)
  assert.deepEqual([done.updatedCount, done.invalidCount], [0, 1])
  const [row]: Row[] = await imports.rowsOf(one.id)
  assert.equal(row!.errors[0]!.code, 'imports.otherFirstName')
  assert.equal((await contact(max)).firstName, 'Max')
})

test('all rows or none: open questions must be decided first; rows without a question cannot be decided', async () => {
  await createMax('all.example')
  const one = await imports.upload(
    'Vorname;Nachname;E-Mail\nEva;Famtest;familie@all.example\nTom;Allein;tom@all.example\n',
  )
  await imports.check(one, { allOrNothing: true })
  const refused = await office.call('POST', `/imports/${one.id}/start`)
  assert.deepEqual([refused.status, refused.json.code], [409, 'imports.openQuestions'])
  assert.equal((await decide(one.id, 3, 'other')).status, 409)
  assert.equal((await decide(one.id, 9, 'other')).status, 404)
  assert.equal((await decide(one.id, 2, 'perhaps')).status, 400)
  await decide(one.id, 2, 'other')
  assert.equal((await imports.start(one.id)).createdCount, 2)
})

test('a near last name with the same e-mail address is a question with the contact as its proposal', async () => {
  const meier = async (domain: string, lastName = 'Meier'): Promise<number> =>
    (
      await kontor.call('POST', '/contacts', {
        body: { firstName: 'Anna', lastName, email: `anna@${domain}`, city: 'Bonn' },
      })
    ).json[0].id
  const [same, other, double] = [
    await meier('near-a.example'),
    await meier('near-b.example'),
    await meier('near-c.example', 'Meier-Schulze'),
  ]
  const lines = [
    'Anna;Maier;anna@near-a.example;Köln',
    'Anna;Mayer;anna@near-b.example;Köln',
    'Anna;Meier;anna@near-c.example;Köln',
    'Bernd;Krause;anna@near-a.example;Köln',
  ]
  const one = await imports.upload(`Vorname;Nachname;E-Mail;Ort\n${lines.join('\n')}\n`)
  const checked = await imports.check(one, { onDuplicate: 'update' })
  assert.deepEqual([checked.questionCount, checked.createdCount], [3, 1])
  const rows: Row[] = await imports.rowsOf(one.id)
  assert.deepEqual(
    rows.slice(0, 3).map(({ outcome, contactId, errors: [error] }) => [outcome, contactId, error!.code]),
    [same, other, double].map((id) => ['question', id, 'imports.otherLastName']),
  )
  await decide(one.id, 2, 'same')
  await decide(one.id, 3, 'other')
  const done = await imports.start(one.id)
  assert.deepEqual([done.createdCount, done.updatedCount, done.skippedCount], [2, 1, 1])
  const changed = await contact(same)
  assert.deepEqual([changed.lastName, changed.defaultAddress[0].city], ['Maier', 'Köln'])
  assert.equal((await contact(other)).lastName, 'Meier')
  const [, mayer]: Row[] = await imports.rowsOf(one.id)
  const created = await contact(mayer!.contactId)
  assert.deepEqual([created.lastName, created.email], ['Mayer', 'anna@near-b.example'])
  assert.equal((await contact(double)).defaultAddress[0].city, 'Bonn')
  const errors = await office.call('GET', `/imports/${one.id}/errors/export?language=de`)
  assert.match(errors.text, /Nachname: ist vielleicht eine Schreibweise/)
})
