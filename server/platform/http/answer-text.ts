import { type Endpoint, JsonText } from './endpoint.ts'
import { faultsOf } from './validation.ts'

export type HttpOptions = {
  /** Holds every answer against its schema before it is sent: for tests. */
  checkAnswers?: boolean
}

/** Records as the text of an answer. */
export function asText(endpoint: Endpoint, options: HttpOptions, records: unknown): string {
  if (records instanceof JsonText) {
    if (options.checkAnswers) assertAnswer(endpoint, JSON.parse(records.text))
    return records.text
  }
  if (options.checkAnswers) assertAnswer(endpoint, records)
  return JSON.stringify(records)
}

const pieceSize = 64 * 1024

/** Streamed records as pieces of a JSON array. */
export async function* asJsonArray(
  endpoint: Endpoint,
  options: HttpOptions,
  records: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let piece = '['
  let first = true
  for await (const record of records) {
    if (options.checkAnswers) assertAnswer(endpoint, [record])
    piece += first ? JSON.stringify(record) : `,${JSON.stringify(record)}`
    first = false
    if (piece.length >= pieceSize) {
      yield piece
      piece = ''
    }
  }
  yield `${piece}]`
}

/** Holds an answer against its endpoint's schema. */
export function assertAnswer(endpoint: Endpoint, records: unknown): void {
  if (!Array.isArray(records)) throw new Error(`${endpoint.id} does not answer with an array`)
  const faults = faultsOf(endpoint.response, records)
  if (faults.length > 0)
    throw new Error(`${endpoint.id} answers against its schema: ${JSON.stringify(faults.slice(0, 5))}`)
}
