// Who is signed in, as the server told; kept in memory only.
import { useSyncExternalStore } from 'react'
import type { Right } from '../app/section.ts'
import type { Answer } from './endpoints.ts'

/** The session as the server tells it. */
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

/** The session, or undefined where nobody is signed in. */
export const useSession = (): Session | undefined => useSyncExternalStore(subscribe, currentSession)

/** Whether the signed-in user has a right, or all of several; `090300` covers its parts, `admin` is the administrators'. */
export function hasRight(right: Right | undefined, holder: Session | undefined = session): boolean {
  if (!holder) return false
  if (!right || holder.admin) return true
  const rights = typeof right === 'string' ? [right] : right
  return rights.every((one) => holder.rights.includes(one) || holder.rights.includes(one.split(':')[0] ?? ''))
}

/** For what is shown only to those who may use it. */
export const useHasRight = (right: Right | undefined): boolean => hasRight(right, useSession())
