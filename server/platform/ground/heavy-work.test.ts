import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { WaitedTooLong } from './concurrency.ts'
import { limitHeavyWork } from './heavy-work.ts'

test('work that waits too long for its turn is rejected with 503, and the next work is run', async () => {
  const inTurn = limitHeavyWork(1, 100)
  const running = inTurn(() => wait(500, 'done'))
  await assert.rejects(
    inTurn(async () => assert.fail('run, though it was rejected')),
    {
      status: 503,
      headers: { 'retry-after': '2' },
      message: /^The server is busy\. /,
      cause: new WaitedTooLong('waited 100 ms for its turn'),
    },
  )
  assert.equal(await running, 'done')
  assert.equal(await inTurn(async () => 'next'), 'next')
})
