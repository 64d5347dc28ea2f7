// The demo's data set: pseudo-random numbers from a seed.

export type Random = {
  /** A number from 0 to below 1. */
  next: () => number
  /** An integer; both bounds are included. */
  int: (from: number, to: number) => number
  chance: (probability: number) => boolean
  pick: <T>(list: readonly T[]) => T
  /** A number of different elements, in the order of the list. */
  sample: <T>(list: readonly T[], count: number) => T[]
}

/** Mulberry32, seeded with a number and a name, so that parts of the data set are independent of each other. */
export function seededRandom(seed: number, name: string): Random {
  let state = seed >>> 0
  for (const character of name) state = (Math.imul(state, 31) + (character.codePointAt(0) ?? 0)) >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296
  }
  const int = (from: number, to: number) => from + Math.floor(next() * (to - from + 1))
  const sample = <T>(list: readonly T[], count: number) => {
    const chosen = new Set<number>()
    while (chosen.size < Math.min(count, list.length)) chosen.add(int(0, list.length - 1))
    return list.filter((_, index) => chosen.has(index))
  }
  return {
    next,
    int,
    chance: (probability) => next() < probability,
    pick: (list) => list[int(0, list.length - 1)]!,
    sample,
  }
}
