// Every page of the menu and one record of each resource: axe finds nothing serious, and on a phone no page is wider than the
// screen (tables scroll within their own box).
import assert from 'node:assert/strict'
import { Temporal } from 'temporal-polyfill'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop } from './office.ts'
import { allPages, eachTab } from './pages.ts'

const phone = { width: 390, height: 844 }

declare const document: { body: object; documentElement: { scrollWidth: number } }
declare function getComputedStyle(element: unknown): { transitionDuration: string; backgroundColor: string }

browserTest(
  'axe finds no serious error on any page, in light and in dark; none scrolls sideways at 390 pixels',
  async ({ administrator }) => {
    const visitor = await administrator()
    const { page, context, go, settled } = visitor
    await context.addInitScript(axe)
    const faults: Record<string, unknown> = {}
    const checkWidth = async (name: string): Promise<void> => {
      const found = await page.evaluate(() => document.documentElement.scrollWidth)
      if (found > phone.width) faults[`${name}, width`] = found
    }
    // The theme is drawn anew some time after the scheme has changed.
    const changeScheme = async (colorScheme: 'dark' | 'light'): Promise<void> => {
      const before = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
      await page.emulateMedia({ colorScheme })
      await page.waitForFunction((then) => getComputedStyle(document.body).backgroundColor !== then, before)
      await settled()
    }
    for (const path of await allPages(visitor, 'Hauptmenü')) {
      await go(path)
      await page.getByRole('main').waitFor()
      await settled()
      const light = await violationsOf(page)
      if (light.length > 0) faults[path] = light
      await changeScheme('dark')
      // The rules that depend on colours.
      const dark = await violationsOf(page, { runOnly: ['color-contrast', 'link-in-text-block'] })
      if (dark.length > 0) faults[`${path}, dark`] = dark
      await changeScheme('light')
      await page.setViewportSize(phone)
      await settled()
      await checkWidth(path)
      if (/^\/tasks\/\d/.test(path)) await eachTab(visitor, (tab) => checkWidth(`${path} ${tab}`))
      await page.setViewportSize(desktop)
    }
    assert.deepEqual(faults, {})
  },
)

browserTest(
  'axe finds no serious error in the folded parts of pages and forms of an event and a date',
  async ({ administrator }) => {
    const visitor = await administrator({ dark: true })
    const { page, context, go, call, settled } = visitor
    await context.addInitScript(axe)
    const violationsByPage: Record<string, string[]> = {}
    const check = async (name: string): Promise<void> => {
      const found = await violationsOf(page)
      if (found.length > 0) violationsByPage[name] = found
    }
    const [event] = (await call('GET', '/events?perPage=1')).json
    const [date] = (await call('GET', '/dates?perPage=1')).json
    for (const [path, least] of [
      [`/events/${event.id}`, 2],
      [`/events/${event.id}/edit`, 5],
      [`/dates/${date.id}`, 1],
      [`/dates/${date.id}/edit`, 8],
    ] as const) {
      await go(path)
      await settled()
      const folded = page.locator('.RaLayout-content details')
      assert.ok((await folded.count()) >= least, `${path}: ${await folded.count()} folded`)
      for (const one of await folded.all())
        if ((await one.getAttribute('open')) === null) await one.locator('summary').first().click()
      await settled()
      // Targets behind the toolbar, which stays at the bottom of the window, would be too small.
      await page.keyboard.press('Control+End')
      await check(path)
    }
    assert.deepEqual(violationsByPage, {})
  },
)

browserTest('axe finds no serious error in dialogs', async ({ administrator }) => {
  const { page, context, go, call, settled } = await administrator()
  await context.addInitScript(axe)
  const violationsByPage: Record<string, string[]> = {}
  const checkPage = async (name: string, hasInput = false): Promise<void> => {
    await page.getByRole('dialog').waitFor()
    await settled()
    const found = await violationsOf(page)
    if (found.length > 0) violationsByPage[name] = found
    await page.keyboard.press('Escape')
    if (hasInput) await page.getByRole('button', { name: 'Verwerfen' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  // One that has begun offers other things.
  const tomorrow = Temporal.Now.plainDateISO('Europe/Berlin').add({ days: 1 })
  const { json: dates } = await call('GET', `/dates?from=${tomorrow}`)
  // A cancelled date cannot be cancelled.
  const date = dates.find(
    ({ goesAhead, startDate }: { goesAhead: boolean; startDate: string }) =>
      goesAhead && startDate >= String(tomorrow),
  )
  await go(`/dates/${date.id}?tab=participants`)
  await page.getByRole('button', { name: 'Buchen' }).click()
  await page.getByRole('dialog').getByRole('combobox', { name: 'Person suchen' }).fill('an')
  await page.getByRole('option').first().click()
  await checkPage('booking', true)
  for (const name of ['Kopieren', 'Verschieben', 'Absagen', 'Löschen']) {
    await page.getByRole('button', { name, exact: true }).click()
    await checkPage(name)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').fill('seminar')
  await page.getByRole('option').first().waitFor()
  await checkPage('search')
  assert.deepEqual(violationsByPage, {})
})

browserTest('users who prefer reduced motion see no transitions', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  const transitionOfTooltip = async () => {
    await page.mouse.move(0, 0)
    await page.getByRole('tooltip').waitFor({ state: 'detached' })
    await page.getByRole('button', { name: 'Zwischen hell und dunkel wechseln' }).hover()
    const tooltip = page.locator('.MuiTooltip-tooltip')
    return tooltip.evaluate((element) => getComputedStyle(element).transitionDuration)
  }
  await go('/contacts')
  await settled()
  assert.match(await transitionOfTooltip(), /^0s(, 0s)*$/)
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  assert.match(await transitionOfTooltip(), /0\.\d+s/)
})
