// Parses a large JSON body without blocking the event loop.
import { Failure, type FieldError } from '../../ground/errors.ts'
import { parseJson } from './json.ts'

export type ParsedJson = { value?: unknown; details?: FieldError[] }

export function parse(bytes: Uint8Array): ParsedJson {
  try {
    return { value: parseJson(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)) }
  } catch (error) {
    if (error instanceof Failure) return { details: error.details }
    throw error
  }
}
