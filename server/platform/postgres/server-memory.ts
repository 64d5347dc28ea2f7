// How much memory the embedded PostgreSQL uses: settings of the server that follow from the memory of the machine.
import { totalmem } from 'node:os'

const mebibyte = 2 ** 20

/** The part of the memory that PostgreSQL's documentation recommends for its cache, and its bounds without a setting. */
const defaultShare = 0.25
const defaultBounds = { from: 64 * mebibyte, to: 4096 * mebibyte }

/** Kontor itself, and the connections of the server, need the rest. */
const maxShare = 0.75

/** A part of the memory, or a number of bytes. */
export type MemoryAmount = { share: number; bytes: number }

/** The memory of this machine, or less if a cgroup (a container, a unit of systemd) limits this process. */
export function availableMemory(): number {
  // Without a limit, it is 0 or an enormous number.
  const limit = process.constrainedMemory()
  return limit > 0 ? Math.min(limit, totalmem()) : totalmem()
}

const clamp = (value: number, from: number, to: number) => Math.min(Math.max(value, from), to)
const inMebibytes = (bytes: number) => `${Math.floor(bytes / mebibyte)}MB`

/**
 * Settings of the server.
 * @param amount its cache; left out: a quarter of the memory, at most 4 GiB
 * @param memory the memory that there is
 */
export function memorySettings(amount: MemoryAmount | undefined, memory: number): Record<string, string> {
  const wanted = amount
    ? amount.share * memory + amount.bytes
    : clamp(defaultShare * memory, defaultBounds.from, defaultBounds.to)
  const cache = Math.max(Math.min(wanted, maxShare * memory), 16 * mebibyte)
  return {
    shared_buffers: inMebibytes(cache),
    // The planner's estimate, with the cache of the operating system.
    effective_cache_size: inMebibytes(Math.max(memory / 2, cache)),
    // For indexes and vacuum, of which several may run at once.
    maintenance_work_mem: inMebibytes(clamp(memory / 32, 64 * mebibyte, 512 * mebibyte)),
  }
}
