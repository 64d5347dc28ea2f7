// The documentation in a browser: the guide with and without scripts, the reference with its search, and requests tried out.
import assert from 'node:assert/strict'
import type { Page, Request } from 'playwright-core'
import { guidePages, guidePath } from '../../server/platform/pages/docs/guide.ts'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop } from './office.ts'

declare const document: { documentElement: { scrollWidth: number }; body: { className: string } }
declare const PerformanceObserver: new (
  work: (list: { getEntries(): { duration: number }[] }) => void,
) => { observe(options: object): void }

const phone = { width: 320, height: 700 }

/** In the dark, the colours differ and nothing else: a page with a picture, one with samples, one that is in English only. */
const inTheDark = ['overview', 'booking', 'errors', 'cluster']

for (const dark of [false, true])
  browserTest(
    `axe finds nothing on ${dark ? 'pages of the guide in the dark' : 'the pages of the guide'}, and none scrolls sideways`,
    async ({ visitor }) => {
      const { page, context } = await visitor({ dark })
      await context.addInitScript(axe)
      const found: Record<string, string[]> = {}
      for (const language of ['de', 'en'] as const)
        for (const path of [
          ...(dark ? inTheDark : guidePages).map((name) => guidePath(language, name)),
          `/docs/${language}/search?q=token`,
        ]) {
          await page.setViewportSize(desktop)
          await page.goto(path)
          const violations = await violationsOf(page, {
            impacts: ['minor', 'moderate', 'serious', 'critical'],
          })
          await page.setViewportSize(phone)
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          if (width > phone.width) violations.push(`${width} pixels wide`)
          if (violations.length > 0) found[path] = violations
        }
      assert.deepEqual(found, {})
    },
  )

browserTest('the guide is read and searched with the keyboard, without JavaScript', async ({ visitor }) => {
  const { page: first, context } = await visitor()
  await first.goto('/docs')
  const bare = await context.browser()!.newContext({
    baseURL: new URL(first.url()).origin,
    javaScriptEnabled: false,
  })
  try {
    const page = await bare.newPage()
    await page.goto('/docs/en/errors')
    const focused = () => page.locator(':focus').innerText()
    await page.keyboard.press('Tab')
    assert.equal(await focused(), 'Skip to content')
    await page.keyboard.press('Enter')
    assert.match(page.url(), /#content$/)
    const python = page.locator('summary', { hasText: 'Python' }).first()
    await python.focus()
    await page.keyboard.press('Enter')
    await page.getByText('def read(url, headers={})').waitFor()
    await page.getByRole('searchbox').focus()
    await page.keyboard.type('conflict')
    await page.keyboard.press('Enter')
    await page.getByRole('status').waitFor()
    await page.getByRole('link', { name: 'Conflicts', exact: true }).focus()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/docs\/en\/errors#conflicts$/)
    await page.getByRole('link', { name: 'Deutsch' }).click()
    await page.getByRole('heading', { name: 'Fehler', exact: true }).waitFor()
    await page.goto('/docs/de/reference')
    await page.getByRole('link', { name: '/integration/v1/openapi.json' }).waitFor()
  } finally {
    await bare.close()
  }
})

browserTest('the key / goes to the search, but is typed into a field', async ({ visitor }) => {
  const { page } = await visitor()
  await page.goto('/docs/en/booking')
  await page.keyboard.press('/')
  const field = page.locator('input[type=search]:focus')
  await field.waitFor()
  await page.keyboard.type('waiting/list')
  assert.equal(await field.inputValue(), 'waiting/list')
  await field.fill('promote')
  await page.keyboard.press('Enter')
  await page.getByRole('link', { name: 'Promote somebody yourself' }).click()
  await page.waitForURL(/\/docs\/en\/waiting-list#promote-somebody-yourself$/)
})

browserTest(
  'the menu of the account leads to the guide in the language of the office',
  async ({ administrator }) => {
    const { page, go, settled } = await administrator({ locale: 'de-DE' })
    await go('/')
    await settled()
    await page.getByRole('button', { name: 'Katharina Lindner' }).click()
    const opening = page.waitForEvent('popup')
    await page.getByRole('menuitem', { name: 'Anleitung' }).click()
    const guide = await opening
    await guide.getByRole('heading', { name: 'Anleitung zu Kontor' }).waitFor()
    assert.match(guide.url(), /\/docs\/de$/)
  },
)

browserTest('a printed page has every sample and no navigation', async ({ visitor }) => {
  const { page } = await visitor()
  await page.goto('/docs/en/freshness')
  assert.equal(await page.getByText('import json').isVisible(), false)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.equal(await page.getByText('import json').isVisible(), true)
})

/** Opens an operation of the reference with the window to try it out. */
async function tryOut(page: Page, address: string, operation: string, secret: string) {
  await page.goto(`/docs/en/reference#${address}`)
  await page.reload()
  const button = page.getByRole('button', { name: `Test Request (${operation})`, exact: true })
  await button.waitFor()
  await page.locator('#content input').first().fill(secret)
  await button.click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: /^Send/ }).first().waitFor()
  return dialog
}

