/**
 * Assigns ascending positions to rows, changing as few as possible. No new position was taken before, so that one statement can
 * set them all under a unique index.
 * @param before the current position of each row; undefined: a new row
 * @param taken further positions that must not be assigned
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
  // If a gap is too small, all rows after it get new positions.
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

/** The indexes of a longest increasing subsequence. */
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
