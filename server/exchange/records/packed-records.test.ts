import assert from 'node:assert/strict'
import { test } from 'node:test'
import { RecordPacker } from './packed-records.ts'

test('packed records are read back, in any order and while others are added', () => {
  const recordOf = (id: number) => ({ id, name: `Müller ${id} 👩‍👧`, parts: [{ at: -1, flag: null }] })
  const packer = new RecordPacker<ReturnType<typeof recordOf>>()
  const packed = Array.from({ length: 1234 }, (_, id) => {
    const record = packer.pack(recordOf(id))
    if (id % 100 === 0) assert.deepEqual(record.unpack(), recordOf(id))
    return record
  })
  for (const [id, { unpack }] of packed.entries()) assert.deepEqual(unpack(), recordOf(id))
  for (const id of [1233, 0, 999, 500, 499, 1000, 1])
    assert.deepEqual(packed[id]!.unpack(), recordOf(id), String(id))
})
