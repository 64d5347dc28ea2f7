import * as common from '@zxcvbn-ts/language-common'
import * as german from '@zxcvbn-ts/language-de'
import * as english from '@zxcvbn-ts/language-en'

export const dictionaries = [
  common.dictionary['passwords-common'],
  german.dictionary.commonWords,
  german.dictionary.firstnames,
  german.dictionary.lastnames,
  english.dictionary['commonWords-en'],
  english.dictionary['firstnames-en'],
  german.dictionary.wikipedia,
]
