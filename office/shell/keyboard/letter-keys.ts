import { useStore } from 'ra-core'

/** Whether keys without Ctrl work: users who dictate, or strike keys by accident, switch them off. */
export const useLetterKeys = () => useStore('shortcuts.letters', true)
