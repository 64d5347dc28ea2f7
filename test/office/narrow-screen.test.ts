// On a phone no page is wider than the screen; tables scroll within their own box.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'
import { allPages, eachTab } from './pages.ts'

/** Of the page. */
declare const document: { documentElement: { scrollWidth: number } }

const width = 390

browserTest('no page scrolls sideways at 390 pixels', async ({ administrator }) => {
  const visitor = await administrator()
  const { page, go, settled } = visitor
  const paths = await allPages(visitor, 'Hauptmenü')
  await page.setViewportSize({ width, height: 844 })
  const wide: Record<string, number> = {}
  const checkWidth = async (name: string): Promise<void> => {
    const found = await page.evaluate(() => document.documentElement.scrollWidth)
    if (found > width) wide[name] = found
  }
  for (const path of paths) {
    await go(path)
    await settled()
    await checkWidth(path)
    if (/^\/(dates|events|leads|tasks)\/\d/.test(path))
      await eachTab(visitor, (tab) => checkWidth(`${path} ${tab}`))
  }
  assert.deepEqual(wide, {})
})
