// npm run pictures: takes the pictures of docs/pictures/ from a running demo in Chromium.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright-core'
import { browserPath } from '../test/support/browser.ts'

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

async function captureDocs(browser: Browser, baseUrl: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1500, height: 900 } })
  await page.goto(`${baseUrl}/docs/en/reference#interface/tag/event-catalogue/GET/events`)
  await page.locator('#content input').first().fill('demo')
  await page.getByRole('button', { name: 'Test Request (get /events)', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Send/ }).first().click()
  await dialog.getByText('"event_title"').first().waitFor()
  await page.waitForTimeout(1500)
  await page.screenshot({ path: join(pictures, 'docs.png') })
  await page.close()
}

const officePages: { name: string; path: string; dark?: boolean }[] = [
  { name: 'start', path: '/' },
  { name: 'date', path: '/dates/1' },
  { name: 'dates', path: '/dates' },
  { name: 'calendar-dark', path: '/date-calendar', dark: true },
  { name: 'log', path: '/changes' },
]

/** In the page: it has its content, and shows no sign of loading. */
function isLoaded(): boolean {
  const content = document.querySelector('#main-content')
  const signs = '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate'
  return (content?.innerText.length ?? 0) > 200 && document.querySelector(signs) === null
}

async function captureOffice(browser: Browser, baseUrl: string): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    const context = await browser.newContext({
      viewport: { width: 1280, height: 800 },
      locale: 'de-DE',
      timezoneId: 'Europe/Berlin',
      colorScheme,
    })
    const page = await context.newPage()
    await page.goto(`${baseUrl}/office/`)
    await page.getByRole('button', { name: 'Anmelden' }).click()
    await page.getByRole('navigation').first().waitFor()
    for (const { name, path, dark = false } of officePages) {
      if (dark !== (colorScheme === 'dark')) continue
      await page.goto(`${baseUrl}/office/#${path}`)
      await page.waitForFunction(isLoaded)
      await page.waitForTimeout(1500)
      await page.screenshot({ path: join(pictures, `office-${name}.png`) })
    }
    await context.close()
  }
}

try {
  const browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
    env: { ...process.env, LANGUAGE: 'de' },
  })
  const baseUrl = await demoAddress()
  await captureDocs(browser, baseUrl)
  await captureOffice(browser, baseUrl)
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await once(demo, 'exit')
  await rm(folder, { recursive: true, force: true })
}
