// The pages of records: facts, next steps, lists; the form is behind Edit.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, typeDay } from './office.ts'

declare const document: { documentElement: { scrollWidth: number } }

const daysAhead = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** On a phone, the page is not wider than the screen. */
async function assertFitsPhone(page: Page, settled: () => Promise<void>): Promise<void> {
  const before = page.viewportSize()!
  await page.setViewportSize({ width: 390, height: 844 })
  await settled()
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390)
  await page.setViewportSize(before)
}

browserTest(
  'the page of an event names the obstacles to the website and shows its dates; the form is behind Edit',
  async (open) => {
    const { page, go, call, create, settled } = await open.administrator()
    const event = await create('/events', { title: 'Seite der Veranstaltung', numberOfDays: 2 })
    await go(`/events/${event.id}`)
    const steps = page.getByRole('region', { name: 'Nächste Schritte' })
    await steps.getByText('Die Veranstaltung ist nicht auf der Website.').waitFor()
    await steps.getByText('Es sind keine Termine geplant.').waitFor()
    assert.equal(
      await steps.getByRole('link', { name: 'Termine planen' }).getAttribute('href'),
      `#/plan-dates?event=${event.id}`,
    )
    await page.getByText('2 Tage', { exact: true }).waitFor()

    // A finding leads to its field.
    await page
      .getByRole('alert')
      .filter({ hasText: 'Es gibt keinen Preis.' })
      .getByRole('button', { name: 'Zum Feld' })
      .click()
    await page.waitForURL((url) => url.hash.startsWith(`#/events/${event.id}/edit?field=prices`))
    const prices = page.getByRole('region', { name: 'Preise' })
    await prices.getByRole('button', { name: 'Hinzufügen' }).and(page.locator(':focus')).waitFor()
    assert.equal(await page.getByRole('tab').count(), 0)
    await page.getByLabel('Untertitel').fill('mit Abschnitten')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert').waitFor()
    await page.getByRole('link', { name: 'Zurück' }).click()
    await page.getByText(/^Nr\. \d+ · mit Abschnitten$/).waitFor()

    const common = { eventId: event.id, participantsMax: 8, status: 'planned' }
    await create('/dates', { ...common, title: 'Der nächste', startDate: daysAhead(30) })
    await create('/dates', { ...common, title: 'Ohne Tag' })
    await create('/dates', { ...common, title: 'Der letzte', startDate: daysAhead(-30) })
    await page.reload()
    await steps.getByText('1 kommender Termin ist nicht veröffentlicht.').waitFor()
    const upcoming = page.getByRole('list', { name: 'Kommende Termine' })
    await upcoming.getByText('Der nächste').waitFor()
    await upcoming.getByText('Ohne Tag').waitFor()
    assert.equal(await upcoming.getByText('Der letzte').count(), 0)
    await upcoming.getByRole('meter', { name: '0 von 8 Plätzen belegt' }).first().waitFor()
    await page.getByText('Vergangene Termine').click()
    await page.getByRole('list', { name: 'Vergangene Termine' }).getByText('Der letzte').waitFor()
    await assertFitsPhone(page, settled)
    await page.getByRole('link', { name: 'Neuer Termin' }).click()
    await page.waitForURL(/dates\/create/)
    await page
      .getByRole('combobox', { name: /^Veranstaltung/ })
      .and(page.locator('[value="Seite der Veranstaltung"]'))
      .waitFor()
    assert.equal((await call('GET', `/events/${event.id}`)).json[0].subtitle, 'mit Abschnitten')
  },
)

