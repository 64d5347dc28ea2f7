// Positions of rows that stand in an order.

/**
 * Positions that put rows in their order and move as few as can be. No new one was taken before, so that one statement can set
 * them all beside a unique index.
 * @param before each row's position so far, undefined for a new row
 * @param taken further positions that are not given to a row
 */
export function assignPositions(
  before: readonly (number | undefined)[],
  taken: readonly number[] = [],
): number[] {
  const keptIndexes = longestIncreasingSubsequence(before)
  const usedPositions = new Set([...before.filter((one) => one !== undefined), ...taken])
  const highest = Math.max(-1, ...usedPositions)
  const lowest = Math.min(0, ...usedPositions)
  const positions: number[] = []
  let next = highest + 1
  // Once a gap is too narrow, everything behind it moves on.
  let isShifting = false
  let at = 0
  while (at < before.length) {
    if (keptIndexes.has(at) && !isShifting) {
      positions.push(before[at++]!)
      continue
    }
    let end = at
    while (end < before.length && !keptIndexes.has(end)) end++
    const count = end - at
    const after = end < before.length ? before[end]! : undefined
    if (isShifting || after === undefined) {
      const until = isShifting ? before.length : end
      for (; at < until; at++) positions.push(next++)
      continue
    }
    const from = positions.length > 0 ? positions.at(-1)! + 1 : lowest - count
    const free: number[] = []
    for (let position = from; position < after && free.length < count; position++)
      if (!usedPositions.has(position)) free.push(position)
    if (free.length === count) {
      positions.push(...free)
      at = end
    } else isShifting = true
  }
  return positions
}

/** The places in a list of the longest run of rising numbers. */
function longestIncreasingSubsequence(list: readonly (number | undefined)[]): Set<number> {
  const length: number[] = []
  const previous: number[] = []
  let best = -1
  for (const [at, value] of list.entries()) {
    length[at] = 0
    previous[at] = -1
    if (value === undefined) continue
    length[at] = 1
    for (let other = 0; other < at; other++)
      if (list[other] !== undefined && list[other]! < value && length[other]! + 1 > length[at]!) {
        length[at] = length[other]! + 1
        previous[at] = other
      }
    if (best < 0 || length[at]! > length[best]!) best = at
  }
  const indexes = new Set<number>()
  for (let at = best; at >= 0; at = previous[at]!) indexes.add(at)
  return indexes
}
