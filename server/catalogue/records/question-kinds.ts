// The kinds of an event's questions to visitors. Without imports, because the back office and the widget ask the same.
type Properties = {
  hasChoices: boolean
  /** It is ticked or not. */
  isCheckbox: boolean
  /** Any text answers it. */
  isText: boolean
}

/** In the order of the form. */
const record = {
  text: { hasChoices: false, isCheckbox: false, isText: true },
  choice: { hasChoices: true, isCheckbox: false, isText: false },
  checkbox: { hasChoices: false, isCheckbox: true, isText: false },
} as const satisfies Record<string, Properties>

export type QuestionKind = keyof typeof record
export const questionKinds: Readonly<Record<QuestionKind, Properties>> = record
export const questionKindNames = Object.keys(record) as QuestionKind[]
