// Pictures of the office for the documentation.
import type { Page } from 'playwright-core'

/** Of the app bar, in pixels. */
const barHeight = 48

/** A dialog with its surroundings, otherwise the page without bar and menu; undefined: all. */
async function subjectOf(page: Page) {
  const dialog = page.getByRole('dialog').last()
  const isOpen = (await dialog.count()) > 0
  const content = isOpen ? dialog : page.locator('#main-content')
  const box = (await content.count()) > 0 ? await content.boundingBox() : null
  const { width, height } = page.viewportSize()!
  if (!box) return undefined
  const [margin, top] = isOpen ? [120, 0] : [0, barHeight]
  const [x, y] = [Math.max(0, box.x - margin), Math.max(top, box.y - margin)]
  return {
    x,
    y,
    width: Math.min(width, box.x + box.width + margin) - x,
    height: Math.min(height, box.y + box.height + margin) - y,
  }
}

/** A picture of the page. */
export async function pictureOf(page: Page): Promise<Buffer> {
  const clip = await subjectOf(page)
  return page.screenshot(clip && { clip })
}
