// Cursors of the changes of the catalogue: a snapshot of the database up to which a reader knows the changes.

/** The database that a snapshot belongs to: transaction ids mean nothing in another one, or after the promotion of a standby. */
export type DatabaseIdentity = {
  /** The cluster. */
  system: string
  /** The database in the cluster. */
  database: string
  /** '': the server does not tell it. */
  timeline: string
}

/** A page within the changes between two snapshots. */
export type PagePosition = {
  /** Changes that this snapshot does not see are left for later. */
  until: string
  /** The last thing of the page before. */
  after: ChangedThing
}

export type ChangedThing = { type: 'date' | 'event'; id: number }

export type ChangeCursor = DatabaseIdentity & {
  /** The calendar date of the instance on which the snapshot was taken: `YYYY-MM-DD`. */
  day: string
  /** Changes that this snapshot sees are known. */
  from: string
  page: PagePosition | undefined
  /** How far the reader knows the changes by the days since `day`. */
  days: DaysPosition | undefined
}

/** A page within the dates that days have changed. */
type DaysPosition = {
  /** The day up to which they are told. */
  until: string
  /** The id of the last date of the page before. */
  after: number
}

/** Cursors of version 1, without `days`, still hold. */
const version = 2
const maxLength = 12_000

export const encodeCursor = ({ system, database, timeline, day, from, page, days }: ChangeCursor): string =>
  Buffer.from(
    JSON.stringify([
      version,
      ...[system, database, timeline, day, from],
      page ? [page.until, page.after.type, page.after.id] : null,
      days ? [days.until, days.after] : null,
    ]),
  ).toString('base64url')

/** Whether a text is a pg_snapshot: `xmin:xmax:xip,…` with ascending ids between both. */
function isSnapshot(text: unknown): text is string {
  if (typeof text !== 'string' || !/^\d{1,19}:\d{1,19}:(\d{1,19}(,\d{1,19})*)?$/.test(text)) return false
  const [low, high, list] = text.split(':')
  const xmin = BigInt(low!)
  const xmax = BigInt(high!)
  const running = list === '' ? [] : list!.split(',').map(BigInt)
  return (
    xmin > 0n &&
    xmax <= 2n ** 63n - 1n &&
    xmin <= xmax &&
    running.every((xid, index) => xid >= xmin && xid < xmax && (index === 0 || xid > running[index - 1]!))
  )
}

const isDay = (text: unknown): text is string =>
  typeof text === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text))
const isId = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) > 0 && (value as number) < 2 ** 31
const isShortText = (text: unknown): text is string => typeof text === 'string' && text.length <= 40

/** @returns null: it is none */
function decodePage(value: unknown): PagePosition | undefined | null {
  if (value === null) return undefined
  if (!Array.isArray(value) || value.length !== 3) return null
  const [until, type, id] = value
  if (!isSnapshot(until) || (type !== 'date' && type !== 'event') || !isId(id)) return null
  return { until, after: { type, id } }
}

/** @returns null: it is none */
function decodeDays(value: unknown): DaysPosition | undefined | null {
  if (value === null) return undefined
  if (!Array.isArray(value) || value.length !== 2) return null
  const [until, after] = value
  return isDay(until) && isId(after) ? { until, after } : null
}

/** @returns undefined: the text is no cursor */
export function decodeCursor(text: string): ChangeCursor | undefined {
  if (text.length > maxLength) return undefined
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts)) return undefined
  if (parts[0] === 1 && (parts.length === 6 || parts.length === 9))
    parts = [version, ...parts.slice(1, 6), parts.length === 9 ? parts.slice(6) : null, null]
  const [number, system, database, timeline, day, from, ...positions] = parts as unknown[]
  if (number !== version || positions.length !== 2) return undefined
  if (!isShortText(system) || !isShortText(database) || !isShortText(timeline)) return undefined
  if (!isDay(day) || !isSnapshot(from)) return undefined
  const page = decodePage(positions[0])
  const days = decodeDays(positions[1])
  return page === null || days === null ? undefined : { system, database, timeline, day, from, page, days }
}
