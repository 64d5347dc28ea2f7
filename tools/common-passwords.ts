// The 100,000 most common passwords as sorted hashes, from the word lists of zxcvbn-ts: passwords, then German and English words and
// names, each the most frequent first.
import * as common from '@zxcvbn-ts/language-common'
import * as german from '@zxcvbn-ts/language-de'
import * as english from '@zxcvbn-ts/language-en'
import { commonForm, commonKey, shortestListed } from '../server/access/common-passwords.ts'

const size = 100_000

export function commonPasswordKeys(): Buffer {
  const passwords = common.dictionary['passwords-common']
  const others = [
    german.dictionary.commonWords,
    german.dictionary.firstnames,
    german.dictionary.lastnames,
    english.dictionary['commonWords-en'],
    english.dictionary['firstnames-en'],
    german.dictionary.wikipedia,
  ]
  const words = new Set<string>()
  for (const word of [passwords, ...others].flat())
    if (word.length >= shortestListed && words.size < size) words.add(commonForm(word))
  return Buffer.concat([...words].map(commonKey).toSorted(Buffer.compare))
}
