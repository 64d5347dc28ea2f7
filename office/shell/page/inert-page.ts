import { useLayoutEffect } from 'react'

/**
 * While a dialog is open that can be opened at any time, nothing behind it takes the focus: not even a page that is still
 * loading, and whose first field asks for the focus when it is there.
 */
export function useInertPage(isOpen: boolean): void {
  // Before the dialog returns the focus to where it was.
  useLayoutEffect(() => {
    const page = document.getElementById('office')
    if (!isOpen || !page) return
    page.inert = true
    return () => {
      page.inert = false
    }
  }, [isOpen])
}
