// The 100,000 most common passwords as sorted hashes, from the word lists of zxcvbn-ts: passwords, then German and English words and
// names, each the most frequent first.
import { commonForm, commonKey, shortestListed } from '../server/access/common-passwords.ts'
import { dictionaries } from './generators/words.js'

const size = 100_000

export function commonPasswordKeys(): Buffer {
  const words = new Set<string>()
  for (const word of dictionaries.flat())
    if (word.length >= shortestListed && words.size < size) words.add(commonForm(word))
  return Buffer.concat([...words].map(commonKey).toSorted(Buffer.compare))
}
