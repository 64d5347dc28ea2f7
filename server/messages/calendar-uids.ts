/** The date of a calendar entry that mails and websites have brought; undefined: the UID is of another calendar. */
export function dateOfUid(uid: string): number | undefined {
  const id = Number(/^date-([1-9]\d{0,9})(?:-\d+)?@/.exec(uid)?.[1])
  return id <= 2147483647 ? id : undefined
}
