// The statuses of dates that Kontor brings. Without imports, because the back office asks the same.
type Properties = {
  isBookable: boolean
  goesAhead: boolean
  /** Staff have still to confirm that it takes place. */
  isTentative: boolean
  /** Nothing is left to do. */
  isCompleted: boolean
}

const record = {
  planned: { isBookable: true, goesAhead: true, isTentative: true, isCompleted: false },
  confirmed: { isBookable: true, goesAhead: true, isTentative: false, isCompleted: false },
  running: { isBookable: false, goesAhead: true, isTentative: false, isCompleted: false },
  completed: { isBookable: false, goesAhead: true, isTentative: false, isCompleted: true },
  cancelled: { isBookable: false, goesAhead: false, isTentative: false, isCompleted: false },
  postponed: { isBookable: false, goesAhead: false, isTentative: false, isCompleted: false },
} as const satisfies Record<string, Properties>
export const dateStatuses: Readonly<Record<keyof typeof record, Properties>> = record

const byStatus: ReadonlyMap<string, Properties> = new Map(Object.entries(record))

/** A status of the provider is neither tentative nor completed. */
export const isTentative = ({ status }: { status: string }): boolean =>
  byStatus.get(status)?.isTentative ?? false
export const isCompleted = ({ status }: { status: string }): boolean =>
  byStatus.get(status)?.isCompleted ?? false
