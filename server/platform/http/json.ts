import { visit } from 'jsonc-parser'
import type { ErrorText } from './error-text.ts'
import { badRequest, fieldPath } from './errors.ts'
import { generalErrors } from './general.errors.ts'

const maxDepth = 32

const bodyError = (text: ErrorText) => badRequest([{ field: 'body', ...text }])

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON body. Stricter than JSON.parse: UTF-8 alone, no key twice, no `__proto__`, at most 32 levels.
 * @returns undefined for an empty body
 * @throws Failure 400, `details[0].field` is `body`, or the path of a key that stands twice
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

// JSON.parse lets the last of two equal keys win and takes any depth. The text is known to be JSON here.
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
