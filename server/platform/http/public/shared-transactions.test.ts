// Requests that wait for a transaction share the next one.
import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { WaitedTooLong } from '../../runtime/concurrency.ts'
import { badRequest } from '../errors.ts'
import { shareTransactions } from './shared-transactions.ts'

/** The transactions so far, with what they are asked for. Each runs until it is ended. */
let transactions: { inputs: readonly number[]; beforeCommit(): void; end(error?: Error): void }[]
let handle: (input: number) => Promise<string>
beforeEach(() => {
  transactions = []
  handle = shareTransactions<number, string>((inputs, beforeCommit) => {
    const { promise, resolve, reject } = Promise.withResolvers<string[]>()
    const end = (error?: Error) => (error ? reject(error) : resolve(inputs.map((input) => `done ${input}`)))
    transactions.push({ inputs, beforeCommit, end })
    return promise
  })
})
const begun = () => transactions.map(({ inputs }) => inputs)
const end = async (index: number, error?: Error) => {
  transactions[index]!.end(error)
  await setImmediate()
}

test('who comes alone does not wait; who comes meanwhile shares the next transaction', async () => {
  const first = handle(1)
  const others = [2, 3, 4].map(handle)
  assert.deepEqual(begun(), [[1]])
  await end(0)
  assert.deepEqual(begun(), [[1], [2, 3, 4]])
  await end(1)
  assert.deepEqual(await Promise.all([first, ...others]), ['done 1', 'done 2', 'done 3', 'done 4'])
  handle(5)
  assert.deepEqual(begun().at(-1), [5])
})

test('at most 16 share a transaction', async () => {
  const all = Array.from({ length: 20 }, (_, n) => handle(n))
  await end(0)
  await end(1)
  await end(2)
  assert.deepEqual(
    begun().map(({ length }) => length),
    [1, 16, 3],
  )
  assert.equal((await Promise.all(all)).length, 20)
})

test('if one of several is rejected, each is handled alone, and fails alone', async () => {
  const outcomes = Promise.allSettled([1, 2, 3, 4].map(handle))
  await end(0)
  await end(1, badRequest([]))
  assert.deepEqual(begun().slice(2), [[2], [3], [4]])
  const last = handle(5)
  assert.equal(transactions.length, 5)
  await end(2)
  await end(3, badRequest([]))
  await end(4)
  await end(5)
  assert.equal(await last, 'done 5')
  assert.deepEqual(
    (await outcomes).map(({ status }) => status),
    ['fulfilled', 'fulfilled', 'rejected', 'fulfilled'],
  )
})

/** Two requests share a transaction, which fails. @returns what becomes of them */
const failShared = async (error: Error, { isCommitting = false } = {}) => {
  handle(1)
  const outcomes = Promise.allSettled([2, 3].map(handle))
  await end(0)
  if (isCommitting) transactions[1]!.beforeCommit()
  await end(1, error)
  return { statuses: async () => (await outcomes).map(({ status }) => status) }
}

test('what the server may have committed is not repeated', async () => {
  const failed = await failShared(new Error('Connection terminated unexpectedly'), { isCommitting: true })
  assert.deepEqual(await failed.statuses(), ['rejected', 'rejected'])
  assert.equal(transactions.length, 2)
})

test('under overload nothing is repeated', async () => {
  const failed = await failShared(new WaitedTooLong('100 wait already'))
  assert.deepEqual(await failed.statuses(), ['rejected', 'rejected'])
  assert.equal(transactions.length, 2)
})

test('a fault of the service or of a statement concerns the request alone that has it', async () => {
  const failed = await failShared(new TypeError('undefined is not a function'))
  await end(2)
  await end(3, new TypeError('undefined is not a function'))
  assert.deepEqual(await failed.statuses(), ['fulfilled', 'rejected'])
})

test('a transaction that takes long does not hold up the others', (t) => {
  t.after(() => mock.timers.reset())
  mock.timers.enable({ apis: ['setTimeout'] })
  handle(1)
  handle(2)
  mock.timers.tick(99)
  handle(3)
  assert.deepEqual(begun(), [[1]])
  mock.timers.tick(1)
  assert.deepEqual(begun(), [[1], [2, 3]])
  handle(4)
  mock.timers.tick(100)
  assert.deepEqual(begun(), [[1], [2, 3], [4]])
})
