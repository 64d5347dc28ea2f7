// Requests that arrive while a transaction runs wait for its end, and then share the next one. Most of what a transaction costs, it
// costs once, however many requests share it.
import { WaitedTooLong } from '../../runtime/concurrency.ts'

const maxRequests = 16
/** A transaction may wait for a lock: requests that have waited this long for it begin another one. */
const maxWaitMs = 100

type Waiting<I, R> = { input: I; resolve(result: R): void; reject(error: unknown): void }

/** Handles requests in one transaction, all or none. It calls `beforeCommit` when nothing is left but to commit. */
type Run<I, R> = (inputs: readonly I[], beforeCommit: () => void) => Promise<readonly R[]>

/**
 * Handles requests in transactions that they share. If one of several fails, each is handled alone, so that it fails alone, unless the
 * server may have committed, or so many wait that another try makes it worse.
 * @returns handles a request
 */
export function shareTransactions<I, R>(run: Run<I, R>): (input: I) => Promise<R> {
  const waiting: Waiting<I, R>[] = []
  let running = 0
  let timer: NodeJS.Timeout | undefined

  const runAlone = ({ input, resolve, reject }: Waiting<I, R>): Promise<void> =>
    run([input], () => {}).then(([result]) => resolve(result!), reject)

  const runTogether = async (requests: readonly Waiting<I, R>[]): Promise<void> => {
    let mayBeCommitted = false
    const inputs = requests.map(({ input }) => input)
    try {
      const results = await run(inputs, () => {
        mayBeCommitted = true
      })
      for (const [index, { resolve }] of requests.entries()) resolve(results[index]!)
    } catch (error) {
      if (mayBeCommitted || error instanceof WaitedTooLong) for (const { reject } of requests) reject(error)
      else await Promise.all(requests.map(runAlone))
    }
  }

  const begin = async (): Promise<void> => {
    const requests = waiting.splice(0, maxRequests)
    running++
    await (requests.length === 1 ? runAlone(requests[0]!) : runTogether(requests))
    running--
    continueWaiting()
  }

  const continueWaiting = () => {
    if (waiting.length > 0 && running === 0) void begin()
    if (waiting.length === 0) {
      clearTimeout(timer)
      timer = undefined
      return
    }
    timer ??= setTimeout(() => {
      timer = undefined
      void begin()
      continueWaiting()
    }, maxWaitMs)
  }

  return (input) =>
    new Promise((resolve, reject) => {
      waiting.push({ input, resolve, reject })
      continueWaiting()
    })
}
