// The server's faults by field (`prices[0].net`) in the shape that react-admin's forms read.
import type { FieldFault } from './api.ts'

type Tree = Record<string, unknown>

const steps = (field: string): string[] => field.split(/[.[\]]+/).filter((step) => step !== '')

/** `prices[0].net` → `{ prices: { 0: { net: … } } }`; the first fault of a field counts. */
export function faultTree(faults: readonly FieldFault[], say: (message: string) => string): Tree {
  const tree: Tree = {}
  for (const { field, message } of faults) {
    const path = steps(field)
    const last = path.pop()
    if (last === undefined) continue
    let at = tree
    for (const step of path) {
      const below = at[step]
      if (typeof below === 'object' && below !== null) at = below as Tree
      else {
        const made: Tree = {}
        at[step] = made
        at = made
      }
    }
    at[last] ??= say(message)
  }
  return tree
}