browserTest(
  'the pages of a company and of a person show their addresses, next steps and bookings',
  async (open) => {
    const { page, go, create, settled } = await open.administrator()
    const company = await create('/companies', {
      name: 'Seitenweise GmbH',
      website: 'seitenweise.example',
      emails: [{ email: 'post@seitenweise.example', isDefault: true }],
      phones: [{ type: 'phone', countryCode: '49', areaCode: '228', number: '4711', isDefault: true }],
      addresses: [
        {
          addressTypeId: 1,
          street: 'Am Wall',
          houseNumber: '5',
          zip: '28195',
          city: 'Bremen',
          isDefault: true,
        },
      ],
    })
    const person = await create('/contacts', {
      contactType: 'person',
      firstName: 'Bodo',
      lastName: 'Seitenweise',
      companyId: company.id,
      emails: [{ email: 'bodo@seitenweise.example', isDefault: true }],
    })
    const event = await create('/events', { title: 'Buchbares für Firmen' })
    const dateOn = (days: number) =>
      create('/dates', { eventId: event.id, startDate: daysAhead(days), isActive: true, participantsMax: 5 })
    const next = await dateOn(20)
    const last = await dateOn(-20)
    for (const { id } of [next, last])
      await create('/bookings', { dateId: id, status: 'booked', participants: [{ contactId: person.id }] })
    await create('/leads', { name: 'Inhouse bei Seitenweise', companyId: company.id, nextStep: 'Anrufen' })
    const task = await create('/tasks', { subject: 'Unterlagen schicken', contactId: person.id })

    await go(`/companies/${company.id}/show`)
    assert.equal(
      await page.getByRole('link', { name: '+49 228 4711' }).getAttribute('href'),
      'tel:+492284711',
    )
    assert.equal(
      await page.getByRole('link', { name: 'post@seitenweise.example' }).getAttribute('href'),
      'mailto:post@seitenweise.example',
    )
    assert.equal(
      await page.getByRole('link', { name: 'seitenweise.example', exact: true }).getAttribute('href'),
      'https://seitenweise.example',
    )
    assert.match(
      String(await page.getByRole('link', { name: 'Karte' }).getAttribute('href')),
      /openstreetmap\.org\/search\?query=Am%20Wall%205%2C%2028195%20Bremen/,
    )
    const steps = page.getByRole('region', { name: 'Nächste Schritte' })
    await steps.getByText('Inhouse bei Seitenweise: Anrufen').waitFor()
    const upcoming = page.getByRole('region', { name: 'Kommende Buchungen (1)' })
    const links = upcoming.getByRole('listitem').getByRole('link')
    await links.first().waitFor()
    assert.deepEqual(await Promise.all((await links.all()).map((link) => link.getAttribute('href'))), [
      `#/contacts/${person.id}/show`,
      `#/dates/${next.id}`,
    ])
    await page.getByText('Vergangene Buchungen (1)').click()
    await page.getByRole('list', { name: 'Vergangene Buchungen (1)' }).getByText('Buchbares').waitFor()
    const people = page.getByRole('region', { name: 'Personen (1)' })
    await people.getByRole('link', { name: 'bodo@seitenweise.example' }).waitFor()
    await page.getByRole('region', { name: 'Leads (1)' }).getByText('Inhouse bei Seitenweise').waitFor()
    await assertFitsPhone(page, settled)

    await people.getByRole('link', { name: 'Bodo Seitenweise' }).click()
    await page.getByRole('link', { name: 'bodo@seitenweise.example' }).waitFor()
    await steps.getByText('Unterlagen schicken').waitFor()
    assert.equal(await steps.getByRole('link', { name: 'Öffnen' }).getAttribute('href'), `#/tasks/${task.id}`)
    await page.getByRole('region', { name: 'Buchungen' }).getByText('Buchbares').first().waitFor()
    await assertFitsPhone(page, settled)
    await page.getByRole('link', { name: 'Bearbeiten' }).click()
    await page.waitForURL((url) => url.hash === `#/contacts/${person.id}`)
    await page.getByLabel('Vorname').waitFor()
  },
)

