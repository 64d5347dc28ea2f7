// Tests of the back office in a browser: the demo as a service, one browser, and a page for each test.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { pino } from 'pino'
import {
  type Browser,
  type BrowserContext,
  chromium,
  type Locator,
  type Page,
  type Request,
} from 'playwright-core'
import { serviceLimits } from '../../server/platform/database/time-limits.ts'
import { openInstance } from '../../server/platform/instance/open-instance.ts'
import { readSettings } from '../../server/platform/settings/settings.ts'
import { browserPath, skipWithoutBrowser } from '../support/browser.ts'
import { serveDemo } from '../support/data-folders.ts'
import { call as interfaceCall, queryDatabase, removeDataFolder, stop } from '../support/kontor-process.ts'

/** Of the page. */
declare const document: {
  querySelector(selector: string): { innerText: string } | null
  getAnimations(): object[]
}

const root = join(import.meta.dirname, '../..')
const timeoutMs = 120_000
const loadingIndicators =
  '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate'

export const desktop = { width: 1600, height: 1000 }

interface OfficeFixture {
  service: Awaited<ReturnType<typeof serveDemo>>
  browser: Browser
  close(): Promise<void>
}

let fixture: Promise<OfficeFixture> | undefined
let serviceSettings: () => Promise<Record<string, string>> = async () => ({})

/** Starts the service of this file with further settings. Call it before the tests. */
export const useSettings = (settings: typeof serviceSettings): void => {
  serviceSettings = settings
}

async function openFixture(): Promise<OfficeFixture> {
  if (!existsSync(join(root, 'office/dist/index.html')))
    spawnSync(process.execPath, [join(root, 'tools/office.ts')], { stdio: 'inherit' })
  const service = await serveDemo(await serviceSettings())
  const browser = await chromium.launch({ executablePath: browserPath, args: ['--no-sandbox'] })
  const close = async (): Promise<void> => {
    await browser.close()
    const code = await stop(service)
    await removeDataFolder(service.data)
    assert.equal(code, 0)
  }
  return { service, browser, close }
}

/** Opened by the first test that needs it. */
const sharedFixture = (): Promise<OfficeFixture> => {
  fixture ??= openFixture()
  return fixture
}

after(async () => (await fixture)?.close())

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
type Answer = { status: number; json: any }

/** A user with a browser. */
export interface Visitor {
  context: BrowserContext
  page: Page
  /** Opens a page of the back office, `/leads`. A page that is already open stays as it is: reload it. */
  go(path: string): Promise<void>
  /** Waits until all requests are finished and the page shows no loading indicator. */
  settled(): Promise<void>
  /** Calls the back office's endpoints with the session of this browser. */
  call(method: string, path: string, body?: unknown): Promise<Answer>
  /** Creates a record by POST, and returns it. */
  create(path: string, body: object): Promise<Answer['json']>
}

/** Errors of scripts, and requests to other hosts. */
const violations = new WeakMap<BrowserContext, string[]>()

interface VisitorOptions {
  locale?: string
  dark?: boolean
  /** Transitions are shown. */
  motion?: boolean
  /** The time zone of the browser; left out: that of the machine. */
  timezoneId?: string
  viewport?: { width: number; height: number }
  /** A phone: fingers instead of a mouse. */
  touch?: boolean
}

