// The colours of all pages for visitors, light and dark, have the contrasts of WCAG 2.2: 4.5:1 of texts (1.4.3), 3:1 of the borders
// and states of fields, buttons and options (1.4.11).
import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { openWebsite, type Website } from '../../../test/support/website.ts'
import { contrastOf } from '../../../website/contrast.ts'

let site: Website
before(async () => {
  site = await openWebsite()
  await sql`update website_pages set key_id = (select min(id) from website_key)`.execute(site.kontor.db)
  await sql
    .raw(
      `insert into date_status (status, name, is_bookable, goes_ahead) values ('open', 'open', true, true)
        on conflict (status) do update set is_bookable = excluded.is_bookable;
      insert into event (id, title, is_published) values (1, 'R', true);
      insert into event_date (id, event_id, start_date, participants_max, status, is_published) values (10, 1, '2099-12-10', 3, 'open', true)`,
    )
    .execute(site.kontor.db)
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

// The colour of the letterhead: none, usual ones, and those that are hardly seen on a light or on a dark page.
const accents = [
  '',
  '#0b5c6b',
  '#7a3e00',
  '#3d3d8f',
  '#ffe600',
  '#ffffff',
  '#f4f5f7',
  '#000000',
  '#16181c',
  '#777777',
]

for (const path of ['/dates', '/booking', '/book/10'])
  test(`texts, borders and states of ${path} have enough contrast, light and dark, with each colour of a letterhead`, async () => {
    for (const accent of accents) {
      await sql`insert into letterhead (client_id, accent_color) values (1, ${accent})
        on conflict (client_id) do update set accent_color = excluded.accent_color`.execute(site.kontor.db)
      for (const [scheme, colors] of (await colorsOf(path)).entries()) {
        const check = (minimum: number, names: readonly string[], backs: readonly string[]) => {
          for (const name of names)
            for (const back of backs) {
              assert.ok(colors[name] && colors[back], `${name} on ${back}`)
              const contrast = contrastOf(colors[name], colors[back])
              assert.ok(contrast >= minimum, `${accent} ${scheme}: ${name} on ${back}: ${contrast}`)
            }
        }
        const pageBacks = ['card', 'back']
        check(4.5, ['text', 'soft', 'good', 'warn', 'bad', 'link'], [...pageBacks, 'tint'])
        // Fields, buttons, the chosen part and option, the tick; the focus has the colour of texts, errors that of bad.
        check(3, ['line', 'accent', 'text', 'good', 'bad'], pageBacks)
        // Texts of buttons and of the chosen part, and of the chosen option of a trainer's page.
        check(4.5, ['on'], ['accent'])
        check(4.5, ['card'], ['good'])
      }
    }
  })

test('contrast is that of WCAG', () => {
  assert.equal(contrastOf('#000', '#ffffff'), 21)
  // Known from many tools.
  assert.equal(contrastOf('#777777', '#fff').toFixed(2), '4.48')
})

test('fields and buttons have no border that is only decoration, and no colour beside those that are checked', async () => {
  for (const path of ['/dates', '/booking', '/book/10']) {
    const { body } = await site.open(path)
    const style = /<style>(.*?)<\/style>/s
      .exec(body)![1]!
      .replace(/:root\{[^}]*\}/g, '')
      .replace(/@media print.*$/s, '')
    const rules = [...style.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    assert.ok(rules.length > 50)
    for (const [, selector, declarations] of rules) {
      const used = [...declarations!.matchAll(/var\(--(\w+)\)/g)].map(([, name]) => name!)
      for (const name of used)
        assert.ok(
          [
            'text',
            'soft',
            'back',
            'card',
            'tint',
            'line',
            'fine',
            'good',
            'warn',
            'bad',
            'accent',
            'on',
            'link',
          ].includes(name),
          name,
        )
      if (
        /button|input|select|textarea|label|details|(?<!\.)summary|\.parts|\.button|aria-invalid/.test(
          selector!,
        )
      )
        assert.ok(!used.includes('fine'), selector)
      // A background of a logo, and inherited colours, are no states.
      // Shadows mark nothing.
      const colors = [...declarations!.replace(/box-shadow:[^;]*/, '').matchAll(/(?<!\w)#[\da-f]{3,6}/g)].map(
        ([color]) => color,
      )
      assert.ok(colors.length === 0 || /img/.test(selector!), selector)
    }
  }
})
