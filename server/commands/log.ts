import { type Logger, pino, stdSerializers } from 'pino'

/** An error without the values of rows that PostgreSQL tells beside its message (they may be personal), and without the driver's insides. */
function withoutValues(error: Error): unknown {
  const told = stdSerializers.err(error)
  if (typeof told !== 'object' || told === null) return told
  const { detail, where, internalQuery, parameters, client, ...rest } = told as unknown as Record<
    string,
    unknown
  >
  return rest
}

/** The log: lines of JSON. @param file the file descriptor: 1 for the service, 2 beside a command's results */
export const openLog = (level: string, file: 1 | 2): Logger =>
  pino({ level, serializers: { err: withoutValues } }, pino.destination({ fd: file, sync: true }))
