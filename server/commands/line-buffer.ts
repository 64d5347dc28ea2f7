import { constants, fstatSync, openSync, writeSync } from 'node:fs'
import { isatty } from 'node:tty'
import { pino } from 'pino'

/** Lines that wait for a reader, in bytes; further lines are dropped. */
const maxWaitingBytes = 1_048_576
const flushIntervalMs = 250
/** How long the lines of a process that exits wait for a reader. */
const maxExitMs = 250
const flushLevel = pino.levels.values['error']!

/** The stream that pino writes its lines to. */
type LineBuffer = { lastLevel: number; write(line: string): void }

/**
 * Writes lines to a file descriptor: in batches, with a delay of at most a quarter of a second, errors immediately, and everything on
 * exit. A reader that stands still never stops the service: lines beyond a megabyte are dropped, as are lines that cannot be written
 * (a full disk, a closed pipe).
 * @param output see `logOutput`
 * @param maxBytes maximum size of a write
 * @param onDropped `count`: when lines are dropped; `report`: when lines can be written again
 */
export function openLineBuffer(
  output: number,
  maxBytes: number,
  onDropped: { count(lines: number): void; report(lines: number): void },
): LineBuffer {
  let buffered = ''
  let size = 0
  /** Batches that the reader has not taken; the first may have been written in part. */
  const waiting: Uint8Array[] = []
  let waitingBytes = 0
  let unreported = 0
  let hasReader = true
  const drop = (lines: number) => {
    unreported += lines
    onDropped.count(lines)
  }
  /** @returns false if the reader takes nothing more */
  const writeWaiting = (): boolean => {
    for (let batch = waiting[0]; batch; batch = waiting[0]) {
      let written = batch.length
      try {
        written = writeSync(output, batch)
        hasReader = true
      } catch (error) {
        if (codeOf(error) === 'EAGAIN') return false
        drop(lineCount(batch))
        hasReader = false
      }
      waitingBytes -= written
      if (written === batch.length) waiting.shift()
      else waiting[0] = batch.subarray(written)
    }
    return true
  }
  const flush = (): boolean => {
    if (size > 0) waiting.push(Buffer.from(buffered))
    waitingBytes += size
    buffered = ''
    size = 0
    const isWritten = writeWaiting()
    if (isWritten && hasReader && unreported > 0) {
      const lines = unreported
      unreported = 0
      onDropped.report(lines)
    }
    return isWritten
  }
  setInterval(flush, flushIntervalMs).unref()
  process.on('exit', () => {
    for (const deadline = performance.now() + maxExitMs; !flush() && performance.now() < deadline; )
      Atomics.wait(sleepCell, 0, 0, 10)
  })
  const stream = {
    // Makes pino pass the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const length = Buffer.byteLength(line)
      if (waitingBytes + size + length > maxWaitingBytes) return drop(1)
      if (size + length > maxBytes) flush()
      buffered += line
      size += length
      if (this.lastLevel >= flushLevel) flush()
    },
  }
  return stream
}

/** The file descriptor at which a worker finds the output of the process that started it: the first after the channel of its messages. */
export const workerLogOutput = 4

let opened: number | undefined

/** The file descriptor of standard output, for `openLineBuffer` and, as `workerLogOutput`, for workers. */
export function logOutput(): number {
  opened ??= openStandardOutput()
  return opened
}

/**
 * Standard output, so that a write to a full pipe fails instead of waiting. A pipe or terminal is opened again: the mode of the
 * inherited one is shared, and every process that is started or exits makes it wait again. Workers cannot do it: under another
 * account they may not open the pipe.
 */
function openStandardOutput(): number {
  const { O_WRONLY, O_APPEND, O_NONBLOCK, O_NOCTTY } = constants
  try {
    if (fstatSync(1).isFIFO() || isatty(1))
      return openSync('/proc/self/fd/1', O_WRONLY | O_APPEND | O_NONBLOCK | O_NOCTTY)
  } catch {
    // A pipe of another user, or a system without /proc.
  }
  // Node opens the stream of a pipe or socket as non-blocking.
  process.stdout.on('error', () => {})
  return 1
}

const sleepCell = new Int32Array(new SharedArrayBuffer(4))

const codeOf = (error: unknown): string | undefined =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined

const lineCount = (batch: Uint8Array): number =>
  batch.reduce((lines, byte) => lines + (byte === 10 ? 1 : 0), 0)
