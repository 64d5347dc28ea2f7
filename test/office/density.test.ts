// A screen of 1440 by 900 pixels shows at once: rows of lists, the menu, the buttons for selected rows.
import assert from 'node:assert/strict'
import { browserTest } from './office.ts'

interface Rect {
  top: number
  bottom: number
  height: number
}
interface Part {
  getBoundingClientRect(): Rect
  scrollWidth: number
  clientWidth: number
}
declare const document: {
  querySelector(selector: string): Part | null
  querySelectorAll(selector: string): Iterable<Part>
  fonts: Iterable<{ family: string; status: string }>
}

const laptop = { width: 1440, height: 900 }
const phone = { width: 390, height: 844 }

browserTest('twenty rows of a list are visible, each on one line', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize(laptop)
  const found: Record<string, { visible: number; tallest: number }> = {}
  const look = async (name: string) => {
    await settled()
    found[name] = await page.evaluate(() => {
      const box = document.querySelector('.RaDataTable-tableWrapper')!.getBoundingClientRect()
      const head = document.querySelector('thead')!.getBoundingClientRect()
      const rows = [...document.querySelectorAll('tbody tr')].map((row) => row.getBoundingClientRect())
      const isVisible = ({ top, bottom }: Rect) => top >= head.bottom - 1 && bottom <= box.bottom
      return {
        visible: rows.filter(isVisible).length,
        tallest: Math.max(...rows.map(({ height }) => height)),
      }
    })
  }
  const lists = [
    'dates',
    'events',
    'bookings',
    'contacts',
    'companies',
    'tasks',
    'trainers',
    'newsletter-consents',
  ]
  for (const list of lists) {
    await go(`/${list}`)
    await page.getByRole('row').nth(20).waitFor()
    await look(list)
  }
  await go('/leads')
  await page.getByRole('button', { name: 'Liste' }).click()
  await page.getByRole('row').nth(20).waitFor()
  await look('leads')
  for (const [name, { visible, tallest }] of Object.entries(found)) {
    assert.ok(visible >= 20, `${name}: ${visible} rows`)
    assert.ok(tallest <= 34, `${name}: ${tallest} pixels`)
  }
})

const lists = [
  'contacts',
  'companies',
  'leads',
  'tasks',
  'dates',
  'events',
  'bookings',
  'trainers',
  'locations',
  'files',
  'newsletter-forms',
  'newsletter-consents',
  'invoice-confirmations',
  'articles',
  'users',
  'roles',
  'clients',
  'tokens',
  'outbox-mails',
  'security-events',
  'imports',
  'communication-templates',
  'contact-categories',
  'lead-categories',
]

for (const [name, size] of [
  ['laptop', laptop],
  ['phone', phone],
] as const)
  browserTest(`no list scrolls sideways on a ${name}`, async ({ administrator }) => {
    const { page, go, settled } = await administrator()
    await page.setViewportSize(size)
    await go('/leads')
    await page.getByRole('button', { name: 'Liste', exact: true }).click()
    const tooWide: string[] = []
    for (const list of lists) {
      await go(`/${list}`)
      await page.locator('.list-page:visible').first().waitFor()
      await settled()
      const widths = await page.evaluate(() =>
        ['.RaDataTable-tableWrapper', 'main', 'html'].flatMap((selector) => {
          const part = document.querySelector(selector)
          return part && part.scrollWidth > part.clientWidth
            ? [`${selector} ${part.scrollWidth} > ${part.clientWidth}`]
            : []
        }),
      )
      tooWide.push(...widths.map((width) => `${list}: ${width}`))
    }
    assert.deepEqual(tooWide, [])
  })

