import assert from 'node:assert/strict'
import { totalmem } from 'node:os'
import { test } from 'node:test'
import { parseMemory } from '../settings/setting-values.ts'
import { availableMemory, memorySettings } from './server-memory.ts'

const gibibyte = 2 ** 30
const cacheOf = (value: string, memory: number) =>
  memorySettings(parseMemory(value) ?? undefined, memory)['shared_buffers']

test('the cache of the database is a quarter of the memory, within bounds', () => {
  assert.equal(cacheOf('', 4 * gibibyte), '1024MB')
  assert.equal(cacheOf('', gibibyte / 8), '64MB')
  assert.equal(cacheOf('', 1024 * gibibyte), '4096MB')
})

test('a setting names another part or a size, of which three quarters of the memory are taken at most', () => {
  assert.equal(cacheOf('50%', 64 * gibibyte), '32768MB')
  assert.equal(cacheOf('2GiB', 64 * gibibyte), '2048MB')
  assert.equal(cacheOf('16MiB', 64 * gibibyte), '16MB')
  assert.equal(cacheOf('64GiB', 4 * gibibyte), '3072MB')
  assert.equal(cacheOf('1%', gibibyte / 8), '16MB', 'the least with which the server starts')
})

test('other settings follow from the memory', () => {
  const { shared_buffers, ...others } = memorySettings(undefined, 8 * gibibyte)
  assert.equal(shared_buffers, '2048MB')
  assert.deepEqual(others, { effective_cache_size: '4096MB', maintenance_work_mem: '256MB' })
  assert.equal(memorySettings(undefined, gibibyte)['maintenance_work_mem'], '64MB')
  assert.equal(memorySettings(undefined, 64 * gibibyte)['maintenance_work_mem'], '512MB')
})

test('a machine without a limit has its own memory', () => {
  assert.ok(availableMemory() > 0 && availableMemory() <= totalmem())
})
