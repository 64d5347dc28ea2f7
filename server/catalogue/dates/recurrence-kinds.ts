// The kinds of recurrence rules. Without imports, because the back office asks the same.

/** `isList`: the days are given; otherwise they follow from every n-th week, `hasWeekdays`: with several days of it. */
export const recurrenceKinds = {
  weeks: { isList: false, hasWeekdays: false },
  weekdays: { isList: false, hasWeekdays: true },
  days: { isList: true, hasWeekdays: false },
} as const
export type RecurrenceKind = keyof typeof recurrenceKinds
export const recurrenceKindNames = Object.keys(recurrenceKinds) as RecurrenceKind[]
