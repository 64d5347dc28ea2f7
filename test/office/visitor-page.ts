// A browser of a visitor of the website, on a phone or a desktop.
import assert from 'node:assert/strict'
import { axe, violationsOf } from './axe.ts'
import type { Visitor, visitor } from './office.ts'

export const phone = { width: 390, height: 844 }

type Options = { locale: string; viewport: { width: number; height: number } }

/** German is light, English dark. `looksRight`: nothing that axe finds, and no wider than the window. */
export async function openVisitorPage(
  { visitor: open }: { visitor: typeof visitor },
  { locale, viewport }: Options,
): Promise<{ visit: Visitor['page']; looksRight(): Promise<void> }> {
  const { context, page: visit } = await open({
    locale,
    dark: locale === 'en-GB',
    viewport,
    touch: viewport === phone,
  })
  await context.addInitScript(axe)
  return {
    visit,
    async looksRight() {
      // A page that is still arriving has links without their texts.
      await visit.waitForLoadState()
      assert.deepEqual(await violationsOf(visit), [])
      const width = await visit.evaluate('document.documentElement.scrollWidth')
      assert.ok(Number(width) <= viewport.width, `the page is ${width} pixels wide`)
    },
  }
}
