// The rules of planning that need no browser.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { grossOf, netOf } from '../catalogue/vat.ts'
import { addDays, daysInRange, parseDay } from './days.ts'
import { emptySeries, toSeriesRequest } from './series/series-values.ts'

test('net and gross follow from each other in cents', () => {
  assert.deepEqual(
    [grossOf(100, 19), grossOf(0.03, 19), grossOf(1008, 7), grossOf(49.99, 0)],
    [119, 0.04, 1078.56, 49.99],
  )
  assert.deepEqual([netOf(119, 19), netOf(99.9, 19), netOf(107.1, 7.5)], [100, 83.95, 99.63])
})

test('days are counted by the calendar, over the change of the clock', () => {
  assert.deepEqual(daysInRange('2026-10-24', '2026-10-26'), ['2026-10-24', '2026-10-25', '2026-10-26'])
  assert.deepEqual(daysInRange('2026-10-24', '2026-10-01'), ['2026-10-24'])
  assert.deepEqual(daysInRange('', '2026-10-01'), [])
  assert.equal(addDays('2028-02-28', 1), '2028-02-29')
})

test('days are read as people type them', () => {
  assert.deepEqual(['24.10.2026', '1.2.27', '2026-10-24'].map(parseDay), [
    '2026-10-24',
    '2027-02-01',
    '2026-10-24',
  ])
  assert.deepEqual(['31.02.2026', '24/10/2026', 'x', ''].map(parseDay), [
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('the request of a series: events that are there, titles of new ones, dates that are linked', () => {
  const values = emptySeries(3)
  values.event = { id: 7, title: 'Known' }
  values.modules[0] = {
    ...values.modules[0]!,
    event: { title: ' New ' },
    startDate: '2027-02-08',
    trainerId: 4,
  }
  values.modules[1] = { ...values.modules[1]!, how: 'link', linkedDateId: 12 }
  values.modules.length = 2
  values.withHotel = false
  const request = toSeriesRequest(values, 'All')
  assert.deepEqual((request as { eventId?: number }).eventId, 7)
  assert.deepEqual(request.date['trainers'], [{ trainerId: 4, isMain: true, isListed: true }])
  assert.deepEqual([request.date['prices'], request.date['hotelQuotas']], [[], []])
  const [first, second] = request.modules as {
    eventTitle?: string
    linkedDateIds: number[]
    dates: object[]
  }[]
  assert.deepEqual([first!.eventTitle, first!.dates.length], ['New', 1])
  assert.deepEqual([second!.linkedDateIds, second!.dates], [[12], []])
})
