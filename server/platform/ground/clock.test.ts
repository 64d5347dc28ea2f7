import assert from 'node:assert/strict'
import { test } from 'node:test'
import { addMonths, dateIn, daysBetween } from './clock.ts'

test('1.3 today is the date in the instance’s time zone', () => {
  const night = new Date('2026-06-15T22:30:00Z')
  assert.equal(dateIn('Europe/Berlin', night), '2026-06-16')
  assert.equal(dateIn('UTC', night), '2026-06-15')
  assert.equal(dateIn('Pacific/Kiritimati', night), '2026-06-16')
  assert.equal(dateIn('America/New_York', new Date('2026-01-01T04:59:59Z')), '2025-12-31')
})

test('10.1 a day that a month does not have becomes its last day', () => {
  for (const [date, months, expected] of [
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-01-31', 1, '2028-02-29'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-06-15', 0, '2026-06-15'],
    ['2026-06-15', 1200, '2126-06-15'],
  ] as const)
    assert.equal(addMonths(date, months), expected)
})

test('9.2 days include the first and the last, also across a clock change', () => {
  assert.equal(daysBetween('2026-03-28', '2026-03-30'), 3)
  assert.equal(daysBetween('2026-10-24', '2026-10-26'), 3)
  assert.equal(daysBetween('2026-06-15', '2026-06-15'), 1)
})
