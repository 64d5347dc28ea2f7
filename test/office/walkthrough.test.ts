// The tasks of docs/tour.md, performed in the browser; also takes its pictures.
import assert from 'node:assert/strict'
import { join } from 'node:path'
import { browserTest, callInterface, typeDay, type Visitor } from './office.ts'

/** The folder for the pictures; undefined: none are taken. */
const pictures = process.env['KONTOR_WALK_PICTURES']

const year = new Date().getFullYear() + 1
const title = `Moderation und Leitung ${year}`
const modules = [
  { topic: 'Moderieren lernen', first: '03-10', last: '03-11' },
  { topic: 'Gruppen führen', first: '04-14', last: '04-15' },
  { topic: 'Konflikte lösen', first: '05-05', last: '05-06' },
]

/** Plans the series, and publishes it. @returns the id of its date */
async function planSeries({ page }: Visitor, picture: (name: string) => Promise<void>): Promise<number> {
  const next = () => page.getByRole('button', { name: 'Weiter', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Reihe planen' }).click()
  await page.getByLabel(/^Veranstaltung oder neuer Titel/).fill(title)
  await next()
  for (const [index, { topic, first, last }] of modules.entries()) {
    const module = page.getByRole('region', { name: `Modul ${index + 1}` })
    await module.getByLabel(/^Thema des Moduls/).fill(topic)
    await typeDay(module, /^Erster Tag/, `${year}-${first}`)
    await typeDay(module, /^Letzter Tag/, `${year}-${last}`)
  }
  await picture('modules')
  await next()
  await page.getByLabel('Netto', { exact: true }).fill('2400')
  await page.getByLabel(/^Teilnehmende mindestens/).fill('2')
  await page.getByLabel(/^Teilnehmende höchstens/).fill('3')
  await next()
  await page.getByRole('textbox', { name: 'Hotel' }).fill('Hotel Nebelquell')
  await page.getByLabel(/^Anzahl Zimmer/).fill('3')
  await next()
  await page.getByText('3 Zimmer · Hotel Nebelquell').waitFor()
  await picture('check')
  await page.getByRole('button', { name: 'Reihe anlegen und veröffentlichen' }).click()
  await page.waitForURL(/#\/dates\/\d+$/)
  return Number(/\d+$/.exec(page.url())![0])
}

/** Books four people on three free seats, and cancels one booking. */
async function bookFourPeople({ page }: Visitor, picture: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('button', { name: 'Buchen', exact: true }).click()
  const dialog = page.getByRole('dialog')
  for (const name of ['Albrecht', 'Becker', 'Demir', 'Fischer']) {
    await dialog.getByLabel('Person suchen').fill(name)
    await page.getByRole('option', { name }).first().click()
  }
  await dialog.getByRole('button', { name: '4 Personen buchen' }).click()
  const waiting = dialog.getByRole('button', { name: '3 buchen, 1 auf die Warteliste' })
  await waiting.waitFor()
  await picture('full')
  await waiting.click()
  await page.getByText('Warteliste: 1 Person').waitFor()
  await picture('booked')
  await page
    .getByRole('row', { name: /Becker/ })
    .getByRole('button')
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'storniert' }).click()
  await dialog.getByRole('button', { name: 'Stornieren' }).click()
  await page.getByText(/Fischer rückt nach/).waitFor()
  await page.getByText('Warteliste: 0 Personen').waitFor()
  await picture('promoted')
}

async function answerLead({ page }: Visitor, picture: (name: string) => Promise<void>): Promise<void> {
  await page.getByRole('menuitem', { name: 'Leads' }).click()
  await page.locator('[data-status="new"]').getByRole('link').first().click()
  await page.getByRole('link', { name: /@/ }).first().waitFor()
  await page.getByRole('button', { name: 'Anruf' }).click()
  await page.getByLabel('Eintrag', { exact: true }).fill('Angerufen: Angebot für drei Tage gewünscht.')
  await page.getByRole('button', { name: 'Eintragen' }).click()
  await page.getByText('Angerufen: Angebot für drei Tage gewünscht.').waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Kontaktiert' }).click()
  await page.getByText('hat jetzt den Status „Kontaktiert“').waitFor()
  await picture('lead')
}

async function tracePrice(
  { page, go }: Visitor,
  id: number,
  picture: (name: string) => Promise<void>,
): Promise<void> {
  await go(`/dates/${id}/edit`)
  await page.getByLabel('Netto', { exact: true }).fill('2200')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await page.getByText('Gespeichert').waitFor()
  await page.getByRole('link', { name: 'Zurück zum Termin' }).click()
  await page.getByText('Netto: von 2.400,00 € zu 2.200,00 €').waitFor()
  await picture('price')
}

browserTest(
  'a day: a series is planned, a booking promoted, a lead answered, a price change found',
  async (open) => {
    const admin = await open.administrator()
    await admin.page.setViewportSize({ width: 1280, height: 900 })
    let count = 0
    const picture = async (name: string): Promise<void> => {
      await admin.settled()
      count++
      if (pictures) await admin.page.screenshot({ path: join(pictures, `walk-${count}-${name}.png`) })
    }
    await admin.go('/')
    const id = await planSeries(admin, picture)
    const [record] = (await admin.call('GET', `/dates/${id}`)).json
    const onWebsite = async (): Promise<{ date_id: number; free_places: number }> => {
      const [event] = (await callInterface('GET', `/events?eventId=${record.eventId}`)).json
      return event.dates.find(({ date_id }: { date_id: number }) => date_id === id)
    }
    assert.equal((await onWebsite()).free_places, 3)
    await bookFourPeople(admin, picture)
    assert.equal((await onWebsite()).free_places, 0)
    await answerLead(admin, picture)
    await tracePrice(admin, id, picture)
  },
)
