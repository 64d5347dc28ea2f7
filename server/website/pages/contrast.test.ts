// The colours of all pages for visitors, light and dark, have the contrasts of WCAG 2.2: 4.5:1 of texts (1.4.3), 3:1 of the borders
// of fields and buttons (1.4.11).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { contrastOf } from '../../../website/contrast.ts'

let site: Website
before(async () => {
  site = await openWebsite()
  await sql`update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
})
after(() => site.kontor.close())

/** The colours of a page by name, light and dark. A name that dark does not set stays. */
async function colorsOf(path: string): Promise<Record<string, string>[]> {
  const { body } = await site.open(path)
  const [light = {}, dark = {}] = [...body.matchAll(/:root\{([^}]*)\}/g)].map(([, rules]) =>
    Object.fromEntries(
      [...rules!.matchAll(/--(\w+):(#[\da-f]{3,6})/g)].map(([, name, color]) => [name!, color!]),
    ),
  )
  return [light, { ...light, ...dark }]
}

/** Of letterheads: the default one, and those that contrast with nothing, or with one background only. */
const accents = ['', '#ffffff', '#ffee00', '#0a5c66', '#000000', '#7f7f7f', '#e30613']

for (const path of ['/dates', '/booking'])
  test(`the colours of ${path} have enough contrast, light and dark, with any accent`, async () => {
    const sets = []
    for (const accent of accents) {
      await sql`
        insert into letterhead (client_id, accent_color) values (1, ${accent})
        on conflict (client_id) do update set accent_color = excluded.accent_color`.execute(site.kontor.db)
      sets.push(...(await colorsOf(path)))
    }
    for (const colors of sets) {
      const texts = ['text', 'soft', 'good', 'warn', 'bad', 'yes', 'no', 'link'].filter(
        (name) => name in colors,
      )
      assert.ok(texts.length > 1 && colors['line'] && colors['accent'], path)
      for (const back of ['card', 'back', 'tint'].filter((one) => one in colors)) {
        for (const name of texts)
          assert.ok(contrastOf(colors[name]!, colors[back]!) >= 4.5, `${path}: ${name} on ${back}`)
        for (const name of ['line', 'accent'])
          if (back !== 'tint')
            assert.ok(contrastOf(colors[name]!, colors[back]!) >= 3, `${path}: ${name} on ${back}`)
      }
      assert.ok(contrastOf(colors['on']!, colors['accent']!) >= 4.5, `${path}: texts of buttons`)
    }
  })
