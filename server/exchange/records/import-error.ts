/** One error: `pointer` is a JSON pointer into the data set such as `/events/3/dates/0/start_date`; '': the whole data set. */
export type ValidationError = { pointer: string; message: string }

/** Maximum number of errors that are listed; all are counted. */
const maxListedErrors = 1000

/** A data set has errors. Nothing of it has been stored. */
export class ImportError extends Error {
  readonly errors: readonly ValidationError[]
  /** Number of all errors, listed or not. */
  readonly total: number

  constructor(errors: readonly ValidationError[], total: number = errors.length) {
    const first = errors[0]
    const more = total > 1 ? ` (and ${total - 1} more)` : ''
    super(first ? `${first.pointer || 'the data set'} ${first.message}${more}` : 'the data set has errors')
    this.errors = errors
    this.total = total
  }
}

/** Collects errors, so that all of them are reported at once. */
export class ValidationErrors {
  readonly #list: ValidationError[] = []
  #total = 0

  get total(): number {
    return this.#total
  }

  add(pointer: string, message: string): void {
    this.#total++
    if (this.#list.length < maxListedErrors) this.#list.push({ pointer, message })
  }

  /** @throws ImportError if there are any */
  throwIfAny(): void {
    if (this.#total > 0) throw new ImportError(this.#list, this.#total)
  }
}

/** A value as JSON, shortened. */
export const abbreviate = (value: unknown, length = 80): string => {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > length ? `${text.slice(0, length)}…` : text
}

/** Escapes a key for a JSON pointer. */
export const escapePointer = (key: string): string => key.replaceAll('~', '~0').replaceAll('/', '~1')

/** Converts a field path of the interface (`dates[0].start_date`) to a JSON pointer; keys with dots are recognised by the value. */
export function toPointer(field: string, value: unknown): string {
  // The interface calls the whole value `body`, too.
  if (field === 'body' && !(typeof value === 'object' && value !== null && field in value)) return ''
  let rest = field
  let current = value
  let pointer = ''
  while (rest !== '') {
    const index = Array.isArray(current) ? /^\[(\d+)\]/.exec(rest) : null
    if (index) {
      pointer += `/${index[1]}`
      rest = rest.slice(index[0].length)
      current = (current as unknown[])[Number(index[1])]
      continue
    }
    const path = rest.startsWith('.') ? rest.slice(1) : rest
    const keys = typeof current === 'object' && current !== null ? Object.keys(current) : []
    const key =
      keys
        .filter((name) => path.startsWith(name) && /^([.[]|$)/.test(path.slice(name.length)))
        .sort((a, b) => b.length - a.length)[0] ?? path
    pointer += `/${escapePointer(key)}`
    rest = path.slice(key.length)
    current = (current as Record<string, unknown> | undefined)?.[key]
  }
  return pointer
}
