// The user who does the tasks of the guide, and the words on the screen.
import type { Locator, Page } from 'playwright-core'
import type { Language, Text } from '../../test/office/walk/texts.ts'

export interface Scene {
  page: Page
  text: Text
  language: Language
  go: (path: string) => Promise<void>
  settle: () => Promise<void>
  create: (path: string, body: object) => Promise<{ id: number }>
  call: (method: string, path: string, body?: object) => Promise<unknown>
  /** Takes a picture of the page, of a part of it, or of a dialog with its surroundings. */
  take: (name: string, of?: Locator) => Promise<void>
  inDays: (days: number) => string
}

export const words = {
  de: {
    event: 'Angebote sicher kalkulieren',
    full: 'Moderation für Teams',
    location: 'Haus am Kanal',
    room: 'Saal 1',
    firstNames: ['Lena', 'Cem', 'Rosa', 'Paul', 'Nora', 'Tim'],
    lastNames: ['Hagedorn', 'Yıldız', 'Thiele', 'Wegner', 'Lindqvist', 'Brandis'],
    table: 'Vorname;Nachname;Firma;E-Mail;PLZ;Ort\n',
    reason: 'Erkrankt',
    company: 'Nordwind Logistik GmbH',
    importedCompany: 'Ostwind Spedition GmbH',
  },
  en: {
    event: 'Pricing offers with confidence',
    full: 'Facilitating teams',
    location: 'Canal House',
    room: 'Hall 1',
    firstNames: ['Grace', 'Amir', 'Ruth', 'Owen', 'Nora', 'Tim'],
    lastNames: ['Hartley', 'Siddiqui', 'Thorne', 'Wexford', 'Lindgren', 'Braddock'],
    table: 'First name;Last name;Company;E-mail;Postcode;City\n',
    reason: 'Ill',
    company: 'Northwind Logistics Ltd',
    importedCompany: 'Eastwind Haulage Ltd',
  },
}

/** A part of the page with the given heading. */
export const part = ({ page, text }: Scene, key: string): Locator =>
  page.getByRole('region', { name: text(key), exact: true })

/** Types a day; a field that waits too long for the next digit takes it for another number, and is typed again. */
export async function typeDay(group: Locator, day: string): Promise<void> {
  const wanted = day.split('-').toReversed().join('')
  const parts = group.getByRole('spinbutton')
  const shown = async () => (await parts.allInnerTexts()).join('').replace(/\D/g, '')
  do {
    await parts.first().click()
    await parts.first().pressSequentially(wanted)
  } while ((await shown()) !== wanted)
}

export async function choose({ page }: Scene, field: Locator, typed: string): Promise<void> {
  await field.fill(typed)
  await page
    .getByRole('option', { name: new RegExp(typed) })
    .first()
    .click()
}

export const nameIn = ({ language }: Scene, index: number) => ({
  name: `${words[language].firstNames[index]} ${words[language].lastNames[index]}`,
})
