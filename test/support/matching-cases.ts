// The pairs of cases.txt that say which names, numbers and addresses are the same.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { isSalutation } from '../../server/imports/salutations.ts'
import type { PostalAddress } from '../../server/platform/ground/matching/addresses.ts'
import { splitFullName } from '../../server/platform/ground/matching/full-name.ts'
import type { Likeness } from '../../server/platform/ground/matching/names.ts'

export type MatchingCase = { one: string; other: string; expected: Likeness }
type Kind = 'persons' | 'companies' | 'phones' | 'addresses'

const path = join(import.meta.dirname, '../../server/platform/ground/matching/cases.txt')

const cases: Record<Kind, MatchingCase[]> = { persons: [], companies: [], phones: [], addresses: [] }
let section: [Kind, Likeness] = ['persons', 'equal']
for (const line of readFileSync(path, 'utf8').split('\n')) {
  const [, kind, expected] = /^## (\w+) (\w+)$/.exec(line) ?? []
  if (kind) section = [kind as Kind, expected as Likeness]
  const [one, other] = line.split('|').map((part) => part.trim().replaceAll('\\u0308', '\u0308'))
  if (one && other) cases[section[0]].push({ one, other, expected: section[1] })
}

/** The pairs of a kind. */
export const matchingCases: Readonly<Record<Kind, readonly MatchingCase[]>> = cases

/** `Hauptstr. 12, 20457 Hamburg` */
export function parseAddress(text: string): PostalAddress {
  const [, street = '', zip = '', city = ''] =
    /^(.*?),?\s+((?:D-)?\d{2}-?\d{3}|[A-Z]{2}\d[A-Z] ?\d[A-Z]{2}|sw1a 2aa)\s+(\D+)$/i.exec(text) ?? []
  return { street: street.replace(/,$/, ''), zip, city }
}

/** First and last name of `Anna Schmidt` or `Schmidt, Dr. Anna`, as a form has them. */
export const nameParts = (text: string): { firstName: string; lastName: string } => {
  const { firstName, lastName } = splitFullName(text, isSalutation)
  return { firstName, lastName }
}
