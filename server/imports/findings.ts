// Finds and counts the questions about a file.
import Type, { type Static } from 'typebox'
import { Count, record } from '../platform/ground/schema.ts'
import { type FindingKind, findingKindNames } from './finding-kinds.ts'

export const Finding = record({
  kind: Type.Unsafe<FindingKind>(Type.Enum(findingKindNames)),
  /** Of the column, from 0; -1: of the rows. */
  column: Type.Integer(),
  count: Count,
  /** The first cell. */
  example: Type.String(),
})
export type Finding = Static<typeof Finding>

export const isDamagedNumber = (text: string): boolean => /^[+-]?\d(?:[.,]\d+)?E\+\d{1,2}$/i.test(text)
export const isShortZip = (text: string): boolean => /^\d{4}$/.test(text)

/** Counts findings by kind and column. */
export class Findings {
  readonly #found = new Map<string, Finding>()

  add(kind: FindingKind, column: number, example: string): void {
    const key = `${kind} ${column}`
    const finding = this.#found.get(key)
    if (finding) finding.count++
    else this.#found.set(key, { kind, column, count: 1, example: [...example].slice(0, 60).join('') })
  }

  list(): Finding[] {
    return [...this.#found.values()].toSorted((a, b) => a.column - b.column)
  }
}
