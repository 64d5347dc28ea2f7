const millisecondsOf = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000

/**
 * Runs a piece of work.
 * @returns its result; `longestMs`, how long it blocked other requests at most; `tookMs` of all threads. Both in processor time,
 * which other work of the machine does not lengthen.
 */
export async function measureBlocking<T>(
  work: () => Promise<T>,
): Promise<{ result: T; longestMs: number; tookMs: number }> {
  const start = process.cpuUsage()
  let longestMs = 0
  let before = process.threadCpuUsage()
  const watch = setInterval(() => {
    longestMs = Math.max(longestMs, millisecondsOf(process.threadCpuUsage(before)))
    before = process.threadCpuUsage()
  }, 20)
  try {
    const result = await work()
    return { result, longestMs, tookMs: millisecondsOf(process.cpuUsage(start)) }
  } finally {
    clearInterval(watch)
  }
}
