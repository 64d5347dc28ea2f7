// The pictures of docs/guide: each task is done in the demo, in each language.
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import sharp from 'sharp'
import { type Language, textsIn } from '../../test/office/walk/texts.ts'
import type { Scene } from './scene.ts'
import { book, cancel, importTable, planDate, prepare, print, show, tell } from './tasks.ts'

/** Of the page. */
declare const document: { querySelector(selector: string): { innerText: string } | null }

const loadingSigns = '.MuiSkeleton-root, .MuiCircularProgress-indeterminate, .MuiLinearProgress-indeterminate'

/** Takes all pictures in a language. */
async function takePictures(
  browser: Browser,
  baseUrl: string,
  folder: string,
  language: Language,
): Promise<void> {
  const context = await browser.newContext({
    baseURL: baseUrl,
    locale: language === 'de' ? 'de-DE' : 'en-GB',
    timezoneId: 'Europe/Berlin',
    reducedMotion: 'reduce',
    viewport: { width: 1280, height: 800 },
  })
  context.setDefaultTimeout(20_000)
  const { demo } = (
    (await (await context.request.get('/office/api/instance')).json()) as [{ demo: object }]
  )[0]
  await context.request.post('/office/api/session', { data: demo })
  const session = (await (await context.request.get('/office/api/session')).json()) as [{ csrfToken: string }]
  const page = await context.newPage()
  const settle = async () => {
    await page.waitForFunction(
      (signs) =>
        (document.querySelector('#main-content')?.innerText.length ?? 0) > 20 &&
        !document.querySelector(signs),
      loadingSigns,
    )
    await page.waitForTimeout(800)
  }
  const call: Scene['call'] = async (method, path, body) => {
    const answer = await context.request.fetch(`/office/api${path}`, {
      method,
      headers: { 'x-csrf-token': session[0].csrfToken },
      ...(body ? { data: body } : {}),
    })
    if (!answer.ok()) throw new Error(`${method} ${path}: ${await answer.text()}`)
    return answer.json()
  }
  const scene: Scene = {
    page,
    text: textsIn(language),
    language,
    settle,
    call,
    create: async (path, body) => ((await call('POST', path, body)) as [{ id: number }])[0],
    go: async (path) => {
      // A dialog with entries would ask before it closes.
      await page.goto('about:blank')
      await page.goto(`/office/#${path}`)
      await settle()
    },
    take: async (name, of) => {
      const png = of ? await of.screenshot() : await page.screenshot()
      const small = await sharp(png).png({ palette: true, quality: 90, effort: 10 }).toBuffer()
      await writeFile(join(folder, language, `${name}.png`), small)
    },
    inDays: (days) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10),
  }
  await mkdir(join(folder, language), { recursive: true })
  const dates = await prepare(scene)
  const planned = await planDate(scene)
  await book(scene, planned, dates.coming)
  await cancel(scene, dates.coming)
  await tell(scene, dates.coming)
  await print(scene, dates.coming, dates.past)
  await importTable(scene)
  await show(scene)
  await context.close()
}

export async function takeGuidePictures(browser: Browser, baseUrl: string, folder: string): Promise<void> {
  for (const language of ['de', 'en'] as const) await takePictures(browser, baseUrl, folder, language)
}