browserTest(
  'the head of a list stays, and the pointer shows the text of a cut cell',
  async ({ administrator }) => {
    const { page, go, settled } = await administrator()
    await page.setViewportSize(laptop)
    await go('/dates')
    await page.getByRole('row').nth(20).waitFor()
    await settled()
    const head = page.getByRole('columnheader', { name: 'Status' })
    const before = await head.boundingBox()
    await page.getByRole('row').last().scrollIntoViewIfNeeded()
    assert.deepEqual(await head.boundingBox(), before)
    const titles = page.locator('td.column-displayTitle')
    const texts = await titles.allInnerTexts()
    const longest = texts.reduce((best, text, index) => (text.length > texts[best]!.length ? index : best), 0)
    await titles.nth(longest).hover()
    assert.equal(await titles.nth(longest).getAttribute('title'), texts[longest])

    // Records without a page.
    await go('/newsletter-consents')
    const consent = page.getByRole('row').nth(3)
    await page.getByRole('row').nth(20).waitFor()
    await settled()
    const userAgent = consent.getByRole('cell').last()
    const isCut = () =>
      userAgent.evaluate((cell) => {
        const { scrollWidth, clientWidth } = cell as unknown as Part
        return scrollWidth > clientWidth
      })
    assert.ok(await isCut())
    await consent.focus()
    assert.ok(!(await isCut()))
  },
)

browserTest('the whole menu is visible, and its groups fold', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  await page.setViewportSize(laptop)
  await go('/')
  await settled()
  const menu = page.getByRole('navigation', { name: 'Hauptmenü' })
  const count = await menu.getByRole('menuitem').count()
  assert.ok(count >= 25)
  const bottom = async () => {
    const { y, height } = (await menu.boundingBox())!
    return y + height
  }
  assert.ok((await bottom()) <= laptop.height, `the menu ends at ${await bottom()}`)

  const group = menu.getByRole('button', { name: 'Verwaltung' })
  assert.equal(await group.getAttribute('aria-expanded'), 'true')
  await group.focus()
  await page.keyboard.press('Enter')
  assert.equal(await group.getAttribute('aria-expanded'), 'false')
  assert.equal(await menu.getByRole('menuitem', { name: 'Einstellungen' }).count(), 0)
  await page.reload()
  await settled()
  assert.equal(await group.getAttribute('aria-expanded'), 'false')
  await group.focus()
  await page.keyboard.press('Space')
  await menu.getByRole('menuitem', { name: 'Einstellungen' }).waitFor()
  assert.equal(await menu.getByRole('menuitem').count(), count)
  assert.equal(await menu.getByRole('button', { name: 'Tagesgeschäft' }).count(), 0)
})

browserTest('the buttons for selected rows stay in sight', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  for (const size of [laptop, phone]) {
    await page.setViewportSize(size)
    await go('/dates')
    await page.getByRole('row').nth(20).waitFor()
    await settled()
    for (const row of [1, 20]) {
      await page.getByRole('row').nth(row).getByRole('checkbox').check()
      // Fails if a button is outside the window or something else would receive the click.
      for (const name of ['Veröffentlichen', 'Von der Website nehmen', 'Status ändern'])
        await page.getByRole('button', { name }).click({ trial: true, timeout: 10_000 })
      const { y, height } = (await page.getByRole('button', { name: 'Veröffentlichen' }).boundingBox())!
      assert.ok(y >= 0 && y + height <= size.height, `row ${row}, ${size.width} pixels: at ${y}`)
    }
    await page.getByRole('button', { name: 'Auswahl aufheben' }).click()
    await page.getByRole('button', { name: 'Veröffentlichen' }).waitFor({ state: 'detached' })
  }
})

browserTest('the font comes from Kontor, in the characters that a page needs', async ({ administrator }) => {
  const { page, go, settled } = await administrator()
  const files: string[] = []
  page.on('request', (request) => {
    if (request.resourceType() === 'font') files.push(new URL(request.url()).pathname)
  })
  await go('/account')
  await settled()
  assert.ok(files.length > 0)
  for (const file of files)
    assert.match(file, /^\/office\/assets\/inter-latin-(ext-)?wght-normal-[\w-]+\.woff2$/)
  const fonts = await page.evaluate(() =>
    [...document.fonts].map(({ family, status }) => `${family} ${status}`),
  )
  assert.ok(fonts.some((font) => /Inter Variable.* loaded/.test(font)))
})
