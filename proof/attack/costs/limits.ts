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
export type Answered = { isStranger: boolean; method: string; status: number }

export const limits = {
  heldMs: 50,
  /** Rows and mails of a stranger's request that was accepted: a dozen seats with their people, and what is told of them. */
  rows: 300,
  mails: 25,
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
  { isStranger, method, status }: Answered,
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
  const of = changesNothing ? 'a request of a stranger that reads or is refused' : 'a stranger’s request'
  const more = ` (${listOf(rows)})`
  limit(`rows written by ${of}`, countOf(rows), changesNothing ? limits.rowsOfRefused : limits.rows, more)
  limit(`mails queued by ${of}`, mails, changesNothing ? 0 : limits.mails)
  return excesses
}
