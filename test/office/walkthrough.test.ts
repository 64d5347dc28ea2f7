// The day of docs/tour.md, walked in both languages, on a screen and on a phone, by mouse, keyboard and finger; also takes
// its pictures. KONTOR_WALK_FIGURES=1 prints what the main jobs take; KONTOR_WALK_STEPS is a folder for pictures of all steps.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { skipWithoutBrowser } from '../support/browser.ts'
import { browserTest, callInterface, typeDay, type Visitor } from './office.ts'
import { pictureOf } from './picture.ts'
import type { Day } from './walk/day.ts'
import { prepare, type Scene, scenes } from './walk/scenes.ts'
import * as steps from './walk/steps.ts'
import { type Language, textsIn } from './walk/texts.ts'
import { type Effort, type Input, Walker } from './walk/walker.ts'

/** The folder for the pictures; undefined: none are taken. */
const pictures = process.env['KONTOR_WALK_PICTURES']
const everyStep = process.env['KONTOR_WALK_STEPS']

const tour = readFileSync(join(import.meta.dirname, '../../docs/tour.md'), 'utf8')
const tourPictures = [...tour.matchAll(/walk-([\w-]+)\.png/g)].map(([, name]) => name!)
const taken = new Set<string>()

/** Takes a picture of the page, if the tour has one. */
async function takePicture(page: Page, name: string): Promise<void> {
  taken.add(name)
  if (!pictures || !tourPictures.includes(name)) return
  await writeFile(join(pictures, `walk-${name}.png`), await pictureOf(page))
}

/** For a look at each step of each walk. */
async function takeBothSchemes(page: Page, path: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({ path: `${path} ${colorScheme}.png` })
  }
}

interface Walk {
  language: Language
  viewport: { width: number; height: number }
  input: Input
  scene: Scene
  /** Its pictures are those of the tour. */
  isTour?: true
}

const screen = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }
const walks: readonly Walk[] = [
  { language: 'de', viewport: screen, input: 'mouse', scene: scenes.nordwind, isTour: true },
  { language: 'en', viewport: screen, input: 'keyboard', scene: scenes.harbour },
  { language: 'en', viewport: phone, input: 'touch', scene: scenes.mill },
  { language: 'de', viewport: phone, input: 'keyboard', scene: scenes.speicher },
]
const locales = { de: 'de-DE', en: 'en-GB' }
const nameOf = ({ language, viewport, input }: Walk): string =>
  `${viewport.width} pixels, ${language}, ${input}`

const jobs = ['book', 'plan', 'cancel', 'move', 'attendance', 'invoice']
const units = { mouse: 'clicks', keyboard: 'keys', touch: 'taps' }
/** The effort of each job in each walk. */
const figures = new Map(jobs.map((job) => [job, {} as Record<string, string>]))

function note(walk: Walk, efforts: ReadonlyMap<string, Effort>): void {
  for (const [job, { presses, fields, milliseconds }] of efforts)
    figures.get(job)![nameOf(walk)] =
      `${presses} ${units[walk.input]}, ${fields} typed, ${(milliseconds / 1000).toFixed(1)} s`
}

after(() => {
  if (process.env['KONTOR_WALK_FIGURES']) console.table(Object.fromEntries(figures))
})

for (const walk of walks)
  browserTest(`a day: ${nameOf(walk)}`, async (open) => {
    const { language, viewport, input, scene } = walk
    const locale = locales[language]
    const text = textsIn(language)
    const admin = await open.administrator({ locale, viewport, touch: input === 'touch' })
    const walker = new Walker(admin, input, text)
    const prepared = await prepare(admin, scene)
    let count = 0
    const day: Day = {
      walker,
      scene,
      prepared,
      locale,
      dateId: 0,
      trainer: async () => {
        const options = { locale, viewport: phone, touch: input !== 'keyboard' }
        return new Walker(await open.visitor(options), input === 'keyboard' ? input : 'touch', text)
      },
      look: (name, at = walker) =>
        at.look(async () => {
          count++
          if (walk.isTour) await takePicture(at.page, name)
          if (everyStep)
            await takeBothSchemes(at.page, join(everyStep, `${nameOf(walk)}, ${count + 10} ${name}`))
        }),
    }
    await admin.go('/')
    await admin.settled()
    await steps.plan(day)
    await steps.publish(day)
    await steps.bookCompany(day)
    await steps.bookKnownPerson(day)
    await steps.bookOnFullDate(day)
    await steps.cancelWithFee(day)
    await steps.move(day)
    await steps.recordAttendance(day)
    await steps.invoice(day)
    note(walk, walker.efforts)
  })

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
  await picture('series-modules')
  await next()
  await page.getByLabel('Netto', { exact: true }).fill('2400')
  await page.getByLabel(/^Teilnehmende mindestens/).fill('2')
  await page.getByLabel(/^Teilnehmende höchstens/).fill('3')
  await next()
  await page.getByRole('textbox', { name: 'Hotel' }).fill('Hotel Nebelquell')
  await page.getByLabel(/^Anzahl Zimmer/).fill('3')
  await next()
  await page.getByText('3 Zimmer · Hotel Nebelquell').waitFor()
  await picture('series-check')
  await page.getByRole('button', { name: 'Reihe anlegen und veröffentlichen' }).click()
  await page.waitForURL(/#\/dates\/\d+$/)
  return Number(/\d+$/.exec(page.url())![0])
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

browserTest('a day: a series is planned, a lead answered, a price change found', async (open) => {
  const admin = await open.administrator({ viewport: screen })
  const picture = async (name: string): Promise<void> => {
    await admin.settled()
    await takePicture(admin.page, name)
  }
  await admin.go('/')
  const id = await planSeries(admin, picture)
  const [{ eventId }] = (await admin.call('GET', `/dates/${id}`)).json
  const [event] = (await callInterface('GET', `/events?eventId=${eventId}`)).json
  assert.equal(event.dates.find(({ date_id }: { date_id: number }) => date_id === id).free_places, 3)
  await answerLead(admin, picture)
  await tracePrice(admin, id, picture)
})

test('the pictures of the tour are those that are taken', { skip: skipWithoutBrowser }, () => {
  assert.deepEqual(
    tourPictures.filter((name) => !taken.has(name)),
    [],
  )
})
