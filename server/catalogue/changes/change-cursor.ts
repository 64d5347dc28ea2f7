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
  after: { type: 'date' | 'event'; id: number }
}

export type ChangeCursor = DatabaseIdentity & {
  /** The calendar date of the instance on which the snapshot was taken: `YYYY-MM-DD`. */
  day: string
  /** Changes that this snapshot sees are known. */
  from: string
  page: PagePosition | undefined
}

const version = 1
const maxLength = 12_000

export const encodeCursor = ({ system, database, timeline, day, from, page }: ChangeCursor): string => {
  const position = page ? [page.until, page.after.type, page.after.id] : []
  return Buffer.from(JSON.stringify([version, system, database, timeline, day, from, ...position])).toString(
    'base64url',
  )
}

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

/** @returns undefined: the text is no cursor */
export function decodeCursor(text: string): ChangeCursor | undefined {
  if (text.length > maxLength) return undefined
  let parts: unknown
  try {
    parts = JSON.parse(Buffer.from(text, 'base64url').toString())
  } catch {
    return undefined
  }
  if (!Array.isArray(parts) || parts[0] !== version || (parts.length !== 6 && parts.length !== 9))
    return undefined
  const [, system, database, timeline, day, from, until, type, id] = parts
  if (!isShortText(system) || !isShortText(database) || !isShortText(timeline)) return undefined
  if (!isDay(day) || !isSnapshot(from)) return undefined
  const cursor = { system, database, timeline, day, from }
  if (parts.length === 6) return { ...cursor, page: undefined }
  if (!isSnapshot(until) || (type !== 'date' && type !== 'event') || !isId(id)) return undefined
  return { ...cursor, page: { until, after: { type, id } } }
}
