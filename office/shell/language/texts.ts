// Types of the texts in both languages.

export interface TextTree {
  [key: string]: string | TextTree
}

export interface Texts {
  de: TextTree
  en: TextTree
}

/** The texts of an error table of the server: `errors: { leads: { … } satisfies ErrorTexts<typeof leadErrors> }`. */
export type ErrorTexts<T> = Record<keyof T, string>

/** The same keys as T, with other texts. */
type SameKeys<T> = { [K in keyof T]: T[K] extends string ? string : SameKeys<T[K]> }

/** Texts in both languages, with the same keys. */
export const texts = <T extends TextTree>(both: { de: T; en: SameKeys<T> }): Texts => both as Texts

/** The texts of the fields of child rows, by the names that forms give them: `{ 'prices.title': … }`. */
export const listTexts = (list: string, fields: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).map(([field, text]) => [`${list}.${field}`, text]))