/** A browser without a signed-in user. */
export async function visitor(options: VisitorOptions = {}): Promise<Visitor> {
  const { browser, service } = await sharedFixture()
  const {
    locale = 'de-DE',
    dark = false,
    motion = false,
    timezoneId,
    viewport = desktop,
    touch = false,
  } = options
  const context = await browser.newContext({
    baseURL: service.url,
    locale,
    ...(timezoneId === undefined ? {} : { timezoneId }),
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: motion ? 'no-preference' : 'reduce',
    viewport,
    ...(touch ? { hasTouch: true, isMobile: true } : {}),
  })
  context.setDefaultTimeout(timeoutMs)
  const found: string[] = []
  violations.set(context, found)
  context.on('request', (request) => {
    const url = request.url()
    if (!/^(data|blob):/.test(url) && !url.startsWith(service.url)) found.push(`request to ${url}`)
  })
  context.on('weberror', (webError) => found.push(String(webError.error())))
  const page = await context.newPage()
  const pending = new Set<Request>()
  page.on('request', (request) => pending.add(request))
  page.on('requestfinished', (request) => pending.delete(request))
  page.on('requestfailed', (request) => pending.delete(request))
  /** Describes a page that is still loading. */
  const describeState = async (): Promise<string> => {
    const shown = page.locator('main').innerText({ timeout: 5000 })
    return JSON.stringify({
      address: page.url(),
      signs: await page.locator(loadingIndicators).count(),
      pending: [...pending].map((request) => `${request.method()} ${request.url()}`),
      offences: found,
      main: (await shown.catch(String)).slice(0, 500),
    })
  }
  /** Resolves when the page has shown its content without a loading indicator for a while. */
  const isIdle = () =>
    page.waitForFunction(
      (signs) => {
        const state = globalThis as { calm?: number }
        // A tooltip that appears is transparent, for example.
        const moving = document.getAnimations().some((animation) => 'transitionProperty' in animation)
        const busy = moving || document.querySelector(signs)
        // A page whose program is still loaded is empty: `main` has the menu, and the previous page is hidden.
        const content = document.querySelector('.RaLayout-content') ?? document.querySelector('main')
        const empty = content?.innerText.trim() === ''
        state.calm = busy || empty ? 0 : (state.calm ?? 0) + 1
        if (state.calm < 4) return false
        state.calm = 0
        return true
      },
      loadingIndicators,
      { polling: 40 },
    )
  let csrf = ''
  const call: Visitor['call'] = async (method, path, body) => {
    csrf ||= (await (await context.request.get('/office/api/session')).json())[0].csrfToken
    const answer = await context.request.fetch(`/office/api${path}`, {
      method,
      headers: { 'x-csrf-token': csrf },
      ...(body === undefined ? {} : { data: body }),
    })
    return { status: answer.status(), json: await answer.json().catch(() => undefined) }
  }
  return {
    context,
    page,
    go: async (path) => {
      await page.goto(`/office/#${path}`)
    },
    settled: async () => {
      try {
        const end = performance.now() + timeoutMs
        do await isIdle()
        while (pending.size > 0 && performance.now() < end)
        assert.equal(pending.size, 0)
      } catch (error) {
        throw new Error(`The page is still loading: ${await describeState()}`, { cause: error })
      }
    },
    call,
    create: async (path, body) => {
      const { status, json } = await call('POST', path, body)
      assert.equal(status, 200, JSON.stringify(json))
      return json[0]
    },
  }
}

/** A browser in which the demo's administrator has just signed in. */
export async function administrator(options: VisitorOptions = {}): Promise<Visitor> {
  const admin = await visitor(options)
  const { request } = admin.context
  const { demo } = (await (await request.get('/office/api/instance')).json())[0]
  assert.equal((await request.post('/office/api/session', { data: demo })).status(), 200)
  return admin
}

/** Types a date `YYYY-MM-DD` in German order; each completed part moves the focus to the next. */
export async function typeDay(where: Page | Locator, label: RegExp, day: string): Promise<void> {
  const parts = where.getByRole('group', { name: label }).getByRole('spinbutton')
  const wanted = day.split('-').toReversed()
  const shown = async () => (await parts.allInnerTexts()).map((text) => text.replace(/\D/g, ''))
  // A field that waits five seconds for the next digit takes it for another number.
  do {
    await parts.first().click()
    await parts.first().pressSequentially(wanted.join(''))
  } while ((await shown()).join() !== wanted.join())
}

/** Lets all sessions be from long ago, so that the password is asked for again. */
export async function ageSessions(): Promise<void> {
  const { service } = await sharedFixture()
  const settings = readSettings({ KONTOR_DATA: service.data })
  const { instance, close } = await openInstance(settings, pino({ level: 'silent' }), {
    exclusive: false,
    migrate: false,
    limits: serviceLimits,
    files: 'unused',
  })
  await instance.db
    .updateTable('session')
    .set({ confirmed_at: new Date(0) })
    .execute()
  await close()
}

/** A call of the interface with the demo's token. */
export async function callInterface(method: string, path: string, body?: unknown): Promise<Answer> {
  return interfaceCall((await sharedFixture()).service.url, 'demo', method, path, body)
}

/** A test in a real browser. Fails on errors of scripts and requests to other hosts. */
export function browserTest(
  name: string,
  work: (open: { visitor: typeof visitor; administrator: typeof administrator }) => Promise<void>,
): void {
  test(name, { timeout: 600_000, skip: skipWithoutBrowser }, async () => {
    const openedVisitors: Visitor[] = []
    const recording =
      <A extends unknown[]>(make: (...of: A) => Promise<Visitor>) =>
      async (...of: A): Promise<Visitor> => {
        const created = await make(...of)
        openedVisitors.push(created)
        return created
      }
    try {
      await work({ visitor: recording(visitor), administrator: recording(administrator) })
      for (const { context } of openedVisitors) assert.deepEqual(violations.get(context), [])
    } catch (error) {
      const pictures = process.env['KONTOR_TEST_PICTURES']
      const file = name.replace(/\W+/g, '-')
      if (pictures)
        for (const [index, { page }] of openedVisitors.entries())
          await page
            .screenshot({ path: join(pictures, `${file}-${index}.png`), fullPage: true })
            .catch(() => {})
      throw error
    } finally {
      for (const { context, page } of openedVisitors) {
        if (!page.isClosed()) await page.unrouteAll({ behavior: 'wait' })
        await context.close()
      }
    }
  })
}

/** Runs a statement on the database of the service. */
export async function runStatement(statement: string): Promise<void> {
  await queryDatabase((await sharedFixture()).service.data, statement)
}
