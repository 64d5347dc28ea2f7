import { visit } from 'jsonc-parser'
import { badRequest, fieldPath } from './errors.ts'

const maxDepth = 32

const bodyError = (message: string) => badRequest([{ field: 'body', message }])

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
    throw bodyError('is not UTF-8')
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    if (error instanceof RangeError) throw bodyError(`is nested deeper than ${maxDepth} levels`)
    throw bodyError('is not JSON')
  }
  assertUnambiguous(text)
  return value
}

// JSON.parse lets the last of two equal keys win and takes any depth. The text is known to be JSON here.
function assertUnambiguous(text: string): void {
  const openContainers: (Set<string> | undefined)[] = []
  const enter = (keys: Set<string> | undefined) => {
    if (openContainers.length === maxDepth) throw bodyError(`is nested deeper than ${maxDepth} levels`)
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
      const keyError = (message: string) =>
        badRequest([{ field: fieldPath([...pathSupplier(), name]), message }])
      if (name === '__proto__') throw keyError('is not a known field')
      if (keys.has(name)) throw keyError('is given more than once')
      keys.add(name)
    },
  })
}