browserTest(
  'the page of a trainer shows how to reach them, conflicts, dates and workload; that of a location its rooms and quotas',
  async (open) => {
    const { page, go, call, create, settled } = await open.administrator()
    const contact = await create('/contacts', {
      contactType: 'person',
      firstName: 'Tilda',
      lastName: 'Trainerseite',
      phones: [{ type: 'mobile', countryCode: '49', areaCode: '171', number: '815', isDefault: true }],
      addresses: [{ addressTypeId: 2, street: 'Seestraße', zip: '78462', city: 'Konstanz', isDefault: true }],
    })
    const trainer = await create('/trainers', {
      firstName: 'Tilda',
      lastName: 'Trainerseite',
      absences: [{ firstDay: daysAhead(3), lastDay: daysAhead(4), reason: 'Urlaub' }],
    })
    const location = await create('/locations', {
      name: 'Haus der Seiten',
      street: 'Ringstraße',
      houseNumber: '1',
      zip: '50667',
      city: 'Köln',
      phone: '0221 123',
      rooms: [{ name: 'Saal', capacity: 20 }],
    })
    const event = await create('/events', { title: 'An zwei Orten' })
    const common = {
      eventId: event.id,
      isActive: true,
      startDate: daysAhead(40),
      trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
      locationIds: [location.id],
      roomIds: [location.rooms[0].id],
    }
    await create('/dates', { ...common, title: 'Der eine' })
    const other = await create('/dates', {
      ...common,
      title: 'Der andere',
      hotelQuotas: [{ name: 'Hotel am Ring', roomName: 'Einzelzimmer', roomBeds: '8' }],
    })

    await go(`/trainers/${trainer.id}`)
    const steps = page.getByRole('region', { name: 'Nächste Schritte' })
    await steps.getByRole('link', { name: 'Kontakt wählen' }).click()
    const field = page.getByRole('combobox', { name: /^Kontakt/ })
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('Trainerseite')
    await page.getByRole('option', { name: 'Tilda Trainerseite' }).click()
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert').waitFor()
    await page.getByRole('link', { name: 'Zurück' }).click()
    assert.equal(await page.getByRole('link', { name: '+49 171 815' }).getAttribute('href'), 'tel:+49171815')
    await page.getByText('78462 Konstanz').waitFor()
    assert.equal(await steps.count(), 0)
    await page.getByRole('definition').getByRole('link', { name: 'Tilda Trainerseite' }).click()
    await page.waitForURL((url) => url.hash === `#/contacts/${contact.id}/show`)
    await page.getByRole('region', { name: 'Zeitleiste' }).waitFor()
    await page.getByRole('definition').getByRole('link', { name: 'Tilda Trainerseite' }).click()
    await page.waitForURL((url) => url.hash === `#/trainers/${trainer.id}`)
    const conflict = page
      .getByRole('alert')
      .filter({ hasText: '„Der eine“ und „Der andere“ zur gleichen Zeit' })
    assert.equal(
      await conflict.getByRole('link', { name: 'Zum Termin' }).getAttribute('href'),
      `#/dates/${other.id}`,
    )
    const upcoming = page.getByRole('list', { name: 'Kommende Termine' })
    await upcoming.getByText('Der eine · Haus der Seiten').waitFor()
    await page.getByRole('region', { name: 'Abwesend' }).getByText('Urlaub').waitFor()
    const month = new Intl.DateTimeFormat('de-DE', { month: 'short', year: 'numeric', timeZone: 'UTC' })
    const workload = page.getByRole('region', { name: 'Auslastung' })
    const days = workload.getByRole('listitem').filter({ hasText: month.format(new Date(daysAhead(40))) })
    assert.match(await days.innerText(), /\b1$/)
    await assertFitsPhone(page, settled)

    await go(`/locations/${location.id}`)
    await page.getByText('Saal · 20 Plätze').waitFor()
    assert.match(
      String(await page.getByRole('link', { name: 'Karte' }).getAttribute('href')),
      /query=Ringstra%C3%9Fe%201%2C%2050667%20K%C3%B6ln/,
    )
    await page.getByRole('link', { name: '0221 123' }).waitFor()
    await page
      .getByRole('alert')
      .filter({ hasText: 'Haus der Seiten, Saal: „Der eine“ und „Der andere“' })
      .waitFor()
    await upcoming.getByText('Der eine · Saal · Tilda Trainerseite').waitFor()
    await page
      .getByRole('region', { name: 'Hotelkontingente' })
      .getByText('Der andere · Hotel am Ring · 8 × Einzelzimmer')
      .waitFor()
    await assertFitsPhone(page, settled)
    await page.getByRole('link', { name: 'Bearbeiten' }).click()
    await page.getByLabel(/^Ort/).fill('Bonn')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert').waitFor()
    assert.equal((await call('GET', `/locations/${location.id}`)).json[0].city, 'Bonn')
    assert.equal((await call('GET', `/trainers/${trainer.id}`)).json[0].contactId, contact.id)
  },
)

