// The basket in a browser: a visitor collects two dates, books them at once, and sees both in the order; without script and cookie.
import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { browserTest, runStatement } from './office.ts'
import { openVisitorPage, phone } from './visitor-page.ts'

type Style = { getComputedStyle(element: unknown): { fontWeight: string } }

const inDays = (days: number) => Temporal.Now.plainDateISO('Europe/Berlin').add({ days }).toString()

browserTest(
  'a visitor puts two dates into the basket, and books them for two persons as one order',
  async (open) => {
    const { create } = await open.administrator()
    const titles = ['Korb Eins', 'Korb Zwei']
    for (const [at, title] of titles.entries()) {
      const event = await create('/events', { title })
      const date = await create('/dates', {
        eventId: event.id,
        startDate: inDays(60 + at),
        status: 'confirmed',
        participantsMax: 8,
      })
      await runStatement(`update event set is_published = true where id = ${event.id};
      update event_date set is_published = true where event_id = ${event.id};
      insert into date_price (date_id, position, title, gross_price, currency, vat_rate, vat_included)
        values (${date.id}, 1, 'Normalpreis', 120, 'EUR', 19, true)`)
    }
    const { visit, looksRight } = await openVisitorPage(open, {
      locale: 'de-DE',
      viewport: { ...phone, width: 320 },
    })
    await visit.goto('/dates')
    for (const title of titles) {
      await visit.getByRole('searchbox', { name: 'Suche' }).fill(title)
      await visit.keyboard.press('Enter')
      await visit.getByRole('link', { name: new RegExp(`^In den Warenkorb: ${title}`) }).focus()
      await visit.keyboard.press('Enter')
      await visit.getByRole('heading', { name: title, exact: true }).waitFor()
      if (title === titles[0]) await visit.getByRole('link', { name: 'Weiteren Termin aussuchen' }).click()
    }
    await visit.getByRole('link', { name: 'Warenkorb (2)' }).waitFor()
    await looksRight()
    await visit.getByRole('radio', { name: 'für ein Unternehmen oder beruflich' }).check()
    await visit.locator('[name="orderer.firstName"]').fill('Vera')
    await visit.locator('[name="orderer.lastName"]').fill('Korb')
    await visit.locator('[name="orderer.email"]').fill('vera@korb.example')
    await visit.getByLabel('Straße und Hausnummer').fill('Hafenstraße 7')
    await visit.getByLabel('PLZ').fill('20457')
    await visit.locator('[name="invoiceTo.city"]').fill('Hamburg')
    await visit.getByRole('radio', { name: 'ich selbst' }).check()
    await visit.getByLabel('Anzahl der Plätze').selectOption('2')
    await visit.getByRole('button', { name: 'Anzahl und Preis aktualisieren' }).click()
    await visit.getByRole('row', { name: /Gesamtbetrag 480,00\s€/ }).waitFor()
    await visit.getByRole('button', { name: 'Für jeden Termin eigene Personen' }).click()
    await looksRight()
    // The entries are there for each date.
    assert.equal(await visit.locator('[name$="self"][value="yes"]:checked').count(), 2)
    assert.equal(await visit.locator('[name="orderer.lastName"]').inputValue(), 'Korb')
    await visit.locator('[name$="seats[1].firstName"]').last().fill('Anna')
    await visit.locator('[name$="seats[1].lastName"]').last().fill('Köhler')
    await visit.locator('[name$="seats[1].email"]').last().fill('anna@korb.example')
    await visit.getByRole('button', { name: 'Weiter: prüfen' }).last().click()
    await visit.getByText('Anna Köhler, anna@korb.example').waitFor()
    assert.equal(await visit.getByText('Name folgt').count(), 1)
    await looksRight()
    // Only the sum is set as one.
    assert.deepEqual(
      await visit
        .locator('.summary td')
        .evaluateAll((cells) =>
          cells.map((cell) => (globalThis as unknown as Style).getComputedStyle(cell).fontWeight === '700'),
        ),
      [false, false, false, true],
    )
    for (const box of await visit.locator('[name^="accepted."]').all()) await box.check()
    await visit.getByRole('button', { name: 'Zahlungspflichtig buchen' }).last().click()
    await visit.waitForURL(/\/booking\//)
    for (const title of titles) await visit.getByRole('heading', { name: new RegExp(title) }).waitFor()
    assert.match(await visit.locator('main').innerText(), /480,00\s€/)
    assert.deepEqual(await visit.context().cookies(), [])
  },
)
