// The options of a run.
import { parseArgs } from 'node:util'

export type Options = {
  /** Words in the names of the scenarios that are run; empty: all. */
  only: string[]
  /** Rounds of each scenario; undefined: its own number. */
  rounds: number | undefined
  maxOutageSeconds: number
  /** The folder with the output of the programs stays. */
  keep: boolean
}

const help = `npm run faults -- [options]
  --only LIST      comma-separated words in the names of scenarios
  --rounds NUMBER  rounds of each scenario (default: a number of its own, from 12 to 60)
  --quick          a smoke test: one round of each, and twice the time for outages of the cluster
  --keep           keep the folder with the data and the logs`

/** Reads the arguments of the process; prints the help and exits if asked to. */
export function parseOptions(): Options {
  const { values } = parseArgs({
    options: {
      only: { type: 'string', default: '' },
      rounds: { type: 'string' },
      quick: { type: 'boolean', default: false },
      keep: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  })
  if (values.help) {
    console.log(help)
    process.exit(0)
  }
  const { rounds, quick, keep } = values
  if (rounds !== undefined && !/^[1-9]\d{0,4}$/.test(rounds))
    throw new Error(`--rounds must be a number from 1 to 99999, not ${rounds}`)
  return {
    only: values.only.split(',').flatMap((word) => word.trim() || []),
    rounds: rounds === undefined ? (quick ? 1 : undefined) : Number(rounds),
    maxOutageSeconds: quick ? 20 : 10,
    keep,
  }
}
