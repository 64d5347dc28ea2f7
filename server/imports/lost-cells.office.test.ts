// The check tells what will not arrive, and which contacts will change.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { instanceForImports } from '../../test/support/contact-imports.ts'

const { imports } = await instanceForImports()

test('the check counts, by column, the cells that the plan leaves out', async () => {
  const table = `Firma;Ansprechpartner;Betreuer;Notiz
Adler GmbH;Ada Adler;Ina;
Beck KG;Bert Beck;;
Cole AG;;Jo;x
`
  const one = await imports.upload(table)
  assert.deepEqual(one.lostCells, [])
  const persons = await imports.check(one)
  assert.deepEqual(persons.plan.columns, ['company', 'fullName', '', 'comment'])
  assert.deepEqual([persons.createdCount, persons.invalidCount, persons.lostCells], [2, 1, [0, 0, 2, 0]])
  const companies = await imports.check(one, {
    contactType: 'company',
    columns: ['name', '', '', 'comment'],
  })
  assert.deepEqual([companies.createdCount, companies.lostCells], [3, [0, 2, 2, 0]])
})

test('a contact that has everything already is not counted as updated, neither by the check nor by the import', async () => {
  const tableOf = (changed: number) =>
    `Nachname;E-Mail;Ort;Telefon;Firma;Kategorie\n${Array.from(
      { length: 230 },
      (_, n) =>
        `N${n};n${n}@gleich.example;${n < changed ? 'Bonn' : 'Köln'};0221 / 12${n};Firma ${n % 5};Alle`,
    ).join('\n')}\n`
  const plan = { onDuplicate: 'update', createCategories: true }
  const first = await imports.check(await imports.upload(tableOf(0)), plan)
  assert.equal((await imports.start(first.id)).createdCount, 230)
  for (const onDuplicate of ['update', 'fill']) {
    const changes = onDuplicate === 'update' ? 3 : 0
    const again = await imports.check(await imports.upload(tableOf(3)), { ...plan, onDuplicate })
    assert.deepEqual([again.updatedCount, again.skippedCount], [changes, 230 - changes])
    const done = await imports.start(again.id)
    assert.deepEqual([done.updatedCount, done.skippedCount], [changes, 230 - changes])
    const undone = await imports.undo(again.id)
    assert.deepEqual([undone.deletedCount, undone.keptCount], [changes, 0])
  }
})
