// The session of the signed-in user; kept in memory only.
import { useSyncExternalStore } from 'react'
import { isGranted, type Right } from '../../../server/platform/ground/rights.ts'
import type { Answer } from './endpoints.ts'

/** A right, or several that are all required. */
export type RequiredRight = Right | readonly Right[]

export type Session = Answer<'GET', '/session'>

let session: Session | undefined
const listeners = new Set<() => void>()

export const currentSession = (): Session | undefined => session

export function setSession(next: Session | undefined): void {
  session = next
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The session; undefined if nobody is signed in. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession)

/** The time zone of the instance. */
export const useTimeZone = (): string => useSession()?.timeZone || 'UTC'

/** Whether a user has a right; administrators have all. */
export const holdsRight = ({ isAdmin, rights }: Pick<Session, 'isAdmin' | 'rights'>, right: Right): boolean =>
  isAdmin || isGranted(right, (one) => rights.includes(one))

/** Whether the signed-in user has a right, or all of several. */
export function hasRight(right: RequiredRight | undefined, holder: Session | undefined = session): boolean {
  if (!holder) return false
  if (!right) return true
  return [right].flat().every((one) => holdsRight(holder, one))
}

/** `hasRight` of the signed-in user, as a hook. */
export const useHasRight = (right: RequiredRight | undefined): boolean => hasRight(right, useSession())
