// Reordering moves as few rows as possible, and none to a position that another row has or had.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { assignPositions } from './positions.ts'

const countMoved = (before: (number | undefined)[]) =>
  assignPositions(before).filter((position, at) => before[at] !== undefined && before[at] !== position).length

test('rows in order keep their positions; moving one row changes only its position', () => {
  assert.deepEqual(assignPositions([0, 1, 2]), [0, 1, 2])
  assert.deepEqual(assignPositions([0, 2]), [0, 2])
  assert.deepEqual(assignPositions([0, 1, undefined]), [0, 1, 2])
  assert.deepEqual(assignPositions([]), [])
  assert.equal(countMoved([2, 0, 1]), 1)
  assert.equal(countMoved([1, 2, 0]), 1)
  assert.equal(countMoved([undefined, 0, 1]), 0)
  assert.equal(countMoved([0, 5, 3]), 1)
})

test('in any order, positions are ascending, and no new position was taken before', () => {
  const row = fc.oneof(fc.constant(undefined), fc.integer({ min: -3, max: 12 }))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 9 }), (rows) => {
      const before = rows.filter((one, at) => one === undefined || rows.indexOf(one) === at)
      const positions = assignPositions(before)
      assert.equal(positions.length, before.length)
      assert.ok(positions.every((position, at) => at === 0 || position > positions[at - 1]!))
      const usedPositions = new Set(before)
      assert.ok(positions.every((position, at) => position === before[at] || !usedPositions.has(position)))
    }),
  )
})
