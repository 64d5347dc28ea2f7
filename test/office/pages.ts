// The pages of the back office, for tests that visit all of them.
import assert from 'node:assert/strict'
import type { Visitor } from './office.ts'

/** Lists with a record page below `/name/1`, or `/name/1/show`. */
const lists: Record<string, string> = {
  contacts: '/show',
  companies: '/show',
  leads: '',
  tasks: '',
  events: '',
  dates: '',
  bookings: '',
  trainers: '',
  locations: '',
  files: '',
  'catalogue-categories': '',
  catalogues: '',
  'invoice-confirmations': '/show',
  articles: '',
  users: '',
  roles: '',
  clients: '',
  'website-keys': '',
  webhooks: '',
  'contact-categories': '',
  'lead-categories': '',
  'newsletter-forms': '',
  'communication-templates': '',
}
/** Lists whose records have a page, and a form below `/name/1/edit`. */
const withForm = ['dates', 'events', 'trainers', 'locations', 'leads', 'website-keys', 'webhooks']
const more = [
  '/duplicates',
  '/letterheads/1',
  '/feedback-questions',
  '/message-rules',
  '/terms-documents',
  '/terms-documents/create',
  '/website-pages',
  '/vouchers',
  '/vouchers/create',
  '/withdrawals',
  '/dates/1/certificates',
  '/orders',
  '/lookups',
  '/account',
  // A week number on a public holiday (Easter Monday).
  '/date-calendar?view=dayGridMonth&day=2026-04-06',
  '/date-lanes',
  '/date-lanes?by=room',
  '/contacts/create',
  '/dates/create',
  '/plan-dates',
  '/contact-categories',
  '/lead-categories',
  '/newsletter-forms',
  '/communication-templates',
]

/** The pages of the menu, one record of each resource, and all other pages. */
export async function allPages({ page, go, call }: Visitor, menuName: string): Promise<string[]> {
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
    // The demo has none of some.
    if (json.length === 0) continue
    paths.push(`/${name}/${json[0].id}${suffix}`)
    if (withForm.includes(name)) paths.push(`/${name}/${json[0].id}/edit`)
    if (name === 'dates') paths.push(`/dates/${json[0].id}/edit`, `/dates/${json[0].id}/attendance`)
  }
  return [...new Set([...paths, ...more])]
}

/** Opens each tab of the page and its nested tabs, and calls `look` with the name. */
export async function eachTab(
  { page, settled }: Visitor,
  visit: (tab: string) => Promise<void>,
): Promise<number> {
  const lists = page.locator('[role=tablist]:visible')
  await lists.first().waitFor()
  let count = 0
  const open = async (depth: number, within: string): Promise<void> => {
    const tabs = lists.nth(depth).locator('[role=tab]')
    for (let tabIndex = 0; tabIndex < (await tabs.count()); tabIndex++) {
      const name = `${within} ${await tabs.nth(tabIndex).textContent()}`.trim()
      await tabs.nth(tabIndex).click()
      await settled()
      await visit(name)
      count++
      if ((await lists.count()) > depth + 1) await open(depth + 1, name)
    }
  }
  await open(0, '')
  return count
}
