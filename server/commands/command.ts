import { constants } from 'node:os'
import { commandLimits } from '../platform/database/time-limits.ts'
import { Failure } from '../platform/ground/errors.ts'
import { type OpenInstance, openInstance, type UpgradeListener } from '../platform/instance/open-instance.ts'
import { readSettings } from '../platform/settings/settings.ts'
import { openCommandLog } from './log.ts'
import { stopOnSignal } from './signals.ts'

/** An invalid argument: one line, exit code 2. */
export class UsageError extends Error {}

/** The service cannot start: one line for the operator, exit code 1. */
export class StartError extends Error {}

/**
 * Opens the instance (beside a running service or alone), runs `work` and closes it. Logs go to standard error.
 * @param options `files`: the use of the stored files; `asOwner`: with the rights of the role that owns the tables;
 *   `migrate: false`: a service runs, and has migrated; `exclusive`: not beside a service on an embedded database;
 *   `upgrade`: is told of migrations; `migrations`: those that the schema is to have, instead of all
 */
export async function withInstance<T>(
  work: (open: OpenInstance['instance']) => Promise<T>,
  options: {
    asOwner?: boolean
    files?: 'used'
    migrate?: false
    exclusive?: true
    upgrade?: UpgradeListener
    migrations?: readonly string[]
  } = {},
): Promise<T> {
  const settings = readSettings(process.env)
  const log = openCommandLog(settings.logLevel === 'info' ? 'warn' : settings.logLevel)
  const opening = openInstance(settings, log, {
    exclusive: false,
    limits: commandLimits,
    files: 'unused',
    ...options,
  })
  const guard = stopOnSignal(async (signal) => {
    await (await opening).abort()
    return 128 + constants.signals[signal]
  })
  const { instance, close } = await guard(opening)
  try {
    return await guard(work(instance))
  } catch (error) {
    if (error instanceof Failure)
      throw new UsageError(
        error.details.map(({ field, message }) => `${field} ${message}`).join('; ') || error.message,
      )
    throw error
  } finally {
    await close()
  }
}

/** Parses a list `a,b,c`. */
export const commaList = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** Parses an id. @throws UsageError */
export function readId(text: string, what: string): number {
  if (!/^[1-9]\d{0,9}$/.test(text) || Number(text) > 2147483647)
    throw new UsageError(`${what} must be an id, not ${JSON.stringify(text)}`)
  return Number(text)
}

/** Formats rows as aligned columns, one line per row; the first row is the heading. */
export function printTable(rows: readonly string[][]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]!.length))) ?? []
  for (const row of rows)
    console.log(
      row
        .map((cell, column) => cell.padEnd(widths[column]!))
        .join('  ')
        .trimEnd(),
    )
}
