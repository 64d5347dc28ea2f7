// Until when links hold, by the state of their records.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isLinkOver, lastDayOfLink } from './link-end.ts'

const settings = { timeZone: 'Europe/Berlin', linkMonths: { date: 6, use: 12 } }
const madeAt = new Date('2026-06-01T10:00:00Z')

for (const { kind, name, link, lastDay } of [
  { kind: 'order', name: 'the date', link: { madeAt, countedOn: '2026-08-31' }, lastDay: '2027-02-28' },
  { kind: 'seat', name: 'the date', link: { madeAt, countedOn: '2026-07-15' }, lastDay: '2027-01-15' },
  {
    kind: 'order',
    name: 'its making after the date',
    link: { madeAt, countedOn: '2025-01-01' },
    lastDay: '2026-12-01',
  },
  {
    kind: 'company',
    name: 'the last use, on the day of the instance',
    link: { madeAt, countedOn: new Date('2026-07-14T22:30:00Z') },
    lastDay: '2027-07-15',
  },
] as const)
  test(`a link to ${kind}: the end is counted from ${name}`, () => {
    assert.equal(lastDayOfLink(kind, link, settings), lastDay)
    const isOverOn = (today: string, isReplaced = false) =>
      isLinkOver(kind, { ...link, isReplaced }, { today, settings })
    const next = new Date(`${lastDay}T00:00:00Z`)
    next.setUTCDate(next.getUTCDate() + 1)
    assert.equal(isOverOn('2026-06-02'), false)
    assert.equal(isOverOn(lastDay), false)
    assert.equal(isOverOn(next.toISOString().slice(0, 10)), true)
    assert.equal(isOverOn('2026-06-02', true), true, 'another one has taken its place')
  })

test('a link to a date without a day has no end yet', () => {
  const link = { madeAt, countedOn: null, isReplaced: false }
  assert.equal(lastDayOfLink('seat', link, settings), '')
  assert.equal(isLinkOver('seat', link, { today: '2099-01-01', settings }), false)
})
