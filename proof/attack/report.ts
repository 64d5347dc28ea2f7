// The findings of a run, in words.
import { startProgress } from '../support/progress.ts'
import type { Finding } from './verdict.ts'

export type Report = {
  line(text: string): void
  find(finding: Finding): void
  /** Prints what was found. @returns whether it is nothing */
  end(): boolean
}

export function createReport(): Report {
  const found = new Map<string, { count: number; example: string }>()
  const line = startProgress(console.log)
  return {
    line,
    find({ fault, example }) {
      const known = found.get(fault)
      if (known) {
        known.count++
        return
      }
      found.set(fault, { count: 1, example })
      line(`FOUND ${fault}\n${example.replace(/^/gm, '         ')}`)
    },
    end() {
      if (found.size === 0) {
        line('nothing was found')
        return true
      }
      console.log(`\n${found.size} faults:`)
      for (const [fault, { count }] of found) console.log(`- ${fault}${count > 1 ? ` (${count} times)` : ''}`)
      return false
    },
  }
}
