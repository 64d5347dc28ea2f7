import { visit } from 'jsonc-parser'
import type { ErrorText } from '../../ground/error-text.ts'
import { badRequest, fieldPath } from '../../ground/errors.ts'
import { generalErrors } from '../../ground/general.errors.ts'

const maxDepth = 32

/** The values that a body may have in all. */
export const maxJsonValues = 50_000

const [quote, backslash, comma] = Buffer.from('"\\,')

/** Counts values of a JSON text, roughly, while it is received: texts alone are cheap to parse, many values are not. */
export class JsonValueCounter {
  values = 0
  #inText = false
  #isEscaped = false

  add(chunk: Buffer): void {
    let inText = this.#inText
    let isEscaped = this.#isEscaped
    let values = this.values
    for (let at = 0; at < chunk.length; at++) {
      const byte = chunk[at]
      if (isEscaped) isEscaped = false
      else if (byte === quote) inText = !inText
      else if (inText) isEscaped = byte === backslash
      else if (byte === comma) values++
    }
    this.#inText = inText
    this.#isEscaped = isEscaped
    this.values = values
  }
}

const bodyError = (text: ErrorText) => badRequest([{ field: 'body', ...text }])

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON body. Stricter than JSON.parse: only UTF-8, no duplicate keys, no `__proto__`, at most 32 levels.
 * @returns undefined for an empty body
 * @throws Failure 400; `details[0].field` is `body` or the path of the duplicate key
 */
export function parseJson(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  let text: string
  try {
    text = decoder.decode(bytes)
  } catch {
    throw bodyError(generalErrors.bodyEncoding())
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw bodyError(generalErrors.bodyDepth({ max: maxDepth }))
    throw bodyError(generalErrors.bodyJson())
  }
  assertUnambiguous(text)
  return value
}

// JSON.parse keeps the last of two equal keys and accepts any depth. The text is valid JSON here.
function assertUnambiguous(text: string): void {
  const openContainers: (Set<string> | undefined)[] = []
  const enter = (keys: Set<string> | undefined) => {
    if (openContainers.length === maxDepth) throw bodyError(generalErrors.bodyDepth({ max: maxDepth }))
    openContainers.push(keys)
  }
  const leave = () => {
    openContainers.pop()
  }
  visit(text, {
    onObjectBegin: () => enter(new Set()),
    onObjectEnd: leave,
    onArrayBegin: () => enter(undefined),
    onArrayEnd: leave,
    onObjectProperty: (name, _offset, _length, _line, _character, pathSupplier) => {
      const keys = openContainers.at(-1)!
      const keyError = (text: ErrorText) =>
        badRequest([{ field: fieldPath([...pathSupplier(), name]), ...text }])
      if (name === '__proto__') throw keyError(generalErrors.unknownField())
      if (keys.has(name)) throw keyError(generalErrors.repeated())
      keys.add(name)
    },
  })
}
