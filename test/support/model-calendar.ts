// A calendar that reads the mails of one address, as RFC 5546 wants it, and as programs do that read the first entry of a mail only.
import nodeIcal, { type VEvent } from 'node-ical'
import PostalMime from 'postal-mime'

type Held = { sequence: number; stamp: number; isCancelled: boolean; shown: string }

/** How an entry is compared with what is true. */
export const shownEntry = (start: Date, end: Date, isWholeDay: boolean, place: string): string =>
  `${start.toISOString()} ${end.toISOString()}${isWholeDay ? ' whole day' : ''} ${place}`

/** A whole day has no time zone: both ends as midnight in UTC. */
const dayOf = (date: Date & { dateOnly?: true }): Date =>
  new Date(Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()))

export class ModelCalendar {
  readonly #held = new Map<string, Held>()
  readonly #readsFirstOnly: boolean

  constructor({ readsFirstOnly }: { readsFirstOnly: boolean }) {
    this.#readsFirstOnly = readsFirstOnly
  }

  async read(raw: string): Promise<void> {
    const { attachments } = await PostalMime.parse(raw)
    const parts = attachments.filter(({ mimeType }) => mimeType === 'text/calendar')
    for (const { content } of this.#readsFirstOnly ? parts.slice(0, 1) : parts) {
      const text = typeof content === 'string' ? content : new TextDecoder().decode(content)
      const method = /^METHOD:(\w+)/m.exec(text)?.[1]
      const events = Object.values(nodeIcal.sync.parseICS(text)).filter(
        (one): one is VEvent => one?.type === 'VEVENT',
      )
      for (const event of this.#readsFirstOnly ? events.slice(0, 1) : events)
        this.#apply(event, method === 'CANCEL')
    }
  }

  /** The highest SEQUENCE counts, of equal ones the latest DTSTAMP (RFC 5546, 2.1.5). */
  #apply({ uid, sequence, dtstamp, start, end, datetype, location }: VEvent, isCancelled: boolean): void {
    const known = this.#held.get(uid)
    const version = { sequence: Number(sequence ?? 0), stamp: Number(dtstamp) }
    if (known && (known.sequence - version.sequence || known.stamp - version.stamp) > 0) return
    const isWholeDay = datetype === 'date'
    const shown = isWholeDay
      ? shownEntry(dayOf(start), dayOf(end!), true, String(location ?? ''))
      : shownEntry(start, end!, false, String(location ?? ''))
    this.#held.set(uid, { ...version, isCancelled, shown })
  }

  /** The entries that it shows. */
  entries(): string[] {
    return [...this.#held.values()]
      .filter(({ isCancelled }) => !isCancelled)
      .map(({ shown }) => shown)
      .toSorted()
  }

  /** The SEQUENCE of each entry by UID, cancelled ones included. */
  uids(): string[] {
    return [...this.#held.keys()].toSorted()
  }
}
