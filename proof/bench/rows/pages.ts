// How soon the back office shows large pages, changes between pages, and tells a conflict: in a browser that has loaded their code.
import type { Page } from 'playwright-core'
import { median } from '../compare.ts'
import type { LoadedInstance } from '../instance/loaded-instance.ts'
import { type LargePage, type PreparedPages, prepareLargePages } from './large-pages.ts'
import { type OfficeBrowser, openOfficeBrowser } from './office-browser.ts'

/** Of the page. */
declare const document: {
  title: string
  querySelector(selector: string): { innerText: string } | null
  querySelectorAll(selector: string): Iterable<{ innerText: string }> & { length: number }
  addEventListener(type: string, listener: () => void, capture: boolean): void
}
declare const location: { hash: string }
declare const requestAnimationFrame: (callback: (time: number) => void) => number

/** The median of several times, in ms. */
type MeasuredPage = { name: string; targetMs: number; durationMs: number; text: string }

const measured = (name: string, targetMs: number, durations: readonly number[]): MeasuredPage => ({
  name,
  targetMs,
  durationMs: median(durations),
  text: `${median(durations).toFixed(0)} ms (median of ${durations.length}; max. ${Math.max(...durations).toFixed(0)}; target: below ${targetMs})`,
})

/** The times from following a link to a page, until its screen is filled, and until it shows everything, each painted. */
const openingTimes = (
  page: Page,
  { path, selector, firstCount, count }: LargePage,
): Promise<[number, number]> =>
  page.evaluate(
    async ([hash, shown, ...counts]) => {
      const began = performance.now()
      location.hash = hash
      const times: number[] = []
      for (const wanted of counts) {
        let found = 0
        do {
          await new Promise(requestAnimationFrame)
          found = document.querySelectorAll(`.RaLayout-content ${shown}`).length
          if (performance.now() - began > 60_000) throw new Error(`${hash}: ${found} of ${wanted}`)
        } while (found < wanted)
        await new Promise(requestAnimationFrame)
        times.push(performance.now() - began)
      }
      return times as [number, number]
    },
    [`#${path}`, selector, firstCount, count] as const,
  )

/** Each time in a new document, from the start page: the browser has the code in memory, but no data of the page. */
async function measureLargePage(
  { page, open }: OfficeBrowser,
  large: LargePage,
  rounds: number,
): Promise<MeasuredPage> {
  const filled: number[] = []
  const complete: number[] = []
  for (let round = 0; round < rounds; round++) {
    await open(large.other, large.otherSelector)
    await page.evaluate(() => {
      location.hash = '#/'
    })
    // Not an element: the page before may have it, too, and the time would include showing the start page.
    await page.waitForFunction(() => document.title.startsWith('Start '))
    await page.waitForLoadState('networkidle')
    const [screenMs, everythingMs] = await openingTimes(page, large)
    filled.push(screenMs)
    complete.push(everythingMs)
  }
  const row = measured(large.name, large.targetMs, filled)
  return { ...row, text: `${row.text}, everything ${median(complete).toFixed(0)} ms` }
}

const menuEntries = ['Contacts', 'Companies', 'Leads', 'Events', 'Dates', 'Bookings', 'Start']

/** From the click on an entry of the menu, the second time and later, until the page shows what it showed when it was left. */
async function measureChanges(
  { page, open }: OfficeBrowser,
  entries: readonly string[],
  rounds: number,
): Promise<MeasuredPage> {
  const durations: number[] = []
  await open('/', 'h2')
  for (let round = 0; round <= rounds; round++)
    for (const name of entries) {
      const entry = page.getByRole('menuitem', { name, exact: true })
      const duration = await entry.evaluate(async (element: { click?: () => void }, title) => {
        const began = performance.now()
        element.click?.()
        const isShown = () =>
          document.title.startsWith(`${title} `) &&
          (document.querySelector('.RaLayout-content')?.innerText.length ?? 0) > 200
        do {
          await new Promise(requestAnimationFrame)
          if (performance.now() - began > 60_000) throw new Error(`${title} is not shown`)
        } while (!isShown())
        return performance.now() - began
      }, name)
      await page.waitForLoadState('networkidle')
      if (round > 0) durations.push(duration)
    }
  return measured('change between pages that were visited', 150, durations)
}

/** From the last key of a day in the form of a date until it tells that the trainer is taken on that day. */
async function measureConflicts(
  { page, open }: OfficeBrowser,
  { id, month }: PreparedPages['movable'],
  rounds: number,
): Promise<MeasuredPage> {
  await open(`/dates/${id}/edit`, 'input[name=startDate]')
  const day = page.getByRole('group', { name: 'Start', exact: true }).getByRole('spinbutton').first()
  const [year = '', monthNumber = ''] = month.split('-')
  const durations: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const digits = String(14 - (round % 8)).padStart(2, '0')
    await day.click()
    const told = page.evaluate(async (text) => {
      let began = 0
      const onKey = () => {
        began = performance.now()
      }
      document.addEventListener('keydown', onKey, true)
      const isTold = () =>
        [...document.querySelectorAll('[role=status]')].some(({ innerText }) => innerText.includes(text))
      const deadline = performance.now() + 60_000
      do {
        await new Promise(requestAnimationFrame)
        if (performance.now() > deadline) throw new Error(`no conflict on ${text}`)
      } while (!isTold())
      return performance.now() - began
    }, `${digits}/${monthNumber}/${year}`)
    await page.keyboard.type(digits)
    const duration = await told
    if (round > 0) durations.push(duration)
  }
  return measured('conflict of a date, from the last key until it is told', 100, durations)
}

/** undefined: there is no browser. `isQuick`: little data, once. */
export async function measurePages(
  loaded: LoadedInstance,
  isQuick: boolean,
): Promise<MeasuredPage[] | undefined> {
  await using browser = await openOfficeBrowser(loaded)
  if (!browser) return undefined
  const sizes = isQuick ? { participants: 30, dates: 40 } : { participants: 500, dates: 500 }
  const { pages, movable } = await prepareLargePages(loaded, sizes)
  const results: MeasuredPage[] = []
  for (const page of pages) results.push(await measureLargePage(browser, page, isQuick ? 1 : 7))
  results.push(
    await (isQuick
      ? measureChanges(browser, menuEntries.slice(0, 2), 1)
      : measureChanges(browser, menuEntries, 5)),
  )
  results.push(await measureConflicts(browser, movable, isQuick ? 1 : 7))
  return results
}
