// Questions that come up outside of any page (sign in again, a conflict) and are answered in a dialog over it.
import { useSyncExternalStore } from 'react'
import type { Conflict, Decision } from '../history/conflict.ts'

export type Question =
  | { kind: 'sign-in'; answer: (signedIn: boolean) => void }
  | { kind: 'conflict'; conflict: Conflict; answer: (decision: Decision) => void }

let open: readonly Question[] = []
const listeners = new Set<() => void>()

function set(next: readonly Question[]): void {
  open = next
  for (const listener of listeners) listener()
}

/** Shows the question and waits for the user. */
function ask<T>(make: (answer: (value: T) => void) => Question): Promise<T> {
  return new Promise((resolve) => {
    const question = make((value) => {
      set(open.filter((one) => one !== question))
      resolve(value)
    })
    set([...open, question])
  })
}

export const askConflict = (conflict: Conflict): Promise<Decision> =>
  ask((answer) => ({ kind: 'conflict', conflict, answer }))

let signingIn: Promise<boolean> | undefined

/** Asks to sign in, once for all requests that wait; false where the user gave up. */
export function askSignIn(): Promise<boolean> {
  signingIn ??= ask<boolean>((answer) => ({ kind: 'sign-in', answer })).finally(() => {
    signingIn = undefined
  })
  return signingIn
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The question to be shown now. A sign-in goes first: the others may need it. */
export function useQuestion(): Question | undefined {
  const questions = useSyncExternalStore(subscribe, () => open)
  return questions.find((one) => one.kind === 'sign-in') ?? questions[0]
}
