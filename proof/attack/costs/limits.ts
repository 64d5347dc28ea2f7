// Limits on the cost of one request.
import type { Finding } from '../verdict.ts'
import type { WrittenRows } from './written-rows.ts'

/** The measured cost of a request. */
export type Cost = {
  /** For how long at most the main thread was busy without a pause, in processor time. */
  heldMs: number
  rows: WrittenRows
  mails: number
}

/** A request that was answered; a stranger has neither a user nor a secret key. */
export type Answered = {
  isStranger: boolean
  method: string
  status: number
  /** The records that the request names, as many as the endpoint accepts. */
  records: number
}

export const limits = {
  heldMs: 50,
  /**
   * Of a stranger's request that was accepted: an order with its orderer and their address, a withdrawal or a consent, with the log;
   * for each named record a seat with its person, its modules, their log, and somebody who gets a seat that becomes free.
   */
  rows: 60,
  rowsOfRecord: 25,
  /** The orderer, the provider and the trainer; for each named record its participant, and one of the waiting list. */
  mails: 3,
  mailsOfRecord: 2,
  /** Rows of one that reads, or was refused: the counters of a failed sign-in, each written up to three times. */
  rowsOfRefused: 6,
} as const

export const countOf = (rows: WrittenRows): number =>
  Object.values(rows).reduce((sum, count) => sum + count, 0)

const listOf = (rows: WrittenRows): string =>
  Object.entries(rows)
    .map(([name, count]) => `${name} ${count}`)
    .join(', ')

/** The costs that are too high, with the measured value. */
export function excessesOf(
  { isStranger, method, status, records }: Answered,
  { heldMs, rows, mails }: Cost,
): Finding[] {
  const excesses: Finding[] = []
  const limit = (name: string, value: number, max: number, more = '') => {
    if (value > max)
      excesses.push({ fault: `${name}: more than ${max}`, example: `${value.toFixed()}${more}` })
  }
  limit('milliseconds for which a request holds the main thread', heldMs, limits.heldMs)
  if (!isStranger) return excesses
  const changesNothing = status >= 400 || ['GET', 'HEAD'].includes(method)
  const of = changesNothing
    ? 'a request of a stranger that reads or is refused'
    : `a stranger’s request about ${records} records`
  const most = changesNothing
    ? { rows: limits.rowsOfRefused, mails: 0 }
    : {
        rows: limits.rows + limits.rowsOfRecord * records,
        mails: limits.mails + limits.mailsOfRecord * records,
      }
  limit(`rows written by ${of}`, countOf(rows), most.rows, ` (${listOf(rows)})`)
  limit(`mails queued by ${of}`, mails, most.mails)
  return excesses
}
