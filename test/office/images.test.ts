// The image of an event, a trainer and a location: chosen by keyboard or dropped, described, shown, replaced, removed.
import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import sharp from 'sharp'
import { axe, violationsOf } from './axe.ts'
import { browserTest, desktop } from './office.ts'

declare const document: { documentElement: { scrollWidth: number } }
declare class DataTransfer {
  items: { add(file: unknown): void }
}
declare class File {
  constructor(parts: unknown[], name: string, options: { type: string })
}

const phone = { width: 390, height: 844 }

const photo = (background: string, width = 900, height = 600): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background } })
    .jpeg()
    .toBuffer()

const shownWidth = (image: Locator): Promise<number> =>
  image.evaluate((element) => (element as unknown as { naturalWidth: number }).naturalWidth)

/** Opens the file chooser with the keyboard. */
async function choose(page: Page, button: Locator, name: string, buffer: Buffer): Promise<void> {
  const opened = page.waitForEvent('filechooser')
  await button.focus()
  await page.keyboard.press('Enter')
  await (await opened).setFiles({ name, mimeType: 'image/jpeg', buffer })
}

browserTest(
  'an image is chosen by keyboard, previewed, needs an alternative text, and is shown by websites',
  async ({ administrator }) => {
    const { page, context, go, settled, create } = await administrator()
    await context.addInitScript(axe)
    const event = await create('/events', { title: 'Bilder im Browser' })
    await go(`/events/${event.id}`)
    await settled()
    const part = page.getByRole('region', { name: 'Bild', exact: true })

    await choose(
      page,
      part.getByRole('button', { name: 'Bild wählen' }),
      'kein-bild.jpg',
      Buffer.from('<svg/>'),
    )
    const altText = part.getByRole('textbox', { name: /^Alternativtext(?! \(E)/ })
    await altText.fill('Gar nichts')
    await page.keyboard.press('Enter')
    await part.getByText('Die Datei ist kein Bild in einem dieser Formate').waitFor()

    const other = part.getByRole('button', { name: 'Anderes Bild wählen' })
    await choose(page, other, 'diagramm.jpg', await photo('#336699'))
    const preview = part.getByRole('img', { name: 'Vorschau: diagramm.jpg' })
    await preview.waitFor()
    assert.equal(await shownWidth(preview), 900)
    await altText.fill(' ')
    await page.keyboard.press('Enter')
    await part.getByText('Bitte den Alternativtext eingeben.').waitFor()
    assert.equal(await altText.getAttribute('aria-invalid'), 'true')
    assert.deepEqual(await violationsOf(page), [])
    await altText.fill('Ein Streudiagramm')
    await page.keyboard.press('Enter')

    const image = part.getByRole('img', { name: 'Ein Streudiagramm' })
    await image.waitFor()
    await part.getByText('900 × 600').waitFor()
    assert.equal(await shownWidth(image), 900)
    assert.deepEqual(await violationsOf(page), [])
    await page.setViewportSize(phone)
    await settled()
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= phone.width)
    await page.setViewportSize(desktop)

    await part.getByRole('button', { name: 'Ändern' }).click()
    await altText.fill('Streudiagramm mit Gerade')
    await part.getByRole('textbox', { name: 'Alternativtext (Englisch)' }).fill('Scatter plot with a line')
    await part.getByRole('button', { name: 'Speichern' }).click()
    await part.getByRole('img', { name: 'Streudiagramm mit Gerade' }).waitFor()
    await part.getByText('Scatter plot with a line').waitFor()

    await part.getByRole('button', { name: 'Entfernen' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Entfernen' }).click()
    await part.getByRole('button', { name: 'Bild wählen' }).waitFor()
  },
)

browserTest(
  'an image is dropped on the page of a trainer and of a location: dark, English',
  async ({ administrator }) => {
    const { page, context, go, settled, call, create } = await administrator({ locale: 'en-GB', dark: true })
    await context.addInitScript(axe)
    for (const resource of ['trainers', 'locations']) {
      // The trainers of the demo have drawn portraits.
      const { id } =
        resource === 'trainers'
          ? await create('/trainers', { lastName: 'Bildlos' })
          : (await call('GET', `/${resource}?perPage=1`)).json[0]
      await go(`/${resource}/${id}`)
      await settled()
      const part = page.getByRole('region', { name: 'Image', exact: true })
      const target = part.getByText(/^or drop it here/)
      const bytes = [...(await photo('#993366', 400, 500))]
      const transfer = await page.evaluateHandle((content) => {
        const dropped = new DataTransfer()
        dropped.items.add(new File([Uint8Array.from(content)], 'portrait.jpg', { type: 'image/jpeg' }))
        return dropped
      }, bytes)
      await target.dispatchEvent('drop', { dataTransfer: transfer })
      await part.getByRole('img', { name: 'Preview: portrait.jpg' }).waitFor()
      await part.getByRole('textbox', { name: /^Alternative text(?! \(E)/ }).fill('A portrait')
      await part.getByRole('button', { name: 'Save' }).click()
      await part.getByRole('img', { name: 'A portrait' }).waitFor()
      await part.getByText('400 × 500').waitFor()
      assert.deepEqual(await violationsOf(page), [], resource)
      // The other language has the texts of the part, too.
      await part.getByRole('button', { name: 'Change' }).click()
      await part.getByRole('button', { name: 'Cancel' }).click()
      const { json } = await call('GET', `/images/${resource.slice(0, -1)}/${id}`)
      assert.deepEqual([json[0].altText, json[0].isResized], ['A portrait', true])
    }
  },
)
