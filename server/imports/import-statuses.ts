// The statuses of imports. Without imports, because the back office asks the same.
type Properties = {
  /** The background job works on it, unless it is paused. */
  isActive: boolean
  /** Its columns have never been mapped to fields. */
  isUnmapped: boolean
  canBeChecked: boolean
  /** The check is done: its counts are those of rows to import, and its questions can be answered. */
  canBeStarted: boolean
  canBeUndone: boolean
  isUndone: boolean
  canBeDeleted: boolean
}

const none = {
  isActive: false,
  isUnmapped: false,
  canBeChecked: false,
  canBeStarted: false,
  canBeUndone: false,
  isUndone: false,
  canBeDeleted: false,
} as const

const record = {
  draft: { ...none, isUnmapped: true, canBeChecked: true, canBeDeleted: true },
  checking: { ...none, isActive: true, canBeChecked: true, canBeDeleted: true },
  checked: { ...none, canBeChecked: true, canBeStarted: true, canBeDeleted: true },
  running: { ...none, isActive: true, canBeUndone: true },
  done: { ...none, canBeUndone: true, canBeDeleted: true },
  undoing: { ...none, isActive: true },
  undone: { ...none, isUndone: true, canBeDeleted: true },
} as const satisfies Record<string, Properties>

export type ImportStatus = keyof typeof record
export const importStatuses: Readonly<Record<ImportStatus, Properties>> = record
export const importStatusNames = Object.keys(record) as ImportStatus[]

export type ActiveStatus = {
  [S in ImportStatus]: (typeof record)[S]['isActive'] extends true ? S : never
}[ImportStatus]
export const activeStatuses = importStatusNames.filter(
  (status): status is ActiveStatus => record[status].isActive,
)
