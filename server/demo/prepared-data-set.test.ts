import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { type PreparedDataSet, prepareDataSet, readSections } from '../exchange/input-records.ts'
import { demoDataSet } from './data-set.ts'

const readable = (prepared: PreparedDataSet) =>
  [...prepared].map(([name, { items, keys, partial }]) => ({
    name,
    keys,
    partial: [...partial],
    items: items.map((item) => ('unpack' in item ? (item['unpack'] as () => object).call(item) : item)),
  }))

test('the demo’s data set is the same prepared in this process and read from its text', async () => {
  const dataSet = demoDataSet('2026-11-29')
  const prepared = readable(await prepareDataSet(dataSet))
  assert.equal(prepared.length, Object.keys(dataSet).length)
  assert.deepEqual(prepared, readable(await readSections(Readable.from([JSON.stringify(dataSet)]))))
})

test('other work goes on while a data set is prepared', async () => {
  let turns = 0
  const timer = setInterval(() => turns++, 1)
  await prepareDataSet({ leads: demoDataSet('2026-11-29').leads })
  clearInterval(timer)
  assert.ok(turns > 1, `${turns} turns`)
})
