// The options of a run.
import { parseArgs } from 'node:util'

export const parts = ['tries', 'fuzz', 'costs'] as const

export type AttackOptions = {
  /** For how long the fuzzer runs at most. */
  seconds: number
  /** How many requests the fuzzer sends at most. */
  requests: number
  seed: number
  /** For how long it is measured what one request costs. */
  costSeconds: number
  /** The parts that are run: tries, fuzz, costs, or words in the names of tries. */
  only: string[]
  /** The tries that take longest are left out. */
  quick: boolean
  /** The folder of the instance stays. */
  keep: boolean
}

const help = `npm run attack -- [options]
  --requests NUMBER  requests of the fuzzer (1,000,000)
  --seconds NUMBER   time of the fuzzer (default: as long as its requests take)
  --seed NUMBER      seed of the fuzzer (default: the date, such as 20270301)
  --cost-seconds NUMBER   for how long it is measured what one request costs (300)
  --only LIST        comma-separated: tries, fuzz, costs, or words in the names of tries
  --quick            a smoke test: the tries without the long ones, ten seconds of the fuzzer, and twenty of the costs
  --keep             keep the folder of the attacked instance`

const today = () => Number(new Date().toISOString().slice(0, 10).replaceAll('-', ''))

/** Reads the arguments of the process; prints the help and exits if asked to. */
export function parseOptions(): AttackOptions {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '1000000' },
      seconds: { type: 'string' },
      seed: { type: 'string' },
      'cost-seconds': { type: 'string' },
      only: { type: 'string', default: parts.join() },
      quick: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  const count = (name: string, text: string) => {
    if (!/^\d{1,9}$/.test(text)) throw new Error(`--${name} must be a whole number, not ${text}`)
    return Number(text)
  }
  const { quick } = values
  return {
    seconds: count('seconds', values.seconds ?? (quick ? '10' : '86400')),
    requests: count('requests', values.requests),
    costSeconds: count('cost-seconds', values['cost-seconds'] ?? (quick ? '20' : '300')),
    seed: count('seed', values.seed ?? String(today())),
    only: values.only.split(',').map((word) => word.trim()),
    quick,
    keep: values.keep,
  }
}