browserTest(
  'the page of a lead shows its value and its next step, and a date is made of it',
  async (open) => {
    const { page, go, call, create, settled } = await open.administrator()
    const lead = await create('/leads', { name: 'Inhouse für zwölf', value: 4800.5, offerDate: '2031-03-04' })
    const task = await create('/tasks', { subject: 'Raum anfragen', leadId: lead.id })
    await go(`/leads/${lead.id}`)
    await page
      .getByRole('definition')
      .filter({ hasText: /^4\.800,50\s€$/ })
      .waitFor()
    await page.getByRole('definition').filter({ hasText: '04.03.2031' }).waitFor()
    const steps = page.getByRole('region', { name: 'Nächste Schritte' })
    await steps.getByText('Es ist kein nächster Schritt festgelegt.').waitFor()
    assert.equal(
      await steps
        .getByRole('listitem')
        .filter({ hasText: 'Raum anfragen' })
        .getByRole('link', { name: 'Öffnen' })
        .getAttribute('href'),
      `#/tasks/${task.id}`,
    )
    await steps.getByRole('link', { name: 'Schritt festlegen' }).click()
    const field = page.getByRole('textbox', { name: 'Nächster Schritt' })
    await field.and(page.locator(':focus')).waitFor()
    await field.fill('Angebot nachfassen')
    await page.getByLabel('Wert', { exact: true }).fill('5.000')
    await typeDay(page, /^Schritt fällig am/, '2020-02-03')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Gespeichert').waitFor()
    await page.getByRole('link', { name: 'Zurück' }).click()
    // The form has a status, too.
    await steps.waitFor()
    await page.getByRole('combobox', { name: 'Status' }).click()
    await page.getByRole('option', { name: 'Angebot' }).click()
    await page.getByText('„Inhouse für zwölf“ hat jetzt den Status „Angebot“.').waitFor()
    const next = steps.getByRole('listitem').filter({ hasText: 'Angebot nachfassen · fällig 03.02.2020' })
    await next.getByText('überfällig').waitFor()
    await page
      .getByRole('definition')
      .filter({ hasText: /^5\.000,00\s€$/ })
      .waitFor()
    const { value, status } = (await call('GET', `/leads/${lead.id}`)).json[0]
    assert.deepEqual([value, status], [5000, 'offer'])

    await page
      .getByRole('region', { name: 'Logbuch' })
      .getByLabel('Eintrag', { exact: true })
      .fill('Angerufen')
    await page.getByRole('button', { name: 'Eintragen' }).click()
    await page.getByRole('region', { name: 'Logbuch' }).getByRole('listitem').getByText('Angerufen').waitFor()
    await assertFitsPhone(page, settled)
    await page.getByRole('link', { name: 'Termin daraus machen' }).click()
    await page.waitForURL(/dates\/create/)
    const title = page.getByRole('textbox', { name: 'Titel', exact: true })
    await title.waitFor()
    assert.equal(await title.inputValue(), 'Inhouse für zwölf')
  },
)
