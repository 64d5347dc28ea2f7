import assert from 'node:assert/strict'
import { test } from 'node:test'
import { backupsToRemove } from './rotation.ts'

const days = (count: number, hour = 1) =>
  Array.from({ length: count }, (_, index) => ({ startedAt: new Date(Date.UTC(2026, 10, 29 - index, hour)) }))
const keptOf = (backups: { startedAt: Date }[], keep: Parameters<typeof backupsToRemove>[1]) => {
  const removed = new Set(backupsToRemove(backups, keep, 'Europe/Berlin'))
  return backups
    .filter((one) => !removed.has(one))
    .map(({ startedAt }) => startedAt.toISOString().slice(0, 10))
}

test('the newest backup of each of the last days, weeks and months is kept', () => {
  const kept = keptOf(days(400), { days: 7, weeks: 4, months: 12 })
  assert.deepEqual(kept.slice(0, 7), [
    '2026-11-29',
    '2026-11-28',
    '2026-11-27',
    '2026-11-26',
    '2026-11-25',
    '2026-11-24',
    '2026-11-23',
  ])
  // The week of the 29th, a Sunday, has one already.
  assert.deepEqual(kept.slice(7, 13), [
    '2026-11-22',
    '2026-11-15',
    '2026-11-08',
    '2026-10-31',
    '2026-09-30',
    '2026-08-31',
  ])
  assert.equal(kept.length, 7 + 3 + 11)
  assert.equal(kept.at(-1), '2025-12-31')
})

test('a day is one of the instance, periods without a backup do not count, and the last backup always stays', () => {
  // 23:30 UTC is the next day in Berlin.
  const late = [
    { startedAt: new Date('2026-11-28T23:30:00Z') },
    { startedAt: new Date('2026-11-28T22:30:00Z') },
  ]
  assert.equal(keptOf(late, { days: 2, weeks: 0, months: 0 }).length, 2)
  const rare = days(400).filter((_, index) => index % 50 === 10)
  assert.equal(keptOf(rare, { days: 7, weeks: 0, months: 0 }).length, 7)
  assert.equal(keptOf(days(3), { days: 0, weeks: 0, months: 0 }).length, 1)
})
