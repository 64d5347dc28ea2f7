// axe on every page: of the menu, and one record of each resource.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { inBrowser, type Visitor } from './office.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

interface Violation {
  id: string
  impact: string
  nodes: { html: string; target: string[] }[]
}
declare const window: { axe: { run(options: object): Promise<{ violations: Violation[] }> } }

/** Lists with a record page below `/name/1`, or `/name/1/show`. */
const lists: Record<string, string> = {
  contacts: '/show',
  companies: '/show',
  leads: '',
  tasks: '',
  events: '',
  dates: '',
  participations: '',
  trainers: '',
  locations: '',
  files: '',
  'catalog-categories': '',
  catalogs: '',
  'invoice-confirmations': '/show',
  articles: '',
  users: '',
  clients: '',
  'contact-categories': '',
  'lead-categories': '',
  'newsletter-forms': '',
  'communication-templates': '',
}
const more = [
  '/duplicates',
  '/lookups',
  '/account',
  '/contacts/create',
  '/plan-dates',
  '/contact-categories',
  '/lead-categories',
  '/newsletter-forms',
  '/communication-templates',
]

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await page.evaluate(() =>
    window.axe.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      resultTypes: ['violations'],
    }),
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id} (${nodes.length}): ${nodes[0]?.target} ${nodes[0]?.html.slice(0, 200)}`)
}

async function check({ page, context, go, call, settled }: Visitor, menuName: string): Promise<void> {
  await context.addInitScript(axe)
  await go('/')
  const menu = page.getByRole('navigation', { name: menuName })
  await menu.getByRole('menuitem').first().waitFor()
  const links = await menu.getByRole('menuitem').all()
  const paths = await Promise.all(
    links.map(async (link) => String(await link.getAttribute('href')).replace(/^.*#/, '')),
  )
  assert.ok(paths.length > 15)
  for (const [name, suffix] of Object.entries(lists)) {
    const { status, json } = await call('GET', `/${name}?perPage=1`)
    assert.equal(status, 200, name)
    if (json.length > 0) paths.push(`/${name}/${json[0].id}${suffix}`)
  }
  const faults: Record<string, string[]> = {}
  for (const path of new Set([...paths, ...more])) {
    await go(path)
    await page.getByRole('main').waitFor()
    await settled()
    const found = await faultsOf(page)
    if (found.length > 0) faults[path] = found
  }
  assert.deepEqual(faults, {})
}

inBrowser('axe finds no serious fault: light, German', async ({ administrator }) =>
  check(await administrator(), 'Hauptmenü'),
)

inBrowser('axe finds no serious fault: dark, English', async ({ administrator }) =>
  check(await administrator({ locale: 'en-GB', dark: true }), 'Main menu'),
)
