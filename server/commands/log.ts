import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Logger, pino, stdSerializers } from 'pino'

/** An error for the log, without the values of rows that PostgreSQL adds (they may be personal data) and without the driver's internals. */
function serializeError(error: Error): unknown {
  const serialized = stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  const { detail, where, internalQuery, parameters, client, ...rest } = serialized
  return rest
}

/** The log of a command: JSON lines on standard error, written immediately. */
export const openCommandLog = (level: string): Logger =>
  pino({ level, serializers: { err: serializeError } }, pino.destination({ fd: 2, sync: true }))

/**
 * The log of a service: JSON lines on standard output, batched under load.
 * @param worker the worker's number in every line; left out without workers and for the process that starts them
 */
export function openServiceLog(level: string, worker?: number): Logger {
  const base = { pid: process.pid, hostname: hostname(), ...(worker === undefined ? {} : { worker }) }
  return pino(
    { level, base, serializers: { err: serializeError } },
    openLineBuffer(1, worker === undefined ? maxWriteBytes : maxSharedWriteBytes),
  )
}

/** Maximum size of a write. Writes of up to 4 KiB to a shared pipe are atomic. */
const maxWriteBytes = 65_536
const maxSharedWriteBytes = 4096
const flushIntervalMs = 250
const flushLevel = pino.levels.values['error']!

/** Batches lines for at most a quarter of a second; writes errors immediately, and everything on exit. */
function openLineBuffer(file: number, maxBytes: number) {
  let buffered = ''
  let size = 0
  const flushSync = () => {
    let bytes: Uint8Array = Buffer.from(buffered)
    buffered = ''
    size = 0
    while (bytes.length > 0) bytes = bytes.subarray(writeSome(file, bytes))
  }
  setInterval(flushSync, flushIntervalMs).unref()
  process.on('exit', flushSync)
  return {
    // Makes pino pass the level of each line.
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      const length = Buffer.byteLength(line)
      if (size + length > maxBytes) flushSync()
      buffered += line
      size += length
      if (this.lastLevel >= flushLevel) flushSync()
    },
    flushSync,
  }
}

const sleepCell = new Int32Array(new SharedArrayBuffer(4))

/** @returns the number of bytes written or given up: a closed pipe or a full disk must not end the service */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return bytes.length
    // The reader of the pipe is slow.
    Atomics.wait(sleepCell, 0, 0, 10)
    return 0
  }
}
