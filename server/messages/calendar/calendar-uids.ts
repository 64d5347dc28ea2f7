// The UIDs of calendar entries: by the date, and the number of its day.

type EntryOfDay = { dateId: number; number: number; host: string }

export const uidOf = ({ dateId, number, host }: EntryOfDay): string =>
  `date-${dateId}${number === 1 ? '' : `-${number}`}@${host}`

/** @returns the id of the date; undefined: the UID is of another calendar */
export function dateOfUid(uid: string): number | undefined {
  const id = Number(/^date-([1-9]\d{0,9})(?:-\d+)?@/.exec(uid)?.[1])
  return id <= 2147483647 ? id : undefined
}
