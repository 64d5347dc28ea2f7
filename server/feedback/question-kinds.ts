// The kinds of questions about a date. Without imports, because the back office asks the same.
type Properties = {
  /** The answer is the position of one of the question's choices. */
  hasChoices: boolean
  /** The answer is a number from 1 to this one; 0: it is not. */
  maximum: number
  /** The answer is a text. */
  isText: boolean
}

/** In the order of the form. */
const record = {
  scale: { hasChoices: false, maximum: 5, isText: false },
  choice: { hasChoices: true, maximum: 0, isText: false },
  text: { hasChoices: false, maximum: 0, isText: true },
} as const satisfies Record<string, Properties>

export type QuestionKind = keyof typeof record
export const questionKinds: Readonly<Record<QuestionKind, Properties>> = record
export const questionKindNames = Object.keys(record) as QuestionKind[]
