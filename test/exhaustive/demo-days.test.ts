// The demo has the same records on every day; only dates, and fields that depend on them, differ.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { before, test } from 'node:test'
import { type DataSet, demoDataSet } from '../../server/demo/data-set.ts'
import { addMonths } from '../../server/platform/ground/clock.ts'
import { moments } from '../support/days.ts'

const week = [
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-11-21',
  '2026-11-22',
]
const days = [...new Set([...week, ...moments.map(({ at }) => at.slice(0, 10))])]

// Fields that may depend on the day, beside dates.
const moving = new Set([
  'date_status',
  'date_is_bookable',
  'free_places',
  'is_generally_bookable',
  'participants_count',
  'participants_reserved',
  'partStatus',
  'cancelledAt',
  'cancellationReason',
  'cancellationFee',
])
const quotaStatus = new Set(['requested', 'option', 'confirmed', 'released'])
const dateText = /\d{4}-\d\d-\d\d(T[\d:.]+Z)?|\d\d\.\d\d\.\d{4}/g
// The number of a date contains the year: `PM-G-26001`.
const articleNo = /-\d\d(?=\d{3}$)/

/** The records by section, without fields that depend on the day. */
function lasting(set: DataSet): [string, string[]][] {
  const plain = (key: string, value: unknown): unknown => {
    if (moving.has(key) || (key === 'status' && quotaStatus.has(String(value)))) return undefined
    if (typeof value !== 'string') return value
    return (key === 'article_no' ? value.replace(articleNo, '-') : value).replace(dateText, 'DATE')
  }
  return Object.entries(set).map(([name, list]) => [
    name,
    (list as readonly unknown[]).map((one) => JSON.stringify(one, plain)),
  ])
}

let first: [string, string[]][]
before(() => {
  first = lasting(demoDataSet(days[0]!))
})

const examples = readFileSync(
  join(import.meta.dirname, '../../docs/guide/en/developing/interface.md'),
  'utf8',
)
const [, contactId, months] = /\/participations\/search\/cid\/(\d+)\/(\d+)/.exec(examples)!

for (const day of days)
  test(`the demo of ${day} has the same ids and relations`, () => {
    const set = demoDataSet(day)
    for (const [index, [name, records]] of lasting(set).entries()) {
      const [, expected] = first[index]!
      assert.equal(records.length, expected.length, name)
      const other = records.findIndex((record, at) => record !== expected[at])
      if (other >= 0) assert.equal(records[other], expected[other], `${name}, record ${other + 1}`)
    }

    // Records that the examples of the guide use.
    const dates = new Map(set.events.flatMap(({ dates }) => dates.map((date) => [date.date_id, date])))
    const starts = set.participations
      .filter((one) => one.contactId === Number(contactId))
      .map(({ dateId }) => dates.get(dateId)!.start_date)
    const [from, to] = [addMonths(day, -Number(months)), addMonths(day, Number(months))]
    assert.ok(starts.some((start) => start >= from && start <= to))
  })

test('one of the demo’s dates takes place on every weekday', () => {
  for (const day of week.slice(0, 5))
    assert.ok(
      demoDataSet(day).events.some(({ dates }) => dates.some(({ date_status }) => date_status === 'running')),
      day,
    )
})
