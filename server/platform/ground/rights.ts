// The rights of users. Without imports, because the back office asks the same.

/** In the order of the user form. A right includes its parts: `090300` includes `090300:access` (decision 3.3). */
export const userRights = [
  ...(['090300', '090300:access', '090300:add', '090300:edit'] as const),
  ...(['booking', 'booking:access', 'booking:edit'] as const),
  'message',
  ...(['lead', 'lead:access', 'lead:edit'] as const),
  ...(['task', 'task:access', 'task:edit'] as const),
  ...(['catalogue', 'catalogue:edit', 'catalogue:publish'] as const),
  '100100',
  '100400',
  'export',
  'bulk',
  'website',
  'settings',
] as const
export type UserRight = (typeof userRights)[number]

/** A right that something requires; only administrators have `admin`. */
export type Right = UserRight | 'admin'

/** The rights to change bookings and the records that belong to them. */
export const bookingRights = ['booking:access', 'booking:edit'] as const satisfies readonly Right[]

/** The rights to name contacts in a booking: the answer shows them. */
export const bookContactsRights = [...bookingRights, '090300:access'] as const

/** The rights to write to participants. */
export const messageRights = ['booking:access', 'message'] as const satisfies readonly Right[]

/** The rights to change invoice confirmations. */
export const confirmationRights = ['100400', '100100', '090300:access'] as const satisfies readonly Right[]

/** The rights to change invoice confirmations of bookings. */
export const bookingConfirmationRights = [...confirmationRights, 'booking:access'] as const

/** The rights to change several contacts at once. The answer has names and values. */
export const contactBulkRights = ['090300:access', '090300:edit', 'bulk'] as const satisfies readonly Right[]

/** The rights to change several dates at once. */
export const dateBulkRights = ['catalogue:edit', 'bulk'] as const satisfies readonly Right[]

/** The right that includes a right: `090300` of `090300:access`, and of itself. */
const wholeOf = (right: string): string => right.split(':')[0]!

/** Whether a right includes a different one. */
export const includesPart = (right: string, part: string): boolean =>
  right !== part && right === wholeOf(part)

/** Whether somebody has a right, alone or with the one that includes it. */
export const isGranted = (right: Right, has: (right: string) => boolean): boolean =>
  has(right) || has(wholeOf(right))

const rightsOfAllClients: ReadonlySet<Right> = new Set(['settings'])

/** Whether a right is about what all clients share, so that it counts for users of all clients only. */
export const isForAllClients = (right: Right): boolean => rightsOfAllClients.has(right)

/** The form of a right: a code of the interface, of which Kontor requires only some, or a word of the back office; with `:` a part of it. */
export const rightPattern = `^([0-9]{6}|${userRights.filter((right) => /^[a-z]+$/.test(right)).join('|')})(:[a-z]+)?$`

/** Rights that were part of others up to version 0.3. */
const formerMeanings: readonly (readonly [held: readonly UserRight[], meant: readonly UserRight[]])[] = [
  [['090300:access'], ['booking:access', 'export']],
  [['090300:add'], ['export']],
  [['090300:edit'], ['bulk']],
  [['100100'], ['catalogue', 'bulk']],
  [
    ['100100', '090300:access'],
    ['booking:edit', 'message'],
  ],
]

/** The form of rights up to version 0.3. */
const formerPattern = /^([0-9]{6}|lead|task)(:[a-z]+)?$/

/**
 * The rights that are as much as these were up to version 0.3: migrations/0065-roles.sql has the same rule. A list with one that
 * came later means what it says.
 */
export function withFormerMeaning(rights: readonly string[]): string[] {
  if (!rights.every((right) => formerPattern.test(right))) return [...rights]
  const has = (right: string) => rights.includes(right)
  const meant = formerMeanings.flatMap(([held, added]) =>
    held.every((right) => isGranted(right, has)) ? added : [],
  )
  return [...new Set([...rights, ...meant])]
}
