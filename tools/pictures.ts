// npm run pictures: takes the pictures of the front page and the guide from a running demo in Chromium. Tests take the other ones.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { browserPath } from '../test/support/browser.ts'
import { takeGuidePictures } from './guide-pictures/take.ts'

/** Of the page. */
declare const document: { querySelector(selector: string): { innerText: string } | null }

const root = join(import.meta.dirname, '..')
const pictures = join(root, 'docs/pictures')
const folder = await mkdtemp(join(tmpdir(), 'kontor-pictures-'))
const demo = spawn(join(root, 'bin/kontor'), ['demo'], {
  env: { ...process.env, KONTOR_DATA: folder, KONTOR_PORT: '0' },
  stdio: ['ignore', 'ignore', 'pipe'],
})

/** Waits for the address of the demo. */
async function demoAddress(): Promise<string> {
  let printed = ''
  for await (const chunk of demo.stderr) {
    printed += chunk
    const address = /documented at (\S+)\/docs/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`the demo did not start: ${printed}`)
}

/** A date of the demo's next weeks, full and with a waiting list. */
const fullDate = 508

/** In the dialog that moves the date: the second Tuesday from today, whom it concerns, and the message to them. */
async function typeNewStart(page: Page): Promise<void> {
  const day = new Date()
  day.setDate(day.getDate() + 14 + ((9 - day.getDay()) % 7))
  await page.getByRole('button', { name: 'Verschieben' }).click()
  const field = page.getByRole('dialog').getByRole('group', { name: /^Neuer Beginn/ })
  await field.getByRole('spinbutton').first().click()
  const digits = [day.getDate(), day.getMonth() + 1].map((part) => String(part).padStart(2, '0'))
  await page.keyboard.type(`${digits.join('')}${day.getFullYear()}`)
  await page.getByRole('dialog').getByText('Neuer Termin:').waitFor()
}

type OfficePage = {
  name: string
  path: string
  colorScheme?: 'light' | 'dark'
  prepare?: (page: Page) => Promise<void>
}

const officePages: OfficePage[] = [
  { name: 'start', path: '/' },
  { name: 'start-dark', path: '/', colorScheme: 'dark' },
  { name: 'date', path: `/dates/${fullDate}` },
  { name: 'move', path: `/dates/${fullDate}`, prepare: typeNewStart },
]

/** Large pictures of the front page are sharp there and small to load: 256 colours are enough. */
async function saveForFrontPage(page: Page, name: string): Promise<void> {
  const screenshot = await page.screenshot()
  await sharp(screenshot)
    .png({ palette: true, effort: 10 })
    .toFile(join(pictures, `${name}.png`))
}

/** In the page: it has its content, and shows no sign of loading. */
function isLoaded(): boolean {
  const content = document.querySelector('#main-content')
  const signs = '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate'
  return (content?.innerText.length ?? 0) > 200 && document.querySelector(signs) === null
}

async function captureOffice(browser: Browser, baseUrl: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 830 },
      deviceScaleFactor: 1.5,
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      colorScheme,
    })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/office/`)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('navigation').first().waitFor()
    for (const { name, path, colorScheme: shown = 'light', prepare } of officePages) {
      if (shown !== colorScheme) continue
      await page.goto(`${baseUrl}/office/#${path}`)
      await page.waitForFunction(isLoaded)
      await prepare?.(page)
      await page.waitForTimeout(1500)
      await saveForFrontPage(page, `office-${name}`)
    }
    await context.close()
  }
}

async function captureVisitorPages(browser: Browser, baseUrl: string): Promise<void> {
  const page = await browser.newPage({
    viewport: { width: 1280, height: 830 },
    deviceScaleFactor: 1.5,
    locale: 'de-DE',
    timezoneId: 'Europe/Berlin',
  })
  await page.goto(`${baseUrl}/dates?lang=de`)
  await saveForFrontPage(page, 'visitor-dates')
  await page.close()
}

try {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    env: { ...process.env, LANGUAGE: 'de' },
  })
  const baseUrl = await demoAddress()
  await captureOffice(browser, baseUrl)
  await captureVisitorPages(browser, baseUrl)
  // Last: it changes what the demo has.
  await takeGuidePictures(browser, baseUrl, join(root, 'docs/guide/pictures'))
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await once(demo, 'exit')
  await rm(folder, { recursive: true, force: true })
}
