// The period of withdrawal.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { holidayLookup } from '../../settings/holidays.ts'
import { lastWithdrawalDay } from './period.ts'

const none = () => false

test('the period of withdrawal ends 14 days after the day of the order', () => {
  assert.equal(lastWithdrawalDay('2026-11-25', none), '2026-12-09')
  assert.equal(lastWithdrawalDay('2028-02-16', none), '2028-03-01')
})

test('a period that would end on a Saturday, Sunday or holiday ends on the next working day', () => {
  assert.equal(lastWithdrawalDay('2026-11-21', none), '2026-12-07')
  assert.equal(lastWithdrawalDay('2026-11-22', none), '2026-12-07')
  const holiday = holidayLookup('BUND')
  // 14 days later is the first of two days of Christmas, before a weekend.
  assert.equal(
    lastWithdrawalDay('2026-12-11', (day) => holiday(day) !== undefined),
    '2026-12-28',
  )
})
