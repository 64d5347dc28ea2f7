// Nobody is at two dates at once: the office tells while a date is edited, moved, copied and planned.
import assert from 'node:assert/strict'
import { browserTest, typeDay } from './office.ts'

browserTest('overlaps of trainers and rooms are told before a date is saved', async (open) => {
  const { page, go, call, create, settled } = await open.administrator()
  const event = await create('/events', { title: 'Zwei Orte zugleich' })
  const { id: locationId } = await create('/locations', { name: 'Haus der Räume', city: 'Bonn' })
  const trainer = await create('/trainers', { firstName: 'Uta', lastName: 'Doppelt' })

  await go(`/locations/${locationId}/edit`)
  const roomList = page.getByRole('region', { name: 'Räume' })
  await roomList.getByRole('button', { name: 'Hinzufügen' }).click()
  const room = page.getByRole('listitem').filter({ hasText: '1. Raum' })
  await room.getByLabel(/^Name/).fill('Saal')
  await room.getByLabel('Plätze').fill('8')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert').first().waitFor()

  const { id: otherId } = await create('/locations', { name: 'Haus der Wege', city: 'Bonn' })
  await go(`/locations/${otherId}/edit`)
  const times = page.getByRole('region', { name: 'Reisezeiten zu anderen Orten' })
  await times.getByRole('button', { name: 'Hinzufügen' }).click()
  await times.getByRole('combobox', { name: /^Ort/ }).fill('der Räume')
  await page.getByRole('option', { name: 'Haus der Räume' }).click()
  await times.getByLabel(/^Minuten/).fill('50')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert').first().waitFor()
  await go(`/locations/${locationId}`)
  const shown = page.getByRole('list', { name: 'Reisezeiten zu anderen Orten' })
  await shown.getByRole('link', { name: 'Haus der Wege' }).waitFor()
  await shown.getByText('50 Minuten').waitFor()

  await go(`/trainers/${trainer.id}/edit`)
  await page.getByLabel(/^Überschneidungen/).click()
  await page.getByRole('option', { name: 'Verbieten' }).click()
  await page.getByRole('button', { name: 'Hinzufügen' }).click()
  await typeDay(page, /^Von/, '2031-05-12')
  await typeDay(page, /^Bis/, '2031-05-16')
  await page.getByLabel('Grund').fill('Urlaub')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert').first().waitFor()

  const [{ rooms }] = (await call('GET', `/locations/${locationId}`)).json
  const common = {
    eventId: event.id,
    startTime: '09:00',
    endTime: '17:00',
    trainers: [{ trainerId: trainer.id, isMain: true, isListed: true }],
    locationIds: [locationId],
    roomIds: [rooms[0].id],
    participantsMax: 8,
  }
  const first = await create('/dates', { ...common, title: 'Der erste', startDate: '2031-05-05' })
  const second = await create('/dates', { ...common, title: 'Der zweite', startDate: '2031-05-06' })

  await go(`/dates/${second.id}/edit`)
  await settled()
  await typeDay(page, /^Beginn/, '2031-05-05')
  const taken = 'Uta Doppelt ist am 05.05.2031 schon bei „Der erste“. Das ist nicht erlaubt.'
  const period = page.getByRole('region', { name: 'Zeitraum' })
  await period.getByText(taken).waitFor()
  await period.getByText('Haus der Räume, Saal ist am 05.05.2031 schon durch „Der erste“ belegt.').waitFor()
  await page.getByRole('button', { name: 'Speichern' }).click()
  // The field is in another section.
  await page
    .getByText(/Uta Doppelt ist am 05.05.2031 schon bei „Der erste“$/)
    .first()
    .waitFor({ state: 'attached' })
  assert.equal((await call('GET', `/dates/${second.id}`)).json[0].startDate, '2031-05-06')
  await typeDay(page, /^Beginn/, '2031-05-12')
  await period.getByText('Uta Doppelt ist am 12.05.2031 abwesend.').waitFor()

  await go(`/dates/${first.id}`)
  await page.getByRole('button', { name: 'Verschieben' }).click()
  await typeDay(page.getByRole('dialog'), /^Neuer Beginn/, '2031-05-06')
  await page
    .getByRole('dialog')
    .getByText(/schon bei „Der zweite“. Das ist nicht erlaubt/)
    .waitFor()
  // A refused day can be changed: the dialog stays.
  await page.getByRole('dialog').getByRole('button', { name: 'Verschieben' }).click()
  await page
    .getByRole('alert')
    .getByText(/schon bei „Der zweite“/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()
  await page.getByRole('button', { name: 'Kopieren' }).click()
  await page
    .getByRole('dialog')
    .getByText(/schon bei „Der erste“. Das ist nicht erlaubt/)
    .waitFor()
  await page.getByRole('dialog').getByRole('checkbox', { name: 'Trainer' }).uncheck()
  await page
    .getByRole('dialog')
    .getByText(/schon bei/)
    .waitFor({ state: 'detached' })
  await page
    .getByRole('dialog')
    .getByText(/schon durch „Der erste“ belegt/)
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Abbrechen' }).click()

  await go('/plan-series')
  await settled()
  await page.getByLabel(/^Veranstaltung oder neuer Titel/).fill('Eine Reihe')
  await page.getByRole('button', { name: 'Weiter' }).click()
  const module = page.getByRole('region', { name: 'Modul 1' })
  await typeDay(module, /^Erster Tag/, '2031-05-06')
  await module.getByRole('combobox', { name: /^Leitung/ }).fill('Doppelt')
  await page.getByRole('option', { name: 'Uta Doppelt' }).click()
  await module.getByText(/schon bei „Der zweite“. Das ist nicht erlaubt/).waitFor()
  await module.getByRole('button', { name: 'Termin 1 am 07.05.2031 planen' }).click()
  await module.getByText(/schon bei/).waitFor({ state: 'detached' })
  // Two modules that are not stored yet.
  const next = page.getByRole('region', { name: 'Modul 2' })
  await typeDay(next, /^Erster Tag/, '2031-05-07')
  await next.getByRole('combobox', { name: /^Leitung/ }).fill('Doppelt')
  await page.getByRole('option', { name: 'Uta Doppelt' }).click()
  await next.getByText('Uta Doppelt ist am 07.05.2031 schon bei „Modul 1“. Das ist nicht erlaubt.').waitFor()
  await page.getByRole('button', { name: 'Modul 3 entfernen' }).click()
  await module.getByRole('combobox', { name: /^Thema/ }).fill('Erster Teil')
  await next.getByRole('combobox', { name: /^Thema/ }).fill('Zweiter Teil')
  for (const step of ['3. Preis', '4. Hotel']) {
    await page.getByRole('button', { name: 'Weiter' }).click()
    await page.getByRole('heading', { name: new RegExp(step) }).waitFor()
  }
  await page.getByLabel(/^Mit Hotel/).uncheck()
  await page.getByRole('button', { name: 'Weiter' }).click()
  await page.getByRole('button', { name: /^Reihe anlegen/ }).click()
  await page
    .getByText('Modul 2, Trainerin oder Trainer: Uta Doppelt ist am 07.05.2031 schon bei „Erster Teil“')
    .waitFor()
  assert.equal(await next.getByRole('combobox', { name: /^Leitung/ }).getAttribute('aria-invalid'), 'true')
  // A public holiday is no free day.
  await typeDay(next, /^Erster Tag/, '2031-05-01')
  await typeDay(next, /^Letzter Tag/, '2031-05-01')
  await next.getByRole('button', { name: 'Termin 2 am 02.05.2031 planen' }).click()
  await next.getByText(/schon bei/).waitFor({ state: 'detached' })
  await module.getByText(/schon bei/).waitFor({ state: 'detached' })

  await go(`/plan-dates?event=${event.id}&source=${first.id}`)
  await settled()
  await typeDay(page, /^Erster Tag/, '2031-05-06')
  await page.getByLabel('Anzahl Termine').fill('2')
  await page.getByRole('button', { name: 'Vorschau zeigen' }).click()
  await page.getByText(/schon bei „Der zweite“/).waitFor()
  await page.getByText(/^Termin 1: /).waitFor()
  await page.getByText('Uta Doppelt ist am 13.05.2031 abwesend.').waitFor()
  await page.getByRole('button', { name: 'Termin 1 am 07.05.2031 planen' }).click()
  await page.getByText(/schon bei „Der zweite“/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Termin 2 am 19.05.2031 planen' }).click()
  await page.getByText(/abwesend/).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: '2 Termine anlegen' }).click()
  await page.getByText('2 Termine angelegt').waitFor()
  const dates = (await call('GET', `/dates?eventIds=${event.id}&sort=startDate`)).json
  assert.deepEqual(
    dates.map(({ startDate }: { startDate: string }) => startDate),
    ['2031-05-05', '2031-05-06', '2031-05-07', '2031-05-19'],
  )
})
