// Salutations in German and English.
export type Salutation = '' | 'mr' | 'ms'

const salutations = new Map<string, Salutation>()
for (const [words, salutation] of [
  ['herr herrn hr mr mister m male männlich monsieur', 'mr'],
  ['frau fr ms mrs miss w f female weiblich madame mme', 'ms'],
  ['divers d x mx neutral keine none firma company', ''],
] as const)
  for (const word of words.split(' ')) salutations.set(word, salutation)

/** undefined: not known. */
export const parseSalutation = (text: string): Salutation | undefined =>
  salutations.get(text.toLowerCase().replace(/\.$/, ''))

export const isSalutation = (text: string): boolean => parseSalutation(text) !== undefined
