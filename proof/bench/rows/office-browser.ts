// The back office in a browser, with the administrator's session.
import { chromium, type Page } from 'playwright-core'
import { browserPath } from '../../../test/support/browser.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { openOfficeSession } from './office.ts'

export type OfficeBrowser = AsyncDisposable & {
  page: Page
  /** Opens a path of the office in a new document, and waits for an element of the page. */
  open(path: string, selector: string): Promise<void>
}

/** undefined: there is no browser. */
export async function openOfficeBrowser(loaded: LoadedInstance): Promise<OfficeBrowser | undefined> {
  if (browserPath === '') return undefined
  const { address } = loaded.service
  const { cookie } = await openOfficeSession(loaded)
  const [name = '', value = ''] = cookie.split('=')
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  const context = await browser.newContext({
    locale: 'en-GB',
    reducedMotion: 'reduce',
    viewport: { width: 1440, height: 900 },
  })
  await context.addCookies([{ name, value, url: address }])
  const page = await context.newPage()
  page.setDefaultTimeout(60_000)
  return {
    page,
    async open(path, selector) {
      await page.goto('about:blank')
      await page.goto(`${address}/office/#${path}`)
      await page.locator(`.RaLayout-content ${selector}`).first().waitFor()
      await page.waitForLoadState('networkidle')
    },
    [Symbol.asyncDispose]: () => browser.close(),
  }
}
