// The options of a run: rows, amounts, effort.
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../support/processes.ts'
import type { MeasureOptions } from './compare.ts'
import { maxContacts } from './instance/loaded-instance.ts'

type BenchOptions = {
  quick: boolean
  rows: ReadonlySet<number>
  facts: boolean
  /** The search, the lists and the pages of the back office. */
  search: boolean
  plots: boolean
  /** Whether the figures are written into docs/: after a full run. */
  writesDocs: boolean
  dataSet: string | undefined
  contacts: number
  /** Row 9: how many times the catalogue, and how many contacts. */
  times: number
  manyContacts: number
  combinations: number
  effort: MeasureOptions
}

const help = `npm run bench -- [options]
  --quick                 smoke test: every row with little data, checking correctness only; about half a minute
  --only LIST             comma-separated: rows (1 to 11), facts, search
  --plots                 measure only what the plots show, and draw them
  --contacts NUMBER       number of contacts (1,000,000; quick: 4,000)
  --times NUMBER          rows 9, 11: size of the catalogue as a multiple of the original (10; quick: 2)
  --many-contacts NUMBER  row 9: number of contacts (the same multiple, limited to half of the free disk space)
  --seconds NUMBER        length of a round (5; quick: 1)
  --rounds NUMBER         number of measured rounds (5; quick: 1)
  --data-set FILE         the catalogue (default: ../shared/data/workshops.json if it exists, otherwise the demo's)
Without --quick and --only, a run also draws the plots and writes its figures into docs/benchmarks.md.`

const allRows = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]

function parseOnly(text: string): Pick<BenchOptions, 'rows' | 'facts' | 'search'> {
  const words = text.split(',').map((word) => word.trim())
  const wrong = words.filter((word) => !['facts', 'search'].includes(word) && !allRows.includes(Number(word)))
  if (wrong.length > 0) throw new Error(`--only must list 1 to 11, facts or search, not ${wrong.join()}`)
  const rows = words.map(Number).filter((row) => row > 0)
  return { rows: new Set(rows), facts: words.includes('facts'), search: words.includes('search') }
}

/** Reads the arguments of the process; prints the help and exits if asked to. */
export async function parseOptions(): Promise<BenchOptions> {
  const { values } = parseArgs({
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      plots: { type: 'boolean', default: false },
      contacts: { type: 'string' },
      times: { type: 'string' },
      'many-contacts': { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      'data-set': { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  const { quick, only, plots } = values
  const everything = { rows: new Set(allRows), facts: true, search: true }
  const onlyPlots = { rows: new Set([2, 6]), facts: false, search: false }
  const { rows, facts, search } = only ? parseOnly(only) : plots ? onlyPlots : everything
  const document = !quick && !only && !plots
  const shared = join(root, '../shared/data/workshops.json')
  const dataSet = values['data-set'] ? resolve(values['data-set']) : existsSync(shared) ? shared : undefined
  const hasContacts = facts || search || [6, 7, 9].some((row) => rows.has(row))
  const contacts = hasContacts ? Number(values.contacts ?? (quick ? 4_000 : 1_000_000)) : 0
  const times = Number(values.times ?? (quick ? 2 : 10))
  return {
    quick,
    rows,
    facts,
    search,
    plots: plots || document,
    writesDocs: document,
    dataSet,
    contacts,
    times,
    manyContacts: await maxContacts(Number(values['many-contacts'] ?? contacts * times)),
    combinations: quick ? 400 : 10_000,
    effort: {
      rounds: Number(values.rounds ?? (quick ? 1 : 5)),
      seconds: Number(values.seconds ?? (quick ? 1 : 5)),
      warm: quick ? 0 : 2,
      settle: quick ? 0 : 60,
      together: quick,
    },
  }
}

/** Estimated duration of a run in minutes. */
export function estimateMinutes({
  rows,
  effort,
  plots,
  contacts,
  manyContacts,
  quick,
}: BenchOptions): number {
  const comparisons: Record<number, number> = {
    1: 2,
    2: 3,
    3: 1,
    4: 1,
    5: 1,
    6: 1,
    7: 1,
    8: 3,
    9: 4,
    10: 0,
    11: 6,
  }
  const count = [...rows].reduce((sum, row) => sum + comparisons[row]!, 0)
  const each = 2 * (effort.rounds * (effort.seconds + 0.5) + effort.warm + 0.5)
  const seeding = 15 + contacts * 90e-6 + (rows.has(9) || rows.has(11) ? 40 + manyContacts * 95e-6 : 0)
  return (count * each + seeding + (quick ? 20 : 60) + (plots ? 240 : 0)) / 60
}
