// npm run bench: compares the service with upper bounds (ceilings), as ratios within one run; see docs/benchmarks.md.
import { stopAll } from '../support/processes.ts'
import { startProgress } from '../support/progress.ts'
import { compare, type Result, type Row } from './compare.ts'
import { factsOf } from './facts.ts'
import { type DataAmount, type LoadedInstance, openLoadedInstance } from './instance/loaded-instance.ts'
import { emailOf } from './instance/seed.ts'
import { estimateMinutes, parseOptions } from './options.ts'
import { drawLatency, drawThroughput } from './plots.ts'
import {
  environmentFacts,
  type Fact,
  formatFacts,
  formatResults,
  missesTarget,
  writeFigures,
} from './report.ts'
import { bookingRows } from './rows/bookings.ts'
import { measureCertificates } from './rows/certificates.ts'
import { combinationRows } from './rows/combinations.ts'
import { creationRows, searchRows } from './rows/contacts.ts'
import { measureDemo } from './rows/demo.ts'
import { eventRows } from './rows/events.ts'
import { explainSearch } from './rows/explain.ts'
import { measureLists } from './rows/lists.ts'
import { measureSearchMemory } from './rows/memory.ts'
import { measureMessages } from './rows/messages.ts'
import { measureOverlaps } from './rows/overlaps.ts'
import { measurePages } from './rows/pages.ts'
import { measureSearch } from './rows/search.ts'
import { tenfoldRows } from './rows/tenfold.ts'
import { throughputBySize } from './rows/throughput-by-size.ts'
import { measureVisitorBookings } from './rows/visitor-bookings.ts'
import { measureWebhooks } from './rows/webhooks.ts'
import { openWebsite, websiteRows } from './rows/website.ts'
import { measureUncached } from './rows/website-uncached.ts'
import { workerRows } from './rows/workers.ts'

const plan = await parseOptions()
const { quick, rows, effort, dataSet } = plan
const judgesRatios = !quick

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // Without its processes, the measurement fails and removes its folder.
    void stopAll()
  })

const logProgress = startProgress(console.error)
const results: Result[] = []
const facts: Fact[] = []
const missedRatios: string[] = []

const reportOf = () => `${formatResults(results, judgesRatios)}\n\n${formatFacts(facts)}`

async function measure(list: AsyncGenerator<Row>): Promise<void> {
  for await (const row of list) {
    logProgress(`row ${row.row}: ${row.name}`)
    const result = await compare(row, effort)
    results.push(result)
    if (result.remark) facts.push([`row ${row.row}`, result.remark])
    if (missesTarget(result))
      missedRatios.push(
        `row ${row.row} (${row.name}): ${result.ratio.toFixed(2)}, p99 ${result.product.p99.toFixed(1)} ms`,
      )
  }
}

const one = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const judgeFact = (isMet: boolean, name: string, value: string) => {
  if (!isMet) missedRatios.push(name)
  facts.push([name, value])
}

async function measureFacts(loaded: LoadedInstance): Promise<void> {
  logProgress('plan of the e-mail search')
  const lines = await explainSearch(loaded.instance.connection, emailOf(plan.contacts >> 1))
  facts.push([`plan of the e-mail search, ${plan.contacts.toLocaleString('en')} contacts`, lines.join('; ')])
  for (const pause of quick ? [0] : [0, 50]) {
    const name = `memory of the category search, ${pause > 0 ? 'slow' : 'fast'} client`
    logProgress(name)
    const { additional, before, megabytes, seconds } = await measureSearchMemory(loaded, pause)
    judgeFact(
      additional < 64,
      name,
      `${one(additional)} MiB above ${one(before)} MiB, for ${one(megabytes)} MB in ${one(seconds)} s (target: below 64)`,
    )
  }
  // A quick run judges no speed, and the tests start a demo as well.
  if (quick) return
  logProgress('kontor demo')
  const [first, second] = (await measureDemo()) as [number, number]
  judgeFact(
    first < 15 && second < 3,
    'time from the start of kontor demo to its first response',
    `${one(first)} s in an empty folder, ${one(second)} s on the second start (target: below 15 and 3)`,
  )
}

// The rows are compared on the original catalogue; only the back office is measured on the full amount of data.
const forLists = plan.search && rows.size === 0
const amount: DataAmount = {
  dataSet,
  times: forLists ? plan.times : 1,
  contacts: plan.contacts,
  inCategory: Math.min(plan.contacts, 200_000),
  staffData: forLists,
}

