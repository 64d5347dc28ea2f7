// Takes the pictures of docs/pictures/ from a running demo, in Chromium: `npm run pictures`.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from 'playwright-core'

const root = join(import.meta.dirname, '..')
const folder = await mkdtemp(join(tmpdir(), 'kontor-pictures-'))
const demo = spawn(join(root, 'bin/kontor'), ['demo'], {
  env: { ...process.env, KONTOR_DATA: folder, KONTOR_PORT: '0' },
  stdio: ['ignore', 'ignore', 'pipe'],
})

async function shownAt(): Promise<string> {
  let printed = ''
  for await (const chunk of demo.stderr) {
    printed += chunk
    const address = /shown at (\S+)/.exec(printed)?.[1]
    if (address) return address
  }
  throw new Error(`the demo did not start: ${printed}`)
}

try {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  })
  const page = await browser.newPage({ viewport: { width: 1100, height: 1000 } })
  await page.goto(await shownAt())
  await page.getByRole('button', { name: 'Authorize' }).first().click()
  await page.getByRole('textbox').last().fill('token demo')
  await page.getByLabel('Apply credentials').click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  const operation = page.locator('#operations-Event_catalogue-getEvents')
  await operation.getByRole('button').first().click()
  await operation.getByRole('button', { name: 'Try it out' }).click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .response').first()
  await answer.waitFor()
  await answer.scrollIntoViewIfNeeded()
  await page.mouse.wheel(0, 250)
  await page.waitForTimeout(500)
  await page.screenshot({ path: join(root, 'docs/pictures/docs.png') })
  await browser.close()
} finally {
  demo.kill('SIGTERM')
  if (demo.exitCode === null) await once(demo, 'exit')
  await rm(folder, { recursive: true, force: true })
}
