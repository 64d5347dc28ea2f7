/** Word lists of zxcvbn-ts: passwords, then German and English words and names, each the most frequent first. */
export const dictionaries: string[][]