const sentTo = (page: Page, path: string): Promise<Request> =>
  page.waitForRequest((request) => new URL(request.url()).pathname === path)

browserTest('the reference is searched, in light and dark and in both languages', async ({ visitor }) => {
  for (const [dark, language, label] of [
    [true, 'de', 'Authentifizierung'],
    [false, 'en', 'Authentication'],
  ] as const) {
    const { page } = await visitor({ dark })
    await page.goto(`/docs/${language}/reference`)
    await page.getByText(label, { exact: true }).first().waitFor()
    assert.equal(await page.evaluate(() => document.body.className.includes('dark-mode')), dark)
    await page.keyboard.press('Control+k')
    const dialog = page.getByRole('dialog')
    // Its box has no size of its own.
    await dialog.waitFor({ state: 'attached' })
    await page.keyboard.type('createLead')
    await dialog.getByText('/leads/createLead').first().waitFor()
  }
})

browserTest('tried out with the bare token or key, requests have the right header', async ({ visitor }) => {
  const { page } = await visitor()
  for (const [address, operation, path, secret, header] of [
    ['interface/tag/event-catalogue/GET/events', 'get /events', '/restapi/v1/events', 'demo', 'token demo'],
    ['websites/tag/dates/GET/dates', 'get /dates', '/public/v1/dates', 'pk_demo', 'Bearer pk_demo'],
  ] as const) {
    const dialog = await tryOut(page, address, operation, secret)
    const sent = sentTo(page, path)
    await dialog.getByRole('button', { name: /^Send/ }).first().click()
    const request = await sent
    assert.equal((await request.allHeaders())['authorization'], header)
    assert.equal(request.postData(), null)
    assert.equal((await request.response())!.status(), 200)
  }
})

const measureStalls = () => {
  const state = globalThis as { stalls?: number[] }
  const stalls: number[] = []
  state.stalls = stalls
  new PerformanceObserver((list) =>
    stalls.push(...list.getEntries().map(({ duration }) => duration)),
  ).observe({ type: 'longtask' })
}

browserTest(
  'an answer of more than two megabytes stops the page for less than a second',
  async ({ visitor }) => {
    const { page, context } = await visitor()
    await context.addInitScript(measureStalls)
    const dialog = await tryOut(page, 'interface/tag/event-catalogue/GET/events', 'get /events', 'demo')
    // Without parameters: everything.
    const given = dialog.getByRole('checkbox', { checked: true })
    while ((await given.count()) > 0) await given.first().click({ force: true })
    const stalls: number[] = []
    // A machine that is busy with something else stops the page, too: the best of three counts.
    for (let round = 0; round < 3 && (stalls.length === 0 || Math.min(...stalls) >= 1000); round++) {
      await page.evaluate(() => (globalThis as unknown as { stalls: number[] }).stalls.splice(0))
      const sent = sentTo(page, '/restapi/v1/events')
      await dialog.getByRole('button', { name: /^Send/ }).first().click()
      const response = (await (await sent).response())!
      assert.ok((await response.body()).length > 2_000_000)
      await dialog.getByText('"event_title"').first().waitFor()
      await page.waitForTimeout(2000)
      stalls.push(
        Math.max(0, ...(await page.evaluate(() => (globalThis as unknown as { stalls: number[] }).stalls))),
      )
    }
    assert.ok(Math.min(...stalls) < 1000, `stopped for ${stalls.map(Math.round)} ms`)
  },
)
