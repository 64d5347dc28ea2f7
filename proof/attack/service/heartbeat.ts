// Wakes every 10 ms, and sends when it woke late: then its processor stood still, or was busy.
import { setTimeout as wait } from 'node:timers/promises'

/** From when to when a processor did not run what was due, as Date.now(). */
export type Pause = { from: number; to: number }

const intervalMs = 10
const lateMs = 50

process.on('disconnect', () => process.exit())
for (;;) {
  const from = Date.now() + intervalMs
  await wait(intervalMs)
  const to = Date.now()
  if (to - from > lateMs) process.send?.({ from, to } satisfies Pause)
}
