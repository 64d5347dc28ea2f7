import { hostname } from 'node:os'
import { type Logger, pino, stdSerializers } from 'pino'
import { countDroppedLines } from '../platform/http/metrics.ts'
import { logOutput, openLineBuffer, workerLogOutput } from './line-buffer.ts'

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
  const onDropped = {
    count: countDroppedLines,
    report: (dropped: number) =>
      log.warn({ dropped }, 'the log was not read or could not be written: lines were dropped'),
  }
  const lines =
    worker === undefined
      ? openLineBuffer(logOutput(), maxWriteBytes, onDropped)
      : openLineBuffer(workerLogOutput, maxSharedWriteBytes, onDropped)
  const log = pino({ level, base, serializers: { err: serializeError } }, lines)
  return log
}

/** Maximum size of a write. Writes of up to 4 KiB to a shared pipe are atomic. */
const maxWriteBytes = 65_536
const maxSharedWriteBytes = 4096
