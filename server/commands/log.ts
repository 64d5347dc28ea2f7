import { writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { type Logger, pino, stdSerializers } from 'pino'

/** An error without the values of rows that PostgreSQL tells beside its message (they may be personal), and without the driver's insides. */
function serializeError(error: Error): unknown {
  const serialized = stdSerializers.err(error)
  if (typeof serialized !== 'object' || serialized === null) return serialized
  const { detail, where, internalQuery, parameters, client, ...rest } = serialized as unknown as Record<
    string,
    unknown
  >
  return rest
}

/** The log of a command, beside its results: lines of JSON on standard error, each written at once. */
export const openCommandLog = (level: string): Logger =>
  pino({ level, serializers: { err: serializeError } }, pino.destination({ fd: 2, sync: true }))

/**
 * The log of a service: lines of JSON on standard output, written together while many come.
 * @param worker the number that every line tells; left out where there are no workers, and of the process that starts them
 */
export function openServiceLog(level: string, worker?: number): Logger {
  const base = { pid: process.pid, hostname: hostname(), ...(worker === undefined ? {} : { worker }) }
  return pino(
    { level, base, serializers: { err: serializeError } },
    openLineBuffer(1, worker === undefined ? maxWriteBytes : maxSharedWriteBytes),
  )
}

/** What one write carries at most; of what several processes write to one pipe, 4 KiB stay together. */
const maxWriteBytes = 65_536
const maxSharedWriteBytes = 4096
const flushIntervalMs = 250
const flushLevel = pino.levels.values['error']!

/** Gathers lines. None waits longer than a quarter of a second, errors not at all; a process that exits writes what it has. */
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
    // Makes pino tell the level of each line.
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

/** @returns how many bytes were written, or cannot be: a reader that has gone, or a full disk, must not end the service */
function writeSome(file: number, bytes: Uint8Array): number {
  try {
    return writeSync(file, bytes)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EAGAIN') return bytes.length
    // A pipe whose reader is slow.
    Atomics.wait(sleepCell, 0, 0, 10)
    return 0
  }
}
