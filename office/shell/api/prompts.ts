// Dialogs that are opened by requests: signing in again, deciding a conflict.
import { useSyncExternalStore } from 'react'
import type { Conflict, ConflictDecision } from './conflict.ts'

export type Prompt =
  | { kind: 'sign-in'; answer: (signedIn: boolean) => void }
  | { kind: 'confirm'; answer: (confirmed: boolean) => void }
  | { kind: 'conflict'; conflict: Conflict; answer: (decision: ConflictDecision) => void }

let openPrompts: readonly Prompt[] = []
const listeners = new Set<() => void>()

function setOpenPrompts(next: readonly Prompt[]): void {
  openPrompts = next
  for (const listener of listeners) listener()
}

/** Shows the question and waits for the user. */
function showPrompt<T>(createPrompt: (answer: (value: T) => void) => Prompt): Promise<T> {
  return new Promise((resolve) => {
    const prompt = createPrompt((value) => {
      setOpenPrompts(openPrompts.filter((one) => one !== prompt))
      resolve(value)
    })
    setOpenPrompts([...openPrompts, prompt])
  })
}

export const promptConflict = (conflict: Conflict): Promise<ConflictDecision> =>
  showPrompt((answer) => ({ kind: 'conflict', conflict, answer }))

let pendingSignIn: Promise<boolean> | undefined

/** Prompts for signing in, once for all waiting requests; false: the user cancelled. */
export function promptSignIn(): Promise<boolean> {
  pendingSignIn ??= showPrompt<boolean>((answer) => ({ kind: 'sign-in', answer })).finally(() => {
    pendingSignIn = undefined
  })
  return pendingSignIn
}

let pendingConfirmation: Promise<boolean> | undefined

/** Asks for the password again, once for all waiting requests; false: the user cancelled. */
export function promptConfirmation(): Promise<boolean> {
  pendingConfirmation ??= showPrompt<boolean>((answer) => ({ kind: 'confirm', answer })).finally(() => {
    pendingConfirmation = undefined
  })
  return pendingConfirmation
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The current question. Signing in comes first, because the others may need it. */
export function usePrompt(): Prompt | undefined {
  const prompts = useSyncExternalStore(subscribe, () => openPrompts)
  return prompts.find((one) => one.kind === 'sign-in') ?? prompts[0]
}
