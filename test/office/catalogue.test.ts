// Planning a series, and booking its seats.
import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { browserTest, callInterface, typeDay, type Visitor } from './office.ts'

/** Of the page. */
declare const document: { querySelector(selector: string): { value: string } | null }

const day = (daysAhead: number): string =>
  new Date(Date.now() + daysAhead * 86_400_000).toISOString().slice(0, 10)

/** Types into an autocomplete field, and selects the first option. */
async function choose(page: Page, name: RegExp, text: string): Promise<void> {
  await page.getByRole('combobox', { name }).fill(text)
  await page.getByRole('option', { name: text }).first().click()
}

/** Saves, and waits until the page shows the saved record. */
async function save({ page, settled }: Visitor): Promise<void> {
  const saved = page.waitForResponse((answer) => /POST|PATCH/.test(answer.request().method()))
  await page.getByRole('button', { name: 'Speichern' }).click()
  const answer = await saved
  assert.equal(answer.status(), 200, await answer.text())
  await settled()
}

browserTest(
  'an event with a date, prices and a trainer is created, published and returned by the interface',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, call } = admin
    const [trainer] = (await call('GET', '/trainers?perPage=1&sort=lastName')).json
    const [catalog] = (await call('GET', '/catalogues?perPage=1')).json
    await go('/events/create')
    await page.getByLabel(/^Titel/).fill('Prüfung im Browser')
    await save(admin)
    await page.getByRole('link', { name: 'Bearbeiten', exact: true }).click()
    await page.getByRole('region', { name: 'Preise' }).getByRole('button', { name: 'Hinzufügen' }).click()
    await page.getByLabel(/^Bezeichnung/).fill('Teilnahme')
    await page.getByLabel(/^Netto/).fill('1.000,50')
    await page.waitForFunction(() => document.querySelector('input[name$=grossPrice]')?.value === '1190,60')
    await save(admin)
    await page.getByRole('link', { name: 'Zurück' }).click()
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByText('Die Veranstaltung ist jetzt auf der Website.').waitFor()
    const eventId = Number(/events\/(\d+)/.exec(page.url())?.[1])

    await page.getByRole('link', { name: 'Neuer Termin' }).click()
    await typeDay(page, /^Beginn/, day(40))
    await typeDay(page, /^Ende/, day(41))
    await page.getByLabel(/^Teilnehmende höchstens/).fill('12')
    await choose(page, /^Kataloge/, catalog.name)
    await save(admin)
    await page.getByRole('link', { name: 'Bearbeiten', exact: true }).click()
    await page
      .getByRole('region', { name: 'Trainerinnen und Trainer' })
      .getByRole('button', { name: 'Hinzufügen' })
      .click()
    await choose(page, /^Trainerin oder Trainer/, trainer.name)
    await page.getByRole('region', { name: 'Preise' }).getByRole('button', { name: 'Hinzufügen' }).click()
    await page.getByLabel(/^Brutto/).fill('595')
    await page.getByLabel(/^Brutto/).blur()
    await save(admin)
    await page.getByRole('link', { name: 'Zurück zum Termin' }).click()
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByText('Der Termin ist veröffentlicht.').waitFor()

    const { json } = await callInterface('GET', `/events?eventId=${eventId}&prices=1&allDateTrainers=1`)
    assert.equal(json.length, 1)
    const text = JSON.stringify(json[0])
    for (const part of ['Prüfung im Browser', '1190.60', '595', trainer.lastName, day(40), day(41)])
      assert.ok(text.includes(part), `${part} in ${text}`)
  },
)

