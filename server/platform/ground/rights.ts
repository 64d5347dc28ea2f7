// The rights of users. Without imports, because the back office asks the same.

/** In the order of the user form. A right includes its parts: `090300` includes `090300:access` (decision 3.3). */
export const userRights = [
  ...(['090300', '090300:access', '090300:add', '090300:edit'] as const),
  ...(['lead', 'lead:access', 'lead:edit'] as const),
  ...(['task', 'task:access', 'task:edit'] as const),
  '100100',
  '100400',
] as const
export type UserRight = (typeof userRights)[number]

/** A right that something requires; only administrators have `admin`. */
export type Right = UserRight | 'admin'

/** The rights to change bookings and the records that belong to them. */
export const bookingRights = ['100100', '090300:access'] as const satisfies readonly Right[]

/** The rights to change invoice confirmations. */
export const confirmationRights = ['100400', ...bookingRights] as const

/** The right that includes a right: `090300` of `090300:access`, and of itself. */
const wholeOf = (right: string): string => right.split(':')[0]!

/** Whether a right includes a different one. */
export const includesPart = (right: string, part: string): boolean =>
  right !== part && right === wholeOf(part)

/** Whether somebody has a right, alone or with the one that includes it. */
export const isGranted = (right: Right, has: (right: string) => boolean): boolean =>
  has(right) || has(wholeOf(right))

const wordRights = userRights.filter((right) => right === wholeOf(right) && !/^\d/.test(right))

/** The form of a right: a code of the interface, of which Kontor requires only some, or a word of the back office; with `:` a part of it. */
export const rightPattern = `^([0-9]{6}|${wordRights.join('|')})(:[a-z]+)?$`
