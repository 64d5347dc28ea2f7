// Requests of the back office whose answer is lost on the way: executed once, whether the page or the user repeats them.
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Page, Route } from 'playwright-core'
import { waitUntil } from '../support/wait-until.ts'
import { browserTest } from './office.ts'

const path = '**/office/api/contact-categories'

/** Lets requests reach the server, and loses the first answers. @returns the keys of the requests */
async function loseAnswers(page: Page, count: number, lose: (route: Route) => Promise<void>) {
  const keys: (string | undefined)[] = []
  await page.route(path, async (route) => {
    if (route.request().method() !== 'POST') return route.continue()
    keys.push(route.request().headers()['idempotency-key'])
    const response = await route.fetch()
    assert.equal(response.status(), 200)
    if (keys.length <= count) await lose(route)
    else await route.fulfill({ response })
  })
  return keys
}

async function fillIn(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name' }).fill(name)
  await page.getByRole('button', { name: 'Speichern' }).click()
}

for (const [what, lose] of [
  ['connection', (route: Route) => route.abort('connectionreset')],
  ['answer of a proxy', (route: Route) => route.fulfill({ status: 504, body: 'Gateway Timeout' })],
] as const)
  browserTest(`a lost ${what} is repeated once with the same key`, async ({ administrator }) => {
    const { page, go, call } = await administrator()
    const name = `Einmal ${randomUUID()}`
    const keys = await loseAnswers(page, 1, lose)
    await go('/contact-categories/create')
    await fillIn(page, name)
    await page.getByRole('cell', { name }).waitFor()
    assert.equal(keys.length, 2)
    assert.match(keys[0]!, /^[0-9a-f]{32}$/)
    assert.equal(keys[1], keys[0])
    const found = (await call('GET', '/contact-categories?perPage=1000')).json
    assert.equal(found.filter((one: { name: string }) => one.name === name).length, 1)
  })

browserTest(
  'a user who saves again after two lost answers repeats the same request',
  async ({ administrator }) => {
    const { page, go, call } = await administrator()
    const name = `Noch einmal ${randomUUID()}`
    const keys = await loseAnswers(page, 2, (route) => route.abort('connectionreset'))
    await go('/contact-categories/create')
    await fillIn(page, name)
    await page.getByText('Keine Verbindung zum Server').first().waitFor()
    assert.equal(keys.length, 2)
    await page.getByRole('button', { name: 'Speichern' }).click()
    await page.getByRole('cell', { name }).waitFor()
    assert.deepEqual(keys, [keys[0], keys[0], keys[0]])
    const found = (await call('GET', '/contact-categories?perPage=1000')).json
    assert.equal(found.filter((one: { name: string }) => one.name === name).length, 1)

    // The next equal request is another one.
    await go('/contact-categories/create')
    await fillIn(page, name)
    await waitUntil(() => keys.length === 4, 'the next request')
    assert.notEqual(keys[3], keys[0])
  },
)