const count = plan.combinations
logProgress(`about ${Math.ceil(estimateMinutes(plan))} minutes on an idle machine`)
logProgress('loading')
/** The instance of rows 9 and 11; in a quick run it is loaded while the other rows are measured. */
const openLargeInstance = async () => {
  logProgress(
    `loading ${plan.times} times the catalogue and ${plan.manyContacts.toLocaleString('en')} contacts`,
  )
  return openLoadedInstance({ ...amount, times: plan.times, contacts: plan.manyContacts })
}

async function measureAll(): Promise<void> {
  await using stack = new AsyncDisposableStack()
  const hasLarge = rows.has(9) || rows.has(11)
  const early = quick && hasLarge ? openLargeInstance() : undefined
  // It may fail before it is awaited.
  early?.catch(() => {})
  stack.defer(async () => {
    await (await early?.catch(() => undefined))?.[Symbol.asyncDispose]()
  })
  const loaded = stack.use(await openLoadedInstance(amount))
  stack.defer(stopAll)
  const { rows: version } = await loaded.instance.client.query<{ server_version: string }>(
    'show server_version',
  )
  const { events, dates } = loaded.catalogue
  facts.push(...environmentFacts(version[0]!.server_version), [
    'catalogue',
    `${events} events, ${dates} dates`,
  ])
  for (const row of [1, 2, 3]) if (rows.has(row)) await measure(eventRows(loaded, row))
  if (rows.has(4)) await measure(combinationRows(loaded, count))
  if (rows.has(5)) await measure(bookingRows(loaded))
  if (rows.has(6)) await measure(searchRows(loaded))
  if (rows.has(7)) await measure(creationRows(loaded))
  if (rows.has(8)) await measure(workerRows(loaded))
  if (hasLarge) {
    const many = early ? await early : stack.use(await openLargeInstance())
    if (rows.has(9)) await measure(tenfoldRows(many, loaded, count))
    if (rows.has(11)) {
      const website = await openWebsite(many)
      await measure(websiteRows(many, website))
      logProgress('website, no finished response')
      facts.push(await measureUncached(many, website, quick))
      await website.service.stop()
      logProgress('webhooks')
      const webhooks = await measureWebhooks(many, quick)
      judgeFact(webhooks.isMet, 'webhooks delivered to one receiver', webhooks.text)
    }
    await many[Symbol.asyncDispose]()
  }
  if (rows.has(10)) {
    logProgress('row 10')
    for await (const fact of factsOf(loaded, quick)) facts.push(fact)
  }
  if (plan.search) {
    logProgress('search of the back office')
    const { p95, text } = await measureSearch(loaded)
    judgeFact(p95 < 100, 'search of the back office', text)
    logProgress('lists of the back office')
    const lists = await measureLists(loaded)
    judgeFact(lists.slowest < 200, 'lists of the back office', lists.text)
    const overlaps = await measureOverlaps(loaded)
    judgeFact(overlaps.slowest < 100, 'overlaps of a date', overlaps.text)
    logProgress('pages of the back office')
    const pages = await measurePages(loaded, quick)
    if (!pages) facts.push(['pages of the back office', 'not measured: no Chromium found'])
    for (const { name, durationMs, targetMs, text } of pages ?? [])
      judgeFact(durationMs < targetMs, name, text)
    const certificates = await measureCertificates(loaded)
    judgeFact(
      certificates.seconds < 10 && certificates.slowest < 100,
      'certificates in one PDF',
      certificates.text,
    )
    logProgress('messages')
    for (const { name, isMet, text } of await measureMessages(loaded, quick ? 40 : 1000))
      judgeFact(isMet, name, text)
    logProgress('bookings of visitors')
    const bookings = await measureVisitorBookings(loaded, quick)
    judgeFact(bookings.isMet, 'bookings of visitors', bookings.text)
  }
  if (plan.facts) await measureFacts(loaded)
}

try {
  await measureAll()
} catch (error) {
  if (results.length > 0) console.log(reportOf())
  throw error
}
console.log(reportOf())
if (judgesRatios && missedRatios.length > 0) console.log(`\ntargets missed:\n- ${missedRatios.join('\n- ')}`)
if (plan.writesDocs) await writeFigures(reportOf())
if (plan.plots) {
  logProgress('plots')
  await drawLatency(results)
  await drawThroughput(await throughputBySize(dataSet, quick, logProgress))
}
logProgress('done')
