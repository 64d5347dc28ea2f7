import assert from 'node:assert/strict'
import { setTimeout as wait } from 'node:timers/promises'

/** Waits until something holds. @param what names it in the error */
export async function waitUntil(
  condition: () => boolean | Promise<boolean>,
  what = 'a condition holds',
  ms = 120_000,
): Promise<void> {
  for (const deadline = Date.now() + ms; !(await condition()); await wait(50))
    assert.ok(Date.now() < deadline, `in time: ${what}`)
}
