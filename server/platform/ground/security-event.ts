// The events of the security log.

/** Successes: each changes what somebody can do, or moves data. */
export const changeEvents = [
  'signedIn',
  'passwordSet',
  'secondFactorSet',
  'secondFactorRemoved',
  'tokenCreated',
  'tokenRevoked',
  'userCreated',
  'rightsChanged',
  'addressChanged',
  'userLocked',
  'userUnlocked',
  'invited',
  'dataExported',
  'dataImported',
  'contactErased',
] as const

/** Failures: anybody can cause them, in any number. */
export const failureEvents = [
  'signInFailed',
  'passwordFailed',
  'secondFactorFailed',
  'requestRefused',
] as const

/** The names are stable: alerts of operators look for them. */
export type SecurityEventName = (typeof changeEvents)[number] | (typeof failureEvents)[number]

/** The account that an event concerns. */
type Account = {
  /** 0 or left out: none that is known. */
  userId?: number
  /** The entered name of a failed sign-in, masked. */
  account?: string
}

export type ChangeEvent = { event: (typeof changeEvents)[number]; detail?: string } & Account
export type FailureEvent = { event: (typeof failureEvents)[number] } & Account
