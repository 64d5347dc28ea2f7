// Tables as offices have them: what their cells become.
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { contactImports } from '../../test/support/contact-imports.ts'
import { type OfficeSession, type TestInstance, testInstance } from '../../test/support/test-instance.ts'

let kontor: TestInstance
let office: OfficeSession
let imports: ReturnType<typeof contactImports>
before(async () => {
  kontor = await testInstance()
  office = await kontor.signIn()
  imports = contactImports(kontor, office)
})
after(() => kontor.close())

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

test('countries become ISO codes; what is no country stays as it is', async () => {
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