browserTest(
  'an event without a price is not published, and the page shows why; it gets a file and is copied',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, call } = admin
    const [event] = (await call('POST', '/events', { title: 'Ohne Preis' })).json
    await go(`/events/${event.id}`)
    await page.getByRole('button', { name: 'Veröffentlichen' }).click()
    await page.getByText('Die Prüfung vor dem Veröffentlichen hat Fehler gefunden (1).').waitFor()
    await page.getByText('Es gibt keinen Preis.').waitFor()
    await page.getByRole('link', { name: 'Bearbeiten', exact: true }).click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('button', { name: 'Dateien hochladen' }).click()
    await (await chooser).setFiles([
      { name: 'leer.txt', mimeType: 'text/plain', buffer: Buffer.alloc(0) },
      { name: 'plan.txt', mimeType: 'text/plain', buffer: Buffer.from('Ablauf') },
    ])
    await page.getByText('leer.txt ist leer.').waitFor()
    await page.getByRole('rowheader', { name: 'plan.txt' }).waitFor()
    await save(admin)
    await page.getByRole('link', { name: 'Zurück' }).click()
    await page.getByRole('button', { name: 'Kopieren', exact: true }).click()
    await page.getByText('Kopiert, ohne Termine. Die Kopie ist noch nicht veröffentlicht.').waitFor()
    const [saved] = (await call('GET', `/events/${event.id}`)).json
    const [copy] = (await call('GET', '/events?q=Ohne+Preis+Kopie')).json
    const { title, fileIds } = (await call('GET', `/events/${copy.id}`)).json[0]
    assert.deepEqual([title, fileIds], ['Ohne Preis (Kopie)', saved.fileIds])
    assert.equal(fileIds.length, 1)
  },
)

browserTest(
  'days follow the language of the page; an incomplete one stays in the field and is not saved',
  async (open) => {
    const admin = await open.administrator()
    const { page, go, call } = admin
    const [event] = (await call('GET', '/events?perPage=1')).json
    const body = { eventId: event.id, clientId: 1, startDate: '2031-03-05' }
    const [created] = (await call('POST', '/dates', body)).json
    const path = `/dates/${created.id}`
    const stored = async () => (await call('GET', path)).json[0].endDate
    await go(`${path}/edit`)
    const field = (name: string) => page.getByRole('group', { name, exact: true })
    await field('Beginn').getByText('05').waitFor()
    const end = field('Ende').getByRole('spinbutton')
    await end.first().click()
    await end.first().pressSequentially('0603')
    await page.getByLabel('Dauer').fill('zwei Tage')
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByText('Das Datum ist unvollständig oder ungültig.').waitFor()
    assert.deepEqual(await end.allInnerTexts(), ['06', '03', 'JJJJ'])
    assert.equal(await stored(), '')
    await typeDay(page, /^Ende$/, '2031-03-06')
    await save(admin)
    assert.equal(await stored(), '2031-03-06')
    const english = await open.administrator({ locale: 'en-GB' })
    await english.go(`${path}/edit`)
    await english.page.getByRole('group', { name: 'End', exact: true }).getByText('06/03/2031').waitFor()
  },
)

browserTest(
  'of two users who book the last seat at the same time, one gets it and the other a message',
  async (open) => {
    const first = await open.administrator()
    const second = await open.administrator()
    const [event] = (await first.call('GET', '/events?perPage=1')).json
    const created = await first.call('POST', '/dates', {
      eventId: event.id,
      title: 'Ein Platz',
      startDate: day(30),
      endDate: day(30),
      participantsMax: 1,
    })
    assert.equal(created.status, 200, JSON.stringify(created.json))
    const dateId = created.json[0].id
    const people = (await first.call('GET', '/contacts?contactType=person&perPage=2&sort=createdAt')).json

    const prepare = async ({ page, go }: Visitor, person: { firstName: string; lastName: string }) => {
      await go(`/dates/${dateId}/participants`)
      await page.getByRole('button', { name: 'Buchen' }).click()
      const dialog = page.getByRole('dialog')
      await dialog
        .getByRole('combobox', { name: 'Person suchen' })
        .fill(`${person.firstName} ${person.lastName}`)
      await page.getByRole('option').first().click()
      return dialog.getByRole('button', { name: 'Buchen' })
    }
    const one = await prepare(first, people[0])
    const other = await prepare(second, people[1])
    const bookingOutcome = ({ page }: Visitor): Promise<'booked' | 'rejected'> =>
      Promise.any([
        page
          .getByText('1 Person gebucht')
          .waitFor()
          .then(() => 'booked' as const),
        page
          .getByRole('dialog')
          .getByRole('alert')
          .getByText(/Platz|Plätze|ausgebucht|voll/i)
          .first()
          .waitFor()
          .then(() => 'rejected' as const),
      ])
    await Promise.all([one.click(), other.click()])
    const outcomes = await Promise.all([bookingOutcome(first), bookingOutcome(second)])
    assert.deepEqual(outcomes.toSorted(), ['booked', 'rejected'])
    const [seats] = (await first.call('GET', `/dates/${dateId}/seats`)).json
    assert.deepEqual([seats.bookedCount, seats.freeSeats], [1, 0])
  },
)
