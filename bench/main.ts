// npm run bench: what the service does beside what could be done at best, as ratios of one run. docs/benchmarks.md tells how to read it.
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import type { Row } from './compare.ts'
import { compareCheckouts, compareCreation, compareSearch } from './contacts.ts'
import { measureDemo } from './demo.ts'
import { compareEvents, loadCatalogue, measureCold } from './events.ts'
import { withInstance } from './instance.ts'
import { generator } from './load.ts'
import { measureSearchMemory } from './memory.ts'
import { searchPlan } from './plan.ts'
import { root, stopAll } from './processes.ts'
import { emailOf, seedContacts } from './seed.ts'

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: 'contacts,memory,events,demo' },
    contacts: { type: 'string' },
    'data-set': { type: 'string' },
    beside: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(`npm run bench -- [options]
  --quick            few and short rounds, 20,000 contacts, under two minutes
  --only LIST        of contacts, memory, events, demo
  --contacts NUMBER  how many contacts there are
  --data-set FILE    the catalogue (default: ../shared/data/workshops.json if it is there, else the demo's)
  --beside FOLDER    instead of the ceilings: another checkout of Kontor on the same database (contacts only)`)
  process.exit(0)
}
const { quick } = values
const parts = new Set(values.only.split(','))
const persons = Number(values.contacts ?? (quick ? 20_000 : 1_000_000))
const inCategory = Math.min(persons, 200_000)
const effort = quick ? { rounds: 3, seconds: 1, connections: 64 } : { rounds: 5, seconds: 8, connections: 64 }
const shared = join(root, '../shared/data/workshops.json')
const dataSet = values['data-set'] ? resolve(values['data-set']) : existsSync(shared) ? shared : undefined

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    // What is measured fails for want of the processes, and removes its folder on the way out.
    void stopAll()
  })

const say = (text: string) => console.error(`${new Date().toISOString().slice(11, 19)} ${text}`)
const rows: Row[] = []
const facts: [name: string, value: string][] = []
const missed: string[] = []
const one = (value: number) => value.toFixed(value < 10 ? 1 : 0)
const wanted = (isMet: boolean, fact: string) => {
  if (!isMet) missed.push(fact)
  return isMet ? '' : '  MISSED'
}

async function measureContacts(): Promise<void> {
  await withInstance(async (instance) => {
    const { rows: version } = await instance.client.query<{ server_version: string }>('show server_version')
    facts.push([
      'machine',
      `${availableParallelism()} cores, Node ${process.versions.node}, PostgreSQL ${version[0]!.server_version} (embedded), ${generator}`,
    ])
    if (!parts.has('contacts') && !parts.has('memory')) return
    say(`seeding ${persons} contacts`)
    await seedContacts(instance.client, persons, inCategory)
    if (parts.has('contacts')) {
      const plan = await searchPlan(instance.connection, emailOf(persons >> 1))
      facts.push([`plan of the e-mail search, ${persons} contacts`, plan.join('; ')])
      const service = await instance.serve()
      if (values.beside) {
        rows.push(...(await compareCheckouts(instance, service, resolve(values.beside), persons, effort)))
      } else {
        say('contact by e-mail')
        rows.push(await compareSearch(instance, service, persons, effort))
        say('contact creation')
        rows.push(await compareCreation(instance, service, effort))
      }
      await service.stop()
    }
    if (!parts.has('memory')) return
    for (const [how, pause] of [['read at once', 0] as const, ['read slowly', quick ? 20 : 50] as const]) {
      say(`category search of ${inCategory} contacts, ${how}`)
      const { additional, before, megabytes, seconds } = await measureSearchMemory(
        instance,
        inCategory,
        pause,
      )
      const fact = `memory of the category search, ${inCategory} contacts, ${how}`
      facts.push([
        fact,
        `${one(additional)} MiB over ${one(before)} MiB (< 64 wanted; ${one(megabytes)} MB in ${one(seconds)} s)${wanted(additional < 64, fact)}`,
      ])
    }
  })
}

async function measureEvents(): Promise<void> {
  await withInstance(async (instance) => {
    say('GET /events')
    facts.push(['catalogue', await loadCatalogue(instance, dataSet)])
    const cold = await measureCold(instance, quick ? 1 : 5)
    const fact = 'GET /events, all flags, cold'
    const all = cold.all.map((value) => value.toFixed(0)).join(', ')
    facts.push([fact, `${one(cold.median)} ms (< 500 wanted; ${all})${wanted(cold.median < 500, fact)}`])
    rows.push(...(await compareEvents(instance, effort)))
  })
}

async function measureStart(): Promise<void> {
  say('kontor demo')
  const [first, second] = (await measureDemo()) as [number, number]
  const fact = 'kontor demo answers after'
  const isMet = first < 15 && second < 3
  facts.push([
    fact,
    `${one(first)} s on an empty folder, ${one(second)} s again (< 15 and < 3 wanted)${wanted(isMet, fact)}`,
  ])
}

function print(): void {
  const number = (value: number) =>
    value < 100 ? value.toFixed(1) : Math.round(value).toLocaleString('en').replaceAll(',', ' ')
  const percent = (value: number) => `${(value * 100).toFixed(value < 0.1 ? 1 : 0)} %`
  const head = [
    '',
    'bytes',
    'Kontor /s',
    'ms',
    values.beside ? 'other /s' : 'ceiling /s',
    'ms',
    'ratio',
    'rounds',
  ]
  const cells = rows.map(({ name, bytes, product, ceiling, ratio, spread }) => [
    name,
    bytes ? number(bytes) : '',
    number(product.perSecond),
    one(product.median),
    number(ceiling.perSecond),
    one(ceiling.median),
    percent(ratio),
    `${percent(spread[0])} – ${percent(spread[1])}`,
  ])
  const widths = head.map((_, column) => Math.max(...[head, ...cells].map((line) => line[column]!.length)))
  const line = (texts: string[]) =>
    `| ${texts.map((text, column) => (column ? text.padStart(widths[column]!) : text.padEnd(widths[0]!))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width))).join(' | ')} |`
  if (cells.length > 0) console.log([line(head), rule, ...cells.map(line)].join('\n'))
  console.log(`\n${facts.map(([name, value]) => `- ${name}: ${value}`).join('\n')}`)
}

await measureContacts()
if (parts.has('events')) await measureEvents()
if (parts.has('demo')) await measureStart()
print()
if (missed.length > 0) console.log(`\nnot as wanted: ${missed.join('; ')}`)
