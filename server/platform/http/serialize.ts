import type { TSchema } from '../ground/schema.ts'
import { type Endpoint, JsonText } from './endpoint.ts'
import { validationErrors } from './validation.ts'

export type HttpOptions = {
  /** Validates every response against its schema before it is sent; for tests. */
  checkResponses?: boolean
}

/** Serializes records. */
export function serializeRecords(endpoint: Endpoint, options: HttpOptions, records: unknown): string {
  if (records instanceof JsonText) {
    if (options.checkResponses) assertResponse(endpoint, JSON.parse(records.text))
    return records.text
  }
  if (options.checkResponses) assertResponse(endpoint, records)
  return JSON.stringify(records)
}

const chunkSize = 64 * 1024

/** Serializes streamed records as chunks of a JSON array. */
export async function* streamJsonArray(
  endpoint: Endpoint,
  options: HttpOptions,
  records: AsyncIterable<unknown>,
): AsyncGenerator<string> {
  let chunk = '['
  let first = true
  for await (const record of records) {
    if (options.checkResponses) assertResponse(endpoint, [record])
    chunk += first ? JSON.stringify(record) : `,${JSON.stringify(record)}`
    first = false
    if (chunk.length >= chunkSize) {
      yield chunk
      chunk = ''
    }
  }
  yield `${chunk}]`
}

/** Validates a response against its endpoint's schema. */
export function assertResponse(endpoint: Endpoint, records: unknown): void {
  if (!Array.isArray(records)) throw new Error(`${endpoint.id} does not respond with an array`)
  assertMatches(endpoint.id, endpoint.response, records)
}

/** Validates a response against a schema. @param id the endpoint's */
export function assertMatches(id: string, schema: TSchema, response: unknown): void {
  const errors = validationErrors(schema, response)
  if (errors.length > 0)
    throw new Error(`the response of ${id} does not match its schema: ${JSON.stringify(errors.slice(0, 5))}`)
}
