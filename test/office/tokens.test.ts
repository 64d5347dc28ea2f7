// The form of a new token says in words what the token can see and do.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

browserTest(
  'a new token names its operations; the form describes them and names missing rights',
  async ({ administrator }) => {
    const { page, go } = await administrator()
    await go('/tokens/create')
    await page.getByLabel(/^Benutzer/).fill('Webseite')
    await page.getByRole('option', { name: /Webseite/ }).click()
    const note = page.getByRole('alert')
    await note.getByText('Der Token könnte nichts sehen und nichts tun.').waitFor()
    await page.getByRole('checkbox', { name: /veröffentlichte Veranstaltungen/ }).check()
    await page.getByRole('checkbox', { name: /jede Firma ändern/ }).check()
    await note.getByText('Mit diesem Token kann man, mit den Rechten von Webseite').waitFor()
    await note.getByText(/jede Firma ändern .* fehlt das Recht/).waitFor()
    assert.equal(await note.getByRole('listitem').count(), 2)
    await page.getByLabel('Alle Aufrufe').click()
    await note.getByText('jeden Kontakt mit Adressen und Telefonnummern lesen').waitFor()
  },
)
