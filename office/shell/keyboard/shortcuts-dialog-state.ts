// Whether the list of keyboard shortcuts is open.
import { useSyncExternalStore } from 'react'

let isOpen = false
const listeners = new Set<() => void>()

function set(next: boolean): void {
  isOpen = next
  for (const listener of listeners) listener()
}

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const showShortcuts = (): void => set(true)
export const hideShortcuts = (): void => set(false)
export const useShortcutsShown = (): boolean => useSyncExternalStore(subscribe, () => isOpen)
