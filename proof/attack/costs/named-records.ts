// How many records a request names: what a stranger's request may write and queue follows from it.
import type { Schema } from '../../../test/reference/arbitraries.ts'
import type { Target } from '../fuzz/targets.ts'
import type { Call } from '../send.ts'

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The elements of the lists of a body; what they contain is part of them. */
const elementsOf = (value: unknown): number =>
  typeof value !== 'object' || value === null
    ? 0
    : [value, ...Object.values(value)].reduce<number>(
        (sum, part) => sum + (Array.isArray(part) ? part.length : 0),
        0,
      )

/** How many elements these lists may have, as the endpoint says. */
export function mostElements(schema: Schema | undefined): number {
  if (!schema) return 0
  const mostOf = ({ items, maxItems = Number.POSITIVE_INFINITY }: Schema) => (items ? maxItems : 0)
  const bodies = [schema, ...(schema.anyOf ?? [])]
  return bodies
    .flatMap((one) => [one, ...Object.values(one.properties ?? {})])
    .reduce((sum, one) => sum + mostOf(one), 0)
}

/** Names such as `seats.3.email` and `seat.17`, in each encoding of a form. */
const numberedField = /[A-Za-z](?:\.|%2E)(\d{1,9})(?=[.=%"&])/gi
const seatCount = /seatCount"?(?:=|:"?|\r\n\r\n)(\d{1,3})/

/** The records that a form is about: the numbers in the names of its fields, or the seats that it asks for. */
function recordsOfForm(body: string): number {
  const numbers = new Set([...body.matchAll(numberedField)].map(([, number]) => number))
  return Math.max(numbers.size, Number(seatCount.exec(body)?.[1] ?? 0))
}

/** @returns 0: one record at most */
export function namedRecords(
  { content, body: schema }: Pick<Target, 'content' | 'body'>,
  call: Call,
): number {
  const text = call.body === undefined ? '' : call.body.toString()
  if (content === 'none' || content === 'file' || text === '') return 0
  if (content === 'form') return recordsOfForm(text)
  return Math.min(elementsOf(parse(text)), mostElements(schema))
}
