// The order of rows: as few as can be are moved, and none onto a place that another has or had.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { placesOf } from './write-child-rows.ts'

const moved = (before: (number | undefined)[]) =>
  placesOf(before).filter((place, at) => before[at] !== undefined && before[at] !== place).length

test('what is in order stays, and one row that is moved is the only one that moves', () => {
  assert.deepEqual(placesOf([0, 1, 2]), [0, 1, 2])
  assert.deepEqual(placesOf([0, 2]), [0, 2])
  assert.deepEqual(placesOf([0, 1, undefined]), [0, 1, 2])
  assert.deepEqual(placesOf([]), [])
  assert.equal(moved([2, 0, 1]), 1)
  assert.equal(moved([1, 2, 0]), 1)
  assert.equal(moved([undefined, 0, 1]), 0)
  assert.equal(moved([0, 5, 3]), 1)
})

test('whatever the order, places rise and no new one was taken before', () => {
  const row = fc.oneof(fc.constant(undefined), fc.integer({ min: -3, max: 12 }))
  fc.assert(
    fc.property(fc.array(row, { maxLength: 9 }), (rows) => {
      const before = rows.filter((one, at) => one === undefined || rows.indexOf(one) === at)
      const places = placesOf(before)
      assert.equal(places.length, before.length)
      assert.ok(places.every((place, at) => at === 0 || place > places[at - 1]!))
      const taken = new Set(before)
      assert.ok(places.every((place, at) => place === before[at] || !taken.has(place)))
    }),
  )
})
