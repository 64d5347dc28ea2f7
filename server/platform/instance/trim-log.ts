// Limits the size of postgres.log. PostgreSQL appends to it, and never closes it.
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { ignoreMissing } from '../files/incoming-files.ts'
import type { Job } from './background-jobs.ts'

const maxBytes = 16 * 2 ** 20
const keptBytes = 4 * 2 ** 20

/**
 * Removes all but the last lines of a log that has become too large, in place: the server goes on appending to the same file.
 * @returns whether it was too large
 */
export async function trimLog(path: string, max = maxBytes, kept = keptBytes): Promise<boolean> {
  const file = await open(path, 'r+').catch(ignoreMissing)
  if (!file) return false
  try {
    const { size } = await file.stat()
    if (size <= max) return false
    const { buffer, bytesRead } = await file.read(Buffer.alloc(kept), 0, kept, size - kept)
    const lines = buffer.subarray(0, bytesRead)
    await file.truncate(0)
    const appended = await open(path, 'a')
    try {
      await appended.writeFile(lines.subarray(lines.indexOf('\n') + 1))
    } finally {
      await appended.close()
    }
    return true
  } finally {
    await file.close()
  }
}

export const trimDatabaseLogJob: Job = {
  name: 'trim-database-log',
  intervalMs: 10 * 60_000,
  async run({ settings: { databaseUrl, dataFolder }, log }) {
    if (!databaseUrl && (await trimLog(join(dataFolder, 'postgres.log'))))
      log.info({ bytes: keptBytes }, 'removed old lines of postgres.log')
    return false
  },
}
