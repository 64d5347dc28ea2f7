import { SingleBar } from 'cli-progress'

export const megabyte = 1_000_000

/** Shows bytes as megabytes. */
export const inMegabytes = (update: (done: number, total: number) => void) => (done: number, total: number) =>
  update(Math.round(done / megabyte), Math.ceil(total / megabyte))

/** Shows progress on standard error while work runs, if it is a terminal. Hidden until the first update, and removed at the end. */
export async function withProgressBar<T>(
  work: (update: (unit: string) => (done: number, total: number) => void) => Promise<T>,
): Promise<T> {
  if (!process.stderr.isTTY) return work(() => () => {})
  const format = '{bar} {percentage} %  {value} of {total} {unit}'
  const bar = new SingleBar({ format, stream: process.stderr, clearOnComplete: true })
  try {
    return await work((unit) => (done, total) => {
      if (!bar.isActive) bar.start(total, 0, { unit })
      bar.setTotal(total)
      bar.update(done, { unit })
    })
  } finally {
    bar.stop()
  }
}
